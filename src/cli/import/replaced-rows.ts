/** `--replace` of numbered rows: the rows of a file are all of a partner's in their collection. */
import { MAX_LOST_ROWS, MAX_LOST_SHARE } from '../../limits/documents.js';
import { Refused } from '../client.js';
import { counted } from '../words.js';
import type { Card, CardChange } from './card-rows.js';

/** @throws {Refused} if the collection would lose as many rows as apply refuses to take away unless forced */
export function guardRemovals({ collection, partnerId }: Card, { inForce, missing }: CardChange): void {
  const lost = missing.length;
  if (lost <= MAX_LOST_ROWS || lost <= inForce.length * MAX_LOST_SHARE) return;
  const error = {
    code: 'GUARD_REMOVALS',
    message: `${partnerId} would lose ${counted(lost, 'row')} of ${inForce.length} in force or to come`,
    details: { losses: [{ collection, rows: inForce.length, lost }] },
  };
  throw new Refused(error, JSON.stringify({ success: false, error }));
}
