/** Who may call, what was assigned, and which answers are repeated; see documents.ts. */
import Type from 'typebox';
import { MAX_IDEMPOTENCY_RECORD_KEY_LENGTH } from '../limits.js';
import { closed, dateTime, name, Nullable, Optional, partnerId, tier } from './document-fields.js';

export const CredentialDoc = Type.Object({
  id: Type.String({
    minLength: 1, maxLength: 100,
    description: 'The x-service-id or x-partner-id of requests; of kind partner it is the partnerId.',
  }),
  kind: Type.Enum(['service', 'partner'], {
    description: 'service: may ask about all partners. partner: about itself alone.',
  }),
  tier: tier('How many requests a minute it may send; UNLIMITED for your own systems.'),
  // both forms of the other collections are taken
  status: Type.Union([Type.Enum(['ACTIVE', 'INACTIVE']), Type.Boolean()], {
    description: 'INACTIVE or false: every request of it is refused.',
  }),
  requireBodyHash: Optional(Type.Boolean({
    description: 'true: every request must sign its body too (x-content-sha256). If absent: false.',
  })),
  secrets: Type.Array(Type.Object({
    version: Type.Integer({ minimum: 1, description: 'Number of the secret, at most once in a credential.' }),
    secret: Optional(Type.String({
      minLength: 1, maxLength: 500,
      description: 'The secret that requests are signed with: long, random and private. If absent: ciphertext has it.',
    })),
    ciphertext: Optional(Type.String({
      minLength: 1,
      description: 'What a store keeps in place of the secret, never in a dataset. If absent: secret has it.',
    })),
    notAfter: Optional(Nullable(dateTime('Last moment at which it counts. If absent: for ever.'))),
  }, closed), { minItems: 1, description: 'One, or two while callers change from the old one to the new one.' }),
}, closed);

export const AssignmentDoc = Type.Object({
  assignmentId: name('Number of the assignment.'),
  // absent in one that was made before callers were recorded
  caller: Optional(Type.Object({
    kind: Type.Enum(['service', 'partner'], { description: 'As in credentials.' }),
    id: Type.String({ minLength: 1, maxLength: 100, description: 'As in credentials.' }),
  }, { ...closed, description: 'Who asked for it. If absent: its shipmentId is taken for every caller.' })),
  shipmentId: Type.String({ pattern: '^[a-zA-Z0-9_-]+$', description: 'The caller’s own number of the shipment.' }),
  requestHash: Type.String({
    pattern: '^[0-9a-f]{64}$', description: 'By this a repeated request is known to be the same.',
  }),
  partnerId: partnerId('The courier that got the shipment.'),
  createdAt: dateTime('When it was made.'),
  assignment: Type.Record(Type.String(), Type.Unknown(), { description: 'The answer as it was sent.' }),
}, closed);

export const IdempotencyKeyDoc = Type.Object({
  key: Type.String({
    minLength: 1, maxLength: MAX_IDEMPOTENCY_RECORD_KEY_LENGTH,
    description: 'Caller, operation and the key that the caller gave.',
  }),
  requestHash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  status: Nullable(Type.Integer({ minimum: 100, maximum: 599 })),
  answer: Nullable(Type.String({
    description: 'JSON text of the answer to repeat. Null: nothing is repeated from this record.',
  })),
  expiresAt: dateTime('From then on the record is forgotten.'),
}, closed);
