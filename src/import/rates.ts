/** Rates, charges and transit: the rows of a sheet as rows of a card. */
import type { Pinrate } from '../client/connect.js';
import { documentsOf } from './node-documents.js';
import { CHARGES, chargesOf } from '../sheets/documents/charges.js';
import { longFormRows } from '../sheets/documents/long-form.js';
import { readTransit } from '../sheets/documents/transit.js';
import type { CardRow } from '../sheets/rates/card-row.js';
import { carriedWeights } from '../sheets/rates/effect.js';
import { readRates } from '../sheets/rates/read.js';
import type { SheetFile } from '../sheets/sheet.js';
import { tableOf } from '../sheets/tables/build.js';
import { inSheet } from '../sheets/tables/choose.js';
import { Faults, type SourcePosition } from '../sheets/tables/faults.js';
import type { Table } from '../sheets/tables/table.js';
import { ZoneNames } from '../sheets/zone-names.js';
import type { MatchedCollection } from '../model/same-row.js';
import { defaultCharges } from './default-charges.js';
import type { Import, ImportRequest } from './import.js';
import { matchLine } from './lines.js';

interface SheetRows {
  collection: MatchedCollection;
  table: Table;
  rows: CardRow[];
  faults: Faults;
}

export async function importRows(pinrate: Pinrate, request: ImportRequest, file: SheetFile): Promise<Import> {
  const { partner, map, sheet } = request;
  const zones = await documentsOf(pinrate, 'zones', partner);
  const rules = request.kind === 'rates' ? await documentsOf(pinrate, 'lane-rules', partner) : [];
  const lanes = [...new Set(rules.map(({ lane }) => lane))];
  const { collection, table, rows, faults } = await inSheet(file, sheet ?? map.sheet, (each): SheetRows => {
    if (request.kind === 'rates') {
      const read = readRates(each, map, { partnerId: partner, zones, lanes }, request.perKg);
      return { collection: 'packages', ...read };
    }
    const names = new ZoneNames(zones, map.zones);
    if (request.kind === 'transit') return { collection: 'transit-lanes', ...readTransit(each, map, partner, names) };
    const found = new Faults();
    const charges = tableOf(each, CHARGES, map);
    const which = chargesOf(charges, found);
    found.throwIfAny();
    const of = longFormRows(charges, which!, partner, names, found);
    return { collection: which!, table: charges, rows: of, faults: found };
  });
  // headings are about every row
  if (faults.found.some(({ line }) => line <= table.headerLine)) faults.throwIfAny(table.proposal());
  const lines = soundOf(rows, faults).map((row) => matchLine(collection, partner, row));
  return {
    lines,
    table,
    reading: table.reading,
    does:
      collection === 'packages' ? [...carriedWeights(rows, zones), ...(await defaultCharges(pinrate, partner))] : [],
    skipped: [],
    replace: request.replace ? collection : null,
    faults,
  };
}

/** The rows without a fault: a second fault of a line may only follow from the first. */
export function soundOf<T extends { positionOf(field: string): SourcePosition }>(
  rows: readonly T[],
  { found }: Faults,
): T[] {
  const faulty = new Set(found.map(({ line }) => line));
  return rows.filter((row) => !faulty.has(row.positionOf('').line));
}
