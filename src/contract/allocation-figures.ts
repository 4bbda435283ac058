/** Who gets parcels before and after, and what that costs: figures of backtests and of the impact of changes. */
import Type, { type Static } from 'typebox';
import { PAYMENT_TYPES } from '../domain/vocabulary.js';
import { MAX_BACKTEST_GROUPS, MAX_BACKTEST_MOVES, MAX_BACKTEST_WINDOWS } from '../limits/backtest.js';
import { PARTNER_ID_PATTERN } from '../model/fields.js';
import { count, orNull, text } from './fields.js';

const { Optional } = Type;

const sum = (description: string) => Type.Number({ description: `Rupees; ${description}` });
const partner = (description: string) => Type.String({ pattern: PARTNER_ID_PATTERN, description });

const Percentiles = Type.Object(
  {
    p50: orNull(Type.Number(), 'The median (nearest rank); null: there are no parcels'),
    p90: orNull(Type.Number(), '90 % take at most this (nearest rank)'),
  },
  { title: 'TransitPercentiles' },
);

const Rate = (which: string) => orNull(Type.Number(), `${which}: 0 to 1, four decimals; null: there are no parcels`);

export const CapacityFigures = Type.Object(
  {
    id: Type.Integer({ minimum: 1, description: 'The capacity' }),
    day: Type.String({ format: 'date', description: 'The day; of a capacity by the month its first day' }),
    used: Type.Number({ description: 'What the parcels use, in the unit of the capacity' }),
    limit: Type.Number({ description: 'Its limit' }),
    turnedAway: count('Parcels that its partner could carry and did not get because it was full for them'),
  },
  { title: 'CapacityFigures' },
);
export type CapacityFigures = Static<typeof CapacityFigures>;

export const RuleFigures = Type.Object(
  {
    ruleId: text('The rule'),
    acted: count('Parcels for which it ACTED'),
    relaxed: count('Parcels for which it was RELAXED'),
    premium: orNull(
      Type.Number(),
      'Rupees; what it costs: over the parcels for which it ACTED the cost of the choice less that of the choice '
        + 'without this rule, by the same counts; null: it refuses',
    ),
  },
  { title: 'RuleFigures' },
);
export type RuleFigures = Static<typeof RuleFigures>;

export const MoveGroup = Type.Object(
  {
    toState: text('The code of the state of delivery'),
    kgFrom: Type.Number({ description: 'kg; actual weight, at least this' }),
    kgTo: orNull(Type.Number(), 'kg; less than this; null: no bound'),
    paymentType: Type.Enum([...PAYMENT_TYPES]),
    moved: count('Those that another partner gets'),
    difference: sum('cost after less before'),
  },
  { title: 'MoveGroup' },
);
export type MoveGroup = Static<typeof MoveGroup>;

export const ParcelMove = Type.Object(
  {
    shipmentId: text('The shipment'),
    from: partner('Who has it'),
    to: partner('Who gets it'),
    difference: sum('cost after less before'),
    ruleId: orNull(
      Type.String(),
      'The rule that decided: the first without which the parcel would stay, else the first without which another '
        + 'partner would get it, else the order or share that placed it; null: no rule did',
    ),
  },
  { title: 'ParcelMove' },
);
export type ParcelMove = Static<typeof ParcelMove>;

/** What the figures are of. */
interface FigureWords {
  parcels: string;
  refused: string;
  unpriced: string;
  /** As in "Shipments that it has" and "with the partners that have them". */
  before: [one: string, many: string];
  after: [one: string, many: string];
}

const costMembers = (before: FigureWords['before'], after: FigureWords['after']) => ({
  before: sum(`what they cost with the partners that ${before[1]}`),
  after: sum(`with those that ${after[1]}`),
  difference: sum('after less before'),
  perParcel: orNull(
    Type.Number(),
    'Rupees; the mean difference, rounded half up to the paisa; null: there are no such shipments',
  ),
});

export const allocationFigures = ({ parcels, refused, unpriced, before, after }: FigureWords) => ({
  parcels: count(parcels),
  moved: count('Those that both price, and that another partner gets'),
  refused: count(refused),
  unpriced: count(unpriced),
  cost: Type.Object(costMembers(before, after), {
    title: 'AllocationCost',
    description: 'Of the shipments that both price',
  }),
  landed: orNull(
    Type.Object(costMembers(before, after), { title: 'AllocationLandedCost' }),
    'What shipments that both price and that have terms are expected to cost in the end; null: there are none',
  ),
  hours: Type.Object(
    { before: Percentiles, after: Percentiles },
    { title: 'AllocationHours', description: 'Transit of the shipments that both price' },
  ),
  expectedRto: Type.Object(
    { before: Rate('Before'), after: Rate('After') },
    { title: 'AllocationRto', description: 'The mean expected rate of returns of the shipments that both price' },
  ),
  shares: Type.Array(
    Type.Object(
      {
        partnerId: partner('The partner'),
        before: count(`Shipments that it ${before[0]}`),
        after: count(`Shipments that it ${after[0]}`),
      },
      { title: 'AllocationShare' },
    ),
    { description: 'Who gets how many, the one with most after the change first' },
  ),
  capacities: Type.Array(CapacityFigures, {
    maxItems: MAX_BACKTEST_WINDOWS,
    description: `By id and day; of more than ${MAX_BACKTEST_WINDOWS} those that turned away the most`,
  }),
  rules: Type.Array(
    Type.Object(
      { ...RuleFigures.properties, policyId: Optional(text('Its policy, where there may be several')) },
      { title: 'PolicyRuleFigures' },
    ),
    { description: 'The active rules, in their order' },
  ),
  never: Type.Array(Type.String(), { description: 'The ruleIds of those that never ACTED' }),
  groups: Type.Array(MoveGroup, {
    maxItems: MAX_BACKTEST_GROUPS,
    description: `The ${MAX_BACKTEST_GROUPS} with the largest differences, whatever their signs`,
  }),
  moves: Type.Array(ParcelMove, {
    maxItems: MAX_BACKTEST_MOVES,
    description: `Of those that moved the ${MAX_BACKTEST_MOVES} with the largest differences, whatever their signs`,
  }),
});

const BACKTEST_WARNING_CODES = ['NO_LANDED_TERMS', 'NO_OUTCOMES', 'PARTNER_NOT_FOUND'] as const;

const BacktestWarning = Type.Object(
  {
    code: Type.Enum([...BACKTEST_WARNING_CODES], {
      description: `- NO_LANDED_TERMS: the policy ranks by landed costs, of which there are no terms: the price counted
- NO_OUTCOMES: nobody has outcomes of the payment type, so expectations are assumed
- PARTNER_NOT_FOUND: there is no such partner, so there is no before`,
    }),
    message: text('What happened, in words'),
    count: count('Shipments of which that is true'),
  },
  { title: 'BacktestWarning' },
);
export type BacktestWarning = Static<typeof BacktestWarning>;

/** What a backtest answers. */
export const BacktestFigures = Type.Object(
  {
    ...allocationFigures({
      parcels: 'Shipments that were asked again',
      refused: 'Those that nobody gets by the policy',
      unpriced: 'Those that nobody has, or whose partner has no price for them now',
      before: ['has', 'have them'],
      after: ['gets by the policy', 'get them by the policy'],
    }),
    warnings: Optional(
      Type.Array(BacktestWarning, {
        minItems: 1,
        description: 'What the figures leave out or assume; absent: nothing',
      }),
    ),
  },
  { title: 'BacktestFigures' },
);
export type BacktestFigures = Static<typeof BacktestFigures>;
