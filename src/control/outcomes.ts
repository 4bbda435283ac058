/** Outcomes on the control thread: who hears of imports, and what is done at intervals. */
import type { Logger } from 'pino';
import { DAYS_A_WEEK } from '../domain/calendar.js';
import { type OutcomeStatus, weekOf } from '../domain/outcomes/counts.js';
import { KEPT_OUTCOME_WEEKS, OUTCOME_POLL_MS, OUTCOME_SWEEP_MS } from '../limits/outcomes.js';
import { STORE_READ_STEP_DOCUMENTS } from '../limits/store.js';
import type { Store } from '../store/port.js';
import type { ControlMetrics } from './metrics.js';
import { RepeatedTask } from './repeated-task.js';

/** An import of this node that has changed something. */
export interface OutcomesImport {
  /** Its new and replaced lines. */
  statuses: Readonly<Record<OutcomeStatus, number>>;
  seconds: number;
}

/** The first week whose sums are kept, as its Monday. @param nowMs Unix milliseconds */
export const oldestWeek = (nowMs: number): number => weekOf(nowMs) - KEPT_OUTCOME_WEEKS * DAYS_A_WEEK;

export class Outcomes {
  readonly #listeners: (() => Promise<void>)[] = [];
  /** The revision that listeners know; null: none yet. */
  #known: number | null = null;

  constructor(private readonly metrics: Pick<ControlMetrics, 'outcomeLines' | 'outcomeImport'>) {}

  /** Removes sums that are too old, and looks for imports of other nodes, at intervals. Returns how to stop. */
  start(store: Store, { log, now }: { log: Pick<Logger, 'warn'>; now(): number }): () => Promise<void> {
    const repeated = (everyMs: number, task: () => Promise<unknown>, what: string): RepeatedTask =>
      new RepeatedTask(everyMs, task, (error) => log.warn({ err: error }, what));
    const forget = () => store.forgetOutcomeSums(oldestWeek(now()));
    const tasks = [repeated(OUTCOME_SWEEP_MS, forget, 'sums of outcomes that are too old could not be removed')];
    const look = () => this.look(store);
    if (store.isShared) tasks.push(repeated(OUTCOME_POLL_MS, look, 'imports of outcomes could not be looked for'));
    return async () => {
      for (const task of tasks) await task.stop();
    };
  }

  /** Calls `listener` after each import: at once after those of this node, within a minute after those of others. */
  onImport(listener: () => Promise<void>): void {
    this.#listeners.push(listener);
  }

  /** An import of this node is in the store. Resolves when the listeners have done what follows from it. */
  imported({ statuses, seconds }: OutcomesImport): Promise<void> {
    for (const [status, count] of Object.entries(statuses)) this.metrics.outcomeLines.inc({ status }, count);
    this.metrics.outcomeImport.observe(seconds);
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
