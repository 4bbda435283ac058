/** Limits of callers: tiers, unsigned traffic, signatures, and the time for Redis (docs/api-rules.md#rate-limits). */
import { assert } from './assert.js';

/** Rate limits of signed traffic, per credential (docs/api-rules.md#rate-limits). */
export const RATE_WINDOW_SECONDS = 60;
export const RATE_TIERS = {
  TIER_1: { perWindow: 1_000, perSecond: 50, recordsPerDay: 10_000 },
  TIER_2: { perWindow: 5_000, perSecond: 200, recordsPerDay: 100_000 },
  TIER_3: { perWindow: 20_000, perSecond: 1_000, recordsPerDay: 500_000 },
  UNLIMITED: null,
} as const;
/** The length of a generated secret; how long its predecessor stays valid by default, and at most. */
export const SECRET_BYTES = 32;
export const OVERLAP_SECONDS = 86_400;
export const MAX_OVERLAP_SECONDS = 2_592_000;
/** A stored record counts once for each begun block of this size. */
export const STORED_RECORD_BYTES = 8_192;
/** A credential with the scope `manage` may have this many times the records of its tier. */
export const MANAGE_RECORDS_FACTOR = 10;
/** The window of the records that are stored for a credential. */
export const DAY_SECONDS = 86_400;

/**
 * Rate limits that nodes share through Redis. A request waits for Redis at most the first value. After that it is
 * counted on the node, as are all requests until Redis is back. A counter in Redis outlives its window by the slack:
 * the nodes' clocks may differ by half of it.
 */
export const SHARED_COUNT_DEADLINE_MS = 100;
export const SHARED_COUNTER_SLACK_SECONDS = 10;
/** A deadline that is checked this late shows that this thread has stalled: Redis then gets this much longer. */
export const REDIS_AFTER_STALL_MS = 20;
export const REDIS_CONNECT_TIMEOUT_MS = 1_000;
/** The pause between attempts to connect doubles up to the second value; a connection that lasts so long resets it. */
export const REDIS_RETRY_MIN_MS = 100;
export const REDIS_RETRY_MAX_MS = 5_000;

/** Signatures. A shorter secret can be guessed from one signed request; production refuses it. */
export const MIN_SECRET_LENGTH = 16;
export const VERIFIED_SIGNATURES_REMEMBERED = 10_000;
export const MAX_TIMESTAMP_DIGITS = 12;

/** Unsigned traffic, per address: enough for probes and scrapes, too little to guess secrets or flood logs. */
export const UNSIGNED_REQUESTS_PER_WINDOW = 600;
export const UNSIGNED_BURST_PER_SECOND = 100;
export const UNSIGNED_ADDRESSES_REMEMBERED = 100_000;

assert(REDIS_RETRY_MIN_MS <= REDIS_RETRY_MAX_MS);
