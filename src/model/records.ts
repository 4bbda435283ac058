/** Credentials, assignments with their decisions, and the answers that are repeated; see documents.ts. */
import Type from 'typebox';
import { MAX_IDEMPOTENCY_RECORD_KEY_LENGTH, MAX_STORE_KEY_BYTES } from '../limits/store.js';
import { SCOPES } from './scopes.js';
import { MAX_ATTEMPTS } from '../limits/requests.js';
import { FormerAttempt, Life } from './life.js';
import { closed, dateTime, keywords, name, Nullable, nullish, optional, partnerId, tier } from './fields.js';

export const CredentialDoc = Type.Object(
  {
    id: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The x-service-id or x-partner-id of requests; for kind partner it is the partnerId.',
    }),
    kind: Type.Enum(['service', 'partner'], {
      description: 'service: may ask about all partners. partner: only about itself.',
    }),
    tier: tier('Its limit of requests per minute; UNLIMITED for your own systems.'),
    // accepts both forms that other collections have
    status: Type.Union([Type.Enum(['ACTIVE', 'INACTIVE']), Type.Boolean()], {
      description: 'INACTIVE or false: all its requests are refused.',
    }),
    requireBodyHash: optional(
      Type.Boolean({ description: 'true: every request must also sign its body (x-content-sha256).' }),
      'false',
    ),
    scopes: nullish(
      Type.Array(Type.Enum(SCOPES), {
        minItems: 1,
        uniqueItems: true,
        description: 'What it may do; manage (documents) and admin (credentials, backups) are for services alone.',
      }),
      'quote, assign, read, write of a service; quote, read of a partner',
    ),
    secrets: Type.Array(
      Type.Object(
        {
          version: Type.Integer({ minimum: 1, description: 'Number of the secret, unique in the credential.' }),
          secret: optional(
            Type.String({
              minLength: 1,
              maxLength: 500,
              description: 'The secret that requests are signed with: long, random and private.',
            }),
            'ciphertext has it',
          ),
          ciphertext: optional(
            Type.String({
              minLength: 1,
              description: 'What a store keeps in place of the secret, never in a dataset.',
            }),
            'secret has it',
          ),
          notAfter: nullish(dateTime('Last moment at which it is valid.'), 'no end'),
        },
        closed,
      ),
      {
        minItems: 1,
        description: 'One secret, or two while callers change from the old one to the new one.',
        ...keywords({ distinct: 'version' }),
      },
    ),
  },
  closed,
);

export const AssignmentDoc = Type.Object(
  {
    assignmentId: name('Number of the assignment.'),
    // absent in records from before callers were recorded
    caller: optional(
      Type.Object(
        {
          kind: Type.Enum(['service', 'partner'], { description: 'As in credentials.' }),
          id: Type.String({ minLength: 1, maxLength: 100, description: 'As in credentials.' }),
        },
        { ...closed, description: 'Who requested it.' },
      ),
      'its shipmentId is taken for all callers',
    ),
    shipmentId: Type.String({ pattern: '^[a-zA-Z0-9_-]+$', description: 'The caller’s id of the shipment.' }),
    requestHash: Type.String({
      pattern: '^[0-9a-f]{64}$',
      description: 'Shows whether a repeated request is the same.',
    }),
    partnerId: partnerId('The courier that got the shipment.'),
    createdAt: dateTime('When the assignment was made.'),
    // its members are checked where they are priced: see pricing-request.ts
    asked: optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'What pricing reads of the request, so that the impact of changes can be shown.',
      }),
      'the assignment is from an earlier release, and no impact counts it',
    ),
    counted: optional(
      Type.Array(
        Type.Object(
          {
            counter: Type.String({ description: 'Of a capacity or a share.' }),
            window: Type.Integer({ description: 'Its first day: days since 1970 in India.' }),
            add: Type.Array(Type.Integer(), { description: 'What was added to each value.' }),
            limit: Nullable(Type.Integer({ description: 'What the first value might not exceed.' })),
            endsAtMs: Type.Integer({ description: 'The last moment of the window, Unix milliseconds.' }),
          },
          closed,
        ),
        { description: 'What the assignment counts in.' },
      ),
      'it counts in nothing',
    ),
    life: optional(Life, 'nothing has changed since the first assignment'),
    formerAttempts: optional(
      Type.Array(FormerAttempt, { maxItems: MAX_ATTEMPTS - 1, description: 'The attempts before the current one.' }),
      'there are none',
    ),
    assignment: Type.Record(Type.String(), Type.Unknown(), { description: 'The answer as it was sent.' }),
  },
  closed,
);

export const DecisionDoc = Type.Object(
  {
    key: Type.String({
      minLength: 1,
      maxLength: MAX_STORE_KEY_BYTES,
      description: 'Caller, shipmentId and attempt: `service:main-system/SHIP-1/1`.',
    }),
    decision: Type.String({
      minLength: 1,
      description: 'JSON text in a short form: the rules and partners, and what became of each.',
    }),
    expiresAt: Nullable(dateTime('When it is forgotten; null: never.')),
  },
  closed,
);

export const IdempotencyKeyDoc = Type.Object(
  {
    key: Type.String({
      minLength: 1,
      maxLength: MAX_IDEMPOTENCY_RECORD_KEY_LENGTH,
      description: 'Caller, operation and the caller’s key.',
    }),
    requestHash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    status: Nullable(Type.Integer({ minimum: 100, maximum: 599 })),
    answer: Nullable(
      Type.String({
        description: 'JSON text of the answer to repeat. Null: another record has it, or nothing is repeated.',
      }),
    ),
    answerIn: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_IDEMPOTENCY_RECORD_KEY_LENGTH,
        description: 'The key of the record that keeps the answer, until a later answer takes its place.',
      }),
    ),
    answerOf: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_IDEMPOTENCY_RECORD_KEY_LENGTH,
        description: 'The key of the record whose answer this one keeps: deflated, in base64.',
      }),
    ),
    changeId: optional(
      Type.Integer({ minimum: 1, description: 'The change set of the request.' }),
      'it changed nothing',
    ),
    expiresAt: dateTime('When the record expires.'),
  },
  closed,
);
