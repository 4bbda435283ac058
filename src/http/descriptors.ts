import { closeSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { devNull } from 'node:os';
import type { Logger } from 'pino';
import {
  DESCRIPTORS_LOG_INTERVAL_MS,
  DESCRIPTORS_LOOK_LOAD,
  DESCRIPTORS_LOOK_MS,
  DESCRIPTORS_MARGIN_PART,
  DESCRIPTORS_MAX_MARGIN,
  DESCRIPTORS_SPARE,
} from '../limits/http.js';

export interface Acceptance {
  /** Accepts no further connections; open ones stay. */
  stopAccepting(): void;
  /** @returns whether connections are accepted again */
  startAccepting(): Promise<boolean>;
}

/** The file descriptors of the process. */
interface Descriptors {
  limit: number;
  countOpen(): number;
}

const LIMIT = /^Max open files +(\d+)/m;
const OPEN_FOLDER = '/proc/self/fd';

/** Those of this process; null where the system does not report them. Linux does. */
export function ownDescriptors(): Descriptors | null {
  if (process.platform !== 'linux') return null;
  const limit = LIMIT.exec(readFileSync('/proc/self/limits', 'utf8'));
  return limit === null ? null : { limit: Number(limit[1]), countOpen: countOwn };
}

function countOwn(): number {
  // since Linux 6.2 the size of the folder, before that 0
  const { size } = statSync(OPEN_FOLDER);
  if (size > 0) return size;
  try {
    return readdirSync(OPEN_FOLDER).length;
  } catch {
    // no descriptor is left to read the folder with
    return Number.POSITIVE_INFINITY;
  }
}

/**
 * Stops accepting connections before they take the last file descriptor, and starts again when others have closed.
 * Without a free descriptor, uWS would try to accept the same connection again and again, and no client would get an
 * answer or a refusal.
 *
 * It looks often and is not notified: uWS's callback for connections would run promise reactions while another
 * connection is corked, whose answer then gets lost. Between two looks more connections may come than there are
 * descriptors left; the spare ones are then released for the rest of the process.
 */
export class DescriptorGuard {
  private readonly margin: number;
  private readonly spare: number[] = [];
  private timer: NodeJS.Timeout | null = null;
  private isShort = false;
  private loggedAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly acceptance: Acceptance,
    private readonly descriptors: Descriptors,
    private readonly log: Logger,
  ) {
    const room = descriptors.limit - descriptors.countOpen();
    this.margin = Math.min(DESCRIPTORS_MAX_MARGIN, Math.ceil(room / DESCRIPTORS_MARGIN_PART));
  }

  start(): void {
    this.takeSpare();
    this.lookAfter(DESCRIPTORS_LOOK_MS);
  }

  stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.releaseSpare();
  }

  private lookAfter(ms: number): void {
    this.timer = setTimeout(() => {
      const startedAtMs = performance.now();
      void this.look().then(() => {
        const tookMs = performance.now() - startedAtMs;
        if (this.timer !== null) this.lookAfter(Math.max(DESCRIPTORS_LOOK_MS, tookMs / DESCRIPTORS_LOOK_LOAD));
      });
    }, ms);
    this.timer.unref();
  }

  private async look(): Promise<void> {
    const { limit, countOpen } = this.descriptors;
    const free = limit - countOpen();
    if (!this.isShort && free < this.margin) {
      this.isShort = true;
      this.acceptance.stopAccepting();
      this.releaseSpare();
      this.report(free);
    } else if (this.isShort && free >= 2 * this.margin + DESCRIPTORS_SPARE) {
      this.isShort = !(await this.acceptance.startAccepting());
      if (!this.isShort) this.takeSpare();
    }
  }

  private report(free: number): void {
    const nowMs = performance.now();
    if (nowMs - this.loggedAtMs < DESCRIPTORS_LOG_INTERVAL_MS) return;
    this.loggedAtMs = nowMs;
    this.log.warn(
      { limit: this.descriptors.limit, free: Math.max(0, free) },
      'few file descriptors are left: new connections are refused until others have closed',
    );
  }

  private takeSpare(): void {
    while (this.spare.length < Math.min(DESCRIPTORS_SPARE, this.margin)) this.spare.push(openSync(devNull, 'r'));
  }

  private releaseSpare(): void {
    for (const descriptor of this.spare.splice(0)) closeSync(descriptor);
  }
}
