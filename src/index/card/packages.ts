/** The packages of a rate card: the charges for a weight between two zones. */
import { pack, unpack } from 'msgpackr';
import { scaleDecimal, toPaise } from '../../domain/money.js';
import { acceptedBy, packageBucket, type PackageColumns } from '../../domain/rate-card.js';
import { DIRECTIONS, PAYMENT_TYPES, SHIPMENT_TYPES } from '../../domain/vocabulary.js';
import type { LaneRule, Package } from '../../model/documents.js';
import { allocate, type Block, resolve } from '../layout.js';
import { laneNumbers } from './lanes.js';
import { datedRows, fillDates, fillStarts, rowsIfAny } from './rows.js';

export interface PackagesDocuments {
  packages: readonly Package[];
  /** The zones that cover anything, in the order of their numbers. */
  zoneIds: readonly number[];
  /** The partner's, which number its lanes. */
  laneRules: readonly LaneRule[];
}

/** How many rows, or bytes, each column is for. */
interface Lengths {
  rows: number;
  places: number;
  lists: number;
  customers: number;
  names: number;
  /** These are 0 if no row needs the column. */
  fractions: number;
  minima: number;
  kilometres: number;
  dated: number;
}

const packagesLayout = ({ rows, places, lists, customers, names, fractions, minima, kilometres, dated }: Lengths) =>
  ({
    id: ['f64', rows],
    baseGrams: ['f64', rows],
    basePaise: ['f64', rows],
    addonGrams: ['f64', rows],
    addonPaise: ['f64', rows],
    addonHundredths: ['u8', fractions],
    minPaise: ['f64', minima],
    minGrams: ['f64', rows],
    maxGrams: ['f64', rows],
    accepts: ['u8', rows],
    fromKm: ['f64', kilometres],
    toKm: ['f64', kilometres],
    validFrom: ['f64', dated],
    validTo: ['f64', dated],
    list: ['f64', lists],
    start: ['u32', places + lists + 1],
    customers: ['u8', customers],
    nameStart: ['u32', rows + 1],
    names: ['u8', names],
  }) as const;

export function buildPackages(documents: PackagesDocuments, version: number): Block {
  const { rows, scopes, places } = rowsOf(documents);
  // the keys of the forward rows for everyone are the numbers of their lists
  const lists = [...new Set(rows.flatMap(({ list }) => (list < places ? [] : [list])))];
  const customers = pack(scopes);
  const names = rows.map(({ document }) => Buffer.from(document.packageName));
  const nameBytes = names.reduce((sum, name) => sum + name.length, 0);
  const all = rows.map(({ document }) => document);
  const layout = packagesLayout({
    rows: rows.length,
    places,
    lists: lists.length,
    customers: customers.length,
    names: nameBytes,
    fractions: rowsIfAny(all, (document) => addonOf(document) % HUNDREDTHS),
    minima: rowsIfAny(all, ({ minCharge }) => minCharge),
    // a row from 0 km on may end: its lower bound alone says nothing
    kilometres: rowsIfAny(all, ({ kmFrom, kmTo }) => kmFrom || (kmTo ?? null) !== null),
    dated: datedRows(all),
  });
  const { block, columns } = allocate(layout, version);
  fillDates(columns, all);
  // what is written beyond the end of a column that no row needs is ignored, as typed arrays do
  all.forEach((document, row) => {
    const addon = addonOf(document);
    columns.id[row] = document.id;
    columns.baseGrams[row] = document.baseWeight;
    columns.basePaise[row] = toPaise(document.baseCharge);
    columns.addonGrams[row] = document.addonWeight;
    columns.addonPaise[row] = Math.floor(addon / HUNDREDTHS);
    columns.addonHundredths[row] = addon % HUNDREDTHS;
    columns.minPaise[row] = toPaise(document.minCharge ?? 0);
    columns.minGrams[row] = document.minWeight ?? 0;
    columns.maxGrams[row] = document.maxWeight ?? Infinity;
    columns.accepts[row] = acceptedBy(
      maskOf(SHIPMENT_TYPES, document.shipmentType),
      maskOf(PAYMENT_TYPES, document.paymentType),
    );
    columns.fromKm[row] = document.kmFrom ?? 0;
    columns.toKm[row] = document.kmTo ?? Infinity;
  });
  const place = new Map(lists.map((list, index) => [list, places + index]));
  columns.list.set(lists);
  fillStarts(
    columns.start,
    rows.map(({ list }) => place.get(list) ?? list),
  );
  columns.customers.set(customers);
  names.forEach((name, row) => {
    columns.names.set(name, columns.nameStart[row]);
    columns.nameStart[row + 1] = columns.nameStart[row]! + name.length;
  });
  return block;
}

const HUNDREDTHS = 100;
const HUNDREDTHS_PER_RUPEE = 100 * HUNDREDTHS;

/** The charge of a step, in hundredths of a paisa. */
const addonOf = ({ addonCharge }: Package): number => scaleDecimal(addonCharge, HUNDREDTHS_PER_RUPEE);

/** One bit for a value, all bits for none. */
function maskOf<T>(vocabulary: readonly T[], value: T | null | undefined): number {
  return value ? 1 << vocabulary.indexOf(value) : (1 << vocabulary.length) - 1;
}

/** Names by row, each decoded when it is needed: as strings they would take every thread too much memory. */
export class PackageNames {
  readonly #start: Uint32Array;
  readonly #texts: Buffer;

  constructor(start: Uint32Array, names: Uint8Array) {
    this.#start = start;
    this.#texts = Buffer.from(names.buffer, names.byteOffset, names.length);
  }

  at(row: number): string {
    return this.#texts.toString('utf8', this.#start[row], this.#start[row + 1]);
  }
}

export function resolvePackages(block: Block): { rows: PackageColumns; names: PackageNames } {
  const { nameStart, names, customers, ...rows } = resolve<ReturnType<typeof packagesLayout>>(block);
  const scopes = unpack(Buffer.from(customers)) as string[];
  return {
    rows: { ...rows, customers: new Map(scopes.map((customer, index) => [customer, index + 1])) },
    names: new PackageNames(nameStart, names),
  };
}

/**
 * The rows that can match, in the order of their lists (see PackageColumns) and ids, their customers, and the number of
 * places that lists are for.
 */
function rowsOf({ packages, zoneIds, laneRules }: PackagesDocuments): {
  rows: { document: Package; list: number }[];
  scopes: string[];
  places: number;
} {
  const width = zoneIds.length + 1;
  const zoneNumber = new Map<number | null | undefined, number>(zoneIds.map((id, index) => [id, index + 1]));
  for (const any of [null, undefined]) zoneNumber.set(any, 0);
  const lanes = laneNumbers(laneRules);
  const placeOf = ({ lane, fromZoneId, toZoneId }: Package): number => {
    if (lane) return width * width + (lanes.get(lane) ?? NaN) - 1;
    return (zoneNumber.get(fromZoneId) ?? NaN) * width + (zoneNumber.get(toZoneId) ?? NaN);
  };
  // a row that names an inactive zone, or a lane that no rule gives, can never match: inactive zones cover nothing
  const placed = packages
    .map((document) => ({ document, place: placeOf(document) }))
    .filter(({ document, place }) => document.status && !Number.isNaN(place));
  const places = width * width + (placed.some(({ document }) => document.lane) ? lanes.size : 0);
  const scopeNumber = new Map<string, number>();
  const rows = placed.map(({ document, place }) => {
    const { customerId } = document;
    if (customerId && !scopeNumber.has(customerId)) scopeNumber.set(customerId, scopeNumber.size + 1);
    const scope = customerId ? scopeNumber.get(customerId)! : 0;
    const bucket = packageBucket(scope, DIRECTIONS.indexOf(document.direction ?? 'FORWARD'));
    return { document, list: bucket * places + place };
  });
  rows.sort((a, b) => a.list - b.list || a.document.id - b.document.id);
  return { rows, scopes: [...scopeNumber.keys()], places };
}
