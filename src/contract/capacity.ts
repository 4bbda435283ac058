/** How much partners take: what is used of it, and closing a partner for a time. */
import Type from 'typebox';
import { CapacityDoc } from '../model/capacities.js';
import { PartnerId } from '../model/documents.js';
import { DAY_PATTERN } from '../model/fields.js';
import { MAX_NOTE_LENGTH } from '../model/history.js';
import { MOMENT_PATTERN } from '../model/schema-faults.js';
import { ONE_LINE } from '../model/texts.js';
import { PartnerFilter } from './common.js';
import { API_PREFIX, contract } from './contract.js';
import { DateTime, orNull } from './fields.js';
import { dryRun } from './document-resource.js';

const { Optional } = Type;

const CapacityId = Type.Integer({ minimum: 1, description: 'Number of the capacity', examples: [1] });

const CapacityUse = Type.Object(
  {
    id: CapacityId,
    partnerId: PartnerId,
    used: Type.Number({
      minimum: 0,
      description: 'What is used in the window of the day, in the unit of the capacity',
    }),
    limit: Type.Number({ minimum: 1, description: 'What the partner takes in the window' }),
    full: Type.Boolean({ description: 'Whether all of it is used, or it is closed now' }),
    closedUntil: orNull(DateTime, 'Until when it is closed, as the document has it; null: it is not'),
  },
  { title: 'CapacityUse' },
);

export const listCapacity = contract({
  id: 'listCapacity',
  path: `${API_PREFIX}/capacity`,
  tag: 'Allocation',
  summary: 'List what is used of capacities',
  description: `The capacities that are active and in force on the day, in the order of their ids, and what assignments
have used of them: in the day, or in its month.

- A partner’s credential gets its own.
- With several nodes, what the others have counted in the last moments may be missing.`,
  query: Type.Object({
    partnerId: PartnerFilter,
    date: Optional(
      Type.String({
        pattern: DAY_PATTERN,
        examples: ['2026-11-21'],
        description: 'A day in India; today unless given',
      }),
    ),
  }),
  answer: Type.Object({ data: Type.Array(CapacityUse) }),
  errors: ['FORBIDDEN', 'PARTNER_NOT_FOUND'],
});

const note = Optional(
  Type.String({ maxLength: MAX_NOTE_LENGTH, pattern: ONE_LINE, description: 'A note for the history; one line' }),
);
const writing = { tag: 'Documents', scope: 'manage', signsBody: true, method: 'POST' } as const;
const one = Type.Object({ data: CapacityDoc });
const params = Type.Object({ id: CapacityId });
const ERRORS = [
  'DOCUMENT_NOT_FOUND',
  'PRECONDITION_FAILED',
  'BUSINESS_VALIDATION_FAILED',
  'OVERLOADED',
  'STORE_UNAVAILABLE',
] as const;

export const closeCapacity = contract({
  ...writing,
  id: 'closeCapacity',
  path: `${API_PREFIX}/capacity/{id}/close`,
  summary: 'Close a capacity for a time',
  description: `Until then it is full, whatever is used of it: for shipments whose day’s moment (of pickup, or of
assignment) lies before. Prices and searches go on.

- \`until\` is a moment with its zone, or a day, which the closure includes in India.
- The capacity is a document of the collection \`capacities\`, of which this is \`closedUntil\`.`,
  params,
  query: Type.Object({ dryRun }),
  body: Type.Object(
    {
      until: Type.String({
        pattern: MOMENT_PATTERN,
        examples: ['2026-12-05', '2026-12-05T18:00:00+05:30'],
        description: 'Until when it is closed: a moment to come, or the last day',
      }),
      note,
    },
    { title: 'CapacityClosure' },
  ),
  conditions: ['If-Match'],
  answerHeaders: ['ETag'],
  answer: one,
  errors: ERRORS,
  example: {
    params: { id: '1' },
    query: { dryRun: 'true' },
    body: { until: '2030-12-05T18:00:00+05:30', note: 'No vans' },
  },
});

export const openCapacity = contract({
  ...writing,
  id: 'openCapacity',
  path: `${API_PREFIX}/capacity/{id}/open`,
  summary: 'Open a capacity again',
  description: 'It is no longer closed. One that is open stays as it is.',
  params,
  query: Type.Object({ dryRun }),
  conditions: ['If-Match'],
  answerHeaders: ['ETag'],
  answer: one,
  errors: ERRORS,
  example: { params: { id: '1' }, query: { dryRun: 'true' } },
});
