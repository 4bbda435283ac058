/** Sheets next to an invoice: orders, what SKUs weigh, and what the house holds of routes. */
import { numberText } from '../../sheets/cells/money.js';
import { pincode } from '../../sheets/cells/pincodes.js';
import { fault, identifier, type ParsedCell, parsed, plainText } from '../../sheets/cells/text.js';
import { exactWeight } from '../../sheets/cells/weights.js';
import { ShipmentReader } from '../../sheets/shipments/row.js';
import { Faults, SheetFaults } from '../../sheets/tables/faults.js';
import { Notes } from '../../sheets/tables/reading.js';
import type { TableRow } from '../../sheets/tables/table.js';
import { dayOrderOf, type TableStream } from '../../sheets/tables/stream.js';
import { unitOfColumn } from '../../sheets/tables/units.js';
import type { BilledRoute, ShipmentFacts } from '../line.js';
import { ShipmentBook } from '../shipment-book.js';
import { checkUnit } from './cells.js';
import { factsOfRow } from './facts.js';
import { keyText, type Strips } from './map.js';
import type { RouteNames } from './names.js';

/** Faults are collected up to so many. */
const MAX_FAULTS = 1_000;

/** Each row of a sheet; its faults end the reading once there are too many. @throws {SheetFaults} */
async function forEachRow(
  stream: TableStream,
  leftOut: Notes,
  take: (row: TableRow, faults: Faults) => void,
): Promise<void> {
  const faults = new Faults();
  for await (const rows of stream.batches(leftOut)) {
    for (const row of rows) take(row, faults);
    if (faults.found.length >= MAX_FAULTS) break;
  }
  faults.throwIfAny();
}

/** Grams by SKU. @param leftOut counts the rows that are none @throws {SheetFaults} */
export async function readItems(stream: TableStream, leftOut = new Notes()): Promise<Map<string, number>> {
  const { table } = stream;
  checkUnit(table, 'weight');
  const unit = unitOfColumn(table, 'weight');
  const grams = new Map<string, number>();
  await forEachRow(stream, leftOut, (row, faults) => {
    const sku = row.read('sku', identifier, faults);
    const found = row.read('weight', (text) => exactWeight(text, unit), faults);
    // an item without a weight is one that nobody knows
    if (sku === null || found === null) return;
    const key = plainText(sku);
    const before = grams.get(key);
    if (before !== undefined && before !== found)
      faults.add(row.position('weight'), `says ${found} g of ${sku}, and another row says ${before} g`);
    grams.set(key, found);
  });
  return grams;
}

/**
 * By their ends, as {@link routeKey} writes them.
 * @param isOnly false: other partners may know the names that this one does not
 * @param leftOut counts the rows that are none
 * @throws {SheetFaults}
 */
export async function readRoutes(
  stream: TableStream,
  names: RouteNames,
  isOnly: boolean,
  leftOut = new Notes(),
): Promise<Map<string, BilledRoute>> {
  const { table } = stream;
  if (!['lane', 'zone'].some((field) => table.has(field)))
    throw new SheetFaults(
      [{ line: table.headerLine, column: null, message: 'there is no heading for lane or zone' }],
      table.proposal(['zone']),
    );
  const routes = new Map<string, BilledRoute>();
  await forEachRow(stream, leftOut, (row, faults) => {
    const [from, to] = [row.read('from', pincode, faults), row.read('to', pincode, faults)];
    const named =
      (meaning: (word: string) => BilledRoute | null) =>
      (word: string): ParsedCell<BilledRoute> => {
        const found = meaning(word);
        if (found === null && isOnly) return fault(`"${word}" is no lane and no zone of the partner`);
        return parsed(found ?? {});
      };
    const route: BilledRoute = {
      ...row.read(
        'from_zone',
        named((word) => names.fromZone(word)),
        faults,
      ),
      ...row.read(
        'zone',
        named((word) => names.zone(word)),
        faults,
      ),
      ...row.read(
        'lane',
        named((word) => names.lane(word)),
        faults,
      ),
    };
    if (to === null || Object.keys(route).length === 0) return;
    const key = routeKey(table.hasColumn('from') ? (from ?? '') : '', to);
    const before = routes.get(key);
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(route))
      faults.add(row.position(table.hasColumn('lane') ? 'lane' : 'zone'), 'contradicts another row of the same ends');
    routes.set(key, route);
  });
  return routes;
}

/** @param from empty: whatever it is */
export const routeKey = (from: string, to: string): string => `${from}>${to}`;

/** The route that the house holds for the ends of a parcel. */
export function routeIn(
  held: ReadonlyMap<string, BilledRoute> | undefined,
  { from = '', to = '' }: ShipmentFacts,
): BilledRoute | undefined {
  return held?.get(routeKey(from, to)) ?? held?.get(routeKey('', to));
}

/** What the sheet of shipments is read by. */
export interface ShipmentsReading {
  strips: Strips;
  /** Grams by SKU; null: there is no such sheet. */
  items: ReadonlyMap<string, number> | null;
  /** Words of couriers and products with partnerIds. A courier that it lacks is another one. */
  partners: ReadonlyMap<string, string>;
}

/** @param stream of a map without partners @param leftOut counts the rows that are none @throws {SheetFaults} */
export async function readShipments(
  stream: TableStream,
  { strips, items, partners }: ShipmentsReading,
  leftOut = new Notes(),
): Promise<ShipmentBook> {
  const { table } = stream;
  checkUnit(table, 'weight');
  if (!table.has('awb') && !table.has('ref'))
    throw new SheetFaults(
      [{ line: table.headerLine, column: null, message: 'there is no heading for awb or ref' }],
      table.proposal(['ref']),
    );
  const reader = new ShipmentReader(table, await dayOrderOf(stream, 'date'));
  const book = new ShipmentBook();
  const hasItems = table.hasColumn('sku') || table.hasColumn('quantity');
  await forEachRow(stream, leftOut, (row, faults) => {
    const before = faults.found.length;
    const shipment = reader.read(row, faults);
    const { awb, ref } = shipment;
    if (awb === null && ref === null) faults.add(row.position(null), 'has neither awb nor ref');
    const keys = { awb: keyText(awb ?? '', strips.awb), ref: keyText(ref ?? '', strips.ref) };
    const { partner } = shipment;
    const ours = partner === null ? null : (partners.get(plainText(partner)) ?? partner);
    const facts = factsOfRow({ ...shipment, partner: ours });
    const known = { awb: awb ?? '', ref: ref ?? '', facts };
    const grams = hasItems ? itemGrams(row, facts, items, faults) : null;
    if (faults.found.length > before) return;
    const wrong = hasItems ? book.addItem(keys, known, { grams }) : book.add(keys, known);
    if (wrong !== null)
      faults.add(
        row.position(awb === null ? 'ref' : 'awb'),
        `${awb ?? ref} is in another row too, which contradicts this one`,
      );
  });
  return book;
}

/** What all pieces of an item weigh: its own weight, or that of its SKU. null: nobody knows */
function itemGrams(
  row: TableRow,
  facts: ShipmentFacts,
  items: ReadonlyMap<string, number> | null,
  faults: Faults,
): number | null {
  const sku = row.read('sku', identifier, faults);
  const quantity = row.read('quantity', pieces, faults) ?? 1;
  const each = facts.grams ?? (sku === null ? undefined : items?.get(plainText(sku)));
  // as decimals: ten pieces of 1.1 g are 11 g
  return each === undefined ? null : Math.ceil(Number((each * quantity).toFixed(6)));
}

/** A whole number, also as `1.00`. */
function pieces(text: string): ParsedCell<number> {
  const digits = numberText(text);
  const count = digits === null ? Number.NaN : Number(digits);
  return Number.isInteger(count) && count >= 0 ? parsed(count) : fault(`must be a number of pieces, but is "${text}"`);
}
