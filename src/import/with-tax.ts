/** Rates with tax: the card of the courier says that its amounts include it. */
import type { Pinrate } from '../client/connect.js';
import { isOver } from '../domain/dates.js';
import type { Partner, Zone } from '../model/documents.js';
import { routeOfPackage } from '../model/package-route.js';
import type { CardRow } from '../sheets/rates/card-row.js';
import { documentsOf } from './node-documents.js';
import { counted } from '../words.js';
import { ForceNeeded } from './import.js';
import { documentLine, type ImportLine } from './lines.js';

/** Which rows of the card the sheet leaves in force. */
interface RowsLeft {
  rows: readonly CardRow[];
  zones: readonly Zone[];
  /** Rows of the routes that it names stay. */
  keeps: boolean;
  isForced: boolean;
}

/**
 * The line that sets the card's amounts. Empty: they include tax already.
 * @throws {ForceNeeded} while other rows with amounts stay in force, which were written without tax
 */
export async function withTaxLines(pinrate: Pinrate, partner: Partner, left: RowsLeft): Promise<ImportLine[]> {
  if (partner.amounts === 'WITH_TAX') return [];
  const others = left.isForced ? [] : await rowsWithAmounts(pinrate, partner.partnerId, left);
  if (others.length > 0) {
    const message = `--with-tax makes all amounts of ${partner.partnerId} include tax, and others stay in force: ${others.join(', ')}`;
    throw new ForceNeeded('AMOUNTS_DIFFER', message);
  }
  const document = { ...partner, amounts: 'WITH_TAX' };
  return [{ text: documentLine('partners', document), positionOf: () => ({ line: 1, column: 'amounts' }) }];
}

async function rowsWithAmounts(
  pinrate: Pinrate,
  partnerId: string,
  { rows, zones, keeps }: RowsLeft,
): Promise<string[]> {
  const now = Date.now();
  const routes = new Set(rows.map(({ members }) => routeOfPackage(members)));
  const packages = await documentsOf(pinrate, 'packages', partnerId);
  const stay = packages.filter((row) => keeps || !routes.has(routeOfPackage({ ...row })));
  const distances = await documentsOf(pinrate, 'distance-charges', partnerId);
  const charges = await documentsOf(pinrate, 'customer-charges', partnerId);
  const surcharges = await documentsOf(pinrate, 'surcharges', partnerId);
  const discounts = await documentsOf(pinrate, 'discounts', partnerId);
  const found: Record<string, readonly object[]> = {
    'packages': stay,
    'distance-charges': distances.filter(({ chargeType, charge }) => chargeType === 'flat' && charge > 0),
    'customer-charges': charges.filter(({ chargeType, value }) => chargeType === 'flat' && value > 0),
    'surcharges': surcharges.filter(({ basis, value }) => basis !== 'PERCENT' && value > 0),
    'discounts': discounts.filter(({ discountType }) => discountType === 'flat'),
  };
  const inForce = Object.entries(found).flatMap(([collection, all]) => {
    const count = all.filter((row) => !isOver(row, now)).length;
    return count === 0 ? [] : [`${counted(count, 'row')} of ${collection}`];
  });
  const services = zones.filter((zone) => zone.services.some(({ baseCharge = 0 }) => baseCharge > 0)).length;
  return services === 0 ? inForce : [...inForce, `services of ${counted(services, 'zone')}`];
}
