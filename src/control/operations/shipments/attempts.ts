import { listAttempts as contract } from '../../../contract/shipment-life.js';
import { lifeOf } from '../../../model/assignment-life.js';
import type { AssignmentRecord } from '../../../model/documents.js';
import type { FormerAttempt } from '../../../model/life.js';
import { answer, implement } from '../operation.js';
import { shipmentRecordOf } from './record.js';

export const listAttempts = implement(contract, async (request, { store }) => {
  const found = await shipmentRecordOf(request, store);
  if (!found.ok) return found;
  const { caller } = request;
  const isSeen = ({ partnerId }: { partnerId: string }) => caller.kind === 'service' || partnerId === caller.id;
  return answer({ data: attemptsOf(found.record).filter(isSeen) });
});

function attemptsOf(record: AssignmentRecord) {
  const { attempt, state, by = null, at, reason = null, note = null } = lifeOf(record);
  return [
    ...(record.formerAttempts ?? []).map(shownAttempt),
    { attempt, partnerId: record.partnerId, state, cost: costOf(record), by, at, reason, note },
  ];
}

function shownAttempt(former: FormerAttempt) {
  const { attempt, partnerId, state, cost = null, by = null, at, reason, note = null, reassigned } = former;
  const next = reassigned && { reassigned: { reason: reassigned.reason, note: reassigned.note ?? null } };
  return { attempt, partnerId, state, cost, by, at, reason, note, ...next };
}

/** Null: the assignment was stored without it. */
export function costOf({ assignment }: AssignmentRecord): number | null {
  const { estimates } = assignment as { estimates?: { totalCost?: number } };
  return estimates?.totalCost ?? null;
}
