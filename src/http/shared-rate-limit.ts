import { admissionOf, CredentialLimiter, TIER_ALLOWANCES, WINDOW_FULL, type Admission, type Allowance, type Counted } from './rate-limit.js';
import type { AllowanceUse } from '../metrics.js';
import type { ActiveCredential } from './authenticate.js';

/** Limits signed traffic. An answer that is not known yet is a promise, and one that never rejects. */
export interface SignedLimiter {
  /** @param nowMs milliseconds since the epoch; null: the credential has no limits */
  admit(credential: ActiveCredential, nowMs: number): Admission | Promise<Admission> | null;
  /** How much of their allowance credentials have used, as far as this node knows. */
  used(nowMs: number): AllowanceUse[];
}

/** Counters that nodes share. They count as {@link FixedWindows} does: all nodes together admit what one would. */
export interface SharedCounters {
  /**
   * Counts a request of `key` that arrived at `nowMs`. null, now or later: the counters are out of reach, so it was not
   * counted that anyone could know of. Never rejects, and is never late by more than SHARED_COUNT_DEADLINE_MS.
   */
  count(key: string, allowance: Allowance, nowMs: number): Promise<Counted | null> | null;
}

/** The limits of signed traffic, counted per credential for all nodes together, or on this one while that cannot be. */
export class SharedCredentialLimiter implements SignedLimiter {
  private readonly local = new CredentialLimiter();

  /** @param now milliseconds since the epoch */
  constructor(private readonly shared: SharedCounters, private readonly now: () => number) {}

  admit(credential: ActiveCredential, nowMs: number): Admission | Promise<Admission> | null {
    const allowance = TIER_ALLOWANCES[credential.tier];
    if (allowance === null) return null;
    const counting = this.shared.count(`${credential.kind}/${credential.id}`, allowance, nowMs);
    if (counting === null) return this.local.admit(credential, nowMs);
    return counting.then((counted) => {
      // By the clock of now, for others may have been counted in a window that began while this one waited.
      if (counted === null) return this.local.admit(credential, this.now())!;
      // So that a fall back goes on from what all nodes have admitted, rather than begin the window anew.
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
