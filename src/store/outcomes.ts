/** What an import of outcomes asks a store for, and what it writes. */
import type { OutcomeSums } from '../domain/outcomes/sums.js';
import { assignmentKeyOf, callerTextOf } from '../model/assignment-key.js';
import type { AssignmentRecord, Outcome } from '../model/documents.js';
import { valueAt } from '../model/members.js';
import type { FilteredPart } from './assignment-filter.js';

/** A kept line before and after; null: there is none. */
export interface OutcomeChange {
  key: string;
  former: Outcome | null;
  line: Outcome | null;
}

export interface OutcomesWrite {
  /** Of {@link Store.outcomesRevision}: read before the former lines were. */
  revision: number;
  /** Each key once. */
  changes: readonly OutcomeChange[];
  /** What the changes add to the sums; negative where former lines no longer count. Each row once. */
  sums: readonly OutcomeSums[];
  /** When the partners of the new lines had their last one; ISO 8601. */
  at: string;
}

/** A partner's number of a parcel. */
export interface PartnerAwb {
  partnerId: string;
  awb: string;
}

/** What of an assignment counts for its outcome; null: the record does not have it. */
export interface AssignedParcel {
  /** The key of the assignment. */
  key: string;
  partnerId: string;
  awb: string | null;
  /** When the current attempt was made. */
  at: string;
  pickupPincode: string | null;
  deliveryPincode: string | null;
  paymentType: string | null;
  handedOverAt: string | null;
  /** The estimates of the assignment. */
  pickupDate: string | null;
  deliveryDate: string | null;
}

/** The members of an assignment's record that {@link parcelOf} reads. */
export const PARCEL_MEMBERS = [
  'caller',
  'shipmentId',
  'partnerId',
  'createdAt',
  'life',
  'asked.pickupPincode',
  'asked.deliveryPincode',
  'asked.paymentType',
  'assignment.estimates.pickupDate',
  'assignment.estimates.deliveryDate',
] as const;

export function parcelOf(record: FilteredPart & Pick<AssignmentRecord, 'shipmentId' | 'partnerId'>): AssignedParcel {
  const { caller, shipmentId, partnerId, createdAt, life } = record;
  const textAt = (path: string): string | null => {
    const value = valueAt(record, path);
    return typeof value === 'string' ? value : null;
  };
  return {
    key: assignmentKeyOf(callerTextOf(caller), shipmentId),
    partnerId,
    awb: life?.awb ?? null,
    at: life?.at ?? createdAt,
    pickupPincode: textAt('asked.pickupPincode'),
    deliveryPincode: textAt('asked.deliveryPincode'),
    paymentType: textAt('asked.paymentType'),
    handedOverAt: life?.handedOverAt ?? null,
    pickupDate: textAt('assignment.estimates.pickupDate'),
    deliveryDate: textAt('assignment.estimates.deliveryDate'),
  };
}
