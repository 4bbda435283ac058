/**
 * How many records each credential has had stored today: assignments and idempotency records
 * (docs/api-rules.md#rate-limits).
 */
import type { ReachedLimit } from '../caller.js';
import { DAY_SECONDS, RATE_TIERS } from '../limits/rate-limits.js';
import type { Documents, TierName } from '../contract/documents/documents.js';

type CallerKind = Documents['credentials']['kind'];

interface Owner {
  kind: CallerKind;
  id: string;
}

/** Counts by credential and UTC day, on this process alone. */
export class StoredRecords {
  #day = Number.NaN;
  readonly #counts = new Map<string, number>();

  /** @param tierOf undefined: the credential has been removed meanwhile, which is no reason to refuse */
  constructor(private readonly tierOf: (kind: CallerKind, id: string) => TierName | undefined) {}

  /** Counts records that are about to be stored, or returns the limit that they exceed. */
  take({ kind, id }: Owner, records: number, nowMs: number): ReachedLimit | null {
    const tier = this.tierOf(kind, id);
    const allowance = tier === undefined ? null : RATE_TIERS[tier];
    if (tier === undefined || allowance === null) return null;
    const day = Math.floor(nowMs / 1_000 / DAY_SECONDS);
    if (day !== this.#day) this.#counts.clear();
    this.#day = day;
    const key = `${kind}/${id}`;
    const count = (this.#counts.get(key) ?? 0) + records;
    if (count <= allowance.recordsPerDay) {
      this.#counts.set(key, count);
      return null;
    }
    const resetSeconds = (day + 1) * DAY_SECONDS;
    const retryAfterSeconds = Math.max(1, Math.ceil(resetSeconds - nowMs / 1_000));
    return { tier, limit: allowance.recordsPerDay, windowSeconds: DAY_SECONDS, resetSeconds, retryAfterSeconds };
  }

  /** Records that were counted by {@link take} were not stored after all. */
  giveBack({ kind, id }: Owner, records: number): void {
    const key = `${kind}/${id}`;
    const count = this.#counts.get(key);
    if (count !== undefined) this.#counts.set(key, Math.max(0, count - records));
  }
}
