import assert from 'node:assert/strict';
import { it } from 'node:test';
import { factorBetween } from '../../../src/domain/distance.js';
import { buildRoadDistances, resolveRoadDistances } from '../../../src/index/card/road-distances.js';

it('a road distance is found by its states, either way; of repeated ones the one with the lowest id', () => {
  const row = (id: number, fromStateId: number, toStateId: number, factor: number) =>
    ({
      id,
      partnerId: null,
      fromStateId,
      toStateId,
      factor,
      status: true,
      createdAt: '2026-01-01T00:00:00.000Z',
    }) as const;
  const rows = [row(7, 2, 1, 1.7), row(5, 1, 2, 1.5), row(6, 1, 2, 1.6), row(1, 2, 2, 1.1), row(2, 1, 3, 1.2)];
  for (const order of [rows, [...rows].reverse()]) {
    const roads = resolveRoadDistances(buildRoadDistances({ roadDistances: order }, 1));
    const factors = [
      [1, 2],
      [2, 1],
      [2, 2],
      [3, 1],
      [1, 1],
      [2, 3],
    ].map(([from, to]) => factorBetween(roads, from!, to!));
    assert.deepEqual(factors, [1.5, 1.5, 1.1, 1.2, undefined, undefined]);
  }
});
