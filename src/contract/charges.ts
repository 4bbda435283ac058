import Type, { type Static } from 'typebox';
import { orNull } from './answers/values.js';
import { DateTime, Id, Pagination, PartnerFilter, PartnerPath, paging, refresh } from './common.js';
import { API_PREFIX, contract } from './contract.js';
import { CHARGE_TYPES, RATE_TYPES } from '../domain/vocabulary.js';
import { MAX_BULK_CHARGES, MAX_MONEY_RUPEES, MIN_CHARGE_VALUE } from '../limits.js';
import { CustomerChargeDoc, DistanceChargeDoc, PartnerId } from '../schemas/documents.js';

const { Optional } = Type;
const { customerId, minKg, maxKg } = CustomerChargeDoc.properties;

const ChargeKind = Type.Enum([...CHARGE_TYPES], { description: 'fsc: fuel surcharge; docket: document fee; cod: for collecting on delivery; insurance' });
const RateKind = Type.Enum([...RATE_TYPES], { description: 'flat: Rupees; percentage: of the freight for fsc and docket, of the declared value for cod and insurance' });
const Count = (description?: string) => Type.Integer({ minimum: 0, ...(description !== undefined && { description }) });
const counts = <const V extends readonly string[]>(values: V) => Object.fromEntries(values.map((value) => [value, Count()])) as Record<V[number], ReturnType<typeof Count>>;
const CountsByType = Type.Object(counts(CHARGE_TYPES), { title: 'ChargesByType' });
const CountsByRate = Type.Object(counts(RATE_TYPES), { title: 'ChargesByChargeType' });
const Kilograms = (description: string) => Optional(Type.Number({ minimum: 0, description }));

export const CustomerCharge = Type.Object({
  id: Id,
  partnerId: orNull(PartnerId, 'Null: a default, for partners without a row of their own that applies'),
  customerId: orNull(Type.String(), 'Null: for every customer'),
  type: ChargeKind,
  chargeType: RateKind,
  value: Type.Number({ minimum: 0, description: 'flat: Rupees; percentage: percent' }),
  minKg: Kilograms('Applies from this chargeable weight on; kilograms. Left out: from any'),
  maxKg: Kilograms('Applies up to this chargeable weight, itself included; kilograms. Left out: up to any'),
  status: Type.Boolean({ description: 'true: active' }),
  createdAt: DateTime,
  applicableFor: Type.Enum(['partner_customers', 'specific_customer'], { description: 'specific_customer: where customerId is set' }),
}, { title: 'CustomerCharge' });

export const DistanceCharge = Type.Object({
  id: Id,
  distanceFrom: Type.Number({ minimum: 0, description: 'Kilometres, itself included' }),
  distanceTo: Type.Number({ minimum: 0, description: 'Kilometres, itself not included' }),
  charge: Type.Number({ minimum: 0, description: 'flat: Rupees; percentage: percent of the weight charge' }),
  chargeType: DistanceChargeDoc.properties.chargeType,
  status: Type.Boolean({ description: 'true: active' }),
}, { title: 'DistanceCharge' });

const filters = {
  type: Optional(Type.Enum([...CHARGE_TYPES], { description: 'Of this type alone' })),
  chargeType: Optional(Type.Enum([...RATE_TYPES], { description: 'Of this charge type alone' })),
  status: Optional(Type.Boolean({ description: 'true: active ones alone; false: inactive ones alone' })),
};

const totals = {
  totalCharges: Count(), activeCharges: Count(), byType: CountsByType, byChargeType: CountsByRate,
};

export const listCustomerCharges = contract({
  id: 'listCustomerCharges',
  path: `${API_PREFIX}/customer-charges`,
  tag: 'Charges',
  summary: 'List customer charges',
  description: 'The charges of a partner, or without `partnerId` the default charges, in the order of their ids. Which of several rows a shipment is charged by: see `POST /shipments/calculate-charges`. A partner’s credential sees the defaults and its own.',
  reads: ['partners', 'customer-charges'],
  query: Type.Object({ partnerId: PartnerFilter, ...filters, ...paging(20), ...refresh }),
  answer: Type.Object({
    data: Type.Array(CustomerCharge),
    pagination: Pagination,
    summary: Type.Object(totals, { title: 'CustomerChargesSummary', description: 'Of the rows that match, on all pages' }),
  }),
  errors: ['FORBIDDEN', 'PARTNER_NOT_FOUND'],
  example: { query: { partnerId: 'dharaline-surface' } },
});

export const listPartnerCharges = contract({
  id: 'listPartnerCharges',
  path: `${API_PREFIX}/partner-charges/{partnerId}`,
  tag: 'Charges',
  summary: 'List all charges of a partner',
  description: '`charges` are the customer charges of the page, `distanceCharges` all that match `chargeType` and `status`; `type` narrows the customer charges alone. Both are in the order of their ids. The pagination is that of `charges`.',
  reads: ['partners', 'customer-charges', 'distance-charges'],
  params: PartnerPath,
  query: Type.Object({ ...filters, ...paging(20), ...refresh }),
  answer: Type.Object({
    data: Type.Object({
      partnerId: PartnerId,
      partnerName: Type.String(),
      charges: Type.Array(CustomerCharge),
      distanceCharges: Type.Array(DistanceCharge),
      summary: Type.Object({
        ...totals, totalDistanceCharges: Count(), activeDistanceCharges: Count(),
      }, { title: 'PartnerChargesSummary', description: 'Of the rows that match, on all pages' }),
    }, { title: 'PartnerCharges' }),
    pagination: Pagination,
  }),
  errors: ['FORBIDDEN', 'PARTNER_NOT_FOUND'],
  example: { params: { partnerId: 'dharaline-surface' } },
});

/** What one item of a bulk has to be. Limits that hang on other fields are in the rules of the document. */
export const NewCustomerCharge = Type.Object({
  partnerId: Optional(Type.String({ ...PartnerId, description: 'A partner’s credential may leave it out' })),
  type: ChargeKind,
  chargeType: RateKind,
  value: Type.Number({ minimum: MIN_CHARGE_VALUE, maximum: MAX_MONEY_RUPEES, description: 'flat: Rupees, at most two decimals; percentage: at most 1000 percent, at most four decimals' }),
  customerId: Optional(orNull(customerId.anyOf[0], 'For this customer alone; null: for every customer of the partner')),
  minKg: Optional(orNull(minKg.anyOf[0], 'kilograms, at most three decimals; null: from any weight')),
  maxKg: Optional(orNull(maxKg.anyOf[0], 'kilograms, at most three decimals, at least minKg; null: up to any weight')),
  status: Optional(Type.Boolean({ default: true })),
}, { title: 'NewCustomerCharge' });
export type NewCustomerCharge = Static<typeof NewCustomerCharge>;

const index = Type.Integer({ minimum: 0, description: 'Place in `charges`, counted from 0' });

const BulkChargeResult = Type.Object({
  index,
  id: Type.Integer({ minimum: 1, description: 'Of the charge; where it was skipped, of the one that it is the same as' }),
  partnerId: PartnerId,
  type: ChargeKind,
  status: Type.Enum(['created', 'skipped']),
  message: Type.String(),
}, { title: 'BulkChargeResult' });

const BulkChargeError = Type.Object({
  index,
  partnerId: orNull(Type.String(), 'As it was given; null: not a text, or not given'),
  type: orNull(Type.String(), 'As it was given; null: not a text, or not given'),
  code: Type.Enum(['VALIDATION_ERROR', 'PARTNER_NOT_FOUND']),
  message: Type.String(),
  faults: Type.Array(Type.Object({
    field: Type.String({ description: 'Of the item; empty for the item itself' }), message: Type.String(), code: Type.String({ examples: ['OUT_OF_RANGE'] }),
  }, { title: 'BulkChargeFault' }), { minItems: 1 }),
}, { title: 'BulkChargeError' });
export type BulkChargeResult = Static<typeof BulkChargeResult>;
export type BulkChargeError = Static<typeof BulkChargeError>;

export const createCustomerCharges = contract({
  id: 'createCustomerCharges',
  path: `${API_PREFIX}/customer-charges/bulk`,
  tag: 'Charges',
  summary: 'Create customer charges in bulk',
  description: `What can be created is created together, in one transaction, and is in the next quote of this node.

- An item that is wrong fails alone and is told of in \`errors\`. When none could be created or skipped, or one failed and \`continueOnError\` is false, nothing is written: the answer is a 400 that names every fault as \`charges[2].value\`, or a 404 \`PARTNER_NOT_FOUND\` when all there is against the items is that their partners are unknown.
- An item is a duplicate when partnerId, customerId, type, chargeType, value, minKg and maxKg are those of a charge that stands, or of an item before it. Duplicates are created too, unless \`skipDuplicates\` is true. Two requests at the same moment do not see each other's items: that they are the same is for the \`Idempotency-Key\`.
- An item of a partner's credential that names another partner refuses the whole request.`,
  status: 201,
  creates: true,
  body: Type.Object({
    charges: Type.Array(Type.Union([
      NewCustomerCharge, Type.Unknown({ description: 'Anything else fails as an item of its own' }),
    ]), { minItems: 1, maxItems: MAX_BULK_CHARGES }),
    options: Optional(Type.Object({
      continueOnError: Optional(Type.Boolean({ default: true, description: 'false: one item that fails refuses the request, and nothing is written' })),
      skipDuplicates: Optional(Type.Boolean({ default: false, description: 'true: duplicates are left out' })),
    }, { title: 'BulkChargesOptions' })),
  }, { title: 'BulkChargesRequest' }),
  answer: Type.Object({
    data: Type.Object({
      created: Count(), total: Count('Items of the request'), failed: Count(), skipped: Count('Duplicates that were left out'),
      charges: Type.Array(BulkChargeResult, { description: 'One for each item that was created or skipped, in their order' }),
      errors: Type.Array(BulkChargeError, { description: 'One for each item that failed, in their order' }),
    }, { title: 'BulkCharges' }),
    summary: Type.Object({
      partnerId: orNull(PartnerId, 'Null: the items are of several partners'),
      totalChargesAfterCreation: Count('Customer charges of the partners of these items'),
      chargesByType: CountsByType,
    }, { title: 'BulkChargesSummary' }),
  }),
  errors: ['FORBIDDEN', 'PARTNER_NOT_FOUND'],
  example: {
    body: {
      charges: [
        { partnerId: 'dharaline-surface', type: 'fsc', chargeType: 'percentage', value: 11.5 },
        { partnerId: 'dharaline-surface', type: 'docket', chargeType: 'flat', value: 30, minKg: 20 },
      ],
      options: { skipDuplicates: true },
    },
  },
});
