/**
 * The examples of the document are the demo's answers. After an intended change of the answers,
 * `npm run record:examples` records them again.
 */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { CONTRACTS } from '../../src/contract/contracts.js';
import { readRecordedAnswers, RECORDED_FOLDER } from '../../src/contract/openapi/recorded.js';
import type { JsonValue } from '../../src/contract/openapi/schema.js';
import { createConformance } from '../support/conformance.js';
import { canonical, inOrder, recordedOf, Recording } from './recording.js';

const IS_RECORDING = process.env.PINRATE_RECORD_EXAMPLES === '1';
/** Answers about the machine and the process: numbers and texts differ each time. */
const OF_THE_MACHINE = new Set([
  'getHealth',
  'getSystemInfo',
  'getMetrics',
  'getLiveness',
  'getReadiness',
  'getEntryPoint',
  'makeBackup',
]);

/** Names and types without values; for lists those of the items, each once. */
function shapeOf(value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    const shapes = new Set(value.map((item) => JSON.stringify(shapeOf(item))));
    return [...shapes].map((text) => JSON.parse(text) as JsonValue);
  }
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]));
}

describe('the examples of the document', () => {
  const recorded = IS_RECORDING ? {} : readRecordedAnswers();
  const conformance = createConformance();
  let recording: Recording;
  before(async () => {
    recording = await Recording.start();
  });
  after(() => recording.close());

  for (const contract of inOrder(CONTRACTS)) {
    const { id, method, path, status } = contract;
    it(`${id}: are the demo's answers`, async () => {
      const asked = await recording.of(contract);
      for (const { summary, reply } of Object.values(asked)) {
        assert.equal(reply.status, status, `${summary}: ${reply.text}`);
        const body = reply.json ?? reply.text;
        assert.deepEqual(conformance.check(method, path, reply.status, reply.headers, body), [], summary);
      }
      if (IS_RECORDING) {
        mkdirSync(RECORDED_FOLDER, { recursive: true });
        writeFileSync(join(RECORDED_FOLDER, `${id}.json`), `${JSON.stringify(recordedOf(asked), null, 1)}\n`);
        return;
      }
      const found = recordedOf(asked) as unknown as JsonValue;
      const kept = recorded[id] as unknown as JsonValue;
      assert.ok(kept !== undefined, 'nothing is recorded: npm run record:examples');
      if (OF_THE_MACHINE.has(id)) assert.deepEqual(shapeOf(found), shapeOf(kept));
      else assert.deepEqual(found, kept);
    });
  }

  it('belong to existing operations', { skip: IS_RECORDING }, () => {
    const known = new Set(CONTRACTS.map(({ id }) => id));
    assert.deepEqual(
      Object.keys(recorded).filter((id) => !known.has(id)),
      [],
    );
    assert.deepEqual(recording.app.errors, []);
  });
});

describe('a recorded example', () => {
  it('has no measured time and no random id', () => {
    const answer = {
      execution_time_ms: 17,
      check_id: 'CHK-0123456789abcdef-2f',
      deep: [{ trackingNumber: 'DSL-0123456789ABCDEF-9' }],
      weight: 17,
    };
    const shown = canonical(answer);
    assert.deepEqual(shown, {
      execution_time_ms: 1,
      check_id: 'CHK-5e0c1d7f9a3b2846-1',
      deep: [{ trackingNumber: 'DSL-5E0C1D7F9A3B2846-1' }],
      weight: 17,
    });
    assert.deepEqual(canonical(shown), shown);
  });
});
