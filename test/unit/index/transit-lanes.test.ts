import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LaneRule, TransitLane } from '../../../src/model/documents.js';
import { routeHours } from '../../../src/domain/transit.js';
import { buildTransitLanes, resolveTransitLanes } from '../../../src/index/card/transit-lanes.js';
import { zone } from '../../reference/fixture.js';
import { plainCard, plainRoute } from '../domain/plain-card.js';

const CREATED_AT = '2026-01-01T00:00:00.000Z';
const MARCH_11 = Date.parse('2026-03-11T00:00:00+05:30');
const ZONES = [zone({ id: 10 }), zone({ id: 20 }), zone({ id: 30, status: false })];
const rule = (lane: string, id: number): LaneRule => ({
  ...{ id, lane, partnerId: 'acme', priority: id, when: {}, status: true, createdAt: CREATED_AT },
});
const RULES = [rule('A', 1), rule('B', 2)];
const LANE_B = 2;

let nextId = 1;
const lane = (fields: Partial<TransitLane>): TransitLane => ({
  ...{ id: nextId++, partnerId: 'acme', hours: 10, status: true, createdAt: CREATED_AT },
  ...fields,
});

/** Hours from zone 10 to zone 20 on lane B, 100 km; the partner's transit says 48. NaN: not served. */
function hoursBy(rows: TransitLane[], at = MARCH_11): number {
  const block = buildTransitLanes({ transitLanes: rows, laneRules: RULES, zones: ZONES }, 1);
  const card = { ...plainCard({ zones: [{}, {}] }), transitLanes: resolveTransitLanes(block) };
  return routeHours(card, plainRoute({ fromZone: 1, toZone: 2, lane: LANE_B }), at);
}

const BY_PAIR = lane({ fromZoneId: 10, toZoneId: 20, hours: 90 });
const BY_LANE = lane({ lane: 'B', hours: 80 });
const BY_FROM = lane({ fromZoneId: 10, hours: 70 });
const BY_TO = lane({ fromZoneId: null, toZoneId: 20, hours: 60 });
const BY_NOTHING = lane({ hours: 50 });

describe('transit lanes', () => {
  it('go by what they name: two zones, a lane, one zone, nothing, and then the transit by distance', () => {
    const all = [BY_NOTHING, BY_TO, BY_FROM, BY_LANE, BY_PAIR];
    assert.equal(hoursBy(all), 90);
    assert.equal(hoursBy(all.slice(0, 4)), 80);
    assert.equal(hoursBy(all.slice(0, 3)), 60, 'the fewest hours of those that name one zone');
    assert.equal(hoursBy([BY_NOTHING, BY_FROM]), 70);
    assert.equal(hoursBy([BY_NOTHING]), 50);
    assert.equal(hoursBy([]), 48);
  });

  it('are not served by null hours among those that name the most, whatever others say', () => {
    assert.equal(hoursBy([BY_FROM, lane({ toZoneId: 20, hours: null })]), NaN);
    assert.equal(hoursBy([lane({ hours: null })]), NaN, 'though the transit by distance has hours');
    assert.equal(hoursBy([BY_PAIR, lane({ lane: 'B', hours: null })]), 90);
    assert.equal(hoursBy([BY_PAIR, lane({ fromZoneId: 10, toZoneId: 20, hours: null })]), NaN);
  });

  it('match neither another lane or zone, nor an inactive zone, nor a lane that no rule gives', () => {
    const others = [
      lane({ lane: 'A', hours: 1 }),
      lane({ lane: 'Z', hours: 1 }),
      lane({ fromZoneId: 20, hours: 1 }),
      lane({ toZoneId: 30, hours: 1 }),
      lane({ fromZoneId: 20, toZoneId: 10, hours: 1 }),
      lane({ hours: 1, status: false }),
    ];
    assert.equal(hoursBy(others), 48);
  });

  it('count from the first to the last moment of their dates, without a new build', () => {
    const dates = { validFrom: '2026-03-10T18:30:00Z', validTo: '2026-03-11T18:29:59.999Z' };
    const rows = [BY_LANE, lane({ lane: 'B', hours: 12, ...dates })];
    const at = (ms: number) => hoursBy(rows, MARCH_11 + ms);
    assert.deepEqual([at(-1), at(0), at(86_399_999), at(86_400_000)], [80, 12, 12, 80]);
  });
});
