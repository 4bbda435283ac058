import type { ActiveCredential } from '../caller.js';
import {
  admissionOf,
  CredentialLimiter,
  sharedKeyOf,
  TIER_ALLOWANCES,
  WINDOW_FULL,
  type Admission,
  type Allowance,
  type Counted,
  type KnownCount,
} from './rate-limit.js';
import type { AllowanceUse } from '../metrics.js';

/** Limits signed traffic. A decision that is not available yet is a promise, which never rejects. */
export interface SignedLimiter {
  /** @param nowMs milliseconds since the epoch; null: the credential has no limits */
  admit(credential: ActiveCredential, nowMs: number): Admission | Promise<Admission> | null;
  /** The share of its allowance that each credential has used, as far as this node knows. */
  used(nowMs: number): AllowanceUse[];
}

/** Counters that nodes share. They count like {@link FixedWindows}: all nodes together admit what one node would. */
export interface SharedCounters {
  /**
   * Counts a request of `key` that arrived at `nowMs`. null, at once or later: the counters are unreachable, so whether
   * the request was counted is unknown. Never rejects, and never takes longer than SHARED_COUNT_DEADLINE_MS.
   */
  count(key: string, allowance: Allowance, nowMs: number): Promise<Counted | null> | null;
  /** Tells the counters from now on what nodes know whenever they may have forgotten it. Called once. */
  remindWith(memory: CountMemory): void;
}

/** What a node remembers of the counts of all nodes. */
export interface CountMemory {
  /** @param nowMs milliseconds since the epoch: `counts` are those of its window */
  known(): { counts: KnownCount[]; nowMs: number };
  /** The counters have adopted a count of `known`. */
  told(count: KnownCount, nowMs: number): void;
}

/**
 * The limits of signed traffic, counted per credential for all nodes together, or on this node while that is
 * impossible.
 */
export class SharedCredentialLimiter implements SignedLimiter {
  private readonly local = new CredentialLimiter();

  /** @param now milliseconds since the epoch */
  constructor(
    private readonly shared: SharedCounters,
    private readonly now: () => number,
  ) {
    shared.remindWith({
      known: () => {
        const nowMs = now();
        return { counts: this.local.known(nowMs), nowMs };
      },
      told: ({ key, own }, nowMs) => this.local.told(key, own, nowMs),
    });
  }

  admit(credential: ActiveCredential, nowMs: number): Admission | Promise<Admission> | null {
    const allowance = TIER_ALLOWANCES[credential.tier];
    if (allowance === null) return null;
    const counting = this.shared.count(sharedKeyOf(credential), allowance, nowMs);
    if (counting === null) return this.local.admit(credential, nowMs);
    return counting.then((counted) => {
      // by the present clock: others may have been counted in a window that began while this request waited
      if (counted === null) return this.local.admit(credential, this.now())!;
      // so that a fallback continues from what all nodes have admitted, and does not start the window again
      if (counted >= WINDOW_FULL) {
        this.local.learn(credential, counted === WINDOW_FULL ? allowance.perWindow : counted, allowance, nowMs);
      }
      return admissionOf(counted, credential.tier, allowance, nowMs);
    });
  }

  used(nowMs: number): AllowanceUse[] {
    return this.local.used(nowMs);
  }
}
