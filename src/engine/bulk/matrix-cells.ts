/**
 * The cells of a matrix. A quote depends on its delivery by few facts: the place that the partner makes of it (zone and
 * what is different there), its state, whether it is held, whether it lies in the pickup's city, and which of the
 * card's ranges of kilometres has its distance. Deliveries with the same facts are one group, and a group is priced
 * once, by the function that prices a single charge.
 */
import { factorBetween, greatCircleKm, roadKm } from '../../domain/distance.js';
import { reasonCodes } from '../../domain/eligibility.js';
import { AT_DELIVERY_END, holdAt } from '../../domain/holds.js';
import { kmBounds, rangeOf } from '../../domain/km-bounds.js';
import type { Shipment } from '../../domain/rate-card.js';
import { NO_ROW } from '../../domain/rates.js';
import type { ReasonCode } from '../../domain/reasons.js';
import type { RoadColumns } from '../../domain/time-columns.js';
import { NO_VALUE } from '../../contract/matrix.js';
import type { Geography } from '../../index/geography.js';
import type { GenerationView, PartnerView } from '../../index/view.js';
import { CELLS_PER_STEP } from '../../limits/bulk.js';
import { laneOf } from '../charges.js';
import { quote, QuoteBuffer } from '../quote.js';
import { routeBetween } from '../route.js';
import { shipmentOf } from '../shipment.js';
import type { MatrixQuestion } from './matrix-request.js';
import type { BulkLines } from './question.js';

type CellReason = '' | ReasonCode | 'PINCODE_NOT_FOUND';

/** By cell: partners, within them pickups, within these deliveries. */
export class MatrixCells {
  /** Paise; NO_VALUE: no price. */
  readonly totals: Int32Array<ArrayBuffer>;
  /** Whole hours; NO_VALUE: no price. */
  readonly hours: Int16Array<ArrayBuffer>;
  /** Positions in `laneNames`; NO_VALUE: no lane, or no price. */
  readonly lanes: Int16Array<ArrayBuffer>;
  /** Positions in `reasonCodes`; 0: there is a price. */
  readonly reasons: Uint8Array<ArrayBuffer>;
  readonly laneNames: string[] = [];
  readonly reasonCodes: CellReason[] = [''];
  readonly outcomes: BulkLines = { available: 0, unavailable: 0, failed: 0 };

  constructor(cells: number) {
    this.totals = new Int32Array(cells);
    this.hours = new Int16Array(cells);
    this.lanes = new Int16Array(cells);
    this.reasons = new Uint8Array(cells);
  }
}

/** What the cells of a group have. */
interface CellValue {
  total: number;
  hours: number;
  lane: number;
  reason: number;
  outcome: keyof BulkLines;
}

/** Yields after each CELLS_PER_STEP cells at the latest. */
export function* fillCells(view: GenerationView, question: MatrixQuestion): Generator<undefined, MatrixCells> {
  const { partners, pickupSlots, deliverySlots, described, moments } = question;
  const count = deliverySlots.length;
  const cells = new MatrixCells(partners.length * pickupSlots.length * count);
  const ways = new Ways(view, deliverySlots);
  const offers: PartnerCells[] = [];
  for (const partner of partners) {
    const offer = new PartnerCells(view, partner, deliverySlots, moments.held);
    for (let from = 0; from < count; from += CELLS_PER_STEP) {
      offer.place(from, Math.min(from + CELLS_PER_STEP, count));
      yield undefined;
    }
    offers.push(offer);
  }
  // pickups outside: all partners go the same ways
  for (const [pickup, slot] of pickupSlots.entries()) {
    for (let from = 0; from < count; from += CELLS_PER_STEP) {
      ways.measure(slot, from, Math.min(from + CELLS_PER_STEP, count));
      yield undefined;
    }
    const shipment = shipmentOf(described, { pickupSlot: slot }, view, moments);
    for (const [partner, offer] of offers.entries()) {
      offer.begin(slot, shipment);
      const start = (partner * pickupSlots.length + pickup) * count;
      for (let from = 0; from < count; from += CELLS_PER_STEP) {
        offer.fill(ways, from, Math.min(from + CELLS_PER_STEP, count), start, cells);
        yield undefined;
      }
    }
  }
  return cells;
}

/** The distances from one pickup to all deliveries. */
class Ways {
  readonly circleKm: Float64Array;
  readonly generalKm: Float64Array;

  constructor(
    private readonly view: GenerationView,
    private readonly slots: Uint16Array,
  ) {
    this.circleKm = new Float64Array(slots.length);
    this.generalKm = new Float64Array(slots.length);
  }

  measure(pickup: number, from: number, to: number): void {
    const { geography, general, settings } = this.view;
    const { latitude, longitude, state } = geography.columns;
    const factors = new Factors(geography, general.roads, pickup);
    const [fromLatitude, fromLongitude] = [latitude[pickup]!, longitude[pickup]!];
    for (let index = from; index < to; index++) {
      const slot = this.slots[index]!;
      const circle = greatCircleKm(fromLatitude, fromLongitude, latitude[slot]!, longitude[slot]!);
      this.circleKm[index] = circle;
      this.generalKm[index] = roadKm(circle, factors.of(slot, state[slot]!) ?? settings.roadFactor);
    }
  }
}

/** The road factors from one pickup, by the number of the delivery's state. */
class Factors {
  readonly #byState: (number | undefined)[] = [];

  constructor(
    private readonly geography: Geography,
    private readonly roads: RoadColumns,
    private readonly pickup: number,
  ) {}

  /** undefined: there is no row between the states. */
  of(slot: number, state: number): number | undefined {
    if (this.roads.factor.length === 0) return undefined;
    if (!(state in this.#byState)) {
      const { stateId } = this.geography.columns;
      this.#byState[state] = factorBetween(this.roads, stateId[this.pickup]!, stateId[slot]!);
    }
    return this.#byState[state];
  }
}

const priced = new QuoteBuffer();
const NO_PLACE = -1;
const MAX_TOTAL_PAISE = 2 ** 31 - 1;
/** States have numbers below it: they are in one byte. */
const STATES = 256;

/** The cells of one partner. */
class PartnerCells {
  /** By delivery the number of what the partner makes of it whatever the pickup; NO_PLACE: the pincode is not known. */
  readonly #places: Int32Array;
  readonly #numbers = new Map<number, number>();
  readonly #bounds: Float64Array;
  readonly #ranges: number;
  /** By the facts of a group from the present pickup. */
  readonly #groups = new Map<number, CellValue>();
  #factors: Factors | null = null;
  #pickup = 0;
  #shipment: Shipment | null = null;

  constructor(
    private readonly view: GenerationView,
    private readonly partner: PartnerView,
    private readonly slots: Uint16Array,
    private readonly heldAt: number,
  ) {
    this.#places = new Int32Array(slots.length);
    this.#bounds = kmBounds(partner.card);
    this.#ranges = this.#bounds.length + 1;
  }

  place(from: number, to: number): void {
    const { covered, holds } = this.partner.coverage;
    const { state } = this.view.geography.columns;
    const ofAll = this.view.general.holds;
    const numbers = this.#numbers;
    for (let index = from; index < to; index++) {
      const slot = this.slots[index]!;
      const isHeld =
        holdAt(holds, slot, AT_DELIVERY_END, this.heldAt) !== NO_ROW
        || holdAt(ofAll, slot, AT_DELIVERY_END, this.heldAt) !== NO_ROW;
      const facts = (covered[slot]! * STATES + state[slot]!) * 2 + (isHeld ? 1 : 0);
      let number = numbers.get(facts);
      if (number === undefined) numbers.set(facts, (number = numbers.size));
      this.#places[index] = slot === 0 ? NO_PLACE : number;
    }
  }

  /** @param shipment as it leaves from this pickup */
  begin(pickup: number, shipment: Shipment): void {
    const { roads } = this.partner.card;
    this.#pickup = pickup;
    this.#shipment = shipment;
    this.#factors = roads.factor.length === 0 ? null : new Factors(this.view.geography, roads, pickup);
    this.#groups.clear();
  }

  /** @param start the first of the cells of the partner and the pickup */
  fill({ circleKm, generalKm }: Ways, from: number, to: number, start: number, into: MatrixCells): void {
    const { cityId, state } = this.view.geography.columns;
    const { totals, hours, lanes, reasons, outcomes } = into;
    const city = cityId[this.#pickup]!;
    const bounds = this.#bounds;
    let last = NaN;
    let value = UNKNOWN;
    for (let index = from; index < to; index++) {
      const place = this.#places[index]!;
      const slot = this.slots[index]!;
      let facts = NO_PLACE;
      if (place !== NO_PLACE) {
        const factor = this.#factors?.of(slot, state[slot]!);
        const km = factor === undefined ? generalKm[index]! : roadKm(circleKm[index]!, factor);
        facts = (place * 2 + (cityId[slot] === city ? 1 : 0)) * this.#ranges + rangeOf(bounds, km);
      }
      // neighbours mostly are of one group
      if (facts !== last) {
        value = this.#valueOf(facts, slot, into);
        last = facts;
      }
      const cell = start + index;
      totals[cell] = value.total;
      hours[cell] = value.hours;
      lanes[cell] = value.lane;
      reasons[cell] = value.reason;
      outcomes[value.outcome]++;
    }
  }

  #valueOf(facts: number, slot: number, into: MatrixCells): CellValue {
    let value = this.#groups.get(facts);
    if (value === undefined) {
      value = facts === NO_PLACE ? withoutPrice('PINCODE_NOT_FOUND', into) : this.#priced(slot, into);
      this.#groups.set(facts, value);
    }
    return value;
  }

  #priced(slot: number, into: MatrixCells): CellValue {
    const route = routeBetween(this.view, this.#pickup, slot);
    const answer = quote(this.view, this.partner, route, this.#shipment!, priced);
    if (answer.price === null) return withoutPrice(reasonCodes(answer.eligibility.reasons)[0]!, into);
    const { totalPaise } = answer.price;
    if (totalPaise > MAX_TOTAL_PAISE) return withoutPrice('NO_RATE', into);
    const lane = laneOf(answer);
    return {
      total: totalPaise,
      hours: answer.eligibility.hours,
      lane: lane === null ? NO_VALUE : positionIn(into.laneNames, lane),
      reason: 0,
      outcome: 'available',
    };
  }
}

/** Before the first cell. */
const UNKNOWN: CellValue = { total: NO_VALUE, hours: NO_VALUE, lane: NO_VALUE, reason: 0, outcome: 'failed' };

const withoutPrice = (code: CellReason, { reasonCodes: codes }: MatrixCells): CellValue => ({
  ...UNKNOWN,
  reason: positionIn(codes, code),
  outcome: code === 'PINCODE_NOT_FOUND' ? 'failed' : 'unavailable',
});

/** The position of an item, which is added if the list does not have it. */
function positionIn<T>(list: T[], item: T): number {
  const position = list.indexOf(item);
  return position === -1 ? list.push(item) - 1 : position;
}
