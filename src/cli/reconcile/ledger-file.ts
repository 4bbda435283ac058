/** The ledger's file: read before a run, and replaced as a whole when it has ended. */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import type { LineFinding } from '../../reconcile/finding.js';
import type { Knowledge } from '../../reconcile/intake.js';
import { addedRows, formerRows, type InvoiceNumbers } from '../../reconcile/ledger.js';
import { isBareLedger, LEDGER } from '../../reconcile/read/ledger.js';
import { LEDGER_HEADINGS } from '../../reconcile/tables.js';
import { NO_MAP } from '../../sheets/tables/map.js';
import { CommandError, EXIT } from '../world.js';
import { CsvFile, inFile, inputFile, openSheet, Proposal } from './files.js';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

export class LedgerFile {
  /** A run that is stopped by its user leaves no half ledger. */
  readonly #onSignal = (signal: NodeJS.Signals): void => {
    rmSync(this.unfinished, { force: true });
    this.#ignoreSignals();
    process.kill(process.pid, signal);
  };

  private constructor(
    private readonly path: string,
    private readonly unfinished: string,
    private readonly former: string,
    private readonly file: CsvFile,
    private readonly numbers: InvoiceNumbers,
  ) {
    for (const signal of SIGNALS) process.once(signal, this.#onSignal);
  }

  /** Rows of this invoice count for nothing; those of others are what was billed before, and are kept. */
  static async open(path: string, numbers: InvoiceNumbers, known: Knowledge): Promise<LedgerFile> {
    const former = await stateOf(path);
    // another run may extend the same ledger
    const unfinished = `${path}.${randomUUID()}.unfinished`;
    const file = await CsvFile.create(unfinished, LEDGER_HEADINGS);
    const ledger = new LedgerFile(path, unfinished, former, file, numbers);
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

  /**
   * From now on it is the ledger.
   * @throws a CommandError if another run has extended it meanwhile
   */
  async finish(): Promise<void> {
    await this.file.close();
    const lock = `${this.path}.lock`;
    const held = await open(lock, 'wx').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') throw changed(this.path, `: ${lock} is there`);
      throw error;
    });
    try {
      // of two runs that end at once, the second sees what the first has renamed
      if ((await stateOf(this.path)) !== this.former) throw changed(this.path);
      await rename(this.unfinished, this.path);
      this.#ignoreSignals();
    } finally {
      await held.close();
      await rm(lock);
    }
  }

  async drop(): Promise<void> {
    await this.file.close();
    await rm(this.unfinished, { force: true });
    this.#ignoreSignals();
  }

  #ignoreSignals(): void {
    for (const signal of SIGNALS) process.off(signal, this.#onSignal);
  }
}

const changed = (path: string, why = ''): CommandError =>
  new CommandError(
    EXIT.usage,
    `${path} was changed during the run${why}. It stays as it is: run this again, with --force`,
  );

/** Another text after each change of a file; '' where there is none. */
async function stateOf(path: string): Promise<string> {
  const found = await stat(path, { bigint: true }).catch(() => null);
  return found === null ? '' : `${found.ino} ${found.size} ${found.mtimeNs}`;
}
