import Type from 'typebox';
import { count, DateTime, orNull } from './fields.js';
import { ActiveFilter, Flag, Pagination, paging, PartnerFilter, PartnerPath, refresh } from './common.js';
import { API_PREFIX, contract } from './contract.js';
import { DISCOUNT_BASES, RATE_TYPES } from '../domain/vocabulary.js';
import { MAX_DISCOUNT_FLAT_RUPEES, MAX_DISCOUNT_PERCENT, MIN_DISCOUNT_VALUE } from '../limits/documents.js';
import { MAX_DISCOUNT_WEIGHT_KG, MIN_DISCOUNT_WEIGHT_KG } from '../limits/requests.js';
import { PartnerId } from '../model/documents.js';
import { DiscountDoc } from '../model/rates.js';
import { resource } from '../model/resource.js';
import { ONE_LINE, SENTENCES } from '../model/texts.js';

const { Optional } = Type;
const { customerId, description, discountType } = DiscountDoc.properties;

export const Discount = resource('discounts', {
  title: 'Discount',
  defaults: { appliesTo: 'SUBTOTAL' },
  leftOut: ['description'],
  bounds: { fromWeight: 0, toWeight: 0, discountValue: MIN_DISCOUNT_VALUE },
  computed: {
    isCurrentlyValid: Type.Boolean({ description: 'Judged only by validFrom and validTo, active or not' }),
    applicabilityRules: Type.Object(
      {
        weightRange: Type.String({ examples: ['2 kg to 5 kg'] }),
        validityPeriod: Type.String({
          examples: ['from 2026-01-01T00:00:00.000Z to 2028-12-31T23:59:59.999Z', 'always'],
        }),
        applicableShipments: Type.String({
          description:
            'The shipments that get it now, as a text. A weight that is a bound of two discounts gets the lower one',
        }),
      },
      { title: 'ApplicabilityRules' },
    ),
  },
});

const filters = {
  discountType: Optional(Type.Enum([...RATE_TYPES], { description: 'Only discounts of this type' })),
  status: ActiveFilter,
  validOnly: Flag('Only those that are valid now by validFrom and validTo', false),
};
const Weight = (description: string) => Optional(Type.Number({ minimum: 0, description }));

const Summary = Type.Object(
  {
    partnerId: PartnerId,
    totalDiscounts: count(),
    activeDiscounts: count('Those whose status is true'),
    validDiscounts: count('Those whose isCurrentlyValid is true, active or not'),
    discountsByType: Type.Object({ percentage: count(), flat: count() }, { title: 'DiscountsByType' }),
    avgDiscountPercentage: Type.Number({
      minimum: 0,
      description: 'Mean of the percentages, to two decimals; 0 when there are none',
    }),
    totalPotentialSavings: Type.String({
      examples: ['Up to 12 % or INR 150.00 a shipment', 'None'],
      description:
        'The most that one shipment can save with the discounts that are active and valid now. Total savings '
        + 'depend on the shipments, which pinrate does not know',
    }),
  },
  { title: 'DiscountsSummary', description: 'Over all rows that match, on all pages' },
);

export const listDiscounts = contract({
  id: 'listDiscounts',
  path: `${API_PREFIX}/discounts`,
  tag: 'Discounts',
  summary: 'List discounts',
  description:
    'The discounts of a partner by weight, in the order of their ids. A service must name the partner; '
    + 'a partner’s credential gets its own.',
  reads: ['partners', 'discounts'],
  dependsOnTime: true,
  isOfPartner: true,
  query: Type.Object({
    partnerId: PartnerFilter,
    ...filters,
    minWeight: Weight('Only discounts that can apply to a shipment of at least this weight; kilograms'),
    maxWeight: Weight('Only discounts that can apply to a shipment of at most this weight; kilograms'),
    ...paging(10),
    ...refresh,
  }),
  answer: Type.Object({ data: Type.Array(Discount.schema), pagination: Pagination, summary: Summary }),
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
  dependsOnTime: true,
  params: PartnerPath,
  query: Type.Object({ ...filters, ...paging(10), ...refresh }),
  answer: Type.Object({
    data: Type.Object(
      {
        partnerId: PartnerId,
        partnerName: Type.String(),
        discounts: Type.Array(Discount.schema),
        summary: Summary,
      },
      { title: 'PartnerDiscounts' },
    ),
    pagination: Pagination,
  }),
  errors: ['FORBIDDEN', 'PARTNER_NOT_FOUND'],
  example: { params: { partnerId: 'nabhdoot-air' } },
});

const DiscountWeight = (description: string) =>
  Type.Number({
    minimum: MIN_DISCOUNT_WEIGHT_KG,
    maximum: MAX_DISCOUNT_WEIGHT_KG,
    unit: 'kilograms',
    description: `kilograms, at most three decimals: ${description}`,
  });

export const createDiscount = contract({
  id: 'createDiscount',
  path: `${API_PREFIX}/discounts`,
  tag: 'Discounts',
  summary: 'Create a discount',
  description: `The discount is on disk before the answer is sent, and the next quote of this node uses it.

- Two discounts of a partner conflict when both could apply to the same shipment: both are active and of the same
  customer, or of none, their weights share more than a bound, and their dates overlap, whatever they apply to. The second one gets a 409 \`DISCOUNT_OVERLAP\`
  that names the first. So next year's offer may be entered while this year's is valid, and an inactive or ended
  discount blocks nothing. A shipment whose weight is a shared bound gets the lower band.
- A percentage is at most ${MAX_DISCOUNT_PERCENT}, with at most four decimals; a flat discount at most
  ${MAX_DISCOUNT_FLAT_RUPEES} Rupees, with at most two.
- A service must name the partner in the body or in the query; a partner’s credential may leave it out.`,
  status: 201,
  creates: true,
  query: Type.Object({ partnerId: PartnerFilter }),
  body: Type.Object(
    {
      partnerId: Optional(
        Type.String({ ...PartnerId, description: 'Needed from a service, unless it is in the query' }),
      ),
      customerId: Optional(
        orNull(Type.String({ ...customerId.anyOf[0], pattern: ONE_LINE }), {
          description: 'The only customer of yours that it is for; null or left out: all customers',
        }),
      ),
      fromWeight: DiscountWeight('the lowest chargeable weight it applies to'),
      toWeight: DiscountWeight('the highest chargeable weight it applies to, greater than fromWeight'),
      discountType,
      discountValue: Type.Number({ minimum: MIN_DISCOUNT_VALUE, maximum: MAX_DISCOUNT_FLAT_RUPEES }),
      appliesTo: Optional(
        Type.Enum([...DISCOUNT_BASES], { ...Discount.schema.properties.appliesTo, default: 'SUBTOTAL' }),
      ),
      description: Optional(
        orNull(Type.String({ ...description.anyOf[0], pattern: SENTENCES }), 'For people; null or left out: none'),
      ),
      validFrom: Optional(orNull(DateTime, 'Start, inclusive; null or left out: no start')),
      validTo: Optional(orNull(DateTime, 'End, inclusive, later than validFrom; null or left out: no end')),
      status: Optional(Type.Boolean({ default: true, description: 'false: inactive, quotes do not use it' })),
    },
    { title: 'NewDiscount' },
  ),
  answer: Type.Object({ data: Discount.schema }),
  errors: ['FORBIDDEN', 'PARTNER_NOT_FOUND', 'DISCOUNT_OVERLAP', 'BUSINESS_VALIDATION_FAILED'],
  example: {
    body: {
      partnerId: 'nabhdoot-air',
      fromWeight: 1000,
      toWeight: 1500,
      discountType: 'percentage',
      discountValue: 7.5,
      description: 'Freight of 1 to 1.5 t',
    },
  },
});
