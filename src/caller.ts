/** Who sends a request: credentials, as every layer knows them. */
import type { KeyObject } from 'node:crypto';
import type { TierName } from './model/documents.js';
import type { Scope } from './model/scopes.js';

/** The kind of caller: a partner's credential speaks for that partner only, a service's for all partners. */
export type CallerKind = 'service' | 'partner';

/** Who sends a request: the credential's kind and id; the id of a partner's credential is its partnerId. */
export interface Caller {
  kind: CallerKind;
  id: string;
}

/** A caller with its rate limit. */
export interface LimitedCaller extends Caller {
  tier: TierName;
  /** Requests left in the current minute; null without a limit. */
  remaining: number | null;
}

/**
 * A credential that may be used. The lookup must return the same object until the credential changes, and a new one
 * after that: verified signatures are remembered per object.
 */
export interface ActiveCredential extends Caller {
  tier: TierName;
  requireBodyHash: boolean;
  scopes: ReadonlySet<Scope>;
  secrets: readonly ActiveSecret[];
}

export interface ActiveSecret {
  key: KeyObject | Buffer;
  /** Milliseconds since the epoch after which the secret is no longer valid; null: it does not expire. */
  notAfterMs: number | null;
}

export type FindCredential = (kind: CallerKind, id: string) => ActiveCredential | undefined;

/** The limit that refuses a request, for its answer. */
export interface ReachedLimit {
  tier: TierName;
  limit: number;
  /** Length of the limit's window. */
  windowSeconds: number;
  /** Unix seconds at which the window ends. */
  resetSeconds: number;
  /** Whole seconds to wait, at least 1. */
  retryAfterSeconds: number;
}
