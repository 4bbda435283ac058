/** Assignments of the store, as they are asked again. */
import type { SampledAssignment } from '../../analysis/allocation/asked-again.js';
import { KeptAssignmentRequest } from '../../contract/pricing-request.js';
import { ASKED_STRATEGIES, type AskedStrategy } from '../../domain/strategies.js';
import { isCancelled } from '../../model/assignment-life.js';
import type { AssignmentSample } from '../../model/documents.js';
import { SchemaValidator } from '../../model/schema-faults.js';

/** Another program may have written any content to a shared store. */
const KEPT = new SchemaValidator(KeptAssignmentRequest, 1);

/** Null: nobody has it any more, or another program has written it in a form that cannot be asked. */
export function assignmentOf(sample: AssignmentSample): SampledAssignment | null {
  const { shipmentId, partnerId, asked, caller = NOBODY_KNOWN, createdAt, assignmentType } = sample;
  const askedAtMs = Date.parse(createdAt);
  const isKnown = (ASKED_STRATEGIES as readonly unknown[]).includes(assignmentType);
  if (isCancelled(sample) || !isKnown || Number.isNaN(askedAtMs) || !KEPT.accepts(asked)) return null;
  return { shipmentId, partnerId, asked, caller, strategy: assignmentType as AskedStrategy, askedAtMs };
}

/** Of a record from before callers were stored. */
const NOBODY_KNOWN = { kind: 'service', id: '' } as const;
