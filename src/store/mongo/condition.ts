/** The status of a change feed, and its log lines: one when it breaks, one when it works again. */
import { RESTORE_QUIET_MS } from '../../limits/mongo.js';
import type { FollowStatus } from '../port.js';

/** The reasons why the feed cannot follow. */
type Trouble = 'broken' | 'lost' | 'missing' | 'restoring';

const SAYS: Record<Trouble, string> = {
  broken: 'the change stream broke; it will be resumed at its last position',
  lost: 'changes may have been missed; everything is read again while the last good state answers',
  missing: 'collections are missing; the last good state answers until they are back',
  restoring:
    'collections are being restored; the last good state answers until each has documents and their number has not '
    + `changed for ${RESTORE_QUIET_MS / 1_000} s`,
};

export interface Reports {
  /** Called once when following breaks, and again when the kind of trouble changes. */
  trouble(error: Error, message: string): void;
  /** Called when the feed follows again. */
  recovered?(message: string): void;
}

export class Condition {
  readonly #status: Omit<FollowStatus, 'lagMs'> = {
    state: 'reloading',
    resumes: 0,
    reloads: 0,
    lastSignMs: Date.now(),
    trouble: null,
  };
  #trouble: { kind: Trouble; sinceMs: number } | null = null;
  #lackingSinceMs: number | null = null;

  /** @param serverNowMs what the server's clock shows */
  constructor(
    private readonly reports: Reports,
    private readonly serverNowMs: () => number,
  ) {}

  get status(): FollowStatus {
    // a member that has become primary may have another clock than the one that wrote the event
    const lagMs = this.#lackingSinceMs === null ? 0 : Math.max(0, this.serverNowMs() - this.#lackingSinceMs);
    return { ...this.#status, lagMs };
  }

  get isBroken(): boolean {
    return this.#trouble !== null;
  }

  /** The store answered. */
  heard(): void {
    this.#status.lastSignMs = Date.now();
  }

  /**
   * The oldest event that the follower does not have was written at `writtenMs`, by the server's clock; null: it has
   * all.
   */
  lacks(writtenMs: number | null): void {
    this.#lackingSinceMs = writtenMs;
  }

  /** The first load is done. */
  began(): void {
    this.#status.state = 'following';
  }

  /** An attempt failed. Only the first failure of a kind is reported. */
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
    this.#mended('everything was read again');
  }

  #mended(how: string): void {
    const tookMs = Math.round(performance.now() - this.#trouble!.sinceMs);
    this.#status.state = 'following';
    this.#status.trouble = null;
    this.#trouble = null;
    this.reports.recovered?.(`${how} after ${tookMs} ms`);
  }
}
