/** Values that the answers of the three questions share. Each description names the unit. */
import Type from 'typebox';
import { count, rupees, signedRupees } from '../fields.js';
import { ALWAYS_COUNTED, REASON_CODES, REASONS, type ReasonCode } from '../../domain/reasons.js';
import { ServiceTypeId } from '../shipment-members.js';

export const services = (description: string) => Type.Array(ServiceTypeId, { description });
export const confidence = Type.Number({
  minimum: 0,
  maximum: 1,
  description:
    'How reliably the partner delivers there: the lower of the coverage scores of both ends '
    + '(pincode 1, area 0.95, city 0.9, state 0.8) × its success rate, rounded half up to two decimals; '
    + '0 if it cannot carry the shipment',
});

/** A partner's score by a strategy, and the parts that it is the sum of. */
export const score = {
  score: signedRupees(
    'Expected cost of giving the shipment to the partner, risks included: the sum of the parts, and of what rules of a '
      + 'policy add',
  ),
  parts: Type.Object(
    {
      cost: rupees(
        'The total, and the tax that the recipient pays under reverse charge; where a policy ranks by landed costs '
          + '`landed.total`, and `failure` is 0',
      ),
      time: rupees('The transit hours × the value of an hour'),
      failure: rupees('(1 − success rate) × the cost of a failed delivery'),
      coverage: rupees(
        '(1 − the lower of the coverage scores of both ends) × the cost of uncertain coverage; 0 for BALANCED',
      ),
    },
    { title: 'ScoreParts', description: 'Each rounded half up to the paisa' },
  ),
};

/** The codes of one group of restrictions. */
export function reasonCodesOf(group: (typeof REASONS)[ReasonCode]['group']) {
  return Type.Array(Type.Enum(REASON_CODES.filter((code) => REASONS[code].group === group)), {
    description: 'The codes of the reasons that these limits gave; empty when the shipment is within them',
  });
}

function countOf(code: ReasonCode) {
  const description = `Partners that refuse because of ${code}`;
  const isAlwaysThere = (ALWAYS_COUNTED as readonly ReasonCode[]).includes(code);
  return isAlwaysThere ? count(description) : Type.Optional(Type.Integer({ minimum: 1, description }));
}

const ofReasons = Object.fromEntries(REASON_CODES.map((code) => [REASONS[code].countKey, countOf(code)]));
const OF_REASONS =
  'Refusals by reason. A partner with several reasons counts for each of them; one that does not '
  + 'cover the route counts only for that. The first three are always present, the others only if given';

/** How many partners refuse for each reason. */
export const FailureReasons = Type.Object(ofReasons, { title: 'FailureReasons', description: OF_REASONS });

/** The same of an assignment, for which a partner may be full. */
export const AssignmentFailureReasons = Type.Object(
  {
    ...ofReasons,
    capacity_full: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Partners that could carry it, and have no capacity left for it' }),
    ),
  },
  { title: 'AssignmentFailureReasons', description: OF_REASONS },
);

const MaxDimensions = Type.Object(
  {
    length: Type.Number({ exclusiveMinimum: 0, description: 'centimetres' }),
    width: Type.Number({ exclusiveMinimum: 0, description: 'centimetres' }),
    height: Type.Number({ exclusiveMinimum: 0, description: 'centimetres' }),
  },
  {
    title: 'MaxDimensions',
    description:
      'The largest parcel that the partner carries. Sides are compared from the longest to the shortest; '
      + 'centimetres',
  },
);

/** Limits of a partner that several answers have. */
export const limits = {
  maxWeight: Type.Integer({ minimum: 1, description: 'The highest chargeable weight; grams' }),
  maxDimensions: MaxDimensions,
  maxCodAmount: rupees('The most that the partner collects on delivery'),
  maxDeclaredValue: rupees('The highest declared value that the partner accepts'),
};
