/** The request of a kept assignment, to be asked again for another attempt. */
import type { AssignmentRequest } from '../../contract/requests.js';
import { momentOf } from '../../domain/calendar.js';
import { type AskedStrategy, rankingOf, type Strategy } from '../../domain/strategies.js';
import { type KeptPreferences, keptRequestOf } from '../../engine/allocation/kept-request.js';
import { lifeOf } from '../../model/assignment-life.js';
import type { AssignmentRecord } from '../../model/documents.js';
import type { REASSIGN_REASONS } from '../../model/life.js';

/** How the next attempt differs from what was asked. */
export interface ReassignOrder {
  reason: (typeof REASSIGN_REASONS)[number];
  /** Get it in no case. */
  exclude?: readonly string[];
  /** Gets it, as one that is selected by hand. */
  partnerId?: string;
  assignmentStrategy?: AskedStrategy;
  note?: string;
}

/** Null: an earlier release kept the assignment without its request. */
export function requestAgain(
  record: AssignmentRecord,
  reassigning: ReassignOrder,
  now: number,
): AssignmentRequest | null {
  const { shipmentId, asked, assignment } = record;
  if (asked === undefined) return null;
  const { parcel, shipDate, excluded: askedWithout, preferences } = keptRequestOf(asked);
  const { exclude = [], partnerId, assignmentStrategy } = reassigning;
  const { priority, tracking } = assignment as { priority?: string; tracking?: { qrCode?: string } | null };
  const isToCome = shipDate !== undefined && momentOf(shipDate) > now;
  const excluded = [...askedWithout, ...exclude, ...leftOut(record, reassigning)];
  return {
    shipmentDetails: {
      ...parcel,
      shipmentId,
      excludePartners: excluded,
      ...(isToCome && { shipDate }),
    } as AssignmentRequest['shipmentDetails'],
    assignmentPreferences: {
      ...preferences,
      ...(priority !== undefined && { priority }),
      ...(partnerId === undefined
        ? { assignmentStrategy: assignmentStrategy ?? strategyOf(record) }
        : { assignmentStrategy: 'MANUAL_SELECTION', selectedPartner: partnerId }),
    },
    options: trackingOptionOf(tracking),
  };
}

/**
 * Those that had it and do not get it again: the present one unless it was cancelled, and those that gave no number.
 */
function leftOut(record: AssignmentRecord, { reason, partnerId: named }: ReassignOrder): string[] {
  const refused = (record.formerAttempts ?? []).filter((each) => (each.reassigned ?? each).reason === 'AWB_REFUSED');
  const isOpenAgain = lifeOf(record).state === 'CANCELLED' && reason !== 'AWB_REFUSED';
  const present = isOpenAgain ? [] : [record.partnerId];
  return [...present, ...refused.map(({ partnerId }) => partnerId)].filter((partnerId) => partnerId !== named);
}

/** As asked at first; BEST_MATCH where that was a selection by hand. */
export function strategyOf({ asked, assignment }: AssignmentRecord): Strategy {
  const { assignmentStrategy } = (asked?.['preferences'] ?? {}) as KeptPreferences;
  return rankingOf(assignmentStrategy ?? (assignment['assignmentType'] as AskedStrategy));
}

/** What was asked, as the former attempt shows it. */
function trackingOptionOf(tracking: { qrCode?: string } | null | undefined) {
  if (!tracking) return { createTrackingNumber: false };
  return tracking.qrCode === undefined ? {} : { createTrackingNumber: true };
}
