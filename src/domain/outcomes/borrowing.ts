/** Rates of delivery pincodes, of which those with few parcels borrow from the places around them. */
import { PAYMENT_TYPES } from '../vocabulary.js';
import { borrowed } from './rates.js';
import { BASE_RATE, BASE_RTO, EVIDENCE_LEVELS, type EvidenceLevel } from './risk.js';
import { CLOSED, COUNTS, ON_TIME, type OutcomeTotals, type PartnerTotals, PROMISED, RETURNED } from './totals.js';

/** Where pincodes lie. Slot 0 is none of them. */
interface RiskPlaces {
  /** With slot 0. */
  readonly slots: number;
  /** By the number of the pincode; 0: there is no such pincode. */
  slotOf(pincode: number): number;
  readonly columns: {
    /** By slot. */
    readonly city: Uint16Array;
    readonly state: Uint8Array;
  };
}

const PAYMENTS = PAYMENT_TYPES.length;
/** What a place takes in an array of counts. */
const PLACE_COUNTS = PAYMENTS * COUNTS;

/** What is expected of parcels, by row and payment type, as columns: objects took ten times as long. */
export class RiskRows {
  /** In ten-thousandths. */
  readonly rto: Uint16Array;
  readonly onTime: Uint16Array;
  /** The position in EVIDENCE_LEVELS. */
  readonly level: Uint8Array;
  readonly n: Uint32Array;
  #rows = 0;

  /** @param most rows */
  constructor(most: number) {
    this.rto = new Uint16Array(most * PAYMENTS);
    this.onTime = new Uint16Array(most * PAYMENTS);
    this.level = new Uint8Array(most * PAYMENTS);
    this.n = new Uint32Array(most * PAYMENTS);
  }

  /** How many there are. */
  get rows(): number {
    return this.#rows;
  }

  /** Adds the row of a place with these counts, and returns its number. */
  add(counts: Float64Array, place: number, level: EvidenceLevel, parents: RiskRows, parent: number): number {
    for (let payment = 0; payment < PAYMENTS; payment++) {
      const from = (place * PAYMENTS + payment) * COUNTS;
      const of = parent * PAYMENTS + payment;
      const at = this.#rows * PAYMENTS + payment;
      const closed = counts[from + CLOSED]!;
      this.rto[at] = borrowed(counts[from + RETURNED]!, closed, parents.rto[of]!);
      this.onTime[at] = borrowed(counts[from + ON_TIME]!, counts[from + PROMISED]!, parents.onTime[of]!);
      this.level[at] = closed > 0 ? EVIDENCE_LEVELS.indexOf(level) : parents.level[of]!;
      this.n[at] = closed > 0 ? closed : parents.n[of]!;
    }
    return this.#rows++;
  }

  /** The row that all partners borrow from. */
  static base(): RiskRows {
    const base = new RiskRows(1);
    for (const [payment, paymentType] of PAYMENT_TYPES.entries()) {
      base.rto[payment] = BASE_RTO[paymentType];
      base.onTime[payment] = BASE_RATE;
      base.level[payment] = EVIDENCE_LEVELS.indexOf('NONE');
    }
    return base;
  }
}

/** The row that all partners together give. */
export function risksOfAll(totals: OutcomeTotals): RiskRows {
  const counts = new Float64Array(PLACE_COUNTS);
  for (const partner of totals) addAll(counts, partner);
  const all = new RiskRows(1);
  all.add(counts, 0, 'ALL', RiskRows.base(), 0);
  return all;
}

/** The risks of a partner. */
interface PartnerRisks {
  /** By slot: the row of its own, or else of its city, its state or the partner. */
  readonly rowOf: Uint32Array;
  /** The first is the partner's. */
  readonly rows: RiskRows;
}

/**
 * Order of precedence: the pincode, its city, its state, the partner, all partners. A pincode that is gone counts for
 * the partner and for all.
 */
export function risksOfPartner(partner: PartnerTotals, ofAll: RiskRows, places: RiskPlaces): PartnerRisks {
  const {
    slots,
    columns: { city, state },
  } = places;
  const ofPartner = new Float64Array(PLACE_COUNTS);
  const bySlot = new Float64Array(slots * PLACE_COUNTS);
  const byCity = new Float64Array(placesIn(city) * PLACE_COUNTS);
  const byState = new Float64Array(placesIn(state) * PLACE_COUNTS);
  const [isOwn, isCity, isState] = [slots, placesIn(city), placesIn(state)].map((places) => new Uint8Array(places));
  addAll(ofPartner, partner);
  eachKey(partner, (pincode, payment, from) => {
    const slot = places.slotOf(pincode);
    if (slot === 0) return;
    isOwn![slot] = isCity![city[slot]!] = isState![state[slot]!] = 1;
    addTo(bySlot, slot, payment, partner.counts, from);
    addTo(byCity, city[slot]!, payment, partner.counts, from);
    addTo(byState, state[slot]!, payment, partner.counts, from);
  });

  const most = 1 + [isOwn, isCity, isState].reduce((sum, places) => sum + ones(places!), 0);
  const rows = new RiskRows(most);
  const rowOf = new Uint32Array(slots);
  rows.add(ofPartner, 0, 'PARTNER', ofAll, 0);
  // a place is met with its first slot; the row of a partner is none of a state's or city's
  const [stateRow, cityRow] = [new Uint32Array(isState!.length), new Uint32Array(isCity!.length)];
  for (let slot = 1; slot < slots; slot++) {
    const [ofState, ofCity] = [state[slot]!, city[slot]!];
    let row = 0;
    if (isState![ofState] === 1) row = stateRow[ofState] ||= rows.add(byState, ofState, 'STATE', rows, row);
    if (isCity![ofCity] === 1) row = cityRow[ofCity] ||= rows.add(byCity, ofCity, 'CITY', rows, row);
    rowOf[slot] = isOwn![slot] === 1 ? rows.add(bySlot, slot, 'PINCODE', rows, row) : row;
  }
  return { rowOf, rows };
}

/** Calls `use` with the pincode, the position of the payment type, and where the counts of each key begin. */
function eachKey({ keys }: PartnerTotals, use: (pincode: number, payment: number, from: number) => void): void {
  for (let row = 0; row < keys.length; row++)
    use(Math.floor(keys[row]! / PAYMENTS), keys[row]! % PAYMENTS, row * COUNTS);
}

function addAll(counts: Float64Array, partner: PartnerTotals): void {
  eachKey(partner, (_, payment, from) => addTo(counts, 0, payment, partner.counts, from));
}

function addTo(counts: Float64Array, place: number, payment: number, added: Uint32Array, from: number): void {
  const at = (place * PAYMENTS + payment) * COUNTS;
  for (let count = 0; count < COUNTS; count++) counts[at + count]! += added[from + count]!;
}

/** One more than the greatest number. */
function placesIn(numbers: Uint16Array | Uint8Array): number {
  let most = 0;
  for (const number of numbers) if (number > most) most = number;
  return most + 1;
}

const ones = (marks: Uint8Array): number => marks.reduce((sum, mark) => sum + mark, 0);
