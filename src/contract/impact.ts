/** The impact of a change on prices, and on who gets shipments. */
import Type, { type Static } from 'typebox';
import { allocationFigures } from './allocation-figures.js';
import { count, orNull } from './fields.js';
import { IMPACT_BANDS_KG, MAX_IMPACT_CHOICES, MAX_IMPACT_GROUPS } from '../limits/control.js';

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

export const AllocationImpact = Type.Object(
  {
    ...allocationFigures({
      parcels: 'Assignments that were asked again, with and without the change',
      refused: 'Those that a partner gets without the change, and nobody with it',
      unpriced: 'Those that nobody gets without the change',
      before: ['gets without the change', 'get them without the change'],
      after: ['gets with it', 'get them with it'],
    }),
    cut: Optional(
      Type.Literal(true, {
        description: 'Only then: it took too long and was cut: the figures are of the oldest of these assignments',
      }),
    ),
  },
  {
    title: 'AllocationImpact',
    description:
      `Who would get the latest ${MAX_IMPACT_CHOICES.toLocaleString('en')} assignments, chosen again by the rows in `
      + 'force now, with and without the change: each at its own time, with shares and capacities counted from nought. '
      + 'Only of a change of policies, place groups, capacities, landed terms or prices, where there are any of the '
      + 'first three',
  },
);
export type AllocationImpact = Static<typeof AllocationImpact>;

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
    allocation: Optional(AllocationImpact),
  },
  { title: 'Impact' },
);
export type Impact = Static<typeof Impact>;
