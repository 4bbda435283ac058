/** GET /map/pincodes: every pincode at once, as columns for a map. */
import Type from 'typebox';
import { API_PREFIX, BINARY, contract } from './contract.js';
import { PartnerId } from '../model/documents.js';
import { MAP_FLAGS, NO_ZONE } from './map-flags.js';
import { ZONE_READS } from './zones.js';

export const getMapPincodes = contract({
  id: 'getMapPincodes',
  path: `${API_PREFIX}/map/pincodes`,
  tag: 'Geography',
  summary: 'Get every pincode for a map',
  description: `All pincodes as columns, in MessagePack: a map whose columns are binaries, little-endian, with an entry
for each pincode in ascending order. An answer is the same until documents change, or a block or hold begins or
ends: keep it with its ETag.

| member | |
|---|---|
| \`count\` | how many pincodes |
| \`pincodes\` | Uint32 |
| \`latitude\`, \`longitude\` | Float32, degrees; NaN: not known |
| \`state\` | Uint8, an index into \`states\` [{id, name, code}] |
| \`city\` | Uint16, an index into \`cities\` [{id, name, stateId}] |

With \`partnerId\` these, of the same pincodes, as the partner serves them now:

| member | |
|---|---|
| \`partnerId\`, \`count\` | |
| \`zone\` | Uint16, one more than an index into \`zones\` [{id, name}]; ${NO_ZONE}: the partner does not cover it |
| \`flags\` | Uint16, the sum of ${Object.entries(MAP_FLAGS)
    .map(([name, bit]) => `${bit} ${name}`)
    .join(', ')}; 0 where there is no zone |

- The services are those without blocks and holds.
- An inactive partner covers nothing.
- A partner’s credential may name only its own.`,
  reads: ZONE_READS,
  dependsOnTime: true,
  query: Type.Object({
    partnerId: Type.Optional(
      Type.String({
        ...PartnerId,
        examples: ['dharaline-surface'],
        description: 'Its part of the map; left out: the places',
      }),
    ),
  }),
  mediaType: BINARY,
  isBare: true,
  answer: Type.String({ format: 'binary', description: 'MessagePack' }),
  errors: ['FORBIDDEN', 'PARTNER_NOT_FOUND'],
});
