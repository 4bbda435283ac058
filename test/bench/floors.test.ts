import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareWithFloors, type Floors, floorsOf } from '../../bench/support/floors.js';
import { toResults } from '../../bench/support/report.js';
import { figureOf, sectionsOf } from './results.js';

const section = (...figures: ReturnType<typeof figureOf>[]) => ({ scenario: 'charges', figures });

describe('floors', () => {
  it('are of ratios that have a target, and name their scenario', () => {
    assert.deepEqual(floorsOf(toResults(sectionsOf(), {}).sections), {
      'charges: throughput of pinrate / bare': { scenario: 'charges', recorded: [0.57], atLeast: 0.484 },
    });
    assert.deepEqual(
      floorsOf([{ scenario: 'a', figures: [{ ...figureOf('ratio for information', [2]), pass: null }] }]),
      {},
    );
  });

  it('leave room for noise: 15 percent, or the spread of the rounds', () => {
    const floorOf = (samples: number[], target: { atLeast: number } | { atMost: number }) =>
      floorsOf([{ scenario: 'a', figures: [{ ...figureOf('f', samples, target), pass: true }] }])['f'];
    assert.deepEqual(floorOf([0.99, 1, 1.01], { atLeast: 2 }), { scenario: 'a', recorded: [1], atLeast: 0.85 });
    assert.deepEqual(floorOf([0.7, 1, 1.01], { atLeast: 2 }), { scenario: 'a', recorded: [1], atLeast: 0.7 });
    assert.deepEqual(floorOf([0.99, 1, 1.01], { atMost: 2 }), { scenario: 'a', recorded: [1], atMost: 1.15 });
    assert.deepEqual(floorOf([0.99, 1, 1.6], { atMost: 2 }), { scenario: 'a', recorded: [1], atMost: 1.6 });
  });

  it('are the target of the largest of many times', () => {
    const largest = { ...figureOf('f', [3, 4], { atMost: 10 }), isLargest: true as const, pass: true };
    const floors = floorsOf([{ scenario: 'a', figures: [largest] }]);
    assert.deepEqual(floors, { f: { scenario: 'a', recorded: [largest.value], atMost: 10 } });
  });

  it('are of the worse of the last two runs', () => {
    const recordedAgain = (value: number, earlier?: Floors): Floors =>
      floorsOf([{ scenario: 'a', figures: [{ ...figureOf('f', [value], { atLeast: 2 }), pass: false }] }], earlier);
    const first = recordedAgain(1);
    const second = recordedAgain(2, first);
    assert.deepEqual(second, { f: { scenario: 'a', recorded: [2, 1], atLeast: 0.85 } });
    assert.deepEqual(recordedAgain(4, second), { f: { scenario: 'a', recorded: [4, 2], atLeast: 1.7 } });
  });
});

describe('the guard', () => {
  const floors: Floors = {
    least: { scenario: 'charges', recorded: [1], atLeast: 0.8 },
    most: { scenario: 'bulk', recorded: [1], atMost: 1.5 },
  };
  const outcomes = (figures: ReturnType<typeof figureOf>[], notRun: string[] = []) =>
    compareWithFloors(floors, { sections: [section(...figures)], notRun }).map(({ outcome }) => outcome);

  it('accepts figures on their floors', () => {
    assert.deepEqual(outcomes([figureOf('least', [0.8]), figureOf('most', [1.5])]), ['held', 'held']);
    assert.deepEqual(outcomes([figureOf('least', [9]), figureOf('most', [0.1]), figureOf('unnamed', [0])]), [
      'held',
      'held',
    ]);
  });

  it('reports figures beyond their floors, and NaN', () => {
    assert.deepEqual(outcomes([figureOf('least', [0.79]), figureOf('most', [1.51])]), ['broken', 'broken']);
    assert.deepEqual(outcomes([figureOf('least', [NaN]), figureOf('most', [NaN])]), ['broken', 'broken']);
  });

  it('distinguishes a figure that is no longer measured from a scenario that cannot run here', () => {
    assert.deepEqual(outcomes([figureOf('least', [1])]), ['held', 'missing']);
    assert.deepEqual(outcomes([figureOf('least', [1])], ['bulk']), ['held', 'not run']);
    assert.deepEqual(outcomes([figureOf('most', [1])], ['bulk']), ['missing', 'held']);
  });
});
