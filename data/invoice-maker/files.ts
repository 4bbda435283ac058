/** The files of the demo invoices: sheets of couriers and of orders, and what is wrong with each line. */
import type { AllDocuments } from '../../src/store/dataset/dataset.js';
import type { BilledLine } from './bill.js';
import { dharalineSurface } from './couriers/dharaline-surface.js';
import { gajavahanFreight } from './couriers/gajavahan-freight.js';
import { haatwalaEcom } from './couriers/haatwala-ecom.js';
import { nabhdootAir, SKUS } from './couriers/nabhdoot-air.js';
import { setumarg } from './couriers/setumarg.js';
import { type Cells, type Courier, type DemoPlaces, InvoiceDraft, linesOf } from './invoice.js';
import { destinationsOf, WAREHOUSE } from './orders.js';
import { DemoPrices } from './prices.js';

const COURIERS = [haatwalaEcom, setumarg, dharalineSurface, nabhdootAir, gajavahanFreight];

/** File name → content. Always the same for the same demo and engine. */
export function invoiceFiles(documents: AllDocuments): Map<string, Buffer> {
  const prices = DemoPrices.of(documents);
  const places = placesOf(documents, prices);
  const files = new Map<string, Buffer>();
  const seeds: Record<string, object> = {};
  for (const courier of COURIERS) {
    const draft = new InvoiceDraft(prices, courier, places);
    const lines = linesOf(draft, courier);
    const { rows, numbers } = sheetOf(courier, lines);
    files.set(`${courier.name}.csv`, encoded(csv(rows, courier.endOfLine), courier.encoding));
    const orders = draft.booked.flatMap((order) => courier.orderRows(order));
    files.set(`${courier.name}-orders.csv`, encoded(csv([courier.orderHeadings, ...orders])));
    if (draft.ledger.length > 0)
      files.set(
        `${courier.name}-ledger.csv`,
        encoded(csv([['awb', 'ref', 'leg', 'invoice', 'total'], ...draft.ledger])),
      );
    seeds[`${courier.name}.csv`] = {
      partnerId: courier.partnerId,
      lines: lines.map(({ seed, amounts }, at) => ({ line: numbers[at]!, ...inRupees(seed, amounts.total) })),
      unbilled: draft.unbilled.map(({ ref }) => ref),
    };
  }
  const skus = Object.entries(SKUS).map(([sku, grams]) => [sku, String(grams)]);
  files.set('nabhdoot-air-sku.csv', encoded(csv([['SKU', 'Weight (g)'], ...skus])));
  files.set('seeds.json', encoded(seedsJson(seeds)));
  return files;
}

function sheetOf(courier: Courier, lines: readonly BilledLine[]): { rows: Cells[]; numbers: number[] } {
  const rows: Cells[] = [courier.headings];
  const numbers: number[] = [];
  // a cell of two lines moves the lines below it
  let at = 2;
  const add = (cells: Cells): void => {
    rows.push(cells);
    at += Math.max(...cells.map((cell) => cell.split('\n').length));
  };
  for (const [number, line] of lines.entries()) {
    for (const cells of courier.between?.(number, lines) ?? []) add(cells);
    numbers.push(at);
    add(courier.rowOf(line, number));
  }
  for (const cells of courier.between?.(lines.length, lines) ?? []) add(cells);
  return { rows, numbers };
}

/** Where a courier delivers, by its prices of a small parcel from the warehouse. */
function placesOf(documents: AllDocuments, prices: DemoPrices): DemoPlaces {
  const all = destinationsOf(documents.pincodes);
  const destinations = new Map<string, string[]>();
  const farPincodes = new Map<string, string>();
  const billed = new Set(COURIERS.flatMap(({ orders }) => orders.partnerIds));
  for (const { partnerId, shipmentTypes } of documents.partners.filter((each) => billed.has(each.partnerId))) {
    const [shipmentType] = shipmentTypes;
    const isServed = (to: string): boolean => {
      const parcel = { weight: 30_000, paymentType: 'PREPAID', shipmentType, shipDate: '2026-11-05' };
      const ends = { pickupPincode: WAREHOUSE, deliveryPincode: to };
      return typeof prices.price({ partnerId, ...parcel, ...ends, assume: { carried: true } }) !== 'string';
    };
    const served = all.filter((_, at) => at % 5 === 0).filter(isServed);
    destinations.set(partnerId, served);
    const far = all.find((to) => !isServed(to));
    if (far !== undefined) farPincodes.set(partnerId, far);
  }
  const zoneIds = new Map(documents.zones.map(({ id, partnerId, name }) => [`${partnerId} ${name}`, id]));
  return { destinations, farPincodes, zoneIds };
}

/** RFC 4180; a forced text is quoted as spreadsheets write it. */
const csv = (rows: readonly Cells[], end: string = '\n'): string =>
  rows
    .map(
      (cells) =>
        cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',') + end,
    )
    .join('');

const encoded = (text: string, encoding: Courier['encoding'] = 'utf8'): Buffer =>
  encoding === 'latin1' ? Buffer.from(text, 'latin1') : Buffer.from(encoding === 'utf8-bom' ? `\ufeff${text}` : text);

const amount = (paise: number): number => paise / 100;

function inRupees({ cause, status, expected, causes }: BilledLine['seed'], billed: number): object {
  return {
    ...{ cause, status },
    ...(expected !== null && { billed: amount(billed), expected: amount(expected) }),
    causes: Object.fromEntries(Object.entries(causes).map(([name, paise]) => [name, amount(paise)])),
  };
}

/** A line for each line. */
const seedsJson = (seeds: Readonly<Record<string, object>>): string =>
  JSON.stringify(seeds, null, 1)
    .replaceAll(/\{\s*"line"[^{}]*\{[^{}]*\}\s*\}/g, (text) => text.replaceAll(/\s*\n\s*/g, ' '))
    .concat('\n');
