/** What a route is called, how long it takes and how far it is; see documents.ts. */
import Type from 'typebox';
import { HOLIDAY_KINDS } from '../domain/vocabulary.js';
import { MAX_TRANSIT_DAYS, MAX_TRANSIT_HOURS, ROAD_FACTOR_DECIMALS } from '../limits/documents.js';
import {
  closed,
  dateTime,
  day,
  filter,
  id,
  inUnit,
  isActive,
  keywords,
  kilometres,
  name,
  nullish,
  partnerId,
  validity,
} from './fields.js';

export const LANE_PATTERN = '^[A-Z0-9][A-Z0-9_-]{0,15}$';
export const TAG_PATTERN = '^[A-Z][A-Z0-9_]{0,29}$';
export const lane = (description: string) => Type.String({ pattern: LANE_PATTERN, description });
export const tag = Type.String({ pattern: TAG_PATTERN, description: 'A tag, such as METRO.' });
/** A condition that is null or absent holds; a list of a condition names something. */
export const zoneIds = (description: string, ifAbsent: string) =>
  nullish(Type.Array(id('A zone.'), { minItems: 1, description }), ifAbsent);
export const tags = (description: string, ifAbsent: string) =>
  nullish(Type.Array(tag, { minItems: 1, description }), ifAbsent);

/** How many days of delivery a parcel takes. */
export const transitDays = (ifAbsent: string) =>
  nullish(
    Type.Integer({
      minimum: 1,
      maximum: MAX_TRANSIT_DAYS,
      ...inUnit(
        'Days',
        'In place of hours: the parcel arrives on this delivering day after the day of pickup; EXPRESS takes 0.6 of '
          + 'it, rounded up.',
      ),
    }),
    ifAbsent,
  );

const LaneConditions = Type.Object(
  {
    sameZone: nullish(Type.Boolean({ description: 'Whether both ends lie in one zone.' }), 'either'),
    sameCity: nullish(Type.Boolean({ description: 'Whether both ends lie in one city.' }), 'either'),
    sameState: nullish(Type.Boolean({ description: 'Whether both ends lie in one state.' }), 'either'),
    fromZones: zoneIds('Zones of the pickup.', 'any'),
    toZones: zoneIds('Zones of the delivery.', 'any'),
    fromTags: tags('The zone of the pickup has one of these tags.', 'any zone'),
    toTags: tags('The zone of the delivery has one of these tags.', 'any zone'),
    bothTags: tags('The zone of each end has one of these tags.', 'any zones'),
    anyTags: tags('The zone of one end has one of these tags.', 'any zones'),
    kmFrom: nullish(kilometres('Lower bound of the road distance, inclusive.'), 'no bound'),
    kmTo: nullish(kilometres('Upper bound of the road distance, exclusive.', { above: 'kmFrom' }), 'no bound'),
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
    lane: nullish(filter(lane('Lane of the route; then neither zone is named.')), 'any lane'),
    fromZoneId: nullish(filter(id('Zone of the pickup.')), 'any zone of the partner'),
    toZoneId: nullish(filter(id('Zone of the delivery.')), 'any zone of the partner'),
    hours: nullish(
      Type.Integer({
        minimum: 1,
        maximum: MAX_TRANSIT_HOURS,
        ...inUnit('Hours', 'From pickup to delivery, in place of the courier’s transit; EXPRESS takes 0.6 of it.'),
      }),
      'days say it, or the route is not served (NO_TRANSIT)',
    ),
    days: transitDays('hours say it'),
    status: isActive('the row does not count.'),
    ...validity,
    createdAt: dateTime('When the row was created.'),
  },
  closed,
);

export const HolidayDoc = Type.Object(
  {
    id: id('Number of the row, unique among the rows of all partners.'),
    partnerId: nullish(partnerId('The courier that rests.'), 'all couriers'),
    stateId: nullish(id('The state in which it is a holiday.'), 'all states'),
    date: day('The day, YYYY-MM-DD, India Standard Time.'),
    kind: Type.Enum([...HOLIDAY_KINDS], {
      description:
        'What does not happen on that day: pickups, deliveries, or neither of them (BOTH). WORKING: it is a working '
        + 'day although its weekday is none.',
    }),
    name: name('Name of the holiday.'),
    createdAt: dateTime('When the row was created.'),
  },
  closed,
);

export const RoadDistanceDoc = Type.Object(
  {
    id: id('Number of the row, unique among the rows of all partners.'),
    partnerId: nullish(
      partnerId('The courier whose routes are measured so.'),
      'all couriers without a row for these states',
    ),
    fromStateId: id('One state. Routes between the two count in either direction.'),
    toStateId: id('The other state; the same one for routes within it.'),
    factor: Type.Number({
      minimum: 1,
      maximum: 5,
      description: 'The road distance is the great circle times this, in place of ROAD_FACTOR; at most four decimals.',
      ...keywords({ decimals: ROAD_FACTOR_DECIMALS }),
    }),
    createdAt: dateTime('When the row was created.'),
  },
  closed,
);
