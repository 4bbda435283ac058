/** What the page and the reader of sheets say to each other. The page begins one reader a sheet, and ends it. */
import type { SigningKey } from '../../client/signer.js';
import type { ReplaceTarget } from '../../contract/apply.js';
import type { ImportKind } from '../../import/kinds.js';
import type { Effect } from '../../sheets/serviceability/effect.js';
import type { SheetTitle } from '../../sheets/sheet.js';
import type { Fault } from '../../sheets/tables/faults.js';
import type { SeenColumn } from '../../sheets/tables/look.js';
import type { SheetReading } from '../../sheets/tables/reading.js';

/** What columns are, by their letters: our field; empty: it is not read. Others go by their headings. */
export type Choices = Readonly<Record<string, string>>;

export interface ReadOptions {
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

export interface ReadRequest {
  origin: string;
  credential: { kind: 'service' | 'partner'; id: string; key: SigningKey };
  fileName: string;
  bytes: ArrayBuffer;
  options: ReadOptions;
}

/** The lines that a sheet became. */
interface SheetLines {
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
  /** Why nothing is imported unless forced; null: nothing much is lost. */
  losses: string | null;
  /** null: there are faults or losses. */
  lines: SheetLines | null;
}

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
