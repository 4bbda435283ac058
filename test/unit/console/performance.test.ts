/** The colours and words of Performance. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { boundsInWords, cellsOf, HEADINGS, heatNames, heatOf } from '../../../src/console/views/performance/figures.js';
import { boundedRate } from '../../../src/domain/outcomes/rates.js';

describe('a rate of outcomes', () => {
  it('is the redder, the more went wrong, from each bound on', () => {
    for (const [rate, heat] of [
      [0, 0],
      [0.0499, 0],
      [0.05, 1],
      [0.0999, 1],
      [0.1, 2],
      [0.2, 3],
      [0.2999, 3],
      [0.3, 4],
      [1, 4],
    ] as const) {
      assert.equal(heatOf('rto', rate), heat, `${rate}`);
      assert.equal(heatOf('onTime', 1 - rate), heat, `${1 - rate} in time`);
    }
  });

  it('has a name for each colour', () => {
    assert.deepEqual(heatNames('rto'), [
      'below 5 %',
      '5 % to below 10 %',
      '10 % to below 20 %',
      '20 % to below 30 %',
      '30 % and more',
    ]);
    assert.deepEqual(heatNames('firstAttempt'), [
      'above 95 %',
      'above 90 % to 95 %',
      'above 80 % to 90 %',
      'above 70 % to 80 %',
      'up to 70 %',
    ]);
  });

  it('says its bounds, and is a line of a sheet with as many cells as headings', () => {
    const rto = boundedRate(4, 12);
    assert.equal(boundsInWords(rto), '13.8–60.9 %');
    const none = boundedRate(0, 0);
    const row = { key: 'KA', n: 12, rto, firstAttempt: none, onTime: none, hours: { p50: 48, p85: 96, p95: null } };
    const cells = cellsOf(row);
    assert.equal(cells.length, HEADINGS.length);
    assert.deepEqual(cells.slice(0, 2), ['4', '12']);
    // no parcel, no rate
    assert.deepEqual(cells.slice(5, 10), ['0', '0', '', '', '']);
    assert.deepEqual(cells.slice(-3), ['48', '96', '']);
  });
});
