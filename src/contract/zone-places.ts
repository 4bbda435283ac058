import Type, { type Static } from 'typebox';
import { orNull, TextId } from './fields.js';
import { Pagination, paging, refresh } from './common.js';
import { API_PREFIX, contract } from './contract.js';
import { ZONE_READS } from './zones.js';

const { Optional } = Type;

export const ZonePath = Type.Object({
  zoneId: Type.String({
    description: 'Id of the zone: the number that fromZoneId and toZoneId of packages refer to',
    examples: ['601'],
  }),
});

export const PLACE_KINDS = ['state', 'city', 'area', 'pincode'] as const;

export const ZonePlace = Type.Object(
  {
    kind: Type.Enum([...PLACE_KINDS]),
    id: Type.String({ description: 'Number of the state, city or area, as a text; the pincode itself' }),
    name: orNull(Type.String(), 'Null for a pincode, and for a place that has been deleted'),
    within: orNull(
      TextId,
      'The state of a city, the city of an area or of a pincode; null: a state, or it has been deleted',
    ),
  },
  { title: 'ZonePlace' },
);
export type ZonePlace = Static<typeof ZonePlace>;

export const listZonePlaces = contract({
  id: 'listZonePlaces',
  path: `${API_PREFIX}/zones/{zoneId}/places`,
  tag: 'Zones',
  summary: 'List a zone’s places',
  description:
    'The states, cities and areas that the zone names, then the pincodes that are assigned to it '
    + 'individually, ascending. For a partner’s credential only its own zones exist.',
  reads: ZONE_READS,
  params: ZonePath,
  query: Type.Object({
    kind: Optional(Type.Enum([...PLACE_KINDS], { description: 'Only places of this kind' })),
    ...paging(50),
    ...refresh,
  }),
  answer: Type.Object({ data: Type.Array(ZonePlace), pagination: Pagination }),
  errors: ['ZONE_NOT_FOUND'],
  example: { params: { zoneId: '601' } },
});
