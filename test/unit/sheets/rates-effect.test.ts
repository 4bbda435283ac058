/** What a sheet of rates says that it does, by its routes. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { CardRow } from '../../../src/sheets/rates/card-row.js';
import { carriedWeights } from '../../../src/sheets/rates/effect.js';

const ZONES = [
  { id: 1, name: 'Metro' },
  { id: 2, name: 'Hills' },
];
const row = (members: object): CardRow =>
  ({ members, said: new Set(), positionOf: () => ({ line: 1, column: 'slab' }) }) as unknown as CardRow;
const whatOf = (...members: object[]): string[] => carriedWeights(members.map(row), ZONES).map(({ what }) => what);

it('a row that names neither zones nor a lane is about every route', () => {
  assert.deepEqual(whatOf({}), ['routes carry any weight: every']);
  assert.deepEqual(whatOf({ direction: 'RTO' }), ['routes carry any weight: RTO every']);
});

it('zones, lanes and kilometres have their names', () => {
  assert.deepEqual(whatOf({ fromZoneId: 1, toZoneId: 2 }, { toZoneId: 2 }, { lane: 'C' }, { kmFrom: 10, kmTo: 50 }), [
    'routes carry any weight: Metro>Hills, >Hills, C, 10-50 km',
  ]);
});

it('a route ends at the heaviest of its rows', () => {
  assert.deepEqual(whatOf({ lane: 'C', maxWeight: 500 }, { lane: 'C', maxWeight: 20_000 }), ['routes end at 20 kg: C']);
});
