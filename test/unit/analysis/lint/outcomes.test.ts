import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PartnerOutcomes } from '../../../../src/domain/outcomes/shifts.js';
import { workedWorld } from '../../../reference/fixture.js';
import { AT, lint, ofCode } from './linted.js';

const DAYS_MS = 86_400_000;
const lineBefore = (days: number): PartnerOutcomes => ({
  lastLineAt: new Date(AT.getTime() - days * DAYS_MS).toISOString(),
  shifts: [],
});

const stale = async (outcomes: PartnerOutcomes | null, source: 'GIVEN' | 'OUTCOMES' | null = 'OUTCOMES') => {
  const world = workedWorld(({ partners: [acme] }) => {
    if (source !== null) acme!.performance.source = source;
  });
  return ofCode(await lint(world, AT, null, undefined, outcomes), 'PERFORMANCE_STALE');
};

describe('PERFORMANCE_STALE', () => {
  it('is a partner with the source OUTCOMES without a line for 14 days', async () => {
    const [finding] = await stale(lineBefore(14));
    assert.deepEqual(finding, {
      code: 'PERFORMANCE_STALE',
      severity: 'warning',
      message: 'outcomes take the place of successRate, but no line has come for 14 days: the last came on 2026-02-25',
      documents: ['partners/acme'],
      examples: [],
    });
    assert.equal((await stale({ lastLineAt: null, shifts: [] }))[0]!.message.split(': ')[1], 'none has ever come');
  });

  it('is none of a later line, and of another source', async () => {
    assert.deepEqual(await stale(lineBefore(13.99)), []);
    assert.deepEqual([await stale(lineBefore(99), 'GIVEN'), await stale(lineBefore(99), null)], [[], []]);
  });
});

it('PERFORMANCE_SHIFT says how returns have changed, whatever the source', async () => {
  const shift = {
    ...{ stateId: 1, state: 'Maharashtra', paymentType: 'COD' as const },
    before: { k: 440, n: 2_200, rate: 0.2, low: 0.1838, high: 0.2172 },
    recent: { k: 120, n: 400, rate: 0.3, low: 0.2572, high: 0.3466 },
  };
  const report = await lint(workedWorld(), AT, null, undefined, { lastLineAt: null, shifts: [shift] });
  assert.deepEqual(ofCode(report, 'PERFORMANCE_SHIFT'), [
    {
      code: 'PERFORMANCE_SHIFT',
      severity: 'warning',
      message:
        'of COD parcels to Maharashtra, 30.00 % returned in the last four weeks that are final (120 of 400), outside of '
        + '18.38 % to 21.72 %, the 95 % bounds of the weeks before',
      documents: ['partners/acme', 'states/1'],
      examples: [],
    },
  ]);
});
