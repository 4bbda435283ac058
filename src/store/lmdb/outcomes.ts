/** Outcomes in the embedded store. Its reads are of this turn, so that none sees half of an import. */
import type { OutcomeSums } from '../../domain/outcomes/sums.js';
import { OUTCOME_SUMS_PAGE_DOCUMENTS } from '../../limits/store.js';
import type { Outcome } from '../../model/documents.js';
import type { Key } from '../../model/change.js';
import { nextTurn } from '../../turn.js';
import {
  FIRST_STATE,
  type OutcomesBackend,
  OutcomesJournal,
  type OutcomeOp,
  type OutcomeState,
} from '../outcome-journal.js';
import { type OutcomeSumsQuery, rangesOf, sumsIn } from '../outcome-rows.js';
import type { Environment } from './environment.js';
import type { Moments } from './pages.js';
import type { Table } from './table.js';
import type { LmdbWriter } from './writer.js';

export class LmdbOutcomes {
  readonly journal: OutcomesJournal;

  constructor(
    private readonly environment: Environment,
    private readonly writer: LmdbWriter,
    private readonly moments: Moments,
  ) {
    this.journal = new OutcomesJournal(this.#backend());
  }

  async revision(): Promise<number> {
    return (await this.journal.settled()).revision;
  }

  /** See the port. */
  async *sums(query: OutcomeSumsQuery): AsyncGenerator<readonly OutcomeSums[]> {
    do await this.journal.settled();
    while (this.#state().pending !== null);
    const table = this.environment.tables['outcome-sums'];
    // begins to read in this turn
    for await (const page of this.moments.inRanges(table, rangesOf(query), OUTCOME_SUMS_PAGE_DOCUMENTS)) {
      await nextTurn();
      yield page.flatMap((document) => [...sumsIn(document)]);
    }
  }

  #state(): OutcomeState {
    return this.environment.tables['outcome-state'].get(FIRST_STATE.id) ?? FIRST_STATE;
  }

  #backend(): OutcomesBackend {
    const { environment, writer } = this;
    const found = <D>(table: Table<D, Key>, keys: readonly string[]): Map<string, D> =>
      new Map(
        keys.flatMap((key) => {
          const document = table.get(key);
          return document === undefined ? [] : [[key, document]];
        }),
      );
    const parts = () => environment.tables['outcome-parts'];
    return {
      state: async () => this.#state(),
      sums: async (keys) => found(environment.tables['outcome-sums'], keys),
      partners: async (keys) => found(environment.tables['outcome-partners'], keys),
      sumKeysBefore: async (key, limit) =>
        [...environment.tables['outcome-sums'].getKeys({ end: key, limit })] as string[],
      commit: (revision, next, ops) =>
        writer.inTransaction(() => {
          if (this.#state().revision !== revision) return false;
          for (const op of ops) this.#put(op);
          environment.tables['outcome-state'].putSync(next.id, next);
          return true;
        }),
      addParts: (added) =>
        writer.inTransaction(() => {
          for (const part of added) {
            environment.indexes.replace('outcome-parts', undefined, part);
            parts().putSync(part.key, part);
          }
        }),
      part: async (key) => parts().get(key),
      removeParts: (keys) =>
        writer.inTransaction(() => {
          for (const key of keys) {
            environment.indexes.replace('outcome-parts', parts().get(key), undefined);
            parts().removeSync(key);
          }
        }),
    };
  }

  /** Within a transaction. */
  #put({ collection, key, document }: OutcomeOp): void {
    const { tables, indexes } = this.environment;
    const table = tables[collection] as Table<unknown, Key>;
    if (collection === 'outcomes')
      indexes.replace('outcomes', tables.outcomes.get(key), (document ?? undefined) as Outcome | undefined);
    if (document === null) table.removeSync(key);
    else table.putSync(key, document);
  }
}
