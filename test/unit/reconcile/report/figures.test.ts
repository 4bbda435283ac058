/** What a report keeps of a stream of lines: the largest, sums by weight, and differences that belong to the card. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ReportFigures } from '../../../../src/reconcile/report/figures.js';
import type { LineFigures, ReportLine } from '../../../../src/reconcile/report/input.js';
import { sampleLine } from './sample.js';

function figuresOf(lines: readonly ReportLine[]): LineFigures {
  const figures = new ReportFigures();
  for (const line of lines) figures.add(line);
  return figures.result();
}

const times = (count: number, make: (index: number) => ReportLine): ReportLine[] =>
  Array.from({ length: count }, (_, index) => make(index));

const ofAmount = (line: number, amount: number): ReportLine =>
  sampleLine(line, { causes: [{ cause: 'WEIGHT', amount }] });

describe('the figures of lines', () => {
  it('are the 50 largest differences of either sign, the earlier of equal ones first', () => {
    const amounts = times(400, (index) => ofAmount(index, ((index * 7919) % 300) * (index % 2 === 0 ? 1 : -1)));
    const sorted = amounts.toSorted((a, b) => Math.abs(b.difference) - Math.abs(a.difference)).slice(0, 50);
    assert.deepEqual(
      figuresOf(amounts).largest.map(({ line }) => line),
      sorted.map(({ line }) => line),
    );
    assert.deepEqual(figuresOf([ofAmount(2, 0)]).largest, []);
  });

  it('leave out credits and lines that could not be compared', () => {
    const statuses = ['CREDIT', 'UNREADABLE', 'UNPRICED'];
    assert.deepEqual(figuresOf(statuses.map((status, line) => sampleLine(line, { status }))), {
      largest: [],
      weightBands: [],
      cardFindings: [],
    });
  });

  it('sum by weight, a bound within its band', () => {
    const lines = [500, 501, 1_000, 100_000, 100_001, null].map((expectedGrams, line) =>
      sampleLine(line, { expectedGrams }),
    );
    assert.deepEqual(
      figuresOf(lines).weightBands.map(({ aboveGrams, upToGrams, lines: count, difference }) => [
        aboveGrams,
        upToGrams,
        count,
        difference,
      ]),
      [
        [0, 500, 1, 450],
        [500, 1_000, 2, 900],
        [50_000, 100_000, 1, 450],
        [100_000, null, 1, 450],
        [0, undefined, 1, 450],
      ],
    );
  });

  describe('findings about the card', () => {
    const differing = (count: number, of: number, given: Partial<ReportLine> = {}): ReportLine[] =>
      times(of, (index) => sampleLine(index, index < count ? given : { ...given, causes: [] }));

    it('need half of the lines of a lane, and twenty of them', () => {
      assert.deepEqual(figuresOf(differing(20, 40)).cardFindings, [
        { partnerId: 'dharaline-surface', lane: 'METRO', cause: 'BASE_RATE', amount: 450, lines: 20, laneLines: 40 },
      ]);
      assert.deepEqual(figuresOf(differing(19, 40)).cardFindings, []);
      assert.deepEqual(figuresOf(differing(19, 19)).cardFindings, []);
    });

    it('need the same amount, and a cause that the card says', () => {
      assert.deepEqual(
        figuresOf(times(40, (line) => sampleLine(line, { causes: [{ cause: 'BASE_RATE', amount: line + 1 }] })))
          .cardFindings,
        [],
      );
      assert.deepEqual(figuresOf(times(40, (line) => ofAmount(line, 450))).cardFindings, []);
    });

    it('keep lanes and couriers apart, and put the dearest first', () => {
      const lines = [
        ...differing(30, 30),
        ...differing(30, 30, { expectedLane: 'NORTH', causes: [{ cause: 'FSC', amount: -900 }] }),
        ...differing(40, 40, { partnerId: 'other' }),
      ];
      assert.deepEqual(
        figuresOf(lines).cardFindings.map(({ partnerId, lane, cause }) => `${partnerId} ${lane} ${cause}`),
        ['dharaline-surface NORTH FSC', 'other METRO BASE_RATE', 'dharaline-surface METRO BASE_RATE'],
      );
    });
  });
});
