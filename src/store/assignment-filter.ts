/** Which assignments a list shows, in addition to their partner and moment. What is left out counts for all. */
import { lifeOf } from '../model/assignment-life.js';
import type { AssignmentRecord } from '../model/documents.js';
import type { LifeState } from '../model/life.js';

export interface AssignmentFilter {
  states?: LifeState[];
  /** The promised pickup is at or after this moment, and before the other one; ISO 8601, UTC. */
  pickupFrom?: string;
  pickupTo?: string;
  customerId?: string;
}

/** The part of an assignment that its filter reads. */
export type FilteredPart = Pick<AssignmentRecord, 'life' | 'caller' | 'createdAt' | 'asked' | 'assignment'>;

export function isWanted(part: FilteredPart, { states, pickupFrom, pickupTo, customerId }: AssignmentFilter): boolean {
  if (customerId !== undefined && part.asked?.['customerId'] !== customerId) return false;
  if (states !== undefined && !states.includes(lifeOf(part).state)) return false;
  if (pickupFrom === undefined && pickupTo === undefined) return true;
  const pickup = (part.assignment['estimates'] as { pickupDate?: unknown } | undefined)?.pickupDate;
  if (typeof pickup !== 'string') return false;
  return (pickupFrom === undefined || pickup >= pickupFrom) && (pickupTo === undefined || pickup < pickupTo);
}
