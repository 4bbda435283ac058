/** What a route is called, how long it takes and how far it is; see documents.ts. */
import Type from 'typebox';
import { HOLIDAY_KINDS } from '../domain/vocabulary.js';
import {
  closed,
  dateTime,
  id,
  inUnit,
  isActive,
  kilometres,
  name,
  Nullable,
  Optional,
  partnerId,
  validity,
} from './fields.js';

export const LANE_PATTERN = '^[A-Z0-9][A-Z0-9_-]{0,15}$';
export const TAG_PATTERN = '^[A-Z][A-Z0-9_]{0,29}$';
export const lane = (description: string) => Type.String({ pattern: LANE_PATTERN, description });
export const tag = Type.String({ pattern: TAG_PATTERN, description: 'A tag, such as METRO.' });
/** A condition that is null or absent holds; a list of a condition names something. */
export const condition = <T extends Parameters<typeof Nullable>[0]>(schema: T) => Optional(Nullable(schema));
export const zoneIds = (description: string) => condition(Type.Array(id('A zone.'), { minItems: 1, description }));
export const tags = (description: string) => condition(Type.Array(tag, { minItems: 1, description }));

const LaneConditions = Type.Object(
  {
    sameZone: condition(Type.Boolean({ description: 'Whether both ends lie in one zone. If absent: either.' })),
    sameCity: condition(Type.Boolean({ description: 'Whether both ends lie in one city. If absent: either.' })),
    sameState: condition(Type.Boolean({ description: 'Whether both ends lie in one state. If absent: either.' })),
    fromZones: zoneIds('Zones of the pickup. If absent: any.'),
    toZones: zoneIds('Zones of the delivery. If absent: any.'),
    fromTags: tags('The zone of the pickup has one of these tags. If absent: any zone.'),
    toTags: tags('The zone of the delivery has one of these tags. If absent: any zone.'),
    bothTags: tags('The zone of each end has one of these tags. If absent: any zones.'),
    anyTags: tags('The zone of one end has one of these tags. If absent: any zones.'),
    kmFrom: condition(kilometres('Lower bound of the road distance, inclusive. If absent: no bound.')),
    kmTo: condition(kilometres('Upper bound of the road distance, exclusive. If absent: no bound.')),
  },
  { ...closed, description: 'What must hold, all of it. Empty: it always holds.' },
);

export const LaneRuleDoc = Type.Object(
  {
    id: id('Number of the rule, unique among the rules of all partners.'),
    partnerId: partnerId('The courier whose routes it names.'),
    priority: Type.Integer({
      minimum: -1_000_000,
      maximum: 1_000_000,
      description: 'The rule with the lowest number is tried first; among equal ones the lowest id.',
    }),
    lane: lane('The lane of a route for which the rule holds, such as A or METRO-METRO.'),
    when: LaneConditions,
    status: isActive('the rule does not count.'),
    ...validity,
    createdAt: dateTime('When the rule was created.'),
  },
  closed,
);

export const TransitLaneDoc = Type.Object(
  {
    id: id('Number of the row, unique among the rows of all partners.'),
    partnerId: partnerId('The courier that it belongs to.'),
    lane: condition(lane('Lane of the route; then neither zone is named. If absent: any lane.')),
    fromZoneId: condition(id('Zone of the pickup. If absent: any zone of the partner.')),
    toZoneId: condition(id('Zone of the delivery. If absent: any zone of the partner.')),
    hours: Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 10_000,
        description: inUnit(
          'Hours',
          'From pickup to delivery, in place of the courier’s transit; EXPRESS takes 0.6 of it. Null: the route is not '
            + 'served (NO_TRANSIT).',
        ),
      }),
    ),
    status: isActive('the row does not count.'),
    ...validity,
    createdAt: dateTime('When the row was created.'),
  },
  closed,
);

export const HolidayDoc = Type.Object(
  {
    id: id('Number of the row, unique among the rows of all partners.'),
    partnerId: condition(partnerId('The courier that rests. If absent: all couriers.')),
    stateId: condition(id('The state in which it is a holiday. If absent: all states.')),
    date: Type.String({
      pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
      description: 'The day, YYYY-MM-DD, India Standard Time.',
    }),
    kind: Type.Enum([...HOLIDAY_KINDS], {
      description: 'What does not happen on that day: pickups, deliveries, or neither of them (BOTH).',
    }),
    name: name('Name of the holiday.'),
    createdAt: dateTime('When the row was created.'),
  },
  closed,
);

export const RoadDistanceDoc = Type.Object(
  {
    id: id('Number of the row, unique among the rows of all partners.'),
    partnerId: condition(
      partnerId('The courier whose routes are measured so. If absent: all couriers without a row for these states.'),
    ),
    fromStateId: id('One state. Routes between the two count in either direction.'),
    toStateId: id('The other state; the same one for routes within it.'),
    factor: Type.Number({
      minimum: 1,
      maximum: 5,
      description: 'The road distance is the great circle times this, in place of ROAD_FACTOR; at most four decimals.',
    }),
    createdAt: dateTime('When the row was created.'),
  },
  closed,
);
