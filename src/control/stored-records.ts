/**
 * How many records each credential has had stored today: assignments, idempotency records, and change sets with their
 * entries (docs/api-rules.md#rate-limits).
 */
import type { ActiveCredential, Caller, CallerKind, ReachedLimit } from '../caller.js';
import { dayNumber, startOfDay } from '../domain/calendar.js';
import { DAY_SECONDS, MANAGE_RECORDS_FACTOR, RATE_TIERS, STORED_RECORD_BYTES } from '../limits/rate-limits.js';

type Credential = Pick<ActiveCredential, 'tier' | 'scopes'>;

/** The records that so many bytes are. */
export function recordsOf(bytes: number): number {
  return Math.ceil(bytes / STORED_RECORD_BYTES);
}

/** Counts by credential and day in India, on this process alone. */
export class StoredRecords {
  #day = Number.NaN;
  readonly #counts = new Map<string, number>();

  /** @param credentialOf undefined: it has been removed meanwhile, which is no reason to refuse */
  constructor(private readonly credentialOf: (kind: CallerKind, id: string) => Credential | undefined) {}

  /** Counts records that are about to be stored, or returns the limit that they exceed. */
  take({ kind, id }: Caller, records: number, nowMs: number): ReachedLimit | null {
    const credential = this.credentialOf(kind, id);
    const allowance = credential === undefined ? null : RATE_TIERS[credential.tier];
    if (credential === undefined || allowance === null) return null;
    const { tier, scopes } = credential;
    const limit = allowance.recordsPerDay * (scopes.has('manage') ? MANAGE_RECORDS_FACTOR : 1);
    const day = dayNumber(nowMs);
    if (day !== this.#day) this.#counts.clear();
    this.#day = day;
    const key = `${kind}/${id}`;
    const count = (this.#counts.get(key) ?? 0) + records;
    if (count <= limit) {
      this.#counts.set(key, count);
      return null;
    }
    const resetSeconds = startOfDay(day + 1) / 1_000;
    const retryAfterSeconds = Math.max(1, Math.ceil(resetSeconds - nowMs / 1_000));
    return { tier, limit, windowSeconds: DAY_SECONDS, resetSeconds, retryAfterSeconds };
  }

  /** Records that were counted by {@link take} were not stored after all. */
  giveBack({ kind, id }: Caller, records: number): void {
    const key = `${kind}/${id}`;
    const count = this.#counts.get(key);
    if (count !== undefined) this.#counts.set(key, Math.max(0, count - records));
  }
}

/** What one write takes of its credential's day. The store may carry it out again: then it takes again. */
export class Claim {
  #taken = 0;

  constructor(
    private readonly records: StoredRecords,
    private readonly caller: Caller,
    private readonly now: () => number,
  ) {}

  /** Replaces its former claim by records of so many bytes. Returns the limit that they exceed. */
  take(bytes: number): ReachedLimit | null {
    this.records.giveBack(this.caller, this.#taken);
    const wanted = recordsOf(bytes);
    const limit = this.records.take(this.caller, wanted, this.now());
    this.#taken = limit === null ? wanted : 0;
    return limit;
  }
}
