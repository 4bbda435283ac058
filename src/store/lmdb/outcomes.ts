/**
 * Outcomes in the embedded store. What an import adds to the sums is worked out in turns before its transaction, which
 * then only puts; the revision shows whether anything else has written meanwhile.
 */
import type { OutcomeSums } from '../../domain/outcomes/sums.js';
import { OUTCOME_SUMS_PAGE_DOCUMENTS, STORE_FORGET_STEP_RECORDS } from '../../limits/store.js';
import { inTurns, nextTurn } from '../../turn.js';
import {
  additionsByKey,
  type OutcomeSumsQuery,
  rangeBefore,
  rangesOf,
  sumsIn,
  withAdditions,
} from '../outcome-rows.js';
import type { OutcomesWrite } from '../outcomes.js';
import { type Environment, META } from './environment.js';
import type { Moments } from './pages.js';
import type { LmdbWriter } from './writer.js';

/** The rows of documents of sums after a write, by key; '': the document goes. */
type SummedRows = readonly (readonly [key: string, rows: string])[];

export class LmdbOutcomes {
  constructor(
    private readonly environment: Environment,
    private readonly writer: LmdbWriter,
    private readonly moments: Moments,
  ) {}

  revision(): number {
    return (this.environment.meta.get(META.outcomes) as number | undefined) ?? 0;
  }

  /** See the port. */
  async write({ revision, changes, sums, at }: OutcomesWrite): Promise<boolean> {
    const rows = await this.#added(sums);
    const partnerIds = new Set(changes.flatMap(({ line }) => (line === null ? [] : [line.partnerId])));
    return this.#writeAt(revision, () => {
      const { tables, indexes } = this.environment;
      for (const { key, former, line } of changes) {
        indexes.replace('outcomes', former ?? undefined, line ?? undefined);
        if (line === null) tables.outcomes.removeSync(key);
        else tables.outcomes.putSync(key, line);
      }
      this.#put(rows, partnerIds, at);
    });
  }

  /** See the port. */
  async add(sums: readonly OutcomeSums[], at: string): Promise<void> {
    const partnerIds = new Set(sums.map(({ partnerId }) => partnerId));
    for (let isWritten = false; !isWritten;) {
      const revision = this.revision();
      const rows = await this.#added(sums);
      isWritten = await this.#writeAt(revision, () => this.#put(rows, partnerIds, at));
    }
  }

  /** See the port. */
  async *sums(query: OutcomeSumsQuery): AsyncGenerator<readonly OutcomeSums[]> {
    const table = this.environment.tables['outcome-sums'];
    for await (const page of this.moments.inRanges(table, rangesOf(query), OUTCOME_SUMS_PAGE_DOCUMENTS)) {
      await nextTurn();
      yield page.flatMap((document) => [...sumsIn(document)]);
    }
  }

  /** Removes some of the sums before a week. Returns how many. */
  async forgetSome(beforeWeek: number): Promise<number> {
    const table = this.environment.tables['outcome-sums'];
    const keys = [...table.getKeys({ ...rangeBefore(beforeWeek), limit: STORE_FORGET_STEP_RECORDS })];
    if (keys.length === 0) return 0;
    return this.writer.inTransaction(() => {
      this.#next(this.revision());
      for (const key of keys) table.removeSync(key);
      return keys.length;
    });
  }

  async #added(sums: readonly OutcomeSums[]): Promise<SummedRows> {
    const rows: [string, string][] = [];
    for await (const piece of inTurns(additionsByKey(sums)))
      for (const [key, additions] of piece)
        rows.push([key, withAdditions(this.environment.tables['outcome-sums'].get(key)?.rows, additions)]);
    return rows;
  }

  /** False: the revision is another one, and nothing was written. */
  #writeAt(revision: number, put: () => void): Promise<boolean> {
    return this.writer.inTransaction(() => {
      if (this.revision() !== revision) return false;
      this.#next(revision);
      put();
      return true;
    });
  }

  #next(revision: number): void {
    this.environment.meta.putSync(META.outcomes, revision + 1);
  }

  /** Within a transaction. */
  #put(all: SummedRows, partnerIds: ReadonlySet<string>, lastLineAt: string): void {
    const { 'outcome-sums': sums, 'outcome-partners': partners } = this.environment.tables;
    for (const [key, rows] of all) {
      if (rows === '') sums.removeSync(key);
      else sums.putSync(key, { key, rows });
    }
    for (const partnerId of partnerIds) {
      const former = partners.get(partnerId);
      if (former === undefined || former.lastLineAt < lastLineAt)
        partners.putSync(partnerId, { partnerId, lastLineAt });
    }
  }
}
