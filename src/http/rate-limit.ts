import {
  RATE_TIERS, RATE_WINDOW_SECONDS, UNSIGNED_ADDRESSES_REMEMBERED, UNSIGNED_BURST_PER_SECOND, UNSIGNED_REQUESTS_PER_WINDOW,
} from '../limits.js';
import type { Failure } from '../errors.js';
import type { AllowanceUse } from '../metrics.js';
import type { CallerKind } from '../pool/wire.js';
import type { TierName } from '../schemas/documents.js';
import type { ActiveCredential } from './authenticate.js';

export interface Allowance {
  /** Requests in a window of RATE_WINDOW_SECONDS. */
  perWindow: number;
  /** Requests in any one second. */
  perSecond: number;
}

/** null: without limits. */
export const TIER_ALLOWANCES: Readonly<Record<TierName, Allowance | null>> = RATE_TIERS;
const UNSIGNED_ALLOWANCE: Allowance = { perWindow: UNSIGNED_REQUESTS_PER_WINDOW, perSecond: UNSIGNED_BURST_PER_SECOND };

/** Whether a request is let through, and what its headers say: of the limit that refused it, else of the window's. */
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

/** A request's place in its window, from 1, when it was admitted; else which limit is full. */
export type Counted = number;
export const WINDOW_FULL: Counted = 0;
export const SECOND_FULL: Counted = -1;

interface Counter {
  inWindow: number;
  /** How many the window may have. */
  perWindow: number;
  second: number;
  inSecond: number;
}

const NO_COUNTERS: ReadonlyMap<string, Counter> = new Map();

/**
 * Counts requests by key in fixed windows that start at multiples of their length since the epoch, so that nodes which
 * share counters agree on them. A refused request is not counted. Memory: one counter a key seen in the current window.
 */
export class FixedWindows {
  private window = -1;
  private counters = new Map<string, Counter>();
  /** Of the window before. */
  private former = NO_COUNTERS;

  /** @param remembersFormer whether `used` is asked for: it takes the counters of the window before */
  constructor(private readonly maxKeys: number, private readonly remembersFormer = false) {}

  admit(key: string, tier: string, allowance: Allowance, nowMs: number): Admission {
    return admissionOf(this.count(key, allowance, nowMs), tier, allowance, nowMs);
  }

  /** Takes over what others have counted for a key, so that counting can go on here from there. */
  learn(key: string, inWindow: number, { perWindow }: Allowance, nowMs: number): void {
    const second = Math.floor(nowMs / 1000);
    // News of a window that is over here.
    if (windowOf(second) < this.window) return;
    const counter = this.counterOf(key, second);
    counter.perWindow = perWindow;
    counter.inWindow = Math.max(counter.inWindow, inWindow);
  }

  /** The share of its window that each key has used, 0 to 1: of the window of `nowMs` or of the one before, the higher. */
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
    return counter.inWindow += 1;
  }

  private counterOf(key: string, second: number): Counter {
    const window = windowOf(second);
    // Forgetting every key at once, also when there are too many of them, bounds the memory without a timer.
    if (window !== this.window || (this.counters.size >= this.maxKeys && !this.counters.has(key))) {
      this.former = this.remembersFormer && window === this.window + 1 ? this.counters : NO_COUNTERS;
      this.counters = new Map();
      this.window = window;
    }
    let counter = this.counters.get(key);
    if (counter === undefined) {
      counter = { inWindow: 0, perWindow: Number.POSITIVE_INFINITY, second, inSecond: 0 };
      this.counters.set(key, counter);
    }
    if (counter.second !== second) {
      counter.second = second;
      counter.inSecond = 0;
    }
    return counter;
  }
}

/** The window that a second lies in. Both are numbered from the epoch. */
export function windowOf(second: number): number {
  return Math.floor(second / RATE_WINDOW_SECONDS);
}

/** What a request is told that arrived at `nowMs` and was counted, here or elsewhere. */
export function admissionOf(counted: Counted, tier: string, allowance: Allowance, nowMs: number): Admission {
  const second = Math.floor(nowMs / 1000);
  const windowEnds = (windowOf(second) + 1) * RATE_WINDOW_SECONDS;
  if (counted === WINDOW_FULL) return refusal(tier, allowance.perWindow, RATE_WINDOW_SECONDS, windowEnds, nowMs);
  if (counted === SECOND_FULL) return refusal(tier, allowance.perSecond, 1, second + 1, nowMs);
  return {
    allowed: true, tier, limit: allowance.perWindow, remaining: allowance.perWindow - counted,
    windowSeconds: RATE_WINDOW_SECONDS, resetSeconds: windowEnds, retryAfterSeconds: 0,
  };
}

function refusal(tier: string, limit: number, windowSeconds: number, resetSeconds: number, nowMs: number): Admission {
  const retryAfterSeconds = Math.max(1, Math.ceil(resetSeconds - nowMs / 1000));
  return { allowed: false, tier, limit, remaining: 0, windowSeconds, resetSeconds, retryAfterSeconds };
}

/** The limits of signed traffic, counted per credential. */
export class CredentialLimiter {
  // Two sets, because a service and a partner may have the same id; as many keys as there are credentials.
  private readonly services = new FixedWindows(Number.POSITIVE_INFINITY, true);
  private readonly partners = new FixedWindows(Number.POSITIVE_INFINITY, true);

  /** null for a credential without limits: its answers carry no limit headers, there being no number to put there. */
  admit(credential: ActiveCredential, nowMs: number): Admission | null {
    const allowance = TIER_ALLOWANCES[credential.tier];
    if (allowance === null) return null;
    return this.windowsOf(credential).admit(credential.id, credential.tier, allowance, nowMs);
  }

  /** See {@link FixedWindows.learn}. */
  learn(credential: ActiveCredential, inWindow: number, allowance: Allowance, nowMs: number): void {
    this.windowsOf(credential).learn(credential.id, inWindow, allowance, nowMs);
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

/** The limit of traffic without a valid signature, counted per address: an id that nobody has proved counts for nothing. */
export class AddressLimiter {
  private readonly addresses = new FixedWindows(UNSIGNED_ADDRESSES_REMEMBERED);

  /** @param address as uWS gives it: 4 or 16 bytes */
  admit(address: ArrayBuffer, nowMs: number): Admission {
    return this.addresses.admit(addressKey(address), 'UNSIGNED', UNSIGNED_ALLOWANCE, nowMs);
  }
}

const IPV6_BYTES = 16;
const MAPPED_IPV4_PREFIX = Buffer.from('00000000000000000000ffff', 'hex');

/** An IPv4 address whole, an IPv6 one by its /64: a single subscriber holds all of that. */
export function addressKey(address: ArrayBuffer): string {
  const bytes = Buffer.from(address);
  if (bytes.length !== IPV6_BYTES) return bytes.toString('latin1');
  const mapped = bytes.subarray(0, MAPPED_IPV4_PREFIX.length).equals(MAPPED_IPV4_PREFIX);
  return mapped ? bytes.toString('latin1', MAPPED_IPV4_PREFIX.length) : bytes.toString('latin1', 0, IPV6_BYTES / 2);
}

export function rateLimitFailure(refused: Admission): Failure {
  return {
    code: 'RATE_LIMIT_EXCEEDED',
    details: {
      tier: refused.tier, limit: refused.limit, window: refused.windowSeconds,
      resetTime: new Date(refused.resetSeconds * 1000).toISOString(), retryAfter: refused.retryAfterSeconds,
    },
  };
}
