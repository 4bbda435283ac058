/** Outcomes on the control thread: who hears of imports, and what is done at intervals. */
import type { Logger } from 'pino';
import { weekOf } from '../domain/outcomes/counts.js';
import type { OutcomeStatus } from '../domain/outcomes/counts.js';
import { KEPT_OUTCOME_WEEKS, OUTCOME_POLL_MS, OUTCOME_SWEEP_MS } from '../limits/outcomes.js';
import type { Store } from '../store/port.js';
import { RepeatedTask } from './repeated-task.js';

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

/** Removes sums that are too old, and hears of the imports of other nodes. Returns what ends that. */
export function keepOutcomes(
  store: Store,
  outcomes: Outcomes,
  { log, now }: { log: Logger; now(): number },
): () => Promise<void> {
  const repeated = (everyMs: number, task: () => Promise<unknown>, what: string) =>
    new RepeatedTask(everyMs, task, (error) => log.warn({ err: error }, what));
  const forget = () => store.forgetOutcomeSums(oldestWeek(now()));
  const tasks = [repeated(OUTCOME_SWEEP_MS, forget, 'sums of outcomes that are too old could not be removed')];
  if (store.isShared)
    tasks.push(
      repeated(
        OUTCOME_POLL_MS,
        () => outcomes.look(store),
        'the outcomes that other nodes import could not be looked for',
      ),
    );
  return async () => void (await Promise.all(tasks.map((task) => task.stop())));
}
