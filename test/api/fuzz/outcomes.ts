/** Outcomes that a valid request may have besides success, by rule: an operation that is not listed always succeeds. */
import type { Contract } from '../../../src/contract/contract.js';
import type { ErrorCode } from '../../../src/errors.js';
import type { Members, Parts } from './parts.js';

interface Outcome {
  code: ErrorCode;
  why: string;
  /** Only these requests; by default any. */
  when?(parts: Parts): boolean;
}

const KEY_REUSED: Outcome = {
  code: 'IDEMPOTENCY_KEY_REUSED',
  why: 'short keys collide by chance',
  when: ({ headers }) => 'idempotency-key' in headers,
};
const INACTIVE: Outcome = {
  code: 'PARTNER_NOT_FOUND',
  why: 'the world has an inactive partner, which counts as none for a quote',
};
const LIMITED: Outcome = {
  code: 'RATE_LIMIT_EXCEEDED',
  why: 'unsigned traffic is limited by address, and all of it comes from one',
};

const OUTCOMES: Readonly<Record<string, readonly Outcome[]>> = {
  checkAvailability: [
    INACTIVE,
    { code: 'INSUFFICIENT_COVERAGE', why: 'a partner does not go everywhere' },
    {
      code: 'NO_PARTNERS_AVAILABLE',
      why: 'perhaps no partner can carry it',
      when: ({ body }) => (body as Members)['partnerId'] === undefined,
    },
  ],
  calculateCharges: [INACTIVE],
  calculateRatesMatrix: [INACTIVE],
  assignShipment: [{ code: 'SHIPMENT_ALREADY_ASSIGNED', why: 'a shipmentId that was used before' }],
  createZone: [KEY_REUSED, { code: 'BUSINESS_VALIDATION_FAILED', why: 'a partner has a maximum number of zones' }],
  assignPincodes: [
    KEY_REUSED,
    {
      code: 'BUSINESS_VALIDATION_FAILED',
      why: 'with continueOnError false one pincode that fails refuses all',
      when: ({ body }) =>
        (body as { bulkOperation?: { continueOnError?: boolean } }).bulkOperation?.continueOnError === false,
    },
  ],
  getChange: [{ code: 'CHANGE_NOT_FOUND', why: 'a partner does not see those of others' }],
  createCustomerCharges: [KEY_REUSED],
  createDiscount: [
    KEY_REUSED,
    {
      code: 'DISCOUNT_OVERLAP',
      why: 'active discounts of a partner do not overlap',
      when: ({ body }) => (body as Members)['status'] !== false,
    },
  ],
};

export function mayComeTo({ id, access }: Contract, code: unknown, parts: Parts): boolean {
  const outcomes = access === 'open' ? [LIMITED] : (OUTCOMES[id] ?? []);
  return outcomes.some((outcome) => outcome.code === code && (outcome.when?.(parts) ?? true));
}
