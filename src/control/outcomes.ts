/** Outcomes on the control thread: who hears of imports, and what is done at intervals. */
import { weekOf } from '../domain/outcomes/counts.js';
import type { OutcomeStatus } from '../domain/outcomes/counts.js';
import { KEPT_OUTCOME_WEEKS } from '../limits/outcomes.js';
import { STORE_READ_STEP_DOCUMENTS } from '../limits/store.js';
import type { Store } from '../store/port.js';

/** An import of this node that has changed something. */
export interface OutcomesImport {
  /** Its new and replaced lines. */
  statuses: Readonly<Record<OutcomeStatus, number>>;
  seconds: number;
}

const DAYS_A_WEEK = 7;

/** The first week whose sums are kept, as its Monday. @param nowMs Unix milliseconds */
export const oldestWeek = (nowMs: number): number => weekOf(nowMs) - KEPT_OUTCOME_WEEKS * DAYS_A_WEEK;

export class Outcomes {
  readonly #listeners: (() => Promise<void>)[] = [];
  /** The revision that listeners know; null: none yet. */
  #known: number | null = null;

  /** @param observe is called with each import of this node */
  constructor(private readonly observe: (done: OutcomesImport) => void) {}

  /** Calls `listener` after each import: at once after those of this node, within a minute after those of others. */
  onImport(listener: () => Promise<void>): void {
    this.#listeners.push(listener);
  }

  /** An import of this node is in the store. Resolves when the listeners have done what follows from it. */
  imported(done: OutcomesImport): Promise<void> {
    this.observe(done);
    return this.#notify();
  }

  /** Looks whether outcomes have changed since the last look. */
  async look(store: Pick<Store, 'outcomesRevision'>): Promise<void> {
    const revision = await store.outcomesRevision();
    const isOther = this.#known !== null && this.#known !== revision;
    this.#known = revision;
    if (isOther) await this.#notify();
  }

  async #notify(): Promise<void> {
    await Promise.all(this.#listeners.map((listener) => listener()));
  }
}

/** When each partner had its last line that was new, in Unix milliseconds; without one: not in the map. */
export async function lastLines(store: Pick<Store, 'page'>): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (let after: string | null = null; ;) {
    const page: { partnerId: string; lastLineAt: string }[] = await store.page(
      'outcome-partners',
      after,
      STORE_READ_STEP_DOCUMENTS,
    );
    for (const { partnerId, lastLineAt } of page) found.set(partnerId, Date.parse(lastLineAt));
    if (page.length < STORE_READ_STEP_DOCUMENTS) return found;
    after = page.at(-1)!.partnerId;
  }
}
