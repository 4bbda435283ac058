/** The expected landed cost of a shipment, as answers say it (docs/landed-cost.md). */
import Type, { type Static } from 'typebox';
import { EVIDENCE_LEVELS } from '../../domain/outcomes/risk.js';
import { count, orNull, rupees } from '../fields.js';

export const LandedAmounts = Type.Object(
  {
    forward: rupees('The price: without tax if the landed terms say taxCredit FULL, else with it'),
    return: rupees('The chance of a return × (its price, your handling, and what the goods lose of their value)'),
    cash: rupees('A year’s interest on the amount to collect, for the days until it is paid out'),
    late: rupees('The chance of a late delivery × what one costs you'),
    total: rupees('The sum of the four'),
    evidence: Type.Object(
      {
        level: Type.Enum([...EVIDENCE_LEVELS], {
          description:
            'The deepest place with outcomes of the partner, from which the chance of a return is known; NONE: nobody '
            + 'has any',
        }),
        n: count('The shipments of that place that count'),
        return: Type.Optional(
          Type.Literal('ASSUMED', {
            description: 'The partner has no price for the return, and the forward price stands in; else absent',
          }),
        ),
      },
      { title: 'LandedEvidence' },
    ),
  },
  { title: 'LandedCost', description: 'What the shipment is expected to cost in the end' },
);
export type LandedAmounts = Static<typeof LandedAmounts>;

/** Of a question that asks for it. */
export const LandedWhereAsked = Type.Optional(
  orNull(LandedAmounts, 'Only with includeLanded; null: no landed terms are in force (NO_LANDED_TERMS)'),
);
