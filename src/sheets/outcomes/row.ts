/** A row of a sheet as a line of `POST /outcomes`. */
import { dayNumber } from '../../domain/calendar.js';
import { OUTCOME_STATUSES, type OutcomeStatus } from '../../domain/outcomes/counts.js';
import { MAX_ATTEMPTS_OF_DELIVERY } from '../../limits/outcomes.js';
import { type DayOrder, dayInIndia, localMoment } from '../cells/dates.js';
import { numberText } from '../cells/money.js';
import { pincode } from '../cells/pincodes.js';
import { payment, type PaymentWord } from '../cells/shipments.js';
import { cellText, fault, hasFailed, identifier, type ParsedCell, parsed, plainText } from '../cells/text.js';
import { parcelWeight, type WeightUnit } from '../cells/weights.js';
import type { Faults } from '../tables/faults.js';
import type { SheetMap } from '../tables/map.js';
import type { Table, TableRow } from '../tables/table.js';
import { unitOfColumn } from '../tables/units.js';
import type { OutcomeField } from './form.js';

/** Grams, and moments in UTC. */
export interface OutcomeLine {
  shipmentId?: string;
  /** Whose shipmentId it is. */
  caller?: string;
  awb?: string;
  partnerId?: string;
  pickupPincode?: string;
  deliveryPincode?: string;
  paymentType?: PaymentWord;
  weight?: number;
  pickedUpAt?: string;
  promisedAt?: string;
  firstAttemptAt?: string;
  attempts?: number;
  deliveredAt?: string;
  rtoAt?: string;
  status: OutcomeStatus;
  billedGrams?: number;
}

/** By what a row's parcel is known: the courier's number, or the shipmentId that the node assigned. */
export type ParcelKey = 'awb' | 'ref';

/** What the sheet leaves to the person who imports it. */
export interface OutcomeReading {
  by: ParcelKey;
  /** Whose parcels all of them are; null: a column says it, or the node knows it by the shipment. */
  partnerId: string | null;
  /** Whether a word is the partnerId of a courier. */
  isPartnerId: (word: string) => boolean;
  /** Of shipmentIds; null: the sender's own. */
  caller: string | null;
}

/** What was taken that no cell says, for the summary. */
export interface OutcomeAssumptions {
  /** Days without a time, and the first of them. */
  days: { count: number; example: string };
  /** First attempts that are the delivery itself. */
  firstAttempts: number;
  /** Dates of delivery of parcels that came back: they were delivered to their sender. */
  returns: number;
}

/** The member of a line for each date, and whether a day without a time means its end. */
const DATES = [
  ['picked_up', 'pickedUpAt', false],
  ['promised', 'promisedAt', true],
  ['first_attempt', 'firstAttemptAt', true],
  ['delivered', 'deliveredAt', true],
  ['returned', 'rtoAt', true],
] as const;

/** The value of a row's cell; null: it has none, or a fault. */
type ReadCell = <T>(field: OutcomeField, parse: (text: string) => ParsedCell<T>) => T | null;

const FIELD_OF_MEMBER: Readonly<Record<string, OutcomeField>> = {
  shipmentId: 'ref',
  awb: 'awb',
  partnerId: 'partner',
  pickupPincode: 'from',
  deliveryPincode: 'to',
  paymentType: 'payment',
  weight: 'weight',
  attempts: 'attempts',
  status: 'status',
  billedGrams: 'billed_weight',
  ...Object.fromEntries(DATES.map(([field, member]) => [member, field])),
};

/** The field of the sheet that a member of a line is made of; null: none is. */
export const fieldOfMember = (member: string): OutcomeField | null => FIELD_OF_MEMBER[member] ?? null;

/** How the cells of a table are read. */
export class OutcomeReader {
  readonly assumed: OutcomeAssumptions = { days: { count: 0, example: '' }, firstAttempts: 0, returns: 0 };
  readonly #units: Readonly<Record<'weight' | 'billed_weight', WeightUnit | null>>;

  /** @param orders of days such as 05/12/2026, by column; null: then they are faults */
  constructor(
    private readonly table: Table,
    private readonly orders: ReadonlyMap<string, DayOrder | null>,
    private readonly reading: OutcomeReading,
  ) {
    this.#units = { weight: unitOfColumn(table, 'weight'), billed_weight: unitOfColumn(table, 'billed_weight') };
  }

  /** Faults of cells are added with their headings. null: the row has some */
  read(row: TableRow, faults: Faults): OutcomeLine | null {
    const before = faults.found.length;
    const cell: ReadCell = (field, parse) =>
      row.read(field, (text) => (hasFailed(text) ? fault(`has a formula that failed: ${text}`) : parse(text)), faults);
    const { by, caller } = this.reading;
    const key = cell(by, identifier);
    if (key === null && row.get(by) === '') faults.add(row.position(by), 'is required: which parcel it is');
    const partnerId = this.#partner(cell);
    const status = cell('status', statusOf);
    if (status === null && row.get('status') === '')
      faults.add(row.position('status'), 'is required: what became of it');
    const dates = this.#dates(cell);
    const failed = cell('failed_attempts', count);
    const attempts = cell('attempts', count) ?? (failed === null ? null : failed + (status === 'DELIVERED' ? 1 : 0));
    const line = {
      ...(key !== null && (by === 'awb' ? { awb: key } : { shipmentId: key })),
      ...(by === 'ref' && caller !== null && { caller }),
      ...said('partnerId', partnerId),
      ...said('pickupPincode', cell('from', pincode)),
      ...said('deliveryPincode', cell('to', pincode)),
      ...said('paymentType', cell('payment', payment)),
      ...said('weight', this.#grams(cell, 'weight')),
      ...dates,
      ...said('attempts', attempts),
      ...said('billedGrams', this.#grams(cell, 'billed_weight')),
    };
    this.#check(row, line, faults);
    if (faults.found.length > before) return null;
    return this.#completed(row, { ...line, status: status! });
  }

  #partner(cell: ReadCell): string | null {
    const { partnerId } = this.reading;
    const named = cell('partner', (word) => {
      const found = partnerOf(word, this.table.map, this.reading);
      if (!found.ok || partnerId === null || found.value === partnerId) return found;
      return fault(`${cellText(word)} is another courier than ${partnerId}, whose parcels these are said to be`);
    });
    return named ?? partnerId;
  }

  #dates(cell: ReadCell): Partial<OutcomeLine> {
    const dates: Partial<Record<(typeof DATES)[number][1], string>> = {};
    for (const [field, member, isEnd] of DATES) {
      const order = this.orders.get(field) ?? null;
      const at = cell(field, (text) => {
        const found = localMoment(text, order);
        if (found.ok && !found.value.hasTime) this.#noteDay(text);
        return found.ok ? dayInIndia(text, isEnd, order) : found;
      });
      if (at !== null) dates[member] = at;
    }
    return dates;
  }

  #noteDay(text: string): void {
    const { days } = this.assumed;
    if (days.count++ === 0) days.example = cellText(text);
  }

  #grams(cell: ReadCell, field: 'weight' | 'billed_weight'): number | null {
    const grams = cell(field, (text) => parcelWeight(text, this.#units[field]));
    // a parcel that nobody has weighed
    return grams === 0 ? null : grams;
  }

  /** What the parcel could not be counted without, and what cannot be. */
  #check(row: TableRow, line: Omit<OutcomeLine, 'status'>, faults: Faults): void {
    const { by } = this.reading;
    const needed: readonly [OutcomeField, unknown, string][] =
      by === 'ref'
        ? []
        : [
            ['partner', line.partnerId, 'whose parcel it is'],
            ['to', line.deliveryPincode, 'where it went'],
            ['payment', line.paymentType, 'COD or PREPAID'],
            ['picked_up', line.pickedUpAt, 'when it was picked up'],
          ];
    for (const [field, value, why] of needed)
      if (value === undefined && row.get(field) === '') faults.add(row.position(field), `is required: ${why}`);
    const { pickedUpAt } = line;
    if (pickedUpAt === undefined) return;
    for (const [field, member] of DATES)
      if (line[member] !== undefined && line[member] < pickedUpAt)
        faults.add(row.position(field), `is before the pickup: ${row.raw(field)}, picked up ${row.raw('picked_up')}`);
  }

  /**
   * 1. A parcel that came back was delivered to its sender, where the date of the return is missing.
   * 2. A parcel that was delivered at its only attempt was attempted then.
   * 3. A day of the first attempt ends with the delivery or the return of that day.
   */
  #completed(row: TableRow, given: OutcomeLine): OutcomeLine {
    const line = { ...given };
    if (line.status === 'RTO' && line.deliveredAt !== undefined && line.rtoAt === undefined) {
      this.assumed.returns++;
      line.rtoAt = line.deliveredAt;
      delete line.deliveredAt;
    }
    const endedAt = line.deliveredAt ?? line.rtoAt;
    if (
      line.status === 'DELIVERED'
      && line.attempts === 1
      && line.firstAttemptAt === undefined
      && endedAt !== undefined
    ) {
      this.assumed.firstAttempts++;
      line.firstAttemptAt = endedAt;
    }
    if (endedAt !== undefined && line.firstAttemptAt !== undefined && line.firstAttemptAt > endedAt)
      if (this.#isDayAlone(row, 'first_attempt') && dayOf(line.firstAttemptAt) === dayOf(endedAt))
        line.firstAttemptAt = endedAt;
    return line;
  }

  #isDayAlone(row: TableRow, field: OutcomeField): boolean {
    const found = localMoment(row.get(field), this.orders.get(field) ?? null);
    return found.ok && !found.value.hasTime;
  }
}

/** The day in India. */
const dayOf = (at: string): number => dayNumber(Date.parse(at));

function said<K extends string, V>(member: K, value: V | null): { [M in K]?: V } {
  return (value === null ? {} : { [member]: value }) as { [M in K]?: V };
}

/** By the couriers' names in the map, or by their partnerIds. */
export function partnerOf(
  text: string,
  { partners }: Pick<SheetMap, 'partners'>,
  { isPartnerId }: Pick<OutcomeReading, 'isPartnerId'>,
): ParsedCell<string> {
  const word = cellText(text);
  const found = partners.get(plainText(text)) ?? (isPartnerId(word) ? word : undefined);
  // without quotes, so that each word is a kind of fault of its own
  return found === undefined ? fault(`${word} is no word of partners in the map, and no partnerId`) : parsed(found);
}

/** By our own words, in any case. */
export function statusOf(text: string): ParsedCell<OutcomeStatus> {
  const word = cellText(text).toUpperCase();
  const found = OUTCOME_STATUSES.find((status) => status === word);
  if (found !== undefined) return parsed(found);
  // without quotes, so that each word is a kind of fault of its own
  return fault(
    `${cellText(text)} is no word of values: status in the map; it must mean ${OUTCOME_STATUSES.join(', ')}`,
  );
}

/** A whole number, also as `1.00`. */
function count(text: string): ParsedCell<number> {
  const digits = numberText(text);
  const number = digits === null ? Number.NaN : Number(digits);
  if (Number.isInteger(number) && number >= 0 && number <= MAX_ATTEMPTS_OF_DELIVERY) return parsed(number);
  return fault(`must be a number of attempts, but is "${cellText(text)}"`);
}
