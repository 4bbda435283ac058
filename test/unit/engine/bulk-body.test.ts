/** A bulk's body read line by line is what JSON.parse makes of it, or is refused where JSON.parse refuses it. */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { type BulkBody, readBulkBody } from '../../../src/engine/bulk/body.js';
import type { Failure } from '../../../src/errors.js';

function read(text: string): BulkBody | Failure {
  const steps = readBulkBody(text);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

function expected(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return 'MALFORMED_JSON';
  }
}

function check(text: string): void {
  const body = read(text);
  const value = expected(text);
  if (value === 'MALFORMED_JSON' || 'code' in body) {
    assert.equal('code' in body ? body.code : 'read', value, text);
    return;
  }
  assert.deepEqual(body.members, value, text);
  const list = (value as { shipments?: unknown } | null)?.shipments;
  assert.deepEqual(body.lines?.map((line) => line.ok && line.value) ?? null, Array.isArray(list) ? list : null, text);
}

const name = fc.constantFrom('shipments', 'defaults', 'a"b', 'x,y', '__proto__', '');

test('a body of any members in any order and spacing', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(name, fc.jsonValue({ maxDepth: 3 })), { maxLength: 5 }),
      fc.constantFrom('', ' ', '\n\t'),
      (members, space) => {
        const pairs = members.map(([key, value]) => `${JSON.stringify(key)}${space}:${space}${JSON.stringify(value)}`);
        check(`${space}{${space}${pairs.join(`${space},${space}`)}${space}}${space}`);
      },
    ),
  );
});

test('a body with a character more, less or exchanged', () => {
  const whole = '{"a":[1,{"b":"}\\"]"}],"shipments":[{"weight":1.5e3,"x":[]}, null ,"s,]"],"best":3}';
  check(whole);
  fc.assert(
    fc.property(fc.nat(whole.length), fc.constantFrom('', ...'{}[]",:\\ 0ex'), fc.boolean(), (at, other, replaces) => {
      check(whole.slice(0, at) + other + whole.slice(replaces ? at + 1 : at));
    }),
    { numRuns: 2_000 },
  );
});

test('a list that is longer than a bulk may be is read to its limit', () => {
  const body = read(`{"shipments":[${Array.from({ length: 3_000 }, () => '{}').join()}]}`) as BulkBody;
  assert.equal(body.lines!.length, 1_001);
});

test('a line that is longer than a question may be is refused by itself', () => {
  const { lines } = read(`{"shipments":[{"x":"${'y'.repeat(1_048_576)}"},{}]}`) as BulkBody;
  assert.deepEqual(
    lines!.map((line) => (line.ok ? 'read' : line.failure.code)),
    ['PAYLOAD_TOO_LARGE', 'read'],
  );
});
