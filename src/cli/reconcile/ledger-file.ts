/** The ledger's file: read before a run, and replaced as a whole when it has ended. */
import { rename, rm, stat } from 'node:fs/promises';
import type { LineFinding } from '../../reconcile/finding.js';
import { type Knowledge, parcelKey } from '../../reconcile/intake.js';
import { LEDGER, ledgerCells, type LedgerRow, ledgerRowsOf } from '../../reconcile/read/ledger.js';
import { LEDGER_HEADINGS, ledgerRows } from '../../reconcile/tables.js';
import { NO_MAP } from '../../sheets/tables/map.js';
import { CsvFile, inFile, inputFile, openSheet, Proposal } from './files.js';

export class LedgerFile {
  private constructor(
    private readonly path: string,
    private readonly unfinished: string,
    private readonly file: CsvFile,
    private readonly number: string,
  ) {}

  /**
   * Rows of this invoice count for nothing; those of others are what was billed before, and are kept.
   * @param numbers of this invoice @param number of lines without one
   */
  static async open(path: string, numbers: ReadonlySet<string>, number: string, known: Knowledge): Promise<LedgerFile> {
    const unfinished = `${path}.unfinished`;
    const file = await CsvFile.create(unfinished, LEDGER_HEADINGS);
    const ledger = new LedgerFile(path, unfinished, file, number);
    try {
      await ledger.#readFormer(numbers, known);
    } catch (error) {
      await ledger.drop();
      throw error instanceof Proposal ? error.refusal : error;
    }
    return ledger;
  }

  async #readFormer(numbers: ReadonlySet<string>, known: Knowledge): Promise<void> {
    const { path, file } = this;
    const found = await stat(path).catch(() => null);
    if (found === null || found.size === 0) return;
    const stream = await openSheet(await inputFile(path), LEDGER, NO_MAP).catch((error: unknown) => {
      // headings alone are an empty ledger
      if (error instanceof Proposal && isBare(error)) return null;
      throw error;
    });
    if (stream === null) return;
    await inFile(path, async () => {
      for await (const row of ledgerRowsOf(stream)) {
        if (numbers.has(row.invoice)) continue;
        await file.write(ledgerCells(row));
        countBefore(row, known);
      }
    });
  }

  async add(finding: LineFinding): Promise<void> {
    for (const cells of ledgerRows(finding, this.number)) await this.file.write(cells);
  }

  /** From now on it is the ledger. */
  async finish(): Promise<void> {
    await this.file.close();
    await rename(this.unfinished, this.path);
  }

  async drop(): Promise<void> {
    await this.file.close();
    await rm(this.unfinished, { force: true });
  }
}

const isBare = ({ refusal }: Proposal): boolean => refusal.message.includes('no row below the headings');

function countBefore(row: LedgerRow, { billed, keysOf, shipments, assignments }: Knowledge): void {
  const keys = keysOf(row);
  const key = parcelKey(keys);
  if (key === null) return;
  if (row.totalPaise < 0) billed.credit(key, [row]);
  else {
    billed.bill(key, row);
    for (const book of [shipments, ...assignments.values()]) {
      const number = book?.find(keys);
      if (number !== undefined) book!.markBilled(number);
    }
  }
}
