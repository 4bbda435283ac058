/** How a change feed is, for those who ask, and told to those who log: a line when it breaks, one when it follows again. */
import type { FollowStatus } from '../port.js';

/** What is in the way of following. */
export type Trouble = 'broken' | 'lost' | 'missing';

const SAYS: Record<Trouble, string> = {
  broken: 'the change stream broke; it is resumed where it was',
  lost: 'changes may have been missed; everything is read anew while the last good state answers',
  missing: 'collections are gone; the last good state answers until they are back',
};

export interface Reports {
  /** Told once when following breaks, and again when it turns out to be of another kind. */
  trouble(error: Error, message: string): void;
  /** Told when the feed follows again. */
  recovered?(message: string): void;
}

export class Condition {
  readonly #status: FollowStatus = { state: 'reloading', resumes: 0, reloads: 0, lastSignMs: Date.now(), lagMs: 0, trouble: null };
  #trouble: { kind: Trouble; sinceMs: number } | null = null;

  constructor(private readonly reports: Reports) {}

  get status(): FollowStatus {
    return { ...this.#status };
  }

  get isBroken(): boolean {
    return this.#trouble !== null;
  }

  /** The store said something. */
  heard(): void {
    this.#status.lastSignMs = Date.now();
  }

  /** Changes were told; the last of them was written at `writtenMs`, by the server's clock. */
  told(writtenMs: number): void {
    // of two clocks: a change is never told before it was written
    this.#status.lagMs = Math.max(0, Date.now() - writtenMs);
  }

  /** The first load is done. */
  began(): void {
    this.#status.state = 'following';
  }

  /** An attempt failed; of its kind the first is reported. */
  failed(kind: Trouble, error: Error): void {
    this.#status.state = kind === 'broken' ? 'resuming' : 'reloading';
    this.#status.trouble = `${SAYS[kind]}: ${error.message}`;
    if (this.#trouble?.kind === kind) return;
    this.#trouble = { kind, sinceMs: this.#trouble?.sinceMs ?? performance.now() };
    this.reports.trouble(error, SAYS[kind]);
  }

  resumed(): void {
    this.#status.resumes++;
    this.#mended('the change stream was resumed');
  }

  reloaded(): void {
    this.#status.reloads++;
    this.#mended('everything was read anew');
  }

  #mended(how: string): void {
    const tookMs = Math.round(performance.now() - this.#trouble!.sinceMs);
    this.#status.state = 'following';
    this.#status.trouble = null;
    this.#trouble = null;
    this.reports.recovered?.(`${how} after ${tookMs} ms`);
  }
}
