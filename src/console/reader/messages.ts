/** What the page and the reader of sheets say to each other. The page begins one reader a sheet, and ends it. */
import type { SigningKey } from '../../client/signer.js';
import type { ReplaceTarget } from '../../contract/apply.js';
import type { ImportKind } from '../../import/kinds.js';
import type { SentOutcomes } from '../../import/outcomes.js';
import type { OutcomeSummary } from '../../sheets/outcomes/read.js';
import type { Effect } from '../../sheets/serviceability/effect.js';
import type { SheetTitle } from '../../sheets/sheet.js';
import type { Fault } from '../../sheets/tables/faults.js';
import type { SeenColumn } from '../../sheets/tables/look.js';
import type { SheetReading } from '../../sheets/tables/reading.js';

/**
 * What columns are, by their letters: our field; empty: it is not read. Others go by their headings. Of a sheet of
 * outcomes or orders also what words mean, as `status:In Transit`; empty: rows with it are left out.
 */
export type Choices = Readonly<Record<string, string>>;

/** What a sheet may leave open of its cells. */
export interface CellMeaning {
  /** How 05/12/2026 is meant; empty: as the sheet tells. */
  days: '' | 'DMY' | 'MDY';
  /** Of weights without a unit; empty: the sheet says it. */
  unit: '' | 'kg' | 'g';
}

/** Of a sheet that becomes documents of a courier. */
export interface CardOptions extends CellMeaning {
  kind: ImportKind;
  partner: string;
  /** The number of a workbook's sheet; null: the one that fits. */
  sheet: string | null;
  choices: Choices;
  /** Leaves out pincodes that the node does not know. */
  skipUnknown: boolean;
  /** Makes zones that the courier does not have. */
  createZones: boolean;
  /** The zone of pincodes that no zone covers and no column names; empty: none. */
  zone: string;
  /** The sheet is all that the courier has of its kind. */
  replace: boolean;
  /** Prices are for each started kilogram. */
  perKg: boolean;
  /** Even if much of what is served is lost. */
  force: boolean;
}

/** Of a sheet of what became of parcels. */
export interface OutcomeOptions extends CellMeaning {
  kind: 'outcomes';
  /** Empty: a column says it, or the node knows it by the shipment. */
  partner: string;
  sheet: string | null;
  choices: Choices;
  /** A shipped map; `OWN`: that of the file; `NONE`: the headings alone; empty: the one that fits. */
  map: string;
  /** A map in YAML, as the command line takes it. */
  ownMap: { name: string; text: string } | null;
  /** By what a parcel is known: the courier's number, or the shipmentId that the node assigned. */
  by: 'awb' | 'ref';
  /** Who assigned the shipments; empty: the login itself. */
  caller: string;
  /** Of rows that do not say it; empty: they must. */
  payment: string;
  /** Nothing is kept. */
  dryRun: boolean;
}

/** Of a sheet of orders for a backtest. */
export interface OrderOptions extends CellMeaning {
  kind: 'orders';
  sheet: string | null;
  choices: Choices;
}

export type ReadOptions = CardOptions | OutcomeOptions | OrderOptions;

export interface ReadRequest<Options extends ReadOptions = ReadOptions> {
  origin: string;
  credential: { kind: 'service' | 'partner'; id: string; key: SigningKey };
  fileName: string;
  bytes: ArrayBuffer;
  options: Options;
}

/** A word of a sheet of outcomes or orders. */
export interface SeenWord {
  field: 'status' | 'partner';
  word: string;
  rows: number;
  /** Null: nobody knows. */
  means: string | null;
}

/** What a sheet of outcomes says, and what the node makes of it. */
export interface OutcomesRead {
  /** The shipped map, or that of the file, by which it was read; null: none. */
  map: string | null;
  /** All shipped maps. */
  maps: readonly string[];
  words: readonly SeenWord[];
  /** Null: no row could be read. */
  summary: OutcomeSummary | null;
  /** Null: the node was not asked, or has refused. */
  sent: SentOutcomes | null;
  /** It was no dry run. */
  isImported: boolean;
}

/** The lines that a sheet became: of documents, or of orders. */
export interface SheetLines {
  text: string;
  count: number;
  replace: ReplaceTarget | null;
}

export interface SheetRead {
  sheets: readonly SheetTitle[];
  /** The sheet that was read, as {@link SheetTitle} numbers it. */
  sheet: number;
  columns: readonly SeenColumn[];
  /** What a column may be. */
  fields: readonly string[];
  /** null: there are faults that hide it. */
  reading: SheetReading | null;
  does: readonly Effect[];
  /** What is left out though the sheet says it. */
  skipped: readonly string[];
  /** By the sheet, or by a dry run of the node. */
  faults: readonly Fault[];
  /** `faults` may have the first ones only. */
  faultCount: number;
  /** A kind that its columns are of, where they are not of the chosen one. */
  looksLike: ImportKind | null;
  /** Why nothing is imported unless forced; null: nothing much is lost. */
  losses: string | null;
  /** null: there are faults or losses, or they were sent. */
  lines: SheetLines | null;
  /** Null: it is none of outcomes. */
  outcomes: OutcomesRead | null;
  /** Of a sheet of orders: the words for couriers that the node does not have. */
  couriers: readonly SeenWord[];
}

/** Before anything of a sheet is known. */
export const NOTHING_READ: Omit<SheetRead, 'sheets' | 'sheet' | 'columns' | 'fields'> = {
  reading: null,
  does: [],
  skipped: [],
  faults: [],
  faultCount: 0,
  looksLike: null,
  losses: null,
  lines: null,
  outcomes: null,
  couriers: [],
};

/** A refusal of the node: the members of a PinrateError, which is no longer one behind a message. */
export interface SentRefusal {
  code: string;
  message: string;
  status: number;
  details: unknown;
  requestId: string | null;
}

export type FromReader =
  | { what: 'progress'; words: string }
  | { what: 'read'; read: SheetRead }
  | { what: 'refused'; refusal: SentRefusal }
  /** The file cannot be read at all. */
  | { what: 'unreadable'; message: string }
  | { what: 'broken'; message: string };
