/** Reads a sheet next to what the node has of the courier, aside from the page: `sheets-HASH.js`, for Import alone. */
import type { Pinrate } from '../../client/connect.js';
import { PinrateError } from '../../client/error.js';
import { applyDocuments, getDocument } from '../../client/operations.js';
import { ForceNeeded, type Import, type ImportRequest } from '../../import/import.js';
import { type ImportKind, KINDS } from '../../import/kinds.js';
import { placedFaults } from '../../import/node-faults.js';
import { importRows } from '../../import/rates.js';
import { importServiceability } from '../../import/serviceability.js';
import type { Partner } from '../../model/documents.js';
import { CHARGES } from '../../sheets/documents/charges.js';
import { TRANSIT } from '../../sheets/documents/transit.js';
import { openSheetFile } from '../../sheets/files/file.js';
import { RATES, ratesRule, SLAB_FIELDS } from '../../sheets/rates/form.js';
import { SERVICEABILITY } from '../../sheets/serviceability/form.js';
import type { Sheet, SheetFile } from '../../sheets/sheet.js';
import { type Fault, SheetFaults } from '../../sheets/tables/faults.js';
import type { TableForm } from '../../sheets/tables/form.js';
import { columnsOfSheet, columnsOfTable } from '../../sheets/tables/look.js';
import { NO_MAP, type SheetMap } from '../../sheets/tables/map.js';
import { withChoices, withMeaning } from './chosen.js';
import { type CardOptions, NOTHING_READ, type SheetRead } from './messages.js';
import { serve } from './serve.js';

const FORMS: Readonly<Record<ImportKind, TableForm>> = {
  serviceability: SERVICEABILITY,
  rates: RATES,
  charges: CHARGES,
  transit: TRANSIT,
};

/** A column by which a sheet is of a kind. */
const SIGNS: Readonly<Record<ImportKind, RegExp>> = {
  serviceability: /^pincode$/,
  rates: /^(?:slab|price)$/,
  charges: /^value$/,
  transit: /^(?:hours|days)$/,
};

serve<CardOptions>(async ({ fileName, bytes, options }, pinrate, progress): Promise<SheetRead> => {
  const seen = new SeenSheet(await openSheetFile(new Uint8Array(bytes)));
  const map = mapOf(options);
  const request: ImportRequest = {
    kind: options.kind,
    file: fileName,
    partner: options.partner,
    map,
    sheet: options.sheet,
    replace: options.replace,
    force: options.force,
    skipUnknown: options.skipUnknown,
    createZones: options.createZones,
    services: null,
    zonesBefore: 0,
    only: null,
    others: null,
    perKg: options.perKg,
    createMissing: false,
    withTax: false,
    keep: false,
  };
  progress('Asking the node what the courier has …');
  try {
    return await withFaultsOfNode(pinrate, options, seen, await imported(pinrate, request, seen.file), progress);
  } catch (error) {
    if (error instanceof ForceNeeded) return { ...seen.look(options, map), losses: error.message };
    if (error instanceof SheetFaults)
      return { ...seen.look(options, map), ...faultsOf(error.faults), looksLike: seen.otherKind(options) };
    throw error;
  }
});

async function imported(pinrate: Pinrate, request: ImportRequest, file: SheetFile): Promise<Import> {
  const { data } = await getDocument(pinrate, 'partners', request.partner);
  if (request.kind !== 'serviceability') return importRows(pinrate, data as Partner, request, file);
  return importServiceability(pinrate, data as Partner, request, file);
}

/** The node looks at the lines too, so that all faults are there at once. */
async function withFaultsOfNode(
  pinrate: Pinrate,
  { partner }: CardOptions,
  seen: SeenSheet,
  { lines, table, reading, does, skipped, replace, faults }: Import,
  progress: (words: string) => void,
): Promise<SheetRead> {
  const text = lines.map((line) => `${line.text}\n`).join('');
  const found: Fault[] = [...faults.found];
  let count = found.length;
  progress('Trying it without effect …');
  if (lines.length > 0)
    try {
      const query = { dryRun: true, force: true, ...(replace !== null && { replace, partnerId: partner }) };
      await applyDocuments(pinrate, text, { query });
    } catch (error) {
      if (!(error instanceof PinrateError)) throw error;
      const placed = placedFaults(error, lines);
      // Review meets with other refusals again
      if (placed !== null) {
        found.push(...placed);
        count += error.faultCount;
      }
    }
  return {
    ...NOTHING_READ,
    sheets: seen.file.titles,
    sheet: table.sheet.number,
    columns: columnsOfTable(table),
    fields: table.form.names,
    reading,
    does,
    skipped,
    ...faultsOf(found),
    faultCount: count,
    lines: found.length > 0 ? null : { text, count: lines.length, replace },
  };
}

const faultsOf = (faults: readonly Fault[]) => ({
  // a fault of the sheet is an object of a class or not: what crosses is plain
  faults: faults.map(({ line, column, message }) => ({ line, column, message })),
  faultCount: faults.length,
});

/** A file, and the sheet of it that was read last: of one that does not fit, the columns can be chosen all the same. */
class SeenSheet {
  readonly file: SheetFile;
  #last: Sheet | null = null;
  readonly #widest = new Map<number, Sheet>();

  constructor(file: SheetFile) {
    this.file = {
      titles: file.titles,
      read: async (title) => {
        const sheet = await file.read(title);
        this.#widest.set(title.number, sheet);
        this.#last ??= sheet;
        return sheet;
      },
    };
  }

  look({ kind, sheet }: CardOptions, map: SheetMap): SheetRead {
    const shown = this.#shown(sheet);
    return {
      sheets: this.file.titles,
      sheet: shown?.number ?? 1,
      columns: shown === null ? [] : columnsOf(shown, kind, map),
      fields: FORMS[kind].names,
      ...NOTHING_READ,
    };
  }

  /** The kind that its columns are of; null: the chosen one, or none. */
  otherKind({ kind, sheet }: CardOptions): ImportKind | null {
    const shown = this.#shown(sheet);
    if (shown === null || isOfKind(shown, kind)) return null;
    return KINDS.find((each) => isOfKind(shown, each)) ?? null;
  }

  #shown(sheet: string | null): Sheet | null {
    return this.#widest.get(Number(sheet)) ?? this.#last;
  }
}

const columnsOf = (sheet: Sheet, kind: ImportKind, map: SheetMap) =>
  columnsOfSheet(sheet, FORMS[kind], map, kind === 'rates' ? ratesRule(map) : undefined);

const isOfKind = (sheet: Sheet, kind: ImportKind): boolean =>
  columnsOf(sheet, kind, NO_MAP).some(({ field }) => SIGNS[kind].test(field ?? ''));

/** The map that the choices make. */
function mapOf(options: CardOptions): SheetMap {
  const { kind, choices, zone } = options;
  const map = { ...withChoices(NO_MAP, choices), set: new Map(zone === '' ? [] : [['zone', zone]]) };
  return withMeaning(map, options, kind === 'rates' ? SLAB_FIELDS : []);
}
