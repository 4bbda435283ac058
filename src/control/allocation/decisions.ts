/** The decisions that are kept with assignments, for as long as DECISIONS_DAYS says. */
import type { Decision } from '../../contract/allocation.js';
import { DAY_MS } from '../../domain/calendar.js';
import { decisionOf } from '../../engine/allocation/decision.js';
import type { KeptDecision } from '../../engine/allocation/kept-decision.js';
import type { Json } from '../../json.js';
import { decisionKeyOf } from '../../model/assignment-key.js';
import type { WriteOp } from '../../model/change.js';
import type { Store } from '../../store/port.js';

/**
 * Keeps the decision of an attempt. A put: a decision may still be there whose assignment another program has removed.
 * @param days null: for ever
 */
export function keeping(key: string, decision: Json, days: number | null, nowMs: number): WriteOp {
  const expiresAt = days === null ? null : new Date(nowMs + days * DAY_MS).toISOString();
  return { kind: 'put', collection: 'decisions', document: { key, decision, expiresAt } };
}

/** The decision of an attempt; null: none is kept, or no longer. */
export async function keptDecision(
  store: Pick<Store, 'get'>,
  callerText: string,
  shipmentId: string,
  attempt: number,
): Promise<Decision | null> {
  const kept = await store.get('decisions', decisionKeyOf(callerText, shipmentId, attempt));
  return kept === undefined ? null : decisionOf(JSON.parse(kept.decision) as KeptDecision);
}
