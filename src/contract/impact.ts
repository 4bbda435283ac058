/** The impact of a change on prices. */
import Type, { type Static } from 'typebox';
import { count, orNull } from './fields.js';
import { IMPACT_BANDS_KG, MAX_IMPACT_GROUPS } from '../limits/control.js';

const { Optional } = Type;

const difference = (description: string) => Type.Number({ description: `Rupees; ${description}` });
const rupeesIfAny = (description: string) =>
  orNull(Type.Number(), `Rupees; ${description}; null: both cards price none`);

export const ImpactGroup = Type.Object(
  {
    lane: Type.String({
      examples: ['C'],
      description: 'The lane of the route before the change; of a route without one its zones, as FROM>TO',
    }),
    kgFrom: Type.Number({ description: 'kg; chargeable before the change, at least this' }),
    kgTo: orNull(Type.Number(), 'kg; less than this; null: no bound'),
    changed: count('Those with another total'),
    sum: difference('the sum of their differences'),
  },
  { title: 'ImpactGroup' },
);
export type ImpactGroup = Static<typeof ImpactGroup>;

export const Impact = Type.Object(
  {
    sampled: count(
      'How often a partner that the change touches was priced: for each question that named it or all partners, and '
        + 'each assignment to it',
    ),
    changed: count('Those that both cards price, with another total'),
    serviceable: count('Those that only the changed card prices'),
    unserviceable: count('Those that only the present card prices'),
    sum: difference('the sum of the differences of totalAmount, after less before, over those that both cards price'),
    mean: rupeesIfAny('the mean difference, rounded half up to the paisa'),
    p5: rupeesIfAny('5 % of the differences are at most this (nearest rank)'),
    p50: rupeesIfAny('the median difference (nearest rank)'),
    p95: rupeesIfAny('95 % of the differences are at most this (nearest rank)'),
    cut: Optional(
      Type.Literal(true, {
        description: 'Only then: it took too long and was cut: the figures are of the first part of the sample',
      }),
    ),
    groups: Type.Array(ImpactGroup, {
      maxItems: MAX_IMPACT_GROUPS,
      description:
        `Changed totals by lane and band of weight (${IMPACT_BANDS_KG.join(', ')} kg and above): the `
        + `${MAX_IMPACT_GROUPS} with the largest sums, whatever their signs`,
    }),
  },
  { title: 'Impact' },
);
export type Impact = Static<typeof Impact>;
