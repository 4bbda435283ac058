/** The ledger's file: read before a run, and replaced as a whole when it has ended. */
import { rename, rm, stat } from 'node:fs/promises';
import type { LineFinding } from '../../reconcile/finding.js';
import type { Knowledge } from '../../reconcile/intake.js';
import { addedRows, formerRows, type InvoiceNumbers } from '../../reconcile/ledger.js';
import { isBareLedger, LEDGER } from '../../reconcile/read/ledger.js';
import { LEDGER_HEADINGS } from '../../reconcile/tables.js';
import { NO_MAP } from '../../sheets/tables/map.js';
import { CsvFile, inFile, inputFile, openSheet, Proposal } from './files.js';

export class LedgerFile {
  private constructor(
    private readonly path: string,
    private readonly unfinished: string,
    private readonly file: CsvFile,
    private readonly numbers: InvoiceNumbers,
  ) {}

  /** Rows of this invoice count for nothing; those of others are what was billed before, and are kept. */
  static async open(path: string, numbers: InvoiceNumbers, known: Knowledge): Promise<LedgerFile> {
    const unfinished = `${path}.unfinished`;
    const file = await CsvFile.create(unfinished, LEDGER_HEADINGS);
    const ledger = new LedgerFile(path, unfinished, file, numbers);
    try {
      await ledger.#readFormer(known);
    } catch (error) {
      await ledger.drop();
      throw error instanceof Proposal ? error.refusal : error;
    }
    return ledger;
  }

  async #readFormer(known: Knowledge): Promise<void> {
    const { path, file, numbers } = this;
    const found = await stat(path).catch(() => null);
    if (found === null || found.size === 0) return;
    const stream = await openSheet(await inputFile(path), LEDGER, NO_MAP).catch((error: unknown) => {
      // headings alone are an empty ledger
      if (error instanceof Proposal && isBareLedger(error.refusal.message)) return null;
      throw error;
    });
    if (stream === null) return;
    await inFile(path, async () => {
      for await (const cells of formerRows(stream, numbers, known)) await file.write(cells);
    });
  }

  async add(finding: LineFinding): Promise<void> {
    for (const cells of addedRows(finding, this.numbers)) await this.file.write(cells);
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
