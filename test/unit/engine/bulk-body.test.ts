/** A bulk's body read line by line is what JSON.parse makes of it, or is refused where JSON.parse refuses it. */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { ParsedBody } from '../../../src/contract/body.js';
import { BulkLinesReader, type ListReader, readBody } from '../../../src/engine/bulk/body.js';
import { DeliveriesReader } from '../../../src/engine/bulk/matrix-request.js';

function read(text: string, list: ListReader): ParsedBody {
  const steps = readBody(text, list);
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
  const list = new BulkLinesReader();
  const body = read(text, list);
  // the same text with the other list
  const other = text.replaceAll('shipments', 'deliveryPincodes');
  const value = expected(text);
  checkRead(body, value, text);
  checkRead(read(other, new DeliveriesReader()), expected(other), other);
  if (value === 'MALFORMED_JSON') return;
  const lines = (value as { shipments?: unknown } | null)?.shipments;
  if (Array.isArray(lines))
    assert.deepEqual(
      list.lines.map((line) => line.ok && line.value),
      lines,
      text,
    );
}

function checkRead(body: ParsedBody, value: unknown, text: string): void {
  if (value === 'MALFORMED_JSON' || !body.ok) assert.equal(body.ok ? 'read' : body.failure.code, value, text);
  else assert.deepEqual(body.value, value, text);
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
  const list = new BulkLinesReader();
  read(`{"shipments":[${Array.from({ length: 3_000 }, () => '{}').join()}]}`, list);
  assert.equal(list.lines.length, 1_001);
});

test('a list of deliveries that is longer than a matrix may have is read a little beyond its limit', () => {
  const text = `{"deliveryPincodes":[${Array.from({ length: 30_000 }, (_, index) => index).join()}]}`;
  const body = read(text, new DeliveriesReader());
  const { deliveryPincodes } = (body as { value: { deliveryPincodes: number[] } }).value;
  assert.ok(deliveryPincodes.length > 20_000 && deliveryPincodes.length < 21_000);
  assert.deepEqual(deliveryPincodes, Array.from(deliveryPincodes.keys()));
});

test('a line that is longer than a question may be is refused by itself', () => {
  const list = new BulkLinesReader();
  read(`{"shipments":[{"x":"${'y'.repeat(1_048_576)}"},{}]}`, list);
  assert.deepEqual(
    list.lines.map((line) => (line.ok ? 'read' : line.failure.code)),
    ['PAYLOAD_TOO_LARGE', 'read'],
  );
});
