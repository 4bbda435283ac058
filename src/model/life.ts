/** What an assignment's record says of its life: the state of the current attempt, and the attempts before it. */
import Type, { type Static } from 'typebox';
import { MAX_NOTE_LENGTH } from './history.js';
import { closed, dateTime, name, optional, partnerId } from './fields.js';

/** The current attempt of a shipment is in one of these states; former ones are REASSIGNED or CANCELLED. */
export const LIFE_STATES = ['ASSIGNED', 'CONFIRMED', 'HANDED_OVER', 'CANCELLED'] as const;
export type LifeState = (typeof LIFE_STATES)[number];

const STATE = `(${LIFE_STATES.join('|')})`;
/** Some of the states, with commas between them. */
export const STATES_PATTERN = `^${STATE}(,${STATE})*$`;

/** The states from which a shipment can be handed over, cancelled or reassigned. */
export const OPEN_STATES = ['ASSIGNED', 'CONFIRMED'] as const satisfies readonly LifeState[];
/** The states in which somebody carries the shipment: it counts in capacities. */
export const LIVE_STATES = [...OPEN_STATES, 'HANDED_OVER'] as const satisfies readonly LifeState[];

export const CANCEL_REASONS = ['ORDER_CANCELLED', 'DUPLICATE', 'ADDRESS', 'STOCK', 'OTHER'] as const;
export const REASSIGN_REASONS = [
  'AWB_REFUSED',
  'PICKUP_MISSED',
  'CAPACITY',
  'PRICE',
  'SERVICE',
  'MANUAL',
  'OTHER',
] as const;

export const MAX_AWB_LENGTH = 64;

const attempt = Type.Integer({ minimum: 1, description: 'Number of the attempt; 1 is the first assignment.' });
const by = optional(
  Type.String({ minLength: 1, maxLength: 110, description: 'Kind and id of the caller that made the attempt.' }),
  'it is not known',
);
const note = optional(
  Type.String({ maxLength: MAX_NOTE_LENGTH, description: 'What the caller added to the reason.' }),
  'nothing',
);

export const Life = Type.Object(
  {
    state: Type.Enum([...LIFE_STATES], { description: 'What has become of the current attempt.' }),
    attempt,
    by,
    at: dateTime('When the current attempt was made.'),
    awb: optional(name('Number that the courier gave the shipment.'), 'none is known'),
    confirmedAt: optional(dateTime('When the courier took it.'), 'it has not'),
    handedOverAt: optional(dateTime('When it was scanned.'), 'it was not'),
    cancelledAt: optional(dateTime('When it was cancelled.'), 'it was not'),
    reason: optional(Type.Enum([...CANCEL_REASONS], { description: 'Why it was cancelled.' }), 'it was not'),
    note,
    last: optional(
      Type.Object(
        {
          operation: name('Id of the operation.'),
          bodyHash: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of its body.' }),
        },
        { ...closed, description: 'The last change, by which its repetition is known.' },
      ),
      'there was none',
    ),
  },
  { ...closed, description: 'The current attempt.' },
);
export type Life = Static<typeof Life>;

export const FormerAttempt = Type.Object(
  {
    attempt,
    assignmentId: name('Number of its assignment.'),
    partnerId: partnerId('The courier that had it.'),
    state: Type.Enum(['REASSIGNED', 'CANCELLED'], { description: 'How it ended.' }),
    cost: optional(Type.Number({ minimum: 0, description: 'Rupees; its total with tax.' }), 'it is not known'),
    by,
    at: dateTime('When it was made.'),
    reason: Type.Enum([...new Set([...CANCEL_REASONS, ...REASSIGN_REASONS])], { description: 'Why it ended.' }),
    note,
    reassigned: optional(
      Type.Object(
        { reason: Type.Enum([...REASSIGN_REASONS], { description: 'Why the next attempt was made.' }), note },
        { ...closed, description: 'How a cancelled attempt was followed by another one.' },
      ),
      'the reason says it',
    ),
  },
  closed,
);
export type FormerAttempt = Static<typeof FormerAttempt>;
