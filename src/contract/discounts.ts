import Type from 'typebox';
import { orNull } from './answers/values.js';
import { DateTime, Flag, Id, Pagination, PartnerFilter, PartnerPath, paging, refresh } from './common.js';
import { API_PREFIX, contract } from './contract.js';
import { DISCOUNT_BASES, RATE_TYPES } from '../domain/vocabulary.js';
import { MAX_DISCOUNT_FLAT_RUPEES, MAX_DISCOUNT_PERCENT, MAX_DISCOUNT_WEIGHT_KG, MIN_DISCOUNT_VALUE, MIN_DISCOUNT_WEIGHT_KG } from '../limits.js';
import { DiscountDoc, PartnerId } from '../schemas/documents.js';

const { Optional } = Type;
const { description } = DiscountDoc.properties;

const DiscountKind = Type.Enum([...RATE_TYPES], {
  description: 'flat: Rupees a shipment, at most what it applies to; percentage: of what it applies to',
});
const BASE = 'SUBTOTAL: freight and all surcharges before tax; FREIGHT: weight charge and distance charge alone';
const Count = (description?: string) => Type.Integer({ minimum: 0, ...(description !== undefined && { description }) });

export const Discount = Type.Object({
  id: Id,
  partnerId: PartnerId,
  fromWeight: Type.Number({ minimum: 0, description: 'Chargeable weight from which it applies, itself included; kilograms' }),
  toWeight: Type.Number({ minimum: 0, description: 'Chargeable weight up to which it applies, itself included; kilograms' }),
  discountType: DiscountKind,
  discountValue: Type.Number({ minimum: MIN_DISCOUNT_VALUE, description: 'flat: Rupees; percentage: percent' }),
  appliesTo: Type.Enum([...DISCOUNT_BASES], { description: BASE }),
  description: Optional(Type.String()),
  validFrom: orNull(DateTime, 'Itself included; null: from ever'),
  validTo: orNull(DateTime, 'Itself included; null: for ever'),
  status: Type.Boolean({ description: 'true: active' }),
  isCurrentlyValid: Type.Boolean({ description: 'By validFrom and validTo alone, active or not' }),
  createdAt: DateTime,
  applicabilityRules: Type.Object({
    weightRange: Type.String({ examples: ['2 kg to 5 kg'] }),
    validityPeriod: Type.String({ examples: ['from 2026-01-01T00:00:00.000Z to 2028-12-31T23:59:59.999Z', 'always'] }),
    applicableShipments: Type.String({ description: 'Which shipments get it now, in words. Of a weight that two discounts share as a bound, the lower one counts' }),
  }, { title: 'ApplicabilityRules' }),
}, { title: 'Discount' });

const filters = {
  discountType: Optional(Type.Enum([...RATE_TYPES], { description: 'Of this type alone' })),
  status: Optional(Type.Boolean({ description: 'true: active ones alone; false: inactive ones alone' })),
  validOnly: Flag('Those alone that are valid now by validFrom and validTo', false),
};
const Weight = (description: string) => Optional(Type.Number({ minimum: 0, description }));

const Summary = Type.Object({
  partnerId: PartnerId,
  totalDiscounts: Count(),
  activeDiscounts: Count('Whose status is true'),
  validDiscounts: Count('Whose isCurrentlyValid is true, active or not'),
  discountsByType: Type.Object({ percentage: Count(), flat: Count() }, { title: 'DiscountsByType' }),
  avgDiscountPercentage: Type.Number({ minimum: 0, description: 'Mean of the percentages, to two decimals; 0: there are none' }),
  totalPotentialSavings: Type.String({
    examples: ['Up to 12 % or INR 150.00 a shipment', 'None'],
    description: 'The most that a shipment can get of the discounts that are active and valid now. What is saved in all hangs on the shipments, which pinrate does not know',
  }),
}, { title: 'DiscountsSummary', description: 'Of the rows that match, on all pages' });

export const listDiscounts = contract({
  id: 'listDiscounts',
  path: `${API_PREFIX}/discounts`,
  tag: 'Discounts',
  summary: 'List discounts',
  description: 'The discounts of a partner by weight, in the order of their ids. A service has to name the partner; a partner’s credential gets its own.',
  reads: ['partners', 'discounts'],
  isOfPartner: true,
  query: Type.Object({
    partnerId: PartnerFilter,
    ...filters,
    minWeight: Weight('Those that apply to some shipment of at least this weight; kilograms'),
    maxWeight: Weight('Those that apply to some shipment of at most this weight; kilograms'),
    ...paging(10),
    ...refresh,
  }),
  answer: Type.Object({ data: Type.Array(Discount), pagination: Pagination, summary: Summary }),
  errors: ['FORBIDDEN', 'PARTNER_NOT_FOUND'],
  example: { query: { partnerId: 'nabhdoot-air', validOnly: 'true' } },
});

export const listPartnerDiscounts = contract({
  id: 'listPartnerDiscounts',
  path: `${API_PREFIX}/partner-discounts/{partnerId}`,
  tag: 'Discounts',
  summary: 'List a partner’s discounts',
  description: 'The same rows as `GET /discounts`, with the partner’s name.',
  reads: ['partners', 'discounts'],
  params: PartnerPath,
  query: Type.Object({ ...filters, ...paging(10), ...refresh }),
  answer: Type.Object({
    data: Type.Object({
      partnerId: PartnerId, partnerName: Type.String(), discounts: Type.Array(Discount), summary: Summary,
    }, { title: 'PartnerDiscounts' }),
    pagination: Pagination,
  }),
  errors: ['FORBIDDEN', 'PARTNER_NOT_FOUND'],
  example: { params: { partnerId: 'nabhdoot-air' } },
});

const DiscountWeight = (description: string) => Type.Number({ minimum: MIN_DISCOUNT_WEIGHT_KG, maximum: MAX_DISCOUNT_WEIGHT_KG, description: `kilograms, at most three decimals: ${description}` });
const Moment = (description: string) => Optional(Type.Union([DateTime, Type.Null()], { description }));

export const createDiscount = contract({
  id: 'createDiscount',
  path: `${API_PREFIX}/discounts`,
  tag: 'Discounts',
  summary: 'Create a discount',
  description: `The discount is on disk before the answer leaves, and in the next quote of this node.

- Two discounts of a partner conflict where both could count for one shipment: both are active, their weights share more
  than a bound, and a moment lies within the dates of both, whatever they apply to. The second one gets a 409
  \`DISCOUNT_OVERLAP\` that names the first. So next year's offer may be entered while this year's is valid, and an
  inactive discount, or one that had ended when the other was made, blocks nothing. A shipment of just a shared bound
  gets the lower band.
- A percentage is at most ${MAX_DISCOUNT_PERCENT}, with at most four decimals; a flat discount at most ${MAX_DISCOUNT_FLAT_RUPEES} Rupees, with at most two.
- A service names the partner in the body or in the query; a partner’s credential may leave it out.`,
  status: 201,
  creates: true,
  query: Type.Object({ partnerId: PartnerFilter }),
  body: Type.Object({
    partnerId: Optional(Type.String({ ...PartnerId, description: 'Unless it is in the query' })),
    fromWeight: DiscountWeight('the chargeable weight from which it applies'),
    toWeight: DiscountWeight('the chargeable weight up to which it applies, greater than fromWeight'),
    discountType: DiscountKind,
    discountValue: Type.Number({ minimum: MIN_DISCOUNT_VALUE, maximum: MAX_DISCOUNT_FLAT_RUPEES }),
    appliesTo: Optional(Type.Enum([...DISCOUNT_BASES], { default: 'SUBTOTAL', description: BASE })),
    description: Optional(orNull(description.anyOf[0], 'For people; null or left out: none')),
    validFrom: Moment('When it begins, itself included; null or left out: it is valid from ever'),
    validTo: Moment('When it ends, itself included, later than validFrom; null or left out: it is valid for ever'),
    status: Optional(Type.Boolean({ default: true, description: 'false: inactive, no quote uses it' })),
  }, { title: 'NewDiscount' }),
  answer: Type.Object({ data: Discount }),
  errors: ['FORBIDDEN', 'PARTNER_NOT_FOUND', 'DISCOUNT_OVERLAP'],
  example: {
    body: { partnerId: 'nabhdoot-air', fromWeight: 1000, toWeight: 1500, discountType: 'percentage', discountValue: 7.5, description: 'Freight of 1 to 1.5 t' },
  },
});
