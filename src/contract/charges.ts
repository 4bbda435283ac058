import Type, { type Static } from 'typebox';
import { count, DateTime, orNull } from './fields.js';
import { ActiveFilter, Pagination, paging, PartnerFilter, PartnerPath, refresh } from './common.js';
import { API_PREFIX, contract } from './contract.js';
import { CHARGE_TYPES, RATE_TYPES } from '../domain/vocabulary.js';
import { MAX_MONEY_RUPEES } from '../limits/documents.js';
import { MAX_BULK_CHARGES, MIN_CHARGE_VALUE } from '../limits/requests.js';
import { PartnerId } from '../model/documents.js';
import { CustomerChargeDoc } from '../model/rates.js';
import { resource } from '../model/resource.js';
import { ONE_LINE } from '../model/texts.js';

const { Optional } = Type;
const { type, chargeType, customerId, codFrom, codTo, minKg, maxKg } = CustomerChargeDoc.properties;

const counts = <const V extends readonly string[]>(values: V) =>
  Object.fromEntries(values.map((value) => [value, count()])) as Record<V[number], ReturnType<typeof count>>;
const CountsByType = Type.Object(counts(CHARGE_TYPES), { title: 'ChargesByType' });
const CountsByRate = Type.Object(counts(RATE_TYPES), { title: 'ChargesByChargeType' });

export const CustomerCharge = resource('customer-charges', {
  title: 'CustomerCharge',
  defaults: { direction: 'FORWARD', always: false },
  leftOut: ['minKg', 'maxKg'],
  bounds: { value: 0, minKg: 0, maxKg: 0 },
  computed: {
    applicableFor: Type.Enum(['partner_customers', 'specific_customer'], {
      description: 'specific_customer: customerId is set',
    }),
  },
});

export const DistanceCharge = resource('distance-charges', {
  title: 'DistanceCharge',
  hidden: ['partnerId'],
  bounds: { distanceFrom: 0, distanceTo: 0, charge: 0 },
});

const filters = {
  type: Optional(Type.Enum([...CHARGE_TYPES], { description: 'Only charges of this type' })),
  chargeType: Optional(Type.Enum([...RATE_TYPES], { description: 'Only charges of this charge type' })),
  status: ActiveFilter,
};

const totals = {
  totalCharges: count(),
  activeCharges: count(),
  byType: CountsByType,
  byChargeType: CountsByRate,
};

export const listCustomerCharges = contract({
  id: 'listCustomerCharges',
  path: `${API_PREFIX}/customer-charges`,
  tag: 'Charges',
  summary: 'List customer charges',
  description:
    'The charges of a partner, or without `partnerId` the default charges, in the order of their ids. '
    + '`POST /shipments/calculate-charges` says which of several rows applies to a shipment. '
    + 'A partner’s credential sees the defaults and its own.',
  reads: ['partners', 'customer-charges'],
  query: Type.Object({ partnerId: PartnerFilter, ...filters, ...paging(20), ...refresh }),
  answer: Type.Object({
    data: Type.Array(CustomerCharge.schema),
    pagination: Pagination,
    summary: Type.Object(totals, {
      title: 'CustomerChargesSummary',
      description: 'Over all rows that match, on all pages',
    }),
  }),
  errors: ['FORBIDDEN', 'PARTNER_NOT_FOUND'],
  example: { query: { partnerId: 'dharaline-surface' } },
});

export const listPartnerCharges = contract({
  id: 'listPartnerCharges',
  path: `${API_PREFIX}/partner-charges/{partnerId}`,
  tag: 'Charges',
  summary: 'List all charges of a partner',
  description:
    '`charges` are the customer charges of the page; `distanceCharges` are all that match `chargeType` and '
    + '`status`, since `type` narrows only the customer charges. Both are in the order of their ids. The pagination is '
    + 'that of `charges`.',
  reads: ['partners', 'customer-charges', 'distance-charges'],
  params: PartnerPath,
  query: Type.Object({ ...filters, ...paging(20), ...refresh }),
  answer: Type.Object({
    data: Type.Object(
      {
        partnerId: PartnerId,
        partnerName: Type.String(),
        charges: Type.Array(CustomerCharge.schema),
        distanceCharges: Type.Array(DistanceCharge.schema),
        summary: Type.Object(
          {
            ...totals,
            totalDistanceCharges: count(),
            activeDistanceCharges: count(),
          },
          { title: 'PartnerChargesSummary', description: 'Over all rows that match, on all pages' },
        ),
      },
      { title: 'PartnerCharges' },
    ),
    pagination: Pagination,
  }),
  errors: ['FORBIDDEN', 'PARTNER_NOT_FOUND'],
  example: { params: { partnerId: 'dharaline-surface' } },
});

/** One item of a bulk request. Limits that depend on other fields are among the rules of the document. */
export const NewCustomerCharge = Type.Object(
  {
    partnerId: Optional(Type.String({ ...PartnerId, description: 'A partner’s credential may leave it out' })),
    type,
    chargeType,
    value: Type.Number({
      minimum: MIN_CHARGE_VALUE,
      maximum: MAX_MONEY_RUPEES,
      description: 'flat: Rupees, at most two decimals; percentage: at most 1000 percent, at most four decimals',
    }),
    customerId: Optional(
      orNull(
        Type.String({ ...customerId.anyOf[0], pattern: ONE_LINE }),
        'Only for this customer; null: for every customer of the partner',
      ),
    ),
    codFrom: Optional(
      orNull(codFrom.anyOf[0], 'cod: Rupees, at most two decimals; least amount to collect; null: no lower bound'),
    ),
    codTo: Optional(
      orNull(
        codTo.anyOf[0],
        'cod: Rupees, at most two decimals; the amount to collect is below it; null: no upper bound',
      ),
    ),
    minKg: Optional(orNull(minKg.anyOf[0], 'kilograms, at most three decimals; null: no lower bound')),
    maxKg: Optional(orNull(maxKg.anyOf[0], 'kilograms, at most three decimals, at least minKg; null: no upper bound')),
    validFrom: Optional(orNull(DateTime, 'Start, inclusive; null or left out: no start')),
    validTo: Optional(orNull(DateTime, 'End, inclusive, later than validFrom; null or left out: no end')),
    status: Optional(Type.Boolean({ default: true })),
  },
  { title: 'NewCustomerCharge' },
);
export type NewCustomerCharge = Static<typeof NewCustomerCharge>;

const index = count('Position in `charges`, counted from 0');

const BulkChargeResult = Type.Object(
  {
    index,
    id: Type.Integer({
      minimum: 1,
      description: 'Id of the charge; of a skipped one, the id of the charge it duplicates',
    }),
    partnerId: PartnerId,
    type,
    status: Type.Enum(['created', 'skipped']),
    message: Type.String(),
  },
  { title: 'BulkChargeResult' },
);

const BulkChargeError = Type.Object(
  {
    index,
    partnerId: orNull(Type.String(), 'As given; null: not a text, or not given'),
    type: orNull(Type.String(), 'As given; null: not a text, or not given'),
    code: Type.Enum(['VALIDATION_ERROR', 'PARTNER_NOT_FOUND']),
    message: Type.String(),
    faults: Type.Array(
      Type.Object(
        {
          field: Type.String({ description: 'Field of the item; empty for the item itself' }),
          message: Type.String(),
          code: Type.String({ examples: ['OUT_OF_RANGE'] }),
        },
        { title: 'BulkChargeFault' },
      ),
      { minItems: 1 },
    ),
  },
  { title: 'BulkChargeError' },
);
export type BulkChargeResult = Static<typeof BulkChargeResult>;
export type BulkChargeError = Static<typeof BulkChargeError>;

export const createCustomerCharges = contract({
  id: 'createCustomerCharges',
  path: `${API_PREFIX}/customer-charges/bulk`,
  tag: 'Charges',
  summary: 'Create customer charges in bulk',
  description: `The valid items are created together, in one transaction. The next quote of this node uses them.

- A wrong item fails by itself and is listed in \`errors\`. Nothing is written when no item could be created or skipped,
  or when one failed and \`continueOnError\` is false. The answer is then a 400 that names every fault as
  \`charges[2].value\`, or a 404 \`PARTNER_NOT_FOUND\` when unknown partners are the only faults.
- An item is a duplicate when its partnerId, customerId, type, direction, chargeType, value, minKg, maxKg and dates are
  those of an existing charge, or of an earlier item. Duplicates are created too, unless \`skipDuplicates\` is true. Two
  simultaneous requests do not see each other's items: use an \`Idempotency-Key\` to repeat a request safely.
- With a partner's credential, an item that names another partner refuses the whole request.`,
  status: 201,
  creates: true,
  body: Type.Object(
    {
      charges: Type.Array(
        Type.Union([NewCustomerCharge, Type.Unknown({ description: 'Anything else fails as a single item' })]),
        { minItems: 1, maxItems: MAX_BULK_CHARGES },
      ),
      options: Optional(
        Type.Object(
          {
            continueOnError: Optional(
              Type.Boolean({
                default: true,
                description: 'false: a single item that fails refuses the request, and nothing is written',
              }),
            ),
            skipDuplicates: Optional(Type.Boolean({ default: false, description: 'true: duplicates are skipped' })),
          },
          { title: 'BulkChargesOptions' },
        ),
      ),
    },
    { title: 'BulkChargesRequest' },
  ),
  answer: Type.Object({
    data: Type.Object(
      {
        created: count(),
        total: count('Items in the request'),
        failed: count(),
        skipped: count('Duplicates that were skipped'),
        charges: Type.Array(BulkChargeResult, {
          description: 'One for each item that was created or skipped, in their order',
        }),
        errors: Type.Array(BulkChargeError, { description: 'One for each item that failed, in their order' }),
      },
      { title: 'BulkCharges' },
    ),
    summary: Type.Object(
      {
        partnerId: orNull(PartnerId, 'Null: the items belong to several partners'),
        totalChargesAfterCreation: count('Customer charges that the partners of these items have now'),
        chargesByType: CountsByType,
      },
      { title: 'BulkChargesSummary' },
    ),
  }),
  errors: ['FORBIDDEN', 'PARTNER_NOT_FOUND', 'BUSINESS_VALIDATION_FAILED'],
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
