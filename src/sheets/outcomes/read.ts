/** All rows of a sheet of outcomes: judged first, and read again for sending, so that no sheet has to fit in memory. */
import { OUTCOME_STATUSES, type OutcomeStatus } from '../../domain/outcomes/counts.js';
import type { DayOrder } from '../cells/dates.js';
import type { ParsedCell } from '../cells/text.js';
import { type Fault, Faults, SheetFaults, type SourcePosition } from '../tables/faults.js';
import { leftOutOf, Notes, type SheetReading } from '../tables/reading.js';
import { dayOrderOf, type TableStream } from '../tables/stream.js';
import type { Table, TableRow } from '../tables/table.js';
import { wordStub } from '../tables/word-stub.js';
import {
  fieldOfMember,
  type OutcomeAssumptions,
  type OutcomeLine,
  OutcomeReader,
  type OutcomeReading,
  partnerOf,
  statusOf,
} from './row.js';
import { SHIPPED_MAPS } from './shipped-maps.js';

/** Faults are collected up to so many. */
const MAX_FAULTS = 1_000;
const DATE_FIELDS = ['picked_up', 'promised', 'first_attempt', 'delivered', 'returned'];

/** What each figure needs: one of these fields. */
const FIGURES: readonly (readonly [figure: string, fields: readonly string[]])[] = [
  ['first attempt', ['attempts', 'failed_attempts']],
  ['on time', ['promised']],
  ['hours to the first attempt', ['first_attempt']],
];

const MEANINGS = OUTCOME_STATUSES.join(', ');
const DAY_RULE = 'days without a time (a pickup counts from the beginning of its day, the rest at the end)';

const NOBODYS =
  'nothing says whose parcels these are: name the courier, or its column as partner in the map, where partners says '
  + 'which courier each of its words is';

/** A line with the row that it was made of. */
export interface SheetOutcome {
  line: OutcomeLine;
  row: number;
}

/** What the words of a column were read as. */
export interface WordCount {
  word: string;
  status: OutcomeStatus;
  count: number;
}

export interface OutcomeSummary {
  /** Parcels. */
  count: number;
  byStatus: Record<OutcomeStatus, number>;
  /** Words of the status, the most frequent first. */
  words: WordCount[];
  /** Figures that the sheet says nothing of. */
  missing: string[];
  reading: SheetReading;
}

/** The rows of a sheet that have no faults. */
export interface OutcomeSheet {
  summary: OutcomeSummary;
  /** The lines to send, in the order of the sheet; a row that repeats another one is left out. */
  lines(): AsyncGenerator<SheetOutcome>;
  /** The cell of a row that a member of its line is made of. */
  positionOf(row: number, member: string): SourcePosition;
}

/** Words that the map lacks, with the number of their rows. */
export type UnknownWords = Readonly<Record<'status' | 'partner', ReadonlyMap<string, number>>>;

/** Refuses a sheet for some of its rows. */
export class OutcomeFaults extends SheetFaults {
  constructor(
    faults: readonly Fault[],
    proposal: string | null,
    /** The other rows; null: there are none, or the sheet was not read to its end. */
    readonly sound: OutcomeSheet | null,
    readonly unknown: UnknownWords,
  ) {
    super(faults, proposal);
  }
}

/**
 * @throws {OutcomeFaults} by line: cells, dates before the pickup, rows of one parcel that contradict each other
 * @throws {SheetFaults} with a map to start from where a column is missing
 */
export async function readOutcomes(stream: TableStream, reading: OutcomeReading): Promise<OutcomeSheet> {
  const { table } = stream;
  checkColumns(table, reading);
  const orders = new Map<string, DayOrder | null>();
  for (const field of DATE_FIELDS) orders.set(field, await dayOrderOf(stream, field));
  const pass = new FirstPass(table, orders, reading);
  const leftOut = new Notes();
  let isWhole = true;
  for await (const rows of stream.batches(leftOut)) {
    for (const row of rows) pass.take(row);
    isWhole = pass.faults.found.length < MAX_FAULTS;
    if (!isWhole) break;
  }
  const sheet: OutcomeSheet = {
    summary: pass.summary(leftOut),
    positionOf: (row, member) => table.positionOf(row, fieldOfMember(member) ?? member),
    async *lines() {
      const reader = new OutcomeReader(table, orders, reading);
      for await (const rows of stream.batches())
        for (const row of rows) {
          const line = pass.repeats(row) ? null : reader.read(row, new Faults());
          if (line !== null) yield { line, row: row.line };
        }
    },
  };
  const faults = pass.faults.found;
  if (faults.length > 0)
    throw new OutcomeFaults(faults, pass.proposal(), isWhole && pass.count > 0 ? sheet : null, pass.unknown);
  if (pass.count === 0) throw new SheetFaults([at(table, 'there is no parcel to import')]);
  return sheet;
}

const at = (table: Table, message: string) => ({ line: table.headerLine, column: null, message });

/** Where the node does not know the parcel, the sheet has to say all that a sum needs. */
function checkColumns(table: Table, { by, partnerId }: OutcomeReading): void {
  const needed = by === 'ref' ? ['ref'] : ['awb', 'to', 'payment', 'picked_up'];
  if (table.map.partners.size > 0) needed.push('partner');
  const missing = needed.filter((field) => !table.has(field));
  if (missing.length > 0)
    throw new SheetFaults(
      missing.map((field) => ({ line: table.headerLine, column: field, message: 'there is no such heading' })),
      table.proposal(missing),
    );
  if (by === 'awb' && partnerId === null && !table.has('partner'))
    throw new SheetFaults([at(table, NOBODYS)], table.proposal(['partner']));
}

class FirstPass {
  readonly faults = new Faults();
  /** Rows that say what another row says. */
  readonly #repeated = new Set<number>();
  /** Rows that say something else of a parcel than another row. */
  readonly #contradicting = new Set<number>();
  readonly #reader: OutcomeReader;
  /** By the parcel: the row that named it first, and what it says. */
  readonly #parcels = new Map<string, { row: number; text: string }>();
  readonly #words = new Map<string, WordCount>();
  readonly #byStatus = { DELIVERED: 0, RTO: 0, LOST: 0, OPEN: 0 };
  readonly unknown = { status: new Map<string, number>(), partner: new Map<string, number>() };
  #rows = 0;

  constructor(
    private readonly table: Table,
    orders: ReadonlyMap<string, DayOrder | null>,
    private readonly reading: OutcomeReading,
  ) {
    this.#reader = new OutcomeReader(table, orders, reading);
  }

  get count(): number {
    return this.#parcels.size;
  }

  take(row: TableRow): void {
    this.#rows++;
    const line = this.#reader.read(row, this.faults);
    if (line === null) return this.#noteUnknown(row);
    const key = `${line.partnerId ?? ''} ${line.awb ?? line.shipmentId}`;
    const text = JSON.stringify(line);
    const before = this.#parcels.get(key);
    if (before === undefined) {
      this.#parcels.set(key, { row: row.line, text });
      this.#byStatus[line.status]++;
      this.#count(row.raw('status'), line.status);
    } else if (before.text === text) this.#repeated.add(row.line);
    else {
      this.#contradicting.add(row.line);
      this.faults.add(
        row.position(this.reading.by),
        `"${line.awb ?? line.shipmentId}" is in line ${before.row} too, with another ${differing(before.text, line)}`,
      );
    }
  }

  /** Whether another row is about the same parcel, and goes before this one. */
  repeats({ line }: TableRow): boolean {
    return this.#repeated.has(line) || this.#contradicting.has(line);
  }

  summary(leftOut: Notes): OutcomeSummary {
    const { table } = this;
    const assumed = new Notes();
    const { days, firstAttempts, returns }: OutcomeAssumptions = this.#reader.assumed;
    if (days.count > 0) assumed.add(DAY_RULE, days.example, days.count);
    if (firstAttempts > 0) assumed.add('first attempts without a date', 'at the delivery, the only one', firstAttempts);
    if (returns > 0) assumed.add('dates of delivery of parcels that came back', 'the day of the return', returns);
    const own = table.reading;
    return {
      count: this.count,
      byStatus: { ...this.#byStatus },
      words: [...this.#words.values()].sort((a, b) => b.count - a.count),
      missing: FIGURES.filter(([, fields]) => !fields.some((field) => table.has(field))).map(([figure]) => figure),
      reading: {
        ...own,
        rows: this.#rows,
        assumed: [...own.assumed, ...assumed.all],
        leftOut: leftOutOf(table, leftOut),
        repeated: this.#repeated.size,
      },
    };
  }

  /** The words that the map lacks, for it; null: that is not what is wrong. */
  proposal(): string | null {
    const { status, partner } = this.unknown;
    if (status.size === 0 && partner.size === 0) return null;
    return [
      ...beginningOf(this.table),
      ...(status.size === 0 ? [] : ['values:', '  status:', ...wordStub(status, '    ', MEANINGS)]),
      ...(partner.size === 0 ? [] : ['partners:', ...wordStub(partner, '  ', 'the partnerId')]),
      '',
    ].join('\n');
  }

  #noteUnknown(row: TableRow): void {
    const { status, partner } = this.unknown;
    const note = (words: Map<string, number>, word: string, read: ParsedCell<unknown>): void => {
      if (word !== '' && !read.ok) words.set(word, (words.get(word) ?? 0) + 1);
    };
    note(status, row.get('status'), statusOf(row.get('status')));
    note(partner, row.get('partner'), partnerOf(row.get('partner'), this.table.map, this.reading));
  }

  #count(word: string, status: OutcomeStatus): void {
    const found = this.#words.get(word);
    if (found === undefined) this.#words.set(word, { word, status, count: 1 });
    else found.count++;
  }
}

/** What a map with the words that are missing has above them: all of it, `like` of a shipped map, or one's own map. */
function beginningOf(table: Table): string[] {
  const { file } = table.map;
  if (file === null) return [table.proposal().trimEnd()];
  return SHIPPED_MAPS.has(file) ? [`like: ${file}`] : [];
}

/** The members in which two lines of a parcel differ. */
function differing(before: string, line: OutcomeLine): string {
  const former = JSON.parse(before) as Record<string, unknown>;
  const now: Record<string, unknown> = { ...line };
  const names = new Set([...Object.keys(former), ...Object.keys(now)]);
  return [...names].filter((name) => former[name] !== now[name]).join(', ');
}
