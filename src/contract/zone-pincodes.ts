import Type, { type Static } from 'typebox';
import { contract, API_PREFIX } from './contract.js';
import { DateTime } from './common.js';
import { MAX_ASSIGN_RETRIES, MAX_PINCODE_TEXT_LENGTH, MAX_REFUSED_PINCODES_SHOWN, MAX_ZONE_PLACES } from '../limits.js';
import { Pincode } from '../schemas/documents.js';

const { Optional } = Type;
const Count = (description: string) => Type.Integer({ minimum: 0, description });
const option = (description: string) => Optional(Type.Boolean({ default: false, description }));

const orNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

const ASSIGN_FAILURES = ['INVALID_PINCODE', 'GEOGRAPHY_MISMATCH', 'ALREADY_EXISTS', 'STORE_UNAVAILABLE'] as const;

const AssignedPincode = Type.Object({
  pincode: Pincode,
  status: Type.Literal('ASSIGNED'),
  area: orNull('Its first area; null: it has none, or it has been deleted meanwhile'),
  city: orNull('Null: it has been deleted meanwhile'),
  state: orNull('Null: it has been deleted meanwhile'),
  movedFrom: Optional(Type.String({ description: 'The zone of the partner that held it before' })),
  created: Optional(Type.Literal(true, { description: 'The pincode was unknown and has been created' })),
  details: Optional(Type.String({ description: 'With created: what it was made from' })),
}, { title: 'AssignedPincode' });
export type AssignedPincode = Static<typeof AssignedPincode>;

export const FailedPincode = Type.Object({
  pincode: Type.String({ description: 'As it was given' }),
  status: Type.Literal('FAILED'),
  reason: Type.Enum([...ASSIGN_FAILURES]),
  details: Type.String({ description: 'Why, in words' }),
}, { title: 'FailedPincode' });
export type FailedPincode = Static<typeof FailedPincode>;

const Options = Type.Object({
  validateGeography: option('Refuses pincodes that lie in none of the states, cities and areas that the zone names; a zone that names none takes all'),
  skipDuplicates: option('true: pincodes that a zone of the partner holds already are left where they are, and counted as skipped. false: those of this zone fail, those of another are moved here'),
  autoCreateMissing: option('For services: creates pincodes that are unknown, in the city of the nearest known number '
    + 'with the same first three digits (of two as near, the lower), without areas and coordinates of its own. With a '
    + 'partner’s credential they fail as INVALID_PINCODE: only a service may create pincodes'),
  notifyOnCompletion: option('Accepted, and answered with a warning: pinrate sends no notifications'),
}, { title: 'AssignPincodesOptions' });
export type AssignOptions = Static<typeof Options>;

const BulkOperation = Type.Object({
  batchSize: Optional(Type.Integer({ minimum: 1, maximum: MAX_ZONE_PLACES, description: 'Pincodes that are written together or not at all; all unless given. Not used with an Idempotency-Key or without continueOnError: then it is all of them' })),
  maxRetries: Optional(Type.Integer({ minimum: 0, maximum: MAX_ASSIGN_RETRIES, default: 0, description: 'How often a batch that the store could not take is tried again' })),
  continueOnError: Optional(Type.Boolean({ default: true, description: 'false: one pincode that fails refuses the request, and nothing is written' })),
}, { title: 'BulkOperation' });

export const assignPincodes = contract({
  id: 'assignPincodes',
  path: `${API_PREFIX}/zones/{zoneId}/assign/pincodes`,
  tag: 'Zones',
  summary: 'Assign pincodes to a zone',
  description: `A pincode is in at most one zone of a partner: without \`skipDuplicates\` it is moved here. A pincode that is listed twice counts as existing the second time. All 19,584 pincodes of India may be given at once. With \`continueOnError\` false the refusal is a BUSINESS_VALIDATION_FAILED whose details are the items that failed, at most ${MAX_REFUSED_PINCODES_SHOWN}. A partner’s credential knows its own zones alone.`,
  creates: true,
  params: Type.Object({ zoneId: Type.String({ description: 'The zone: its `id`, which is the number that fromZoneId and toZoneId of packages have', examples: ['601'] }) }),
  body: Type.Object({
    pincodes: Type.Array(Type.String({ maxLength: MAX_PINCODE_TEXT_LENGTH, description: 'A text that is no pincode fails by itself, as INVALID_PINCODE', examples: ['110001'] }), { minItems: 1, maxItems: MAX_ZONE_PLACES }),
    options: Optional(Options),
    bulkOperation: Optional(BulkOperation),
  }, { title: 'AssignPincodesRequest' }),
  answer: Type.Object({
    message: Type.String(),
    data: Type.Object({
      zoneId: Type.String(),
      zoneName: Type.String(),
      operation: Type.Object({
        operationId: Type.String(), startedAt: DateTime, completedAt: DateTime, duration: Type.Integer({ minimum: 0, description: 'Milliseconds' }),
      }, { title: 'AssignOperation' }),
      results: Type.Object({
        total: Count('Pincodes in the request'), successful: Count('Assigned'), failed: Count('Those of `failed`'), skipped: Count('Left where they were, with skipDuplicates'),
        breakdown: Type.Object({
          assigned: Count('Assigned'), alreadyExists: Count('Held by a zone of the partner already and not moved: failed or skipped'),
          invalid: Count('INVALID_PINCODE'), geographyMismatch: Count('GEOGRAPHY_MISMATCH'),
        }, { title: 'AssignBreakdown' }),
      }, { title: 'AssignResults' }),
      successful: Type.Array(AssignedPincode),
      failed: Type.Array(FailedPincode),
      updatedCoverage: Type.Object({
        totalPincodes: Count('Pincodes that the zone covers now, by its places too; 0 while it or its partner is inactive'),
        newPincodes: Count('Those of them that it did not cover before'),
        coverageIncrease: Type.Union([Type.String({ examples: ['12.5%'] }), Type.Null()], { description: 'newPincodes as a part of those before; null: it covered none before' }),
        estimatedPopulationIncrease: Type.Null({ description: 'pinrate holds no census' }),
      }, { title: 'UpdatedCoverage' }),
      warnings: Type.Array(Type.String()),
    }, { title: 'PincodeAssignment' }),
  }),
  errors: ['ZONE_NOT_FOUND', 'BUSINESS_VALIDATION_FAILED'],
  example: { params: { zoneId: '601' }, body: { pincodes: ['110001', '131001', '999999'], options: { skipDuplicates: true, validateGeography: false } } },
});
