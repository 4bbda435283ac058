/** Admits requests: signed traffic by credential, everything else by address. */
import type { ActiveCredential, CallerKind } from '../caller.js';
import {
  RATE_TIERS,
  RATE_WINDOW_SECONDS,
  UNSIGNED_ADDRESSES_REMEMBERED,
  UNSIGNED_BURST_PER_SECOND,
  UNSIGNED_REQUESTS_PER_WINDOW,
} from '../limits/rate-limits.js';
import type { Failure } from '../errors.js';
import type { AllowanceUse } from '../metrics.js';
import {
  type Allowance,
  type CountedWeight,
  type CountResult,
  FixedWindows,
  ONE_REQUEST,
  SECOND_FULL,
  secondOf,
  WINDOW_FULL,
  windowOf,
} from './fixed-windows.js';

const UNSIGNED_ALLOWANCE: Allowance = { perWindow: UNSIGNED_REQUESTS_PER_WINDOW, perSecond: UNSIGNED_BURST_PER_SECOND };

/**
 * Whether a request is admitted, and the content of its limit headers. They describe the limit that refused it,
 * otherwise the window's.
 */
export interface Admission {
  allowed: boolean;
  /** The tier, or `UNSIGNED`. */
  tier: string;
  limit: number;
  remaining: number;
  /** Length of the limit's window. */
  windowSeconds: number;
  /** Unix seconds at which the window ends. */
  resetSeconds: number;
  /** Whole seconds to wait, at least 1. */
  retryAfterSeconds: number;
}

/** Counters that nodes share. They count like {@link FixedWindows}: all nodes together admit what one node would. */
export interface SharedCounters {
  /**
   * Counts a request of `key` that arrived at `nowMs`. null, at once or later: the counters are unreachable, and it is
   * unknown whether the request was counted. Never rejects, and never takes longer than SHARED_COUNT_DEADLINE_MS.
   */
  count(key: string, allowance: Allowance, nowMs: number, weight?: CountedWeight): Promise<CountResult | null> | null;
  /**
   * From now on the counters get the counts of `windows` whenever they may have lost their own. Called once.
   * @param now milliseconds since the epoch
   */
  remindFrom(windows: FixedWindows, now: () => number): void;
}

/**
 * The limits of signed traffic, counted per credential: on this node, or for all nodes together where they share
 * counters and these can be reached.
 */
export class CredentialLimiter {
  // As many keys as credentials.
  private readonly windows = new FixedWindows(Number.POSITIVE_INFINITY, true);

  /** @param now milliseconds since the epoch */
  constructor(
    private readonly now: () => number,
    private readonly shared: SharedCounters | null = null,
  ) {
    shared?.remindFrom(this.windows, now);
  }

  /**
   * A decision that is not available yet is a promise, which never rejects. null: the credential has no limits, and its
   * answers carry no limit headers.
   */
  admit(credential: ActiveCredential, nowMs: number): Admission | Promise<Admission> | null {
    return this.#admit(credential, nowMs, ONE_REQUEST);
  }

  /**
   * The same for what a request that was admitted counts in addition: for so many requests of the window, none of the
   * second.
   */
  admitMore(credential: ActiveCredential, more: number, nowMs: number): Admission | Promise<Admission> | null {
    return this.#admit(credential, nowMs, { inWindow: more, inSecond: 0 });
  }

  #admit(
    { kind, id, tier }: ActiveCredential,
    nowMs: number,
    weight: CountedWeight,
  ): Admission | Promise<Admission> | null {
    const allowance = RATE_TIERS[tier];
    if (allowance === null) return null;
    // a service and a partner may have the same id
    const key = `${kind}/${id}`;
    const counting = this.shared === null ? null : this.shared.count(key, allowance, nowMs, weight);
    if (counting === null)
      return admissionOf(this.windows.count(key, allowance, nowMs, weight), tier, allowance, nowMs);
    return counting.then((counted) => {
      if (counted === null) {
        // by the present clock: a new window may have begun, with other requests in it, while this request waited
        const presentMs = this.now();
        return admissionOf(this.windows.count(key, allowance, presentMs, weight), tier, allowance, presentMs);
      }
      // so that a fallback continues from the count of all nodes, and does not start the window again; what counts
      // for many may be refused while there is room for a few
      if (counted !== SECOND_FULL && (counted !== WINDOW_FULL || weight.inWindow === 1))
        this.windows.learn(key, counted === WINDOW_FULL ? allowance.perWindow : counted, allowance, nowMs);
      return admissionOf(counted, tier, allowance, nowMs);
    });
  }

  /** The share of its allowance that each credential has used, as far as this node knows. */
  used(nowMs: number): AllowanceUse[] {
    return [...this.windows.used(nowMs)].map(([key, ratio]) => {
      const separator = key.indexOf('/');
      return { kind: key.slice(0, separator) as CallerKind, credential: key.slice(separator + 1), ratio };
    });
  }
}

/** The limit for traffic without a valid signature, counted per address, since an unproven id means nothing. */
export class AddressLimiter {
  private readonly windows = new FixedWindows(UNSIGNED_ADDRESSES_REMEMBERED);

  constructor(private readonly allowance = UNSIGNED_ALLOWANCE) {}

  /** @param address see `addressKey` */
  admit(address: string, nowMs: number): Admission {
    return admissionOf(this.windows.count(address, this.allowance, nowMs), 'UNSIGNED', this.allowance, nowMs);
  }
}

/** The admission of a request that arrived at `nowMs` and was counted, here or on another node. */
function admissionOf(counted: CountResult, tier: string, allowance: Allowance, nowMs: number): Admission {
  const windowEnds = (windowOf(nowMs) + 1) * RATE_WINDOW_SECONDS;
  if (counted === WINDOW_FULL) return refusal(tier, allowance.perWindow, RATE_WINDOW_SECONDS, windowEnds, nowMs);
  if (counted === SECOND_FULL) return refusal(tier, allowance.perSecond, 1, secondOf(nowMs) + 1, nowMs);
  return {
    allowed: true,
    tier,
    limit: allowance.perWindow,
    remaining: allowance.perWindow - counted,
    windowSeconds: RATE_WINDOW_SECONDS,
    resetSeconds: windowEnds,
    retryAfterSeconds: 0,
  };
}

function refusal(tier: string, limit: number, windowSeconds: number, resetSeconds: number, nowMs: number): Admission {
  const retryAfterSeconds = Math.max(1, Math.ceil(resetSeconds - nowMs / 1000));
  return { allowed: false, tier, limit, remaining: 0, windowSeconds, resetSeconds, retryAfterSeconds };
}

export function rateLimitFailure(refused: Admission): Failure {
  return {
    code: 'RATE_LIMIT_EXCEEDED',
    details: {
      tier: refused.tier,
      limit: refused.limit,
      window: refused.windowSeconds,
      resetTime: new Date(refused.resetSeconds * 1000).toISOString(),
      retryAfter: refused.retryAfterSeconds,
    },
  };
}
