/** The charges for customers: which row of a type applies, and its amount (docs/rules.md#customer-charges). */
import { amountOf, type Amounts, isOfValues, withinBounds } from './amounts.js';
import { isRowInForce } from './dates.js';
import { percentOf } from './money.js';
import type { ChargeColumns, RateCard, Shipment } from './rate-card.js';
import { NO_ROW } from './rates.js';
import { CHARGE_TYPES, FORWARD_DIRECTION } from './vocabulary.js';

/** The origin of a customer charge, from the most to the least specific. */
const OWNERS = ['customer', 'partner', 'default'] as const;
type ChargeOwner = (typeof OWNERS)[number];

export interface ChargeChoice {
  owner: ChargeOwner;
  row: number;
  /** What a percentage is of. */
  basePaise: number;
  paise: number;
  /** Before it was raised by the tax that the partner's amounts include. */
  netPaise: number;
}

export const noCharge = (): ChargeChoice => ({
  owner: 'default',
  row: NO_ROW,
  basePaise: 0,
  paise: 0,
  netPaise: 0,
});

/** What the charge of a type depends on, besides its rows and the shipment. */
export class ChargeFacts {
  grams = 0;
  /** The tax by which rows of no partner are raised; 0: they are not. */
  raiseRate = 0;
  /** The amounts so far; null if no row of the card names a base of its own. */
  amounts: Amounts | null = null;
}

type ShipmentFacts = Pick<Shipment, 'customerId' | 'direction' | 'now' | 'declaredPaise' | 'codPaise'>;

/**
 * The charge of one type; null: no row applies. Order of precedence among the rows that are in force and match the
 * direction and the weight:
 *
 * 1. the customer's rows, else the partner's, else those of no partner;
 * 2. the highest amount;
 * 3. the lowest id.
 *
 * @param basePaise what a percentage is of that names nothing
 * @param into is filled and returned if a row applies
 */
export function chooseCharge(
  card: RateCard,
  defaults: ChargeColumns,
  shipment: ShipmentFacts,
  facts: ChargeFacts,
  type: number,
  basePaise: number,
  into = noCharge(),
): ChargeChoice | null {
  const { customerId } = shipment;
  const customer = customerId === null ? undefined : card.customers.get(customerId);
  // one call in a loop: code that V8 copies into every place of a call no longer fits the processor's cache
  for (let position = customer === undefined ? 1 : 0; position < OWNERS.length; position++) {
    const owner = OWNERS[position]!;
    const rows = owner === 'default' ? defaults : card.charges;
    const list = (owner === 'customer' ? customer! : 0) * CHARGE_TYPES.length + type;
    if (rows.start[list] === rows.start[list + 1]) continue;
    const choice = highest(rows, list, owner, shipment, facts, type, basePaise, into);
    if (choice !== null) return choice;
  }
  return null;
}

function highest(
  rows: ChargeColumns,
  list: number,
  owner: ChargeOwner,
  shipment: ShipmentFacts,
  facts: ChargeFacts,
  type: number,
  basePaise: number,
  into: ChargeChoice,
): ChargeChoice | null {
  const end = rows.start[list + 1]!;
  into.row = NO_ROW;
  for (let row = rows.start[list]!; row < end; row++) {
    if (!chargeMatches(rows, row, shipment, facts.grams, type)) continue;
    const base = ownBaseOf(rows, row, facts.amounts, basePaise);
    const amount = amountOf(rows, row, base);
    const net = rows.minPaise.length === 0 ? amount : withinBounds(rows, row, amount);
    const isRaised = facts.raiseRate > 0 && owner === 'default' && isWithoutTax(rows, row, type);
    const paise = isRaised ? net + percentOf(net, facts.raiseRate) : net;
    if (into.row !== NO_ROW && paise <= into.paise) continue;
    into.owner = owner;
    into.row = row;
    into.basePaise = base;
    into.paise = paise;
    into.netPaise = net;
  }
  return into.row === NO_ROW ? null : into;
}

/** Whether no amount that includes tax is the base of a row of no partner. */
function isWithoutTax(rows: ChargeColumns, row: number, type: number): boolean {
  if (rows.isPercentage[row] !== 1) return true;
  return rows.ofStandard.length === 0 ? type === COD || type === INSURANCE : isOfValues(rows, row);
}

function chargeMatches(
  rows: ChargeColumns,
  row: number,
  shipment: ShipmentFacts,
  grams: number,
  type: number,
): boolean {
  const { direction } = shipment;
  const isPlain = rows.directions.length === 0;
  return (
    grams >= rows.minGrams[row]!
    && grams <= rows.maxGrams[row]!
    && isRowInForce(rows.validFrom, rows.validTo, row, shipment.now)
    && (isPlain ? direction === FORWARD_DIRECTION : (rows.directions[row]! & (1 << direction)) !== 0)
    && (rows.fromCodPaise.length === 0
      || (rows.fromCodPaise[row]! <= shipment.codPaise && shipment.codPaise < rows.toCodPaise[row]!))
    && (type !== INSURANCE || shipment.declaredPaise > 0 || (!isPlain && rows.always[row] === 1))
  );
}

/** The base of a row's percentage: the amounts that it names less the free part, or the usual base of its type. */
function ownBaseOf(rows: ChargeColumns, row: number, amounts: Amounts | null, basePaise: number): number {
  return amounts === null || rows.ofStandard.length === 0 ? basePaise : amounts.baseOf(rows, row);
}

const COD = CHARGE_TYPES.indexOf('cod');
const INSURANCE = CHARGE_TYPES.indexOf('insurance');
