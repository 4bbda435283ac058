/** The surcharges of a shipment (docs/rules.md#surcharges). Rows are numbers in the order of evaluation. */
import { type Amounts, isOfValues, withinBounds } from './amounts.js';
import { isRowInForce } from './dates.js';
import { hasKm } from './distance.js';
import { lowestRow, wordsFor } from './lanes.js';
import { percentOf, shareOf } from './money.js';
import type { PartnerRoute, Shipment, SurchargeColumns } from './rate-card.js';
import { BASIS_FACTS, PERCENT } from './surcharge-bases.js';
import { CUSTOMER_TYPES, ODA, PAYMENT_TYPES, SHIPMENT_TYPES } from './vocabulary.js';
import type { Piece } from './weight.js';

/** A surcharge that counts. */
export interface SurchargeChoice {
  row: number;
  paise: number;
  /** Before it was raised by the tax that the partner's amounts include. */
  netPaise: number;
  /** What its value is multiplied by: 1, the units of its basis, or for a percentage its base in paise. */
  times: number;
}

export const NO_SURCHARGES: readonly SurchargeChoice[] = [];

/** What an amount is divided by: a value is in ten-thousandths of a Rupee, which are hundredths of a paisa. */
const VALUES_IN_A_PAISA = 100;

/** Whose row it is: a row displaces the rows of its code with a lower number. */
export const OF_NO_PARTNER = 0;
export const OF_PARTNER = 1;
export const OF_CUSTOMER = 2;

/** The bit of SurchargeColumns.services of a row for which no service has to be required. */
export const ANY_SERVICE = 1 << 30;

/** The combinations of attributes that an end may have. */
export const ATTRIBUTE_SETS = 4;
/** A mask of ODA and HILL as a number below ATTRIBUTE_SETS: they are neighbours in the vocabulary. */
export const attributeSet = (attributes: number): number => Math.floor(attributes / ODA) % ATTRIBUTE_SETS;

/** The number of a direction, payment type, shipment type and customer type together. */
export const kindOf = (
  direction: number,
  { paymentType, shipmentType, customerType }: Pick<Shipment, 'paymentType' | 'shipmentType' | 'customerType'>,
): number =>
  ((direction * PAYMENT_TYPES.length + paymentType) * SHIPMENT_TYPES.length + shipmentType) * CUSTOMER_TYPES.length
  + customerType;

/** What conditions are about, besides the shipment and its route. */
interface SurchargeFacts {
  /** The chargeable weight. */
  grams: number;
  /** The day on which the parcel leaves, 0 Monday to 6 Sunday. */
  weekday: number;
  /** The tax by which taxable rows of no partner are raised; 0: they are not. */
  raiseRate: number;
  /** The number of the customer in SurchargeColumns.customer; 0: it has no rows of its own. */
  customer: number;
}

/**
 * The rows that are in force and match. Of the rows of one code:
 *
 * 1. the partner's rows for this customer, if one of them matches;
 * 2. else the partner's rows for everyone;
 * 3. else the rows of no partner.
 */
export function matchingSurcharges(
  rows: SurchargeColumns,
  shipment: Shipment,
  route: PartnerRoute,
  facts: SurchargeFacts,
): number[] {
  const words = wordsFor(rows.id.length);
  const kind = kindOf(shipment.direction, shipment) * words;
  const lane = route.lane * words;
  const weekday = facts.weekday * words;
  const from = route.fromZone * words;
  const to = route.toZone * words;
  const fromSet = attributeSet(route.fromAttributes) * words;
  const toSet = attributeSet(route.toAttributes) * words;
  const matching: number[] = [];
  // codes with a row of these owners
  let ofCustomer = 0;
  let ofPartner = 0;
  for (let word = 0; word < words; word++) {
    const ends =
      (rows.atPickup[word]! & rows.zones[from + word]! & rows.attributes[fromSet + word]!)
      | (rows.atDelivery[word]! & rows.zones[to + word]! & rows.attributes[toSet + word]!);
    let holding = rows.kinds[kind + word]! & rows.lanes[lane + word]! & rows.weekdays[weekday + word]! & ends;
    for (; holding !== 0; holding &= holding - 1) {
      const row = lowestRow(word, holding);
      if (!holds(rows, row, shipment, route, facts)) continue;
      matching.push(row);
      if (rows.owner[row] === OF_CUSTOMER) ofCustomer |= 1 << rows.code[row]!;
      else if (rows.owner[row] === OF_PARTNER) ofPartner |= 1 << rows.code[row]!;
    }
  }
  if (ofCustomer === 0 && ofPartner === 0) return matching;
  const displaced = [ofCustomer | ofPartner, ofCustomer, 0];
  return matching.filter((row) => (displaced[rows.owner[row]!]! & (1 << rows.code[row]!)) === 0);
}

/** The conditions that are ranges and lists of other things than zones and kinds. */
function holds(
  rows: SurchargeColumns,
  row: number,
  shipment: Shipment,
  route: PartnerRoute,
  facts: SurchargeFacts,
): boolean {
  const { grams } = facts;
  const { km } = route;
  const customer = rows.customer[row]!;
  return (
    isRowInForce(rows.validFrom, rows.validTo, row, shipment.now)
    && (customer === 0 || customer === facts.customer)
    && rows.fromGrams[row]! <= grams
    && grams < rows.toGrams[row]!
    && hasKm(rows.fromKm[row]!, rows.toKm[row]!, km)
    && rows.fromPaise[row]! <= shipment.declaredPaise
    && shipment.declaredPaise < rows.toPaise[row]!
    && (rows.fromEdlKm.length === 0 || isBeyond(rows, row, route))
    && (rows.fromCodPaise.length === 0
      || (rows.fromCodPaise[row]! <= shipment.codPaise && shipment.codPaise < rows.toCodPaise[row]!))
    && (rows.services[row]! & (shipment.services | ANY_SERVICE)) !== 0
    && piecesOf(rows, row, shipment.pieces) > 0
  );
}

/** Whether the end lies as far beyond the courier's town as the row wants: the delivery, or the pickup of its rows. */
function isBeyond({ fromEdlKm, toEdlKm, isEdlOfPickup }: SurchargeColumns, row: number, route: PartnerRoute): boolean {
  const km = isEdlOfPickup[row] === 1 ? route.fromEdlKm : route.toEdlKm;
  return hasKm(fromEdlKm[row]!, toEdlKm[row]!, km);
}

/** How many pieces are as heavy and as large as the row wants. */
function piecesOf(
  { pieceGrams, pieceCm, pieceGirth, pieceSideSum }: SurchargeColumns,
  row: number,
  pieces: readonly Piece[],
): number {
  const isOfSize = pieceGirth.length > 0;
  let count = 0;
  for (const piece of pieces)
    if (
      piece.grams >= pieceGrams[row]!
      && piece.longestCm >= pieceCm[row]!
      && (!isOfSize || (piece.girth >= pieceGirth[row]! && piece.sideSum >= pieceSideSum[row]!))
    )
      count += piece.count;
  return count;
}

/** The surcharges that match, made in their order. */
export class DueSurcharges {
  readonly counted: SurchargeChoice[] = [];
  readonly #rows: SurchargeColumns;
  readonly #matching: readonly number[];
  readonly #shipment: Shipment;
  readonly #grams: number;
  readonly #km: number;
  readonly #raiseRate: number;
  #next = 0;

  constructor(rows: SurchargeColumns, shipment: Shipment, route: PartnerRoute, facts: SurchargeFacts) {
    this.#rows = rows;
    this.#matching = matchingSurcharges(rows, shipment, route, facts);
    this.#shipment = shipment;
    this.#grams = facts.grams;
    // a distance that is not known costs nothing
    this.#km = Number.isNaN(route.km) ? 0 : route.km;
    this.#raiseRate = facts.raiseRate;
  }

  /** Computes the surcharges of lower orders than this one, and adds them to the amounts. */
  before(order: number, amounts: Amounts): void {
    for (; this.#next < this.#matching.length; this.#next++) {
      const row = this.#matching[this.#next]!;
      if (this.#rows.order[row]! >= order) return;
      this.#count(this.#amountOf(row, amounts), amounts);
    }
  }

  /**
   * Of rows with the same group only one counts: the highest, then the lowest id. They have one order, in which no row
   * is a percentage of another, and within it they come in the order of their ids.
   */
  #count(choice: SurchargeChoice, amounts: Amounts): void {
    const { group, code } = this.#rows;
    const own = group[choice.row]!;
    const rival = own === 0 ? -1 : this.counted.findIndex(({ row }) => group[row] === own);
    if (rival !== -1) {
      const other = this.counted[rival]!;
      if (other.paise >= choice.paise) return;
      this.counted.splice(rival, 1);
      amounts.addToCode(code[other.row]!, -other.paise);
    }
    this.counted.push(choice);
    amounts.addToCode(code[choice.row]!, choice.paise);
  }

  #amountOf(row: number, amounts: Amounts): SurchargeChoice {
    const times = this.#timesOf(row, amounts);
    const netPaise = withinBounds(this.#rows, row, exactSurcharge(this.#rows, row, times));
    const paise = this.#isRaised(row) ? netPaise + percentOf(netPaise, this.#raiseRate) : netPaise;
    return { row, times, netPaise, paise };
  }

  /** Whether a row is without the tax that the partner's amounts include. */
  #isRaised(row: number): boolean {
    if (this.#raiseRate === 0) return false;
    const { owner, taxable, basis } = this.#rows;
    const isDefault = owner[row] === OF_NO_PARTNER && taxable[row] === 1;
    return isDefault && (basis[row] !== PERCENT || isOfValues(this.#rows, row));
  }

  #timesOf(row: number, amounts: Amounts): number {
    const basis = this.#rows.basis[row]!;
    if (basis === PERCENT) return amounts.baseOf(this.#rows, row);
    const { unitsOf } = BASIS_FACTS[basis]!;
    return unitsOf === null ? 1 : unitsOf(this.#grams, this.#km, piecesOf(this.#rows, row, this.#shipment.pieces));
  }
}

/** The amount before min and max: rounded half up to paise once. */
export function exactSurcharge({ basis, value }: SurchargeColumns, row: number, times: number): number {
  if (basis[row] === PERCENT) return percentOf(times, value[row]!);
  return shareOf(value[row]!, times, VALUES_IN_A_PAISA * BASIS_FACTS[basis[row]!]!.unitsPerValue);
}

/** The sum of the amounts; `isTaxable` 0: only of amounts that are passed on without tax. */
export function sumOfSurcharges(
  { taxable }: SurchargeColumns,
  counted: readonly SurchargeChoice[],
  isTaxable?: 0,
): number {
  let sum = 0;
  for (const { row, paise } of counted) if (isTaxable === undefined || taxable[row] === isTaxable) sum += paise;
  return sum;
}
