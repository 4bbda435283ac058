/** What answers show of an assignment's record. */
import type { Caller } from '../../../caller.js';
import type { Shipment } from '../../../contract/shipments.js';
import { callerTextOf } from '../../../model/assignment-key.js';
import { isCancelled, lifeOf } from '../../../model/assignment-life.js';
import type { AssignmentRecord } from '../../../model/documents.js';

type Assignment = Required<Shipment>['assignment'];

/** A row of a list. What was asked is for services alone. */
export function listedShipment(
  record: AssignmentRecord,
  { includeDetails, includeAsked }: { includeDetails: boolean; includeAsked: boolean },
  reader: Caller,
): Shipment {
  const shipment = shipmentOf(record, includeDetails, reader);
  return includeAsked && reader.kind === 'service' ? { ...shipment, asked: record.asked ?? null } : shipment;
}

export function shipmentOf(record: AssignmentRecord, includeDetails: boolean, reader: Caller): Shipment {
  const { shipmentId, caller, assignmentId, partnerId, createdAt } = record;
  const assignment = record.assignment as unknown as Assignment;
  const { partnerName, assignmentType, estimates, tracking } = assignment;
  const status = isCancelled(record) ? 'CANCELLED' : assignment.status;
  return {
    shipmentId,
    caller: callerTextOf(caller),
    assignmentId,
    partnerId,
    partnerName,
    status,
    lifecycle: lifecycleOf(record),
    assignedAt: createdAt,
    assignmentType,
    trackingNumber: tracking?.trackingNumber ?? null,
    totalCost: estimates.totalCost ?? null,
    pickupDate: estimates.pickupDate,
    deliveryDate: estimates.deliveryDate,
    // it is stored as it was made
    ...(includeDetails && { assignment: { ...asSeenBy(reader, record, assignment), status } }),
  };
}

export function lifecycleOf(record: AssignmentRecord): Shipment['lifecycle'] {
  const { state, attempt, awb, confirmedAt, handedOverAt, cancelledAt, reason } = lifeOf(record);
  return {
    state,
    attempt,
    awb: awb ?? null,
    confirmedAt: confirmedAt ?? null,
    handedOverAt: handedOverAt ?? null,
    cancelledAt: cancelledAt ?? null,
    reason: reason ?? null,
  };
}

/** What a partner does not see of another caller's assignment: its rivals with their prices, and why it was chosen. */
const OF_THE_HOUSE: ReadonlySet<string> = new Set(['alternatives', 'policy']);

function asSeenBy(reader: Caller, { caller }: AssignmentRecord, assignment: Assignment): Assignment {
  if (reader.kind === 'service' || callerTextOf(caller) === callerTextOf(reader)) return assignment;
  return Object.fromEntries(Object.entries(assignment).filter(([name]) => !OF_THE_HOUSE.has(name))) as Assignment;
}
