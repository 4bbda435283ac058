/** The windows that shares and capacities count in. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { windowOf } from '../../../src/domain/allocation/windows.js';

const at = (text: string): number => Date.parse(`${text}+05:30`);
const day = (text: string): number => Date.parse(`${text}T00:00:00Z`) / 86_400_000;

it('windows begin and end at midnight in India, weeks on Monday', () => {
  const cases = [
    ['DAY', '2026-11-29T00:00:00', '2026-11-29', '2026-11-30'],
    ['DAY', '2026-11-29T23:59:59.999', '2026-11-29', '2026-11-30'],
    ['WEEK', '2026-11-29T23:59:59.999', '2026-11-23', '2026-11-30'],
    ['WEEK', '2026-11-30T00:00:00', '2026-11-30', '2026-12-07'],
    ['MONTH', '2026-11-30T23:59:59.999', '2026-11-01', '2026-12-01'],
    ['MONTH', '2026-12-01T00:00:00', '2026-12-01', '2027-01-01'],
    ['MONTH', '2028-02-29T12:00:00', '2028-02-01', '2028-03-01'],
  ] as const;
  for (const [kind, moment, first, next] of cases)
    assert.deepEqual(
      windowOf(kind, at(moment)),
      { firstDay: day(first), endsAtMs: at(`${next}T00:00:00`) - 1 },
      `${kind} of ${moment}`,
    );
});
