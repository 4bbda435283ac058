/** Places that a partner does not serve for a time: making such a hold, and ending it. */
import Type from 'typebox';
import { HOLD_ENDS } from '../domain/vocabulary.js';
import { MAX_HOLDS_PER_PARTNER } from '../limits/documents.js';
import { HoldDoc } from '../model/holds.js';
import { MOMENT_PATTERN } from '../model/schema-faults.js';
import { PartnerPath } from './common.js';
import { API_PREFIX, contract } from './contract.js';
import { dryRun } from './document-resource.js';
import { Pincode as PincodeCode } from '../model/documents.js';

const { Optional } = Type;

/** By id, or by name as `documents/place-names.ts` knows it. */
const places = (description: string, example: string) =>
  Optional(
    Type.Array(Type.Union([Type.Integer({ minimum: 1 }), Type.String({ minLength: 1 })]), {
      description,
      examples: [[example]],
    }),
  );

const one = Type.Object({ data: HoldDoc });
const writing = { tag: 'Documents', scope: 'manage', signsBody: true, method: 'POST' } as const;
const FAILURES = ['BUSINESS_VALIDATION_FAILED', 'OVERLOADED', 'STORE_UNAVAILABLE'] as const;

export const holdPartner = contract({
  ...writing,
  id: 'holdPartner',
  path: `${API_PREFIX}/partners/{partnerId}/hold`,
  summary: 'Hold a partner’s places',
  description: `From now on the partner serves nothing at these places: a shipment whose pickup or delivery is there
gets the reason \`ON_HOLD\`. What is under way as an RTO is not held, and coverage and zones stay as they are.

- At least one place, or \`everywhere\` alone.
- \`until\` is a moment with its zone, or a day, which the hold includes in India; without it, until further notice.
- A partner has at most ${MAX_HOLDS_PER_PARTNER} holds that are not over.
- The hold is a document of the collection \`holds\`. \`GET /documents/holds\` lists them.`,
  params: PartnerPath,
  query: Type.Object({ dryRun }),
  body: Type.Object(
    {
      states: places('Ids of states, or their codes', 'BR'),
      cities: places('Ids of cities, or their names with the state', 'Pune, MH'),
      areas: Optional(Type.Array(Type.Integer({ minimum: 1 }), { description: 'Ids of areas' })),
      pincodes: Optional(Type.Array(PincodeCode, { description: 'Single pincodes' })),
      everywhere: Optional(Type.Boolean({ default: false, description: 'true: all places, and none is named' })),
      end: Optional(
        Type.Enum([...HOLD_ENDS], { default: 'BOTH', description: 'Which end of a route may not lie there' }),
      ),
      until: Optional(
        Type.String({
          pattern: MOMENT_PATTERN,
          examples: ['2026-12-05', '2026-12-05T18:00:00+05:30'],
          description: 'The last moment of the hold, or its last day; left out: until further notice',
        }),
      ),
      reason: HoldDoc.properties.reason,
    },
    { title: 'NewHold' },
  ),
  status: 201,
  answerHeaders: ['ETag', 'Location'],
  answer: one,
  errors: ['PARTNER_NOT_FOUND', ...FAILURES],
  example: {
    params: { partnerId: 'dharaline-surface' },
    query: { dryRun: 'true' },
    body: { states: ['BR'], reason: 'Floods' },
  },
});

export const endHold = contract({
  ...writing,
  id: 'endHold',
  path: `${API_PREFIX}/holds/{id}/end`,
  summary: 'End a hold',
  description: 'From now on the hold does not count. A hold that is over stays as it is.',
  params: Type.Object({ id: Type.Integer({ minimum: 1, description: 'Number of the hold', examples: [1] }) }),
  query: Type.Object({ dryRun }),
  conditions: ['If-Match'],
  answerHeaders: ['ETag'],
  answer: one,
  errors: ['DOCUMENT_NOT_FOUND', 'PRECONDITION_FAILED', ...FAILURES],
  example: { params: { id: '1' }, query: { dryRun: 'true' } },
});
