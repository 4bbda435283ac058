/** The parcels of assignments in the embedded store, read without decoding the assignments. */
import type { AssignmentRecord } from '../../model/documents.js';
import { type AssignedParcel, parcelOf, type PartnerAwb } from '../outcomes.js';
import { parcelPartIn } from './assignment-encoding.js';
import type { Environment } from './environment.js';

/** See the port. */
export function assignedParcels(
  { tables: { assignments }, indexes }: Environment,
  keys: readonly string[],
  awbs: readonly PartnerAwb[],
): AssignedParcel[] {
  const named = awbs.flatMap(({ partnerId, awb }) => indexes.keysOfAwb(partnerId, awb));
  return [...keys, ...named].flatMap((key) => {
    const bytes = assignments.getBinaryFast(key);
    if (bytes === undefined) return [];
    try {
      return [parcelOf(parcelPartIn(bytes) as AssignmentRecord)];
    } catch {
      // a damaged one is reported where it is read
      return [];
    }
  });
}
