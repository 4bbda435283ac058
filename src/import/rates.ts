/** Rates, charges and transit: the rows of a sheet as rows of a card. */
import type { Pinrate } from '../client/connect.js';
import { documentsOf } from './node-documents.js';
import { CHARGES, chargesOf } from '../sheets/documents/charges.js';
import type { SheetCollection } from '../sheets/documents/collections.js';
import { longFormRows } from '../sheets/documents/long-form.js';
import { readTransit } from '../sheets/documents/transit.js';
import type { CardRow } from '../sheets/rates/card-row.js';
import { carriedWeights } from '../sheets/rates/effect.js';
import { type RatesSheet, readRates } from '../sheets/rates/read.js';
import type { SheetFile } from '../sheets/sheet.js';
import { tableOf } from '../sheets/tables/build.js';
import { inSheet } from '../sheets/tables/choose.js';
import { Faults, type SourcePosition } from '../sheets/tables/faults.js';
import type { Table } from '../sheets/tables/table.js';
import { ZoneNames } from '../sheets/zone-names.js';
import type { Partner, Zone } from '../model/documents.js';
import { defaultCharges } from './default-charges.js';
import { type Import, type ImportRequest, OptionsClash } from './import.js';
import { type ImportLine, matchLine } from './lines.js';
import { minimumLines } from './weight-terms.js';
import { withTaxLines } from './with-tax.js';

interface SheetRows {
  collection: SheetCollection;
  table: Table;
  rows: CardRow[];
  faults: Faults;
  /** Of a sheet of rates. */
  card: RatesSheet | null;
}

export async function importRows(
  pinrate: Pinrate,
  document: Partner,
  request: ImportRequest,
  file: SheetFile,
): Promise<Import> {
  const { map, sheet } = request;
  const partner = document.partnerId;
  const zones = await documentsOf(pinrate, 'zones', partner);
  const rules = request.kind === 'rates' ? await documentsOf(pinrate, 'lane-rules', partner) : [];
  const lanes = [...new Set(rules.map(({ lane }) => lane))];
  const { collection, table, rows, faults, card } = await inSheet(file, sheet ?? map.sheet, (each): SheetRows => {
    if (request.kind === 'rates') {
      const read = readRates(each, map, { partnerId: partner, zones, lanes }, request.perKg);
      return { collection: 'packages', ...read, card: read };
    }
    const names = new ZoneNames(zones, map.zones);
    if (request.kind === 'transit')
      return { collection: 'transit-lanes', ...readTransit(each, map, partner, names), card: null };
    const found = new Faults();
    const charges = tableOf(each, CHARGES, map);
    charges.dropRepeated();
    const which = chargesOf(charges, found);
    found.throwIfAny();
    const of = longFormRows(charges, which!, partner, names, found);
    return { collection: which!, table: charges, rows: of, faults: found, card: null };
  });
  // headings are about every row
  if (faults.found.some(({ line }) => line <= table.headerLine)) faults.throwIfAny(table.proposal());
  const ofCard =
    card === null || faults.found.length > 0 ? [] : await cardLines(pinrate, document, request, card, zones);
  const lines = soundOf(rows, faults).map((row) => matchLine(collection, partner, row));
  return {
    lines: [...ofCard, ...lines],
    table,
    reading: table.reading,
    does:
      collection === 'packages' ? [...carriedWeights(rows, zones), ...(await defaultCharges(pinrate, partner))] : [],
    skipped: [],
    made: [],
    newZones: 0,
    replace: request.replace ? collection : card?.isWhole === true && !request.keep ? 'routes' : null,
    faults,
  };
}

/** What a sheet of rates says of the card as a whole. */
async function cardLines(
  pinrate: Pinrate,
  partner: Partner,
  { withTax, replace, keep, force }: ImportRequest,
  card: RatesSheet,
  zones: readonly Zone[],
): Promise<ImportLine[]> {
  if (replace && (withTax || card.minChargeableWeight !== null)) {
    const name = withTax ? '--with-tax' : 'minChargeableWeight';
    throw new OptionsClash(
      `${name} does not go with --replace: without it, the sheet has all prices of the routes that it names`,
    );
  }
  const left = { rows: card.rows, zones, keeps: keep || !card.isWhole, isForced: force };
  return [
    ...(withTax ? await withTaxLines(pinrate, partner, left) : []),
    ...(await minimumLines(pinrate, partner.partnerId, card)),
  ];
}

/** The rows without a fault: a second fault of a line may only follow from the first. */
export function soundOf<T extends { positionOf(field: string): SourcePosition }>(
  rows: readonly T[],
  { found }: Faults,
): T[] {
  const faulty = new Set(found.map(({ line }) => line));
  return rows.filter((row) => !faulty.has(row.positionOf('').line));
}
