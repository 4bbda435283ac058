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
import type { TierName } from '../contract/documents/documents.js';

export interface Allowance {
  /** Requests in a window of RATE_WINDOW_SECONDS. */
  perWindow: number;
  /** Requests in any one second. */
  perSecond: number;
}

/** null: no limits. */
export const TIER_ALLOWANCES: Readonly<Record<TierName, Allowance | null>> = RATE_TIERS;
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

/** An admitted request's place in its window, from 1; for a refused one, which limit is full. */
export type Counted = number;
export const WINDOW_FULL: Counted = 0;
export const SECOND_FULL: Counted = -1;

interface Counter {
  inWindow: number;
  /** The limit of the window. */
  perWindow: number;
  /** Of `inWindow`, those that only this node has counted. */
  ownInWindow: number;
  second: number;
  inSecond: number;
}

/** What a node knows of the present window of a key. */
export interface KnownCount {
  key: string;
  /** Admitted requests that shared counters have counted, of all nodes. */
  shared: number;
  /** Admitted requests that only this node has counted. */
  own: number;
}

const NO_COUNTERS: ReadonlyMap<string, Counter> = new Map();

/**
 * Counts requests by key in fixed windows that start at multiples of their length since the epoch, so that nodes that
 * share counters agree on them. Refused requests are not counted. Memory: one counter for each key seen in the current
 * window.
 */
export class FixedWindows {
  private window = -1;
  private counters = new Map<string, Counter>();
  /** Counters of the previous window. */
  private former = NO_COUNTERS;

  /** @param remembersFormer whether `used` is called: it needs the counters of the previous window */
  constructor(
    private readonly maxKeys: number,
    private readonly remembersFormer = false,
  ) {}

  admit(key: string, tier: string, allowance: Allowance, nowMs: number): Admission {
    return admissionOf(this.count(key, allowance, nowMs), tier, allowance, nowMs);
  }

  /** Adopts the count of a key from other nodes, so that counting can continue here from there. */
  learn(key: string, inWindow: number, { perWindow }: Allowance, nowMs: number): void {
    const second = Math.floor(nowMs / 1000);
    // a count of a window that is already over here
    if (windowOf(second) < this.window) return;
    const counter = this.counterOf(key, second);
    counter.perWindow = perWindow;
    counter.inWindow = Math.max(counter.inWindow, inWindow);
  }

  /** What is known of each key in the window of `nowMs`. */
  known(nowMs: number): KnownCount[] {
    if (windowOf(Math.floor(nowMs / 1000)) !== this.window) return [];
    return [...this.counters].map(([key, { inWindow, ownInWindow }]) => ({
      key,
      shared: inWindow - ownInWindow,
      own: ownInWindow,
    }));
  }

  /** Shared counters have counted `own` requests of this node now, in the window of `nowMs`. */
  told(key: string, own: number, nowMs: number): void {
    const counter = windowOf(Math.floor(nowMs / 1000)) === this.window ? this.counters.get(key) : undefined;
    if (counter !== undefined) counter.ownInWindow -= own;
  }

  /**
   * The share of its window that each key has used, 0 to 1: in the window of `nowMs` or in the previous one, whichever
   * is higher.
   */
  used(nowMs: number): Map<string, number> {
    const window = windowOf(Math.floor(nowMs / 1000));
    const ratios = new Map<string, number>();
    const add = (counters: ReadonlyMap<string, Counter>): void => {
      for (const [key, { inWindow, perWindow }] of counters) {
        ratios.set(key, Math.max(ratios.get(key) ?? 0, Math.min(1, inWindow / perWindow)));
      }
    };
    if (this.window === window) add(this.former);
    if (this.window === window || this.window === window - 1) add(this.counters);
    return ratios;
  }

  private count(key: string, allowance: Allowance, nowMs: number): Counted {
    const counter = this.counterOf(key, Math.floor(nowMs / 1000));
    counter.perWindow = allowance.perWindow;
    if (counter.inWindow >= allowance.perWindow) return WINDOW_FULL;
    if (counter.inSecond >= allowance.perSecond) return SECOND_FULL;
    counter.inSecond += 1;
    counter.ownInWindow += 1;
    return (counter.inWindow += 1);
  }

  private counterOf(key: string, second: number): Counter {
    const window = windowOf(second);
    // Dropping all keys at once, also when there are too many, bounds the memory without a timer.
    if (window !== this.window || (this.counters.size >= this.maxKeys && !this.counters.has(key))) {
      this.former = this.remembersFormer && window === this.window + 1 ? this.counters : NO_COUNTERS;
      this.counters = new Map();
      this.window = window;
    }
    let counter = this.counters.get(key);
    if (counter === undefined) {
      counter = { inWindow: 0, perWindow: Number.POSITIVE_INFINITY, ownInWindow: 0, second, inSecond: 0 };
      this.counters.set(key, counter);
    }
    if (counter.second !== second) {
      counter.second = second;
      counter.inSecond = 0;
    }
    return counter;
  }
}

/** The window that contains a second. Seconds and windows are numbered from the epoch. */
export function windowOf(second: number): number {
  return Math.floor(second / RATE_WINDOW_SECONDS);
}

/** The admission of a request that arrived at `nowMs` and was counted, here or on another node. */
export function admissionOf(counted: Counted, tier: string, allowance: Allowance, nowMs: number): Admission {
  const second = Math.floor(nowMs / 1000);
  const windowEnds = (windowOf(second) + 1) * RATE_WINDOW_SECONDS;
  if (counted === WINDOW_FULL) return refusal(tier, allowance.perWindow, RATE_WINDOW_SECONDS, windowEnds, nowMs);
  if (counted === SECOND_FULL) return refusal(tier, allowance.perSecond, 1, second + 1, nowMs);
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

/** The limits of signed traffic, counted per credential. */
export class CredentialLimiter {
  // Two sets, because a service and a partner may have the same id. There are as many keys as credentials.
  private readonly services = new FixedWindows(Number.POSITIVE_INFINITY, true);
  private readonly partners = new FixedWindows(Number.POSITIVE_INFINITY, true);

  /** null for a credential without limits: its answers carry no limit headers. */
  admit(credential: ActiveCredential, nowMs: number): Admission | null {
    const allowance = TIER_ALLOWANCES[credential.tier];
    if (allowance === null) return null;
    return this.windowsOf(credential).admit(credential.id, credential.tier, allowance, nowMs);
  }

  /** See {@link FixedWindows.learn}. */
  learn(credential: ActiveCredential, inWindow: number, allowance: Allowance, nowMs: number): void {
    this.windowsOf(credential).learn(credential.id, inWindow, allowance, nowMs);
  }

  /** See {@link FixedWindows.known}. A key is a credential's kind and id. */
  known(nowMs: number): KnownCount[] {
    const knownOf = (kind: CallerKind, windows: FixedWindows): KnownCount[] =>
      windows.known(nowMs).map((count) => ({ ...count, key: sharedKeyOf({ kind, id: count.key }) }));
    return [...knownOf('service', this.services), ...knownOf('partner', this.partners)];
  }

  /** See {@link FixedWindows.told}. */
  told(key: string, own: number, nowMs: number): void {
    const separator = key.indexOf('/');
    const windows = key.slice(0, separator) === 'service' ? this.services : this.partners;
    windows.told(key.slice(separator + 1), own, nowMs);
  }

  /** See {@link FixedWindows.used}. */
  used(nowMs: number): AllowanceUse[] {
    const usedOf = (kind: CallerKind, windows: FixedWindows): AllowanceUse[] =>
      [...windows.used(nowMs)].map(([credential, ratio]) => ({ kind, credential, ratio }));
    return [...usedOf('service', this.services), ...usedOf('partner', this.partners)];
  }

  private windowsOf(credential: ActiveCredential): FixedWindows {
    return credential.kind === 'service' ? this.services : this.partners;
  }
}

/** The key of a credential in counters that services and partners share. */
export function sharedKeyOf({ kind, id }: Pick<ActiveCredential, 'kind' | 'id'>): string {
  return `${kind}/${id}`;
}

/** The limit for traffic without a valid signature, counted per address, since an unproven id means nothing. */
export class AddressLimiter {
  private readonly addresses = new FixedWindows(UNSIGNED_ADDRESSES_REMEMBERED);

  /** @param address see `addressKey` */
  admit(address: string, nowMs: number): Admission {
    return this.addresses.admit(address, 'UNSIGNED', UNSIGNED_ALLOWANCE, nowMs);
  }
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
