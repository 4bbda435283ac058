/** An example of every failure, produced by the code of the failures from an invented request. */
import { REASONS } from '../../domain/reasons.js';
import { renderFailure } from '../../envelope.js';
import type { ErrorCode, Failure } from '../../errors.js';
import { RATE_TIERS } from '../../limits/rate-limits.js';
import { PARTNER_ID_REQUIRED, unknownFieldFault, validationFailure } from '../faults.js';
import type { RequestFault } from '../../model/schema-faults.js';
import type { JsonObject } from './schema.js';

const REQUEST_ID = '7Qw1kZ0aVb3c-1';
const ELAPSED_MS = 1;
const NOW_MS = Date.UTC(2026, 2, 11, 6, 30, 42);
/** The end of the second in which the burst was exceeded. */
const RESET_TIME = new Date(NOW_MS + 1_000).toISOString();

const FAULTS: readonly RequestFault[] = [
  {
    field: 'pickupPincode',
    code: 'INVALID_FORMAT',
    message: 'must be six digits, such as "110001"',
    value: '1100',
    expectedFormat: '^[0-9]{6}$',
  },
  {
    field: 'weight',
    code: 'OUT_OF_RANGE',
    message: 'must be at least 1 and at most 50000 grams',
    value: 0,
    constraints: { min: 1, max: 50_000, unit: 'grams' },
  },
];
const UNKNOWN = [unknownFieldFault({ field: 'declared_value', didYouMean: 'declaredValue', value: 2_499.5 })];
const KNOWN = ['pickupPincode', 'deliveryPincode', 'weight', 'shipmentType', 'paymentType'];
const partnerId = 'dharaline-surface';
const { INSUFFICIENT_COVERAGE, SERVICE_UNAVAILABLE, WEIGHT_EXCEEDED } = REASONS;
const FINDING = {
  code: 'RATE_GAP',
  severity: 'error',
  message: '5,001 to 30,000 g on lane C (B2C, PREPAID) has no rate: no row carries it',
  documents: ['packages/103'],
  examples: [
    {
      partnerId,
      pickupPincode: '110001',
      deliveryPincode: '560001',
      weight: 5_001,
      shipmentType: 'B2C',
      paymentType: 'PREPAID',
    },
  ],
};
const place = (pincode: string, area: string, city: string) => ({ pincode, area, city });

/**
 * Failures whose details are more than a text. A code has an example for each form of its body, in the order of the
 * forms.
 */
const EXAMPLES: Partial<Record<ErrorCode, readonly Omit<Failure, 'code'>[]>> = {
  VALIDATION_ERROR: [
    validationFailure('service', FAULTS, []),
    validationFailure('partner', FAULTS, ['deliveryPincode', 'shipmentType', 'paymentType']),
  ],
  UNKNOWN_FIELD: [validationFailure('service', UNKNOWN, []), validationFailure('partner', UNKNOWN, KNOWN)],
  AUTH_ERROR: [{ details: 'Missing required authentication headers' }],
  AUTHENTICATION_FAILED: [
    {
      details: {
        reason: 'SIGNATURE_MISMATCH',
        signedText: `GET/api/v1/cities?search=pu${NOW_MS / 1_000 - 3}`,
        serverTime: new Date(NOW_MS).toISOString(),
        clockDifferenceSeconds: -3,
        signatureFormat: 'base64',
        callerKind: 'service',
      },
    },
  ],
  RATE_LIMIT_EXCEEDED: [
    {
      details: { tier: 'TIER_1', limit: RATE_TIERS.TIER_1.perSecond, window: 1, resetTime: RESET_TIME, retryAfter: 1 },
    },
  ],
  NOT_FOUND: [
    {
      message: 'No such route: POST /api/v1/shipment/assign',
      details: { nearest: 'POST /api/v1/shipment-assignment/assign', docs: '/docs' },
    },
  ],
  METHOD_NOT_ALLOWED: [
    {
      message: 'Method not allowed on this route: GET /api/v1/shipment-assignment/assign',
      details: { allowed: ['POST'], docs: '/docs' },
    },
  ],
  PINCODE_NOT_FOUND: [{ details: { pincodes: ['999999'] } }],
  PARTNER_NOT_FOUND: [{ details: { partnerId: 'nobody' } }],
  POLICY_NOT_FOUND: [{ details: { policyId: 'no-such-policy' } }],
  CARD_VERSION_NOT_FOUND: [{ details: { partnerId, version: '0123456789abcdef' } }],
  CHANGE_NOT_FOUND: [{ details: { changeId: 4711 } }],
  DOCUMENT_NOT_FOUND: [{ details: { collection: 'packages', key: 4711 } }],
  ALREADY_EXISTS: [{ details: { collection: 'partners', key: partnerId } }],
  CANNOT_END: [{ details: { collection: 'holidays', key: 7 } }],
  QUOTE_NOT_REPRODUCIBLE: [{ details: 'The store has no change set 4711' }],
  QUOTE_TOO_OLD: [
    { details: 'Documents have changed since, and the history no longer has how they were (HISTORY_DAYS)' },
  ],
  IN_USE: [{ details: { by: [{ collection: 'packages', key: 103 }] } }],
  CHANGED_SINCE: [{ details: { partners: [{ partnerId, changeId: 57 }] } }],
  LINT_ERRORS: [{ details: { findings: [FINDING] } }],
  LAST_ADMIN: [{ details: { scope: 'admin' } }],
  GUARD_REMOVALS: [{ details: { losses: [{ collection: 'packages', rows: 40, lost: 12 }] } }],
  DISCOUNT_OVERLAP: [
    {
      message: 'Discount 1001 (2 to 5 kg) is valid for the same weights at the same time',
      details: { overlaps: { id: 1001, fromWeight: 2, toWeight: 5 } },
    },
  ],
  WRONG_STATE: [{ details: { state: 'HANDED_OVER' } }],
  AWB_DIFFERS: [{ details: { awb: '7712345678' } }],
  ATTEMPT_CHANGED: [{ details: { attempt: 2 } }],
  TOO_MANY_ATTEMPTS: [{ details: { attempts: 16 } }],
  SHIPMENT_CANCELLED: [{ details: { shipmentId: 'SHIP-2026-000417' } }],
  SHIPMENT_ALREADY_ASSIGNED: [{ details: { shipmentId: 'SHIP-2026-000417' } }],
  BUSINESS_VALIDATION_FAILED: [{ details: ['toPincode is missing'] }],
  NO_PARTNERS_AVAILABLE: [
    {
      details: {
        partnersChecked: 7,
        failureReasons: {
          [INSUFFICIENT_COVERAGE.countKey]: 5,
          [SERVICE_UNAVAILABLE.countKey]: 0,
          [WEIGHT_EXCEEDED.countKey]: 2,
        },
      },
    },
  ],
  INSUFFICIENT_COVERAGE: [
    {
      details: {
        partnerId,
        coverage: {
          pickup: {
            ...place('110001', 'Connaught Place', 'Central Delhi'),
            zone: 'North',
            isServiced: true,
            serviceType: 'STANDARD',
            coverageLevel: 'city',
          },
          delivery: {
            ...place('744101', 'Port Blair', 'South Andaman'),
            zone: null,
            isServiced: false,
            serviceType: null,
            coverageLevel: 'none',
          },
        },
        reasons: [
          {
            code: 'INSUFFICIENT_COVERAGE',
            message: 'The partner does not cover the delivery 744101',
            action: INSUFFICIENT_COVERAGE.action,
            details: { ends: [{ end: 'DELIVERY', pincode: '744101' }] },
          },
        ],
      },
    },
  ],
};

const render = (failure: Failure): JsonObject =>
  JSON.parse(renderFailure(failure, REQUEST_ID, ELAPSED_MS, NOW_MS).body) as JsonObject;

/** One body for each form that the body of a code has. */
export function examplesOf(code: ErrorCode): JsonObject[] {
  return (EXAMPLES[code] ?? [{}]).map((failure) => render({ ...failure, code }));
}

/** Of a service whose request names no partner. */
export function exampleOfNoPartner(): JsonObject {
  return render(validationFailure('service', [PARTNER_ID_REQUIRED], []));
}

/** Of lines that were applied together. */
export function exampleOfLines(): JsonObject {
  const fault = { line: 3, collection: 'packages', key: 103, field: 'baseCharge' };
  const details = [{ ...fault, message: 'must be at least 0', code: 'OUT_OF_RANGE' }];
  return render({ code: 'VALIDATION_ERROR', details, fieldCount: details.length });
}
