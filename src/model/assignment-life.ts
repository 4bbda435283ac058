/** The life of an assignment, of records that have changed since and of those that have not. */
import { callerTextOf } from './assignment-key.js';
import type { AssignmentRecord } from './documents.js';
import type { Life } from './life.js';

type LifeFields = Pick<AssignmentRecord, 'life' | 'caller' | 'createdAt' | 'assignment'>;

/** A record without `life` is as it was made: a first attempt, which the courier has taken if it was made by hand. */
export function lifeOf({ life, caller, createdAt, assignment }: LifeFields): Life {
  if (life) return life;
  const by = callerTextOf(caller);
  return { ...bornAs(assignment), attempt: 1, ...(by !== null && { by }), at: createdAt };
}

/** The state in which an attempt begins. */
export function bornAs({ confirmedAt }: AssignmentRecord['assignment']): Pick<Life, 'state' | 'confirmedAt'> {
  return typeof confirmedAt === 'string' ? { state: 'CONFIRMED', confirmedAt } : { state: 'ASSIGNED' };
}

export const isCancelled = ({ life }: Pick<AssignmentRecord, 'life'>): boolean => life?.state === 'CANCELLED';
