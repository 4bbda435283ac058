/** The charges for all couriers that the prices of a courier's first rates will carry. */
import type { Pinrate } from '../client/connect.js';
import type { CustomerCharge, Surcharge } from '../model/documents.js';
import type { Effect } from '../sheets/serviceability/effect.js';
import { documentsOf } from './node-documents.js';
import { rupees } from '../words.js';

interface DefaultCharge {
  /** A row of the partner with the same one goes before it. */
  type: string;
  text: string;
}

/** Empty: the partner has rates already, or no charge is for all couriers. */
export async function defaultCharges(pinrate: Pinrate, partnerId: string): Promise<Effect[]> {
  if ((await documentsOf(pinrate, 'packages', partnerId)).length > 0) return [];
  const ofCustomers = await documentsOf(pinrate, 'customer-charges');
  const surcharges = await documentsOf(pinrate, 'surcharges');
  const now = new Date().toISOString();
  const all = [
    ...ofCustomers.map((row) => ({ row, charge: chargeOf(row) })),
    ...surcharges.map((row) => ({ row, charge: surchargeOf(row) })),
  ];
  const inForce = all.filter(({ row }) => row.status && !((row.validTo ?? now) < now) && !(row.customerId ?? null));
  const own = new Set(inForce.filter(({ row }) => row.partnerId === partnerId).map(({ charge }) => charge.type));
  return inForce
    .filter(({ row, charge }) => (row.partnerId ?? null) === null && !own.has(charge.type))
    .map(({ charge }) => ({
      what: `default charge will come on top: ${charge.text}; a row of the courier with value 0 switches it off`,
      count: 1,
      before: null,
      after: null,
    }));
}

const chargeOf = ({ id, type, chargeType, value }: CustomerCharge): DefaultCharge => ({
  type,
  text: `${type} ${chargeType === 'flat' ? rupees(value) : `${value} %`} (customer-charges/${id})`,
});

const surchargeOf = ({ id, code, basis, value }: Surcharge): DefaultCharge => ({
  type: code,
  text: `${code} ${basis === 'PERCENT' ? `${value} %` : `${rupees(value)} ${basis}`} (surcharges/${id})`,
});
