/** What the page of invoices and its worker say to each other. The page begins one worker an invoice, and ends it. */
import type { ComponentAmounts } from '../../reconcile/components.js';
import type { ReportInput, ReportLine } from '../../reconcile/report/input.js';
import type { Fault } from '../../sheets/tables/faults.js';
import type { SeenColumn } from '../../sheets/tables/look.js';
import type { CellMeaning, Choices, ReadRequest, SentRefusal } from './messages.js';

export interface SentFile {
  name: string;
  bytes: ArrayBuffer;
}

/** The invoice, and sheets that it is held against; each has columns that can be chosen. */
export const SHEET_ROLES = ['invoice', 'orders', 'items', 'routes', 'ledger'] as const;
export type SheetRole = (typeof SHEET_ROLES)[number];

export interface InvoiceOptions extends CellMeaning {
  partner: string;
  /** Whether the amounts are with tax. */
  basis: 'withTax' | 'withoutTax';
  tolerancePaise: number;
  /** Its number; empty: a column says it, or else the file's name is it. */
  number: string;
  /** `2026-07-01`: of lines that have no day; empty: today. */
  date: string;
  /** What was asked of the courier for parcels of which no sheet and no assignment says it; empty: nothing. */
  services: '' | 'door';
  choices: Readonly<Record<SheetRole, Choices>>;
}

export interface InvoiceRequest extends Pick<ReadRequest, 'origin' | 'credential'> {
  /** null: it was not given, which the invoice always is. */
  sheets: Readonly<Record<SheetRole, SentFile | null>>;
  /** A map in YAML, as the command line takes it; null: none was given. */
  map: SentFile | null;
  options: InvoiceOptions;
}

/** How a sheet was understood. */
export interface SeenSheet {
  columns: readonly SeenColumn[];
  /** What a column may be. */
  fields: readonly string[];
  faults: readonly Fault[];
}

export type SeenSheets = Readonly<Record<SheetRole, SeenSheet | null>>;

/** Lines that are shown; empty texts leave nothing out. */
export interface LineFilter {
  cause: string;
  lane: string;
  /** A Monday. */
  week: string;
}

/**
 * What a person should know before an invoice is reconciled: no sheet has a weight that is read, or so many of the
 * first lines have totals with the tax, or without it, where the person says the other.
 */
export type Doubt = { about: 'weights' } | { about: 'tax'; against: number; lines: number; withTax: boolean };

/** A line of the page. @property components empty: the sheet has no columns of them, or the line no price */
export interface ShownLine extends ReportLine {
  components: readonly ComponentAmounts[];
}

export interface ShownLines {
  /** The largest differences first. */
  rows: readonly ShownLine[];
  /** Of all that the filter lets through. */
  count: number;
}

/** A file of the outcome, such as dispute.csv. */
export interface OutcomeFile {
  name: string;
  content: Blob;
  /** Rows behind the heading; null: it has none. */
  rows: number | null;
}

/** The same amount of other charges on most lines that have a price, as a card has it for a pickup. */
export interface CommonSurcharge {
  paise: number;
  lines: number;
  /** All lines that have a price. */
  priced: number;
}

export interface Outcome {
  report: ReportInput;
  /** null: there is none. */
  surcharge: CommonSurcharge | null;
  files: readonly OutcomeFile[];
}

export type ToInvoiceReader =
  | { what: 'look'; request: InvoiceRequest }
  | { what: 'reconcile' }
  /** The first `most` lines. */
  | { what: 'lines'; filter: LineFilter; most: number };

export type FromInvoiceReader =
  /** @property share of the work, from 0 to 1; null: nobody knows */
  | { what: 'progress'; words: string; share: number | null }
  | { what: 'seen'; seen: SeenSheets; lines: number; doubts: readonly Doubt[] }
  | { what: 'outcome'; outcome: Outcome }
  | { what: 'lines'; lines: ShownLines }
  | { what: 'refused'; refusal: SentRefusal }
  /** A file cannot be read at all. */
  | { what: 'unreadable'; message: string }
  | { what: 'broken'; message: string };
