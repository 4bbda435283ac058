/** A capacity that is full for a shipment, as answers say it (docs/rules.md#capacities). */
import Type, { type Static } from 'typebox';
import { DateTime, text } from '../fields.js';

const figures = {
  used: Type.Number({
    minimum: 0,
    description: 'What is used of a capacity in the window of the shipment, in its unit',
  }),
  limit: Type.Number({ minimum: 1, description: 'What the partner takes in the window' }),
};

export const FullCapacity = Type.Object(
  {
    full: Type.Literal(true),
    id: Type.Integer({ minimum: 1, description: 'The capacity' }),
    ...figures,
  },
  { title: 'FullCapacity', description: 'The capacity that is full for the shipment; absent where none is' },
);

/** Why a partner that can carry a shipment does not get it. */
export const CapacityReason = Type.Object(
  {
    code: Type.Literal('CAPACITY_FULL'),
    message: text('Which limit is reached, or until when the partner is closed; India Standard Time'),
    action: text('What can be done about it'),
    details: Type.Object(
      {
        capacityId: FullCapacity.properties.id,
        ...figures,
        closedUntil: Type.Optional(DateTime),
      },
      { title: 'CapacityReasonDetails' },
    ),
  },
  { title: 'CapacityReason', description: 'The partner could carry the shipment, and has no capacity left for it' },
);
export type CapacityReason = Static<typeof CapacityReason>;
