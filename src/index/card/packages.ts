/** The packages of a rate card: the charges for a weight between two zones. */
import { toPaise } from '../../domain/money.js';
import type { PackageColumns } from '../../domain/rate-card.js';
import { SHIPMENT_TYPES } from '../../domain/vocabulary.js';
import type { Package } from '../../contract/documents/documents.js';
import { allocate, type Block, resolve } from '../layout.js';
import { fillStarts, validity } from './rows.js';

export interface PackagesDocuments {
  packages: readonly Package[];
  /** The zones that cover anything, in the order of their numbers. */
  zoneIds: readonly number[];
}

const packagesLayout = (rows: number, zones: number, names: number) =>
  ({
    id: ['f64', rows],
    baseGrams: ['f64', rows],
    basePaise: ['f64', rows],
    addonGrams: ['f64', rows],
    addonPaise: ['f64', rows],
    minGrams: ['f64', rows],
    maxGrams: ['f64', rows],
    shipmentType: ['u8', rows],
    validFrom: ['f64', rows],
    validTo: ['f64', rows],
    start: ['u32', (zones + 1) ** 2 + 1],
    nameStart: ['u32', rows + 1],
    names: ['u8', names],
  }) as const;

export function buildPackages({ packages, zoneIds }: PackagesDocuments, version: number): Block {
  const rows = rowsOf(packages, new Map(zoneIds.map((id, index) => [id, index + 1])), zoneIds.length + 1);
  const names = rows.map(({ document }) => Buffer.from(document.packageName));
  const { block, columns } = allocate(
    packagesLayout(
      rows.length,
      zoneIds.length,
      names.reduce((sum, name) => sum + name.length, 0),
    ),
    version,
  );
  rows.forEach(({ document }, row) => {
    columns.id[row] = document.id;
    columns.baseGrams[row] = document.baseWeight;
    columns.basePaise[row] = toPaise(document.baseCharge);
    columns.addonGrams[row] = document.addonWeight;
    columns.addonPaise[row] = toPaise(document.addonCharge);
    columns.minGrams[row] = document.minWeight ?? 0;
    columns.maxGrams[row] = document.maxWeight ?? Infinity;
    columns.shipmentType[row] = document.shipmentType ? SHIPMENT_TYPES.indexOf(document.shipmentType) + 1 : 0;
    [columns.validFrom[row], columns.validTo[row]] = validity(document);
  });
  fillStarts(
    columns.start,
    rows.map((row) => row.pair),
  );
  names.forEach((name, row) => {
    columns.names.set(name, columns.nameStart[row]);
    columns.nameStart[row + 1] = columns.nameStart[row]! + name.length;
  });
  return block;
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
  const { nameStart, names, ...rows } = resolve<ReturnType<typeof packagesLayout>>(block);
  return { rows, names: new PackageNames(nameStart, names) };
}

function rowsOf(
  documents: readonly Package[],
  zoneNumber: ReadonlyMap<number, number>,
  width: number,
): { document: Package; pair: number }[] {
  const number = (zoneId: number | null | undefined): number | undefined =>
    zoneId === null || zoneId === undefined ? 0 : zoneNumber.get(zoneId);
  return documents
    .flatMap((document) => {
      const from = number(document.fromZoneId);
      const to = number(document.toZoneId);
      // a row that names an inactive zone can never match: inactive zones cover nothing
      return !document.status || from === undefined || to === undefined ? [] : [{ document, pair: from * width + to }];
    })
    .sort((a, b) => a.pair - b.pair || a.document.id - b.document.id);
}
