/** An output that an earlier run left: how far it has come with an input. */
import { createReadStream } from 'node:fs';
import { csvRows } from '../../sheets/files/csv.js';
import { CommandError, EXIT } from '../world.js';
import { isNoFault, type OutputForm } from './priced.js';

/** What the output has of one line of the input. */
interface FormerLine {
  /** The input's own cells. */
  cells: readonly string[];
  /** What the node answered, by the columns of the output. */
  answers: readonly (readonly string[])[];
  /** Bytes of the file before it. */
  startsAt: number;
  /** Whether further offers of it may be missing, as of the last line of a run that was cut. */
  isOpen: boolean;
}

/** Reads an output line by line, next to its input. */
export class FormerOutput {
  /** Bytes of the lines that are complete. */
  bytes = 0;
  /** Codes of lines that failed, by their lines in the input. */
  readonly failed: { line: number; code: string }[] = [];
  readonly #lines: AsyncGenerator<FormerLine>;
  #next: FormerLine | null = null;
  /** Of the last record that was read. */
  #endsAt = 0;

  private constructor(
    private readonly file: string,
    private readonly width: number,
    private readonly form: OutputForm,
    private readonly columns: readonly string[],
    records: AsyncGenerator<CsvRecord>,
  ) {
    this.#lines = this.#grouped(records);
  }

  /**
   * @param headings of the output @param width of the input
   * @returns null: the file has not even the headings
   * @throws a CommandError if they are others
   */
  static async open(
    file: string,
    headings: readonly string[],
    width: number,
    form: OutputForm,
  ): Promise<FormerOutput | null> {
    const records = recordsOf(file);
    const first = await records.next();
    if (first.done === true) return null;
    if (!isEqual(first.value.cells, headings)) throw refuse(`${file} has other headings than this run would write`);
    const former = new FormerOutput(file, width, form, headings.slice(width), records);
    former.bytes = first.value.endsAt;
    await former.#step();
    return former;
  }

  /**
   * Whether the output has all of this line of the input.
   * @throws a CommandError if it has another line there
   */
  async has(line: number, cells: readonly string[]): Promise<boolean> {
    const former = this.#next;
    if (former === null) return false;
    if (!isEqual(former.cells, cells))
      throw refuse(`${this.file} is of another input: it has ${inShort(former.cells)} for line ${line}`);
    const [reasonAt, partnerAt] = ['reason', 'partner'].map((name) => this.columns.indexOf(name));
    const { partner } = this.form;
    const other = former.answers.map((answer) => answer[partnerAt!]!).find((each) => each !== partner);
    if (partner !== null && other !== undefined) throw refuse(`${this.file} has prices of ${other || 'others'}`);
    if (former.isOpen) {
      this.#next = null;
      return false;
    }
    await this.#step();
    const code = former.answers[0]![reasonAt!]!;
    if (!isNoFault(code)) this.failed.push({ line, code });
    this.bytes = this.#next?.startsAt ?? this.#endsAt;
    return true;
  }

  /** @throws a CommandError if the output has lines behind the last one of the input */
  end(): void {
    if (this.#next !== null) throw refuse(`${this.file} is of another input: it has more lines`);
  }

  async #step(): Promise<void> {
    const next = await this.#lines.next();
    this.#next = next.done === true ? null : next.value;
  }

  /** Offers of one line follow each other, with their ranks. */
  async *#grouped(records: AsyncGenerator<CsvRecord>): AsyncGenerator<FormerLine> {
    const { best } = this.form;
    let group: { cells: string[]; answers: string[][]; startsAt: number } | null = null;
    for await (const { cells, startsAt, endsAt } of records) {
      if (cells.length !== this.width + this.columns.length)
        throw refuse(`${this.file} is no output of this command: a line has ${cells.length} cells`);
      const answer = cells.slice(this.width);
      const rank = best === null ? '' : answer[0]!;
      if (group !== null && rank !== '' && rank !== '1') group.answers.push(answer);
      else {
        if (group !== null) yield { ...group, isOpen: false };
        group = { cells: cells.slice(0, this.width), answers: [answer], startsAt };
      }
      this.#endsAt = endsAt;
    }
    if (group === null) return;
    const isWhole = best === null || group.answers.length === best || group.answers[0]![0] === '';
    yield { ...group, isOpen: !isWhole };
  }
}

interface CsvRecord {
  cells: string[];
  /** Bytes of the file. */
  startsAt: number;
  endsAt: number;
}

const [QUOTE, NEWLINE] = [0x22, 0x0a];

/** The records that are complete: an end of line, with an even number of quotes before it. */
async function* recordsOf(file: string): AsyncGenerator<CsvRecord> {
  let kept: Buffer = Buffer.alloc(0);
  let startsAt = 0;
  let isQuoted = false;
  for await (const piece of createReadStream(file) as AsyncIterable<Buffer>) {
    const text = kept.length === 0 ? piece : Buffer.concat([kept, piece]);
    let from = 0;
    for (let at = kept.length; at < text.length; at++) {
      if (text[at] === QUOTE) isQuoted = !isQuoted;
      if (isQuoted || text[at] !== NEWLINE) continue;
      const record = text.subarray(from, at + 1);
      const [row] = csvRows(record.toString('utf8'), ',');
      yield { cells: row!.cells, startsAt, endsAt: startsAt + record.length };
      startsAt += record.length;
      from = at + 1;
    }
    kept = text.subarray(from);
  }
}

const isEqual = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((cell, at) => cell === other[at]);

const SHOWN_CELLS = 3;
const inShort = (cells: readonly string[]): string => JSON.stringify(cells.slice(0, SHOWN_CELLS).join(','));

const refuse = (message: string): CommandError =>
  new CommandError(EXIT.refused, `${message}; without --resume it is replaced`);
