/** Who gets a parcel by the house's own rules: groups of places, and policies; see documents.ts. */
import Type from 'typebox';
import { RANK_COSTS, RANK_STRATEGIES } from '../domain/allocation/policy.js';
import { WINDOWS } from '../domain/allocation/windows.js';
import { ASKED_STRATEGIES, STRATEGIES } from '../domain/strategies.js';
import {
  CUSTOMER_TYPES,
  PAYMENT_TYPES,
  SERVICE_TYPE_IDS,
  SHIPMENT_TYPES,
  URGENCY_LEVELS,
} from '../domain/vocabulary.js';
import {
  MAX_ADJUSTMENT_PERCENT,
  MAX_ADJUSTMENT_RUPEES,
  MAX_ATTRIBUTE_INTEGER,
  MAX_ATTRIBUTE_LENGTH,
  MAX_POLICY_LIST,
  MAX_POLICY_PRIORITY,
  MAX_POLICY_RULES,
  MAX_SHARE_MEMBERS,
  MAX_SHARE_PARCELS,
  MAX_TRANSIT_HOURS,
  MAX_WHEN_PINCODES,
  MONEY_DECIMALS,
} from '../limits/documents.js';
import { MAX_STRATEGY_WEIGHT_RUPEES } from '../limits/requests.js';
import {
  clockTime,
  closed,
  collected,
  dateTime,
  id,
  inUnit,
  isActive,
  keywords,
  kilograms,
  kilometres,
  money,
  name,
  nullish,
  oneOf,
  pincode,
  validity,
} from './fields.js';
import { lane, TAG_PATTERN } from './lanes.js';

export const POLICY_ID_PATTERN = '^[a-z0-9][a-z0-9-]{0,49}$';
export const RULE_ID_PATTERN = '^[a-z0-9][a-z0-9-]{0,31}$';
export const CALLER_PATTERN = '^(service|partner):.{1,100}$';
export const ATTRIBUTE_NAME_PATTERN = '^[a-z][A-Za-z0-9_]{0,31}$';
/** A partnerId, or `group:` and a group of partners. */
export const MEMBER_PATTERN = '^(group:[A-Z][A-Z0-9_]{0,29}|[a-zA-Z0-9_-]{3,50})$';
const groupId = (description: string) => Type.String({ pattern: TAG_PATTERN, description });
const listOf = <T extends Type.TSchema>(item: T, description: string, ifAbsent: string, maxItems = MAX_POLICY_LIST) =>
  nullish(Type.Array(item, { minItems: 1, maxItems, description }), ifAbsent);
const placesOf = <T extends Type.TSchema>(item: T, description: string) =>
  nullish(Type.Array(item, { description }), 'none');

/** For lists of pincodes that take sets. */
const SETS = 'A write may give sets: 793001-793005 or 793* stands for the pincodes within that are known then.';

export const PlaceGroupDoc = Type.Object(
  {
    groupId: groupId('Name of the group, such as METRO or RISKY_COD.'),
    name: name('Name that is shown.'),
    states: placesOf(id('Id of a state.'), 'Ids of whole states.'),
    cities: placesOf(id('Id of a city.'), 'Ids of whole cities.'),
    areas: placesOf(id('Id of an area.'), 'Ids of areas.'),
    pincodes: placesOf(pincode('A pincode.'), `Single pincodes. ${SETS}`),
    exceptPincodes: placesOf(
      pincode('A pincode.'),
      `Pincodes that are not in the group although their place is. ${SETS}`,
    ),
    status: isActive('no pincode is in the group.'),
    createdAt: dateTime('When the group was created.'),
  },
  closed,
);

const placeGroups = (description: string) => listOf(groupId('A place group.'), description, 'any');
const stateIds = (description: string) => listOf(id('Id of a state.'), description, 'any');
const pincodes = (description: string) => listOf(pincode('A pincode.'), description, 'any', MAX_WHEN_PINCODES);
const member = (description: string) => Type.String({ pattern: MEMBER_PATTERN, description });
const MEMBER = 'A partnerId, or group: and a group of partners, such as group:AIR.';

const AttributeText = Type.String({ maxLength: MAX_ATTRIBUTE_LENGTH });
const AttributeInteger = Type.Integer({ minimum: -MAX_ATTRIBUTE_INTEGER, maximum: MAX_ATTRIBUTE_INTEGER });
const attributeBound = (description: string) =>
  nullish(Type.Integer({ minimum: -MAX_ATTRIBUTE_INTEGER, maximum: MAX_ATTRIBUTE_INTEGER, description }), 'no bound');
const WantedAttribute = Type.Union([
  Type.Array(AttributeText, { minItems: 1, maxItems: MAX_POLICY_LIST }),
  Type.Array(AttributeInteger, { minItems: 1, maxItems: MAX_POLICY_LIST }),
  Type.Array(Type.Boolean(), { minItems: 1, maxItems: 2 }),
  Type.Object(
    {
      from: attributeBound('Lower bound, inclusive.'),
      to: attributeBound('Upper bound, exclusive; greater than from.'),
    },
    closed,
  ),
]);

/** An amount to compare with that of a parcel. */
const bound = (meaning: string, more = {}) => nullish(collected(meaning, more), 'no bound');

const conditions = {
  customerIds: listOf(name('A customer.'), 'Customers.', 'all'),
  customerTypes: oneOf(CUSTOMER_TYPES, 'Customer types.', 'all'),
  paymentTypes: oneOf(PAYMENT_TYPES, 'Payment types.', 'all'),
  shipmentTypes: oneOf(SHIPMENT_TYPES, 'Shipment types.', 'all'),
  urgencies: oneOf(URGENCY_LEVELS, 'Urgencies.', 'all'),
  strategies: oneOf(ASKED_STRATEGIES, 'The strategy that was asked for; availability is BEST_MATCH.', 'all'),
  services: oneOf(SERVICE_TYPE_IDS, 'One of these services is required.', 'any shipment'),
  attributes: nullish(
    Type.Record(Type.String({ pattern: ATTRIBUTE_NAME_PATTERN }), WantedAttribute, {
      ...closed,
      minProperties: 1,
      description:
        'By name of an attribute its values, or the bounds of an integer. It does not hold of a shipment without the '
        + 'attribute.',
    }),
    'any',
  ),
  fromGroups: placeGroups('The pickup lies in one of these place groups.'),
  toGroups: placeGroups('The delivery lies in one of these place groups.'),
  fromStates: stateIds('The pickup lies in one of these states.'),
  toStates: stateIds('The delivery lies in one of these states.'),
  fromPincodes: pincodes('The pickup is one of these pincodes.'),
  toPincodes: pincodes('The delivery is one of these pincodes.'),
  sameCity: nullish(Type.Boolean({ description: 'Whether both ends lie in one city.' }), 'either'),
  sameState: nullish(Type.Boolean({ description: 'Whether both ends lie in one state.' }), 'either'),
  kmFrom: nullish(kilometres('Lower bound of the road distance, inclusive.'), 'no bound'),
  kmTo: nullish(kilometres('Upper bound of the road distance, exclusive.', { above: 'kmFrom' }), 'no bound'),
  kgFrom: nullish(kilograms('Lower bound of the actual weight, inclusive.'), 'no bound'),
  kgTo: nullish(kilograms('Upper bound of the actual weight, exclusive.', { above: 'kgFrom' }), 'no bound'),
  valueFrom: bound('Lower bound of the declared value, inclusive.'),
  valueTo: bound('Upper bound of the declared value, exclusive.', { above: 'valueFrom' }),
  codFrom: bound('Lower bound of the amount to collect, inclusive; it is 0 for PREPAID.'),
  codTo: bound('Upper bound of the amount to collect, exclusive.', { above: 'codFrom' }),
  weekdays: listOf(
    Type.Integer({ minimum: 1, maximum: 7 }),
    'Days of the week on which the question is asked, 1 Monday to 7 Sunday.',
    'all',
    7,
  ),
  timeFrom: nullish(clockTime('Time of day from which on the question is asked, inclusive.'), 'midnight'),
  timeTo: nullish(
    clockTime('Time of day until which it is asked, exclusive; earlier than timeFrom: over midnight.'),
    'midnight',
  ),
};

const When = Type.Object(
  {
    ...conditions,
    not: nullish(
      Type.Object(conditions, { ...closed, description: 'What must not hold as a whole; at least one member.' }),
      'nothing',
    ),
  },
  { ...closed, description: 'What must hold of the shipment, all of it. Empty: it always holds.' },
);

const hours = (description: string, more = {}) =>
  nullish(
    Type.Integer({ minimum: 0, maximum: MAX_TRANSIT_HOURS, ...inUnit('Hours', description), ...more }),
    'no bound',
  );
const percent = (description: string) =>
  nullish(
    Type.Number({ minimum: 0, maximum: 100, description, ...keywords({ decimals: MONEY_DECIMALS }) }),
    'no bound',
  );
const selectors = {
  partners: listOf(member(MEMBER), 'Partners, and groups of them.', 'all'),
  lanes: listOf(lane('A lane.'), 'The lane that the partner has for the route.', 'any'),
  hoursFrom: hours('Lower bound of the transit, inclusive.'),
  hoursTo: hours('Upper bound of the transit, exclusive.', { above: 'hoursFrom' }),
  costFrom: bound('Lower bound of the cost, inclusive.'),
  costTo: bound('Upper bound of the cost, exclusive.', { above: 'costFrom' }),
  aboveCheapest: bound('It costs more than this above the cheapest candidate that is left.'),
  rtoFrom: percent('Percent. Lower bound of the share of returns, inclusive. It holds of no partner without outcomes.'),
  onTimeTo: percent('Percent. Upper bound of the share on time, exclusive. It holds of no partner without outcomes.'),
};
const Selector = (description: string) => nullish(Type.Object(selectors, { ...closed, description }), 'no such action');

const signed = (most: number, description: string) =>
  nullish(
    Type.Number({ minimum: -most, maximum: most, description, ...keywords({ decimals: MONEY_DECIMALS }) }),
    'the other one',
  );

const strategyWeight = (description: string) =>
  nullish(money(description, { maximum: MAX_STRATEGY_WEIGHT_RUPEES }), 'the usual one');
const Rank = (ifAbsent: string) =>
  nullish(
    Type.Object(
      {
        strategy: nullish(
          Type.Enum([...RANK_STRATEGIES], { description: 'The strategy whose score ranks.' }),
          'the one asked for; BEST_MATCH in place of FASTEST and MOST_RELIABLE',
        ),
        weights: nullish(
          Type.Object(
            {
              hourValue: strategyWeight('Cost of an hour of transit.'),
              failureCost: strategyWeight('Cost of a delivery that is sure to fail.'),
              coverageCost: strategyWeight('Cost of a coverage with score 0.'),
            },
            { ...closed, description: 'Weights of the score; those of a request go before them.' },
          ),
          'the usual ones',
        ),
        cost: nullish(
          Type.Enum([...RANK_COSTS], {
            description: 'What counts as cost: the price, or what the parcel is expected to cost in the end.',
          }),
          'PRICE',
        ),
      },
      { ...closed, description: 'How governed strategies rank.' },
    ),
    ifAbsent,
  );

const atMostAbove = bound('What a candidate may cost at most above the cheapest one that is left.');

const parcels = (description: string, more = {}) =>
  nullish(Type.Integer({ minimum: 0, maximum: MAX_SHARE_PARCELS, description, ...more }), 'no bound');

const ShareMember = Type.Object(
  {
    partner: member(`${MEMBER} A partner belongs to the first member that names it.`),
    percent: Type.Number({
      exclusiveMinimum: 0,
      maximum: 100,
      description: 'Percent of the shipments.',
      ...keywords({ decimals: MONEY_DECIMALS }),
    }),
    min: parcels('Shipments in the window: below them it goes before others.'),
    max: parcels('Shipments in the window: it gets no more.'),
  },
  closed,
);

const Rule = Type.Object(
  {
    ruleId: Type.String({ pattern: RULE_ID_PATTERN, description: 'Name of the rule within its policy.' }),
    label: name('The rule in words.'),
    when: When,
    exclude: Selector('These candidates go; at least one member.'),
    only: Selector('All others go; at least one member.'),
    adjust: nullish(
      Type.Object(
        {
          ...selectors,
          rupees: signed(MAX_ADJUSTMENT_RUPEES, 'Rupees that are added to the score.'),
          percent: signed(MAX_ADJUSTMENT_PERCENT, 'Percent of the cost that is added to the score.'),
        },
        { ...closed, description: 'The score of these candidates changes, by rupees or by percent.' },
      ),
      'no such action',
    ),
    rank: Rank('no such action'),
    order: nullish(
      Type.Object(
        {
          partners: Type.Array(member(MEMBER), {
            minItems: 1,
            maxItems: MAX_POLICY_LIST,
            ...keywords({ distinct: true }),
            description: 'Who comes first, in this order.',
          }),
          atMostAbove,
        },
        { ...closed, description: 'These candidates come first.' },
      ),
      'no such action',
    ),
    share: nullish(
      Type.Object(
        {
          of: Type.Array(ShareMember, {
            minItems: 2,
            maxItems: MAX_SHARE_MEMBERS,
            ...keywords({ distinct: 'partner' }),
            description: 'Who shares the shipments. The percents sum to 100.',
          }),
          per: Type.Enum([...WINDOWS], { description: 'The window that is counted in, in India; a week from Monday.' }),
          atMostAbove,
        },
        { ...closed, description: 'The one that is furthest behind its share comes first.' },
      ),
      'no such action',
    ),
    refuse: nullish(
      Type.Object(
        {
          code: Type.String({
            pattern: '^[A-Z][A-Z0-9_]{1,29}$',
            description: 'Code of the refusal, such as TOO_VALUABLE.',
          }),
          message: name('The refusal in words.'),
        },
        { ...closed, description: 'The shipment is not assigned.' },
      ),
      'no such action',
    ),
    binding: nullish(
      Type.Boolean({
        description:
          'Of exclude, only and refuse: it holds also where it leaves nobody, and against a selected partner.',
      }),
      'false',
    ),
    stop: nullish(Type.Boolean({ description: 'true: where it holds, no later rule is looked at.' }), 'false'),
    status: isActive('the rule is passed over.'),
    ...validity,
  },
  { ...closed, description: 'A condition and exactly one action.' },
);

export const AllocationPolicyDoc = Type.Object(
  {
    policyId: Type.String({ pattern: POLICY_ID_PATTERN, description: 'Name of the policy.' }),
    name: name('Name that is shown.'),
    priority: Type.Integer({
      minimum: 1,
      maximum: MAX_POLICY_PRIORITY,
      description: 'Of the policies for a shipment the one with the lowest number counts, then the lowest policyId.',
    }),
    appliesTo: nullish(
      Type.Object(
        {
          customerIds: listOf(name('A customer.'), 'Customers.', 'all'),
          callers: listOf(
            Type.String({ pattern: CALLER_PATTERN, description: 'kind:id of a credential.' }),
            'Credentials that ask.',
            'all',
          ),
          fromGroups: placeGroups('The pickup lies in one of these place groups.'),
        },
        { ...closed, description: 'Whose shipments it is for; all that is given must hold.' },
      ),
      'everybody’s',
    ),
    governs: nullish(
      Type.Array(Type.Enum([...STRATEGIES]), {
        ...keywords({ distinct: true }),
        description: 'The strategies whose ranking it decides; the list may be empty.',
      }),
      'BEST_MATCH alone',
    ),
    rank: Rank('as the request says'),
    rules: Type.Array(Rule, {
      minItems: 1,
      maxItems: MAX_POLICY_RULES,
      ...keywords({ distinct: 'ruleId' }),
      description: 'Looked at in this order.',
    }),
    status: isActive('the policy does not count.'),
    ...validity,
    createdAt: dateTime('When the policy was created.'),
    updatedAt: dateTime('When the policy was last changed.'),
  },
  closed,
);
