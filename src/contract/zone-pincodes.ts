import Type, { type Static } from 'typebox';
import { count, DateTime, orNull } from './fields.js';
import { contract, API_PREFIX } from './contract.js';
import { MAX_ASSIGN_RETRIES, MAX_ITEMS_SHOWN, MAX_PINCODE_TEXT_LENGTH, MAX_ZONE_PLACES } from '../limits/requests.js';
import { Pincode } from '../model/documents.js';
import { ZonePath } from './zone-places.js';

const { Optional } = Type;
const option = (description: string) => Optional(Type.Boolean({ default: false, description }));

const ASSIGN_FAILURES = ['INVALID_PINCODE', 'GEOGRAPHY_MISMATCH', 'ALREADY_EXISTS', 'STORE_UNAVAILABLE'] as const;

const AssignedPincode = Type.Object(
  {
    pincode: Pincode,
    status: Type.Literal('ASSIGNED'),
    area: orNull(Type.String(), 'Its first area; null: it has none, or it has been deleted meanwhile'),
    city: orNull(Type.String(), 'Null: it has been deleted meanwhile'),
    state: orNull(Type.String(), 'Null: it has been deleted meanwhile'),
    movedFrom: Optional(Type.String({ description: 'The zone that it was moved from; of the same partner' })),
    created: Optional(Type.Literal(true, { description: 'The pincode was unknown and has been created' })),
    details: Optional(Type.String({ description: 'Only with created: what it was derived from' })),
  },
  { title: 'AssignedPincode' },
);
export type AssignedPincode = Static<typeof AssignedPincode>;

export const FailedPincode = Type.Object(
  {
    pincode: Type.String({ description: 'As given' }),
    status: Type.Literal('FAILED'),
    reason: Type.Enum([...ASSIGN_FAILURES]),
    details: Type.String({ description: 'Why, in words' }),
  },
  { title: 'FailedPincode' },
);
export type FailedPincode = Static<typeof FailedPincode>;

const Options = Type.Object(
  {
    validateGeography: option(
      'Refuses pincodes outside the states, cities and areas that the zone names; a zone that names none accepts all',
    ),
    skipDuplicates: option(
      'true: pincodes that a zone of the partner already has stay there, and are counted as skipped. false: pincodes '
        + 'of this zone fail, and pincodes of another zone are moved here',
    ),
    autoCreateMissing: option(
      'For services: creates unknown pincodes, without areas and coordinates, in the city of the '
        + 'known pincode with the same first three digits whose number is nearest (the lower of two equally near '
        + 'ones). With a partner’s credential they fail as INVALID_PINCODE: only a service may create pincodes',
    ),
    notifyOnCompletion: option('Accepted with a warning: pinrate sends no notifications'),
  },
  { title: 'AssignPincodesOptions' },
);
export type AssignOptions = Static<typeof Options>;

const BulkOperation = Type.Object(
  {
    batchSize: Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_ZONE_PLACES,
        description:
          'Pincodes that are written together or not at all; all unless given. Ignored with an '
          + 'Idempotency-Key or without continueOnError: then all are written together',
      }),
    ),
    maxRetries: Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_ASSIGN_RETRIES,
        default: 0,
        description: 'How often a batch is tried again when the store could not write it',
      }),
    ),
    continueOnError: Optional(
      Type.Boolean({
        default: true,
        description: 'false: a single pincode that fails refuses the request, and nothing is written',
      }),
    ),
  },
  { title: 'BulkOperation' },
);

export const assignPincodes = contract({
  id: 'assignPincodes',
  path: `${API_PREFIX}/zones/{zoneId}/assign/pincodes`,
  tag: 'Zones',
  summary: 'Assign pincodes to a zone',
  description:
    'A pincode is in at most one zone of a partner: without `skipDuplicates` it is moved here. A pincode '
    + 'that is listed twice counts as existing the second time. `793001-793005` and `793*` stand for the known pincodes '
    + 'within. All 22,204 pincodes of India may be given at once. '
    + 'With `continueOnError` false the refusal is a BUSINESS_VALIDATION_FAILED whose details are the failed items, '
    + `at most ${MAX_ITEMS_SHOWN}. For a partner’s credential only its own zones exist.`,
  creates: true,
  params: ZonePath,
  body: Type.Object(
    {
      pincodes: Type.Array(
        Type.String({
          maxLength: MAX_PINCODE_TEXT_LENGTH,
          description:
            'A pincode, or a set such as 793001-793005 or 793*. A text that is neither, and a set without a known '
            + 'pincode, fails by itself, as INVALID_PINCODE',
          examples: ['110001', '793*'],
        }),
        { minItems: 1, maxItems: MAX_ZONE_PLACES },
      ),
      options: Optional(Options),
      bulkOperation: Optional(BulkOperation),
    },
    { title: 'AssignPincodesRequest' },
  ),
  answer: Type.Object({
    message: Type.String(),
    data: Type.Object(
      {
        zoneId: Type.String(),
        zoneName: Type.String(),
        operation: Type.Object(
          {
            operationId: Type.String(),
            startedAt: DateTime,
            completedAt: DateTime,
            duration: count('Milliseconds'),
          },
          { title: 'AssignOperation' },
        ),
        results: Type.Object(
          {
            total: count('Pincodes in the request, those of its sets included'),
            successful: count('Assigned'),
            failed: count('Entries in `failed`'),
            skipped: count('Left in their zone because of skipDuplicates'),
            breakdown: Type.Object(
              {
                assigned: count('Assigned'),
                alreadyExists: count('Already in a zone of the partner and not moved: failed or skipped'),
                invalid: count('Failed as INVALID_PINCODE'),
                geographyMismatch: count('Failed as GEOGRAPHY_MISMATCH'),
              },
              { title: 'AssignBreakdown' },
            ),
          },
          { title: 'AssignResults' },
        ),
        successful: Type.Array(AssignedPincode),
        failed: Type.Array(FailedPincode),
        updatedCoverage: Type.Object(
          {
            totalPincodes: count(
              'Pincodes that the zone covers now, those of its places included; 0 while it or its partner is inactive',
            ),
            newPincodes: count('How many of them it did not cover before'),
            coverageIncrease: orNull(
              Type.String({ examples: ['12.5%'] }),
              'newPincodes relative to the pincodes covered before; null: it covered none before',
            ),
            estimatedPopulationIncrease: Type.Null({ description: 'Always null: pinrate has no census data' }),
          },
          { title: 'UpdatedCoverage' },
        ),
        warnings: Type.Array(Type.String()),
      },
      { title: 'PincodeAssignment' },
    ),
  }),
  errors: ['ZONE_NOT_FOUND', 'BUSINESS_VALIDATION_FAILED'],
  example: {
    params: { zoneId: '601' },
    body: { pincodes: ['110001', '131001', '999999'], options: { skipDuplicates: true, validateGeography: false } },
  },
});
