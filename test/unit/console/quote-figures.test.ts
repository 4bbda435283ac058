/** The figures of quotes on Access: from two looks at the metrics. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { quoteCounts, quoteFigures } from '../../../src/console/views/access/quote-figures.js';

const CHARGES = 'route="/api/v1/shipments/calculate-charges",method="POST",status="200"';
const CHECK = 'route="/api/v1/partners/availability/check",method="POST",status="200"';
const OTHER = 'route="/api/v1/partners",method="GET",status="200"';
const NAME = 'pinrate_http_request_duration_seconds';

/** @param within how many took at most 1, 2 and 4 ms, and all */
const series = (labels: string, within: readonly [number, number, number, number]): string =>
  [
    ...['0.001', '0.002', '0.004', '+Inf'].map((le, at) => `${NAME}_bucket{le="${le}",${labels}} ${within[at]}`),
    `${NAME}_count{${labels}} ${within[3]}`,
  ].join('\n');

describe('the figures of quotes', () => {
  const former = quoteCounts(series(CHARGES, [10, 10, 10, 10]));

  it('add up the routes of quotes alone', () => {
    const text = [series(CHARGES, [90, 98, 100, 100]), series(CHECK, [0, 0, 1, 1]), series(OTHER, [0, 0, 0, 9])];
    const all = quoteCounts(text.join('\n'));
    assert.equal(all.count, 101);
    assert.deepEqual(all.within, [
      [0.001, 90],
      [0.002, 98],
      [0.004, 101],
    ]);
  });

  it('are of what came between two looks', () => {
    const later = quoteCounts(series(CHARGES, [60, 109, 110, 110]));
    assert.deepEqual(quoteFigures(former, later, 5), { perSecond: 20, p99Ms: 2 });
  });

  it('have no p99 where nothing came, and where more than one of 100 took longer than the last bound', () => {
    assert.deepEqual(quoteFigures(former, former, 5), { perSecond: 0, p99Ms: null });
    const slow = quoteCounts(series(CHARGES, [10, 10, 10, 110]));
    assert.deepEqual(quoteFigures(former, slow, 5), { perSecond: 20, p99Ms: null });
  });
});
