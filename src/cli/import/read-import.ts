/** From a file to the lines that the node gets, by kind. */
import type { Pinrate } from '../../client/connect.js';
import { getDocument } from '../../client/operations.js';
import type { ReplaceTarget } from '../../contract/apply.js';
import type { MatchedCollection } from '../../model/same-row.js';
import type { CsvRow } from '../csv.js';
import { type Fault, Faults, type SourcePosition } from './faults.js';
import { CHARGES, chargesOf } from './charges.js';
import type { ImportKind } from './kinds.js';
import { longFormHeadings, longFormRows } from './long-form.js';
import { isMatrix, matrixHeadings, matrixRows } from './matrix.js';
import { TRANSIT, transitRows } from './transit.js';
import { type FileRow, type ImportLine, matchLine } from './lines.js';
import type { SheetMap } from './map.js';
import { documentsOf } from '../node-documents.js';
import { readSheet } from './read-sheet.js';
import { SERVICEABILITY, serviceabilityOf } from './serviceability.js';
import { type Table, tableOf } from './table.js';
import { ZoneNames } from './zone-names.js';

export interface ImportRequest {
  kind: ImportKind;
  file: string;
  partner: string;
  map: SheetMap;
  replace?: boolean;
  skipUnknown?: boolean;
}

export interface Import {
  lines: ImportLine[];
  /** Rows that are left out. */
  skipped: Fault[];
  /** The parameter `replace` of apply; null: none. */
  replace: ReplaceTarget | null;
  /** Faults found without the node. `lines` are the other rows, in which the node may find more. */
  faults: Faults;
}

/** @throws {FileFaults} if no row can be read: with the faults of the headings, or of the whole file */
export async function readImport(pinrate: Pinrate, request: ImportRequest): Promise<Import> {
  // a wrong id is reported before the file is read
  await getDocument(pinrate, 'partners', request.partner);
  return request.kind === 'serviceability' ? readServiceability(pinrate, request) : readRows(pinrate, request);
}

async function readServiceability(pinrate: Pinrate, request: ImportRequest): Promise<Import> {
  const { file, partner, map } = request;
  const table = tableOf(await readSheet(file, true), file, SERVICEABILITY, map);
  const zones = new ZoneNames(await documentsOf(pinrate, 'zones', partner));
  const pincodes = new Set((await documentsOf(pinrate, 'pincodes')).map(({ pincode }) => pincode));
  const faults = new Faults();
  const { lines, unknown } = serviceabilityOf(table, { partnerId: partner, zones, pincodes }, faults);
  if (request.skipUnknown !== true) for (const fault of unknown) faults.add(fault, fault.message);
  return {
    lines: soundOf(lines, faults),
    faults,
    skipped: request.skipUnknown === true ? unknown : [],
    replace: request.replace === true ? 'serviceability' : null,
  };
}

async function readRows(pinrate: Pinrate, request: ImportRequest): Promise<Import> {
  const { file, partner } = request;
  const sheet = await readSheet(file, false);
  const zones = new ZoneNames(await documentsOf(pinrate, 'zones', partner));
  const faults = new Faults();
  const found = await fileRows(pinrate, sheet, request, zones, faults);
  // headings are about every row
  if (found === null || faults.found.some(({ line }) => line === found.headerLine)) faults.throwIfAny(file);
  const { collection, rows } = found!;
  const lines = soundOf(rows, faults).map((row) => matchLine(collection, partner, row));
  return { lines, faults, skipped: [], replace: request.replace === true ? collection : null };
}

/** The rows without a fault: a second fault of a line may only follow from the first. */
function soundOf<T extends { positionOf(field: string): SourcePosition }>(rows: readonly T[], { found }: Faults): T[] {
  const faulty = new Set(found.map(({ line }) => line));
  return rows.filter((row) => !faulty.has(row.positionOf('').line));
}

interface SheetRows {
  collection: MatchedCollection;
  headerLine: number;
  rows: FileRow[];
}

/** null: there is a fault. */
async function fileRows(
  pinrate: Pinrate,
  sheet: readonly CsvRow[],
  { kind, file, partner, map }: ImportRequest,
  zones: ZoneNames,
  faults: Faults,
): Promise<SheetRows | null> {
  if (kind === 'transit') {
    const table = tableOf(sheet, file, TRANSIT, map);
    return found('transit-lanes', table, transitRows(table, partner, zones, faults));
  }
  if (kind === 'charges') {
    const table = tableOf(sheet, file, CHARGES, map);
    const collection = chargesOf(table, faults);
    return collection === null
      ? null
      : found(collection, table, longFormRows(table, collection, partner, zones, faults));
  }
  if (isMatrix(sheet, map)) {
    const rules = await documentsOf(pinrate, 'lane-rules', partner);
    const table = tableOf(sheet, file, matrixHeadings(new Set(rules.map(({ lane }) => lane))), map);
    return found('packages', table, matrixRows(table, zones, faults));
  }
  const table = tableOf(sheet, file, PACKAGES, map);
  return found('packages', table, longFormRows(table, 'packages', partner, zones, faults));
}

const PACKAGES = longFormHeadings('rates', ['packages'], []);

const found = (collection: MatchedCollection, { headerLine }: Table, rows: FileRow[]): SheetRows => ({
  collection,
  headerLine,
  rows,
});
