/** What has been counted of capacities and shares: a document for each counter and window of time. */
import Type, { type Static } from 'typebox';
import { MAX_STORE_KEY_BYTES } from '../limits/store.js';
import { closed, dateTime } from './fields.js';

export const CounterDoc = Type.Object(
  {
    key: Type.String({
      minLength: 1,
      maxLength: MAX_STORE_KEY_BYTES,
      description: 'The counter, and the first day of its window: days since 1970 in India.',
    }),
    values: Type.Array(Type.Integer({ minimum: 0 }), { description: 'What has been counted in the window.' }),
    expiresAt: dateTime('When nothing counts in the window any more.'),
  },
  closed,
);
export type Counter = Static<typeof CounterDoc>;

/** Adds to a counter. It is refused where the first value would exceed the limit. */
export interface CountOp {
  kind: 'count';
  collection: 'counters';
  key: string;
  /** By value; negative: given back, and never below 0. */
  add: readonly number[];
  /** Null: none. */
  limit: number | null;
  /** Of a counter that is new. */
  expiresAt: string;
}

/** The counter after an addition; null: its limit does not allow it. */
export function countedBy(former: Counter | undefined, { key, add, limit, expiresAt }: CountOp): Counter | null {
  const values = add.map((value, index) => Math.max(0, (former?.values[index] ?? 0) + value));
  if (limit !== null && add[0]! > 0 && values[0]! > limit) return null;
  return { key, values, expiresAt: former?.expiresAt ?? expiresAt };
}
