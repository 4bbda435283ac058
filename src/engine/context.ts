/** What every answer is computed from, and what it comes to. */
import type { PricingSettings } from '../domain/pricing.js';
import type { Failure } from '../errors.js';
import type { GenerationView } from '../index/view.js';
import type { CallerKind, PendingAssignment } from '../pool/wire.js';

export interface EngineContext {
  view: GenerationView;
  settings: PricingSettings;
  /** Milliseconds since the epoch. */
  now: number;
  /** A fresh identifier with this prefix, unique across threads, nodes and restarts. */
  nextId(prefix: string): string;
}

export interface Caller {
  kind: CallerKind;
  /** The credential's id; a partner's is its partnerId. */
  id: string;
}

export type Outcome = Success | { ok: false; failure: Failure };

export interface Success {
  ok: true;
  data: object;
  /** Fields of the envelope beside data. */
  envelope: Record<string, unknown>;
  assignment?: PendingAssignment;
}

export const failure = (value: Failure): Outcome => ({ ok: false, failure: value });

export const success = (data: object, envelope: Record<string, unknown> = {}): Success => ({ ok: true, data, envelope });
