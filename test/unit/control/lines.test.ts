/** The lines of a change are read in turns, and what is wrong with them takes a bounded memory. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAX_APPLY_LINES } from '../../../src/limits/http.js';
import { MAX_APPLY_FAULTS } from '../../../src/contract/document-names.js';
import { edited, type Edit } from '../../../src/control/operations/documents/edits.js';
import { readLines } from '../../../src/control/operations/documents/lines.js';
import { PlaceNames } from '../../../src/control/operations/documents/place-names.js';
import { turnsDuring } from '../../support/turns.js';

const LINES_A_TURN = 1_000;

describe('the lines of a change', () => {
  for (const line of ['\n', ' \n', '\r\n', '{}\n'])
    it(`are read in turns, also when they are ${JSON.stringify(line)}`, async (t) => {
      const count = 100 * LINES_A_TURN;
      const { result: read, turns } = await turnsDuring(t, LINES_A_TURN, () => readLines(line.repeat(count)));
      assert.deepEqual([read!.edits.length, read!.faults.count], [0, line === '{}\n' ? count : 0]);
      assert.ok(turns >= count / LINES_A_TURN, `${turns} turns`);
    });

  it('have as many faults in memory as an answer shows, and all are counted', async () => {
    const read = await readLines('{"collection":"zones","any":1}\n'.repeat(MAX_APPLY_LINES));
    assert.deepEqual([read!.faults.kept.length, read!.faults.count], [MAX_APPLY_FAULTS, MAX_APPLY_LINES]);
    assert.equal(read!.faults.kept.at(-1)!.line, MAX_APPLY_FAULTS);
  });

  it('are too many beyond 100,000', async () => {
    assert.equal(await readLines('{}\n'.repeat(MAX_APPLY_LINES + 1)), null);
  });
});

describe('a document with unknown members', () => {
  const given: Edit = { how: 'put', collection: 'states', key: 7, given: { id: 7, nmae: 'Goa' } };
  const none = () => [];
  const names = new PlaceNames(none, none, none);
  const faultOf = (isShown: boolean) => {
    const outcome = edited(given, undefined, '2026-11-27T00:00:00.000Z', names, isShown);
    assert.ok('faults' in outcome);
    return outcome.faults.find(({ field }) => field === 'nmae')!;
  };

  it('has suggestions where its faults are shown, and otherwise none', () => {
    assert.equal(faultOf(true).didYouMean, 'name');
    assert.ok(!('didYouMean' in faultOf(false)) || faultOf(false).didYouMean === null);
    assert.equal(faultOf(false).code, 'UNKNOWN_FIELD');
  });
});
