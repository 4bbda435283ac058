/** Tests of the checker of answers. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import Type from 'typebox';
import { anyOf, closed, StrictSchema, successBody } from '../support/strict-schema.js';

const Row = Type.Object({ id: Type.Integer(), name: Type.Optional(Type.String()) }, { title: 'Row' });
const Answer = Type.Object({
  data: Type.Object({
    rows: Type.Array(Row),
    first: Type.Union([Row, Type.Null()]),
    at: Type.String({ format: 'date-time' }),
    either: Type.Union([
      Type.Object({ kind: Type.Literal('a'), a: Type.Integer() }, { title: 'A' }),
      Type.Object({ kind: Type.Literal('b'), b: Type.Integer() }, { title: 'B' }),
    ]),
    byName: Type.Record(Type.String(), Row),
  }),
});

interface Body {
  [member: string]: unknown;
  data: Record<string, unknown>;
}
const body = (changes: Record<string, unknown> = {}, around: Record<string, unknown> = {}): Body => ({
  success: true,
  request_id: 'r-1',
  execution_time_ms: 0,
  ...around,
  data: {
    rows: [{ id: 1 }],
    first: null,
    at: '2026-03-11T06:30:00.000Z',
    either: { kind: 'a', a: 1 },
    byName: { x: { id: 1 } },
    ...changes,
  },
});
const faultsOf = (value: unknown): string[] => new StrictSchema(successBody(Answer as never)).faults(value);

it('a matching answer has no faults', () => {
  assert.deepEqual(faultsOf(body()), []);
  assert.deepEqual(faultsOf(body({ first: { id: 2, name: 'two' }, either: { kind: 'b', b: 1 }, rows: [] })), []);
});

it('a missing member is a fault anywhere', () => {
  for (const missing of ['success', 'request_id', 'execution_time_ms', 'data']) {
    const rest = Object.fromEntries(Object.entries(body()).filter(([name]) => name !== missing));
    assert.match(faultsOf(rest).join(), new RegExp(`must have required property '${missing}'`));
  }
  for (const changes of [
    { rows: undefined },
    { rows: [{ name: 'no id' }] },
    { first: {} },
    { either: { kind: 'a' } },
    { byName: { x: {} } },
  ]) {
    assert.notDeepEqual(faultsOf(JSON.parse(JSON.stringify(body(changes)))), [], JSON.stringify(changes));
  }
});

it('an undocumented member is a fault anywhere', () => {
  assert.match(faultsOf(body({}, { more: 1 })).join(), /must NOT have additional properties.*"more"/);
  for (const changes of [
    { more: 1 },
    { rows: [{ id: 1, more: 1 }] },
    { first: { id: 1, more: null } },
    { either: { kind: 'a', a: 1, b: 1 } },
    { byName: { x: { id: 1, more: 1 } } },
  ]) {
    assert.notDeepEqual(faultsOf(body(changes)), [], JSON.stringify(changes));
  }
});

it('a value of another type is a fault', () => {
  for (const changes of [
    { rows: [{ id: '1' }] },
    { rows: [{ id: 1.5 }] },
    { at: null },
    { at: 'yesterday' },
    { either: { kind: 'c', a: 1 } },
  ])
    assert.notDeepEqual(faultsOf(body(changes)), [], JSON.stringify(changes));
  assert.notDeepEqual(faultsOf(body({}, { success: false })), []);
});

it('an object without named members stays open, and so does an explicitly open one', () => {
  const open = { type: 'object', description: 'anything' };
  assert.deepEqual(closed(open), open);
  assert.deepEqual(closed({ type: 'object', properties: {}, additionalProperties: { type: 'string' } }), {
    type: 'object',
    properties: {},
    additionalProperties: { type: 'string' },
  });
});

it('a schema that cannot be closed is refused', () => {
  assert.throws(() => closed({ allOf: [Row] }), /cannot be closed/);
  assert.throws(() => closed({ type: 'array', items: { allOf: [Row] } }), /cannot be closed/);
});

it('documented parts that never came are listed', () => {
  const schema = new StrictSchema(anyOf([Answer]));
  const answer = (changes: Record<string, unknown> = {}) => ({ data: body(changes).data });
  schema.assert(answer({ rows: [] }), 'without rows');
  assert.deepEqual(schema.unseen(), [
    '.data.rows[]',
    '.data.rows[].id',
    '.data.rows[].name',
    '.data.rows[].name left out',
    '.data.first is not null',
    '.data.first.id',
    '.data.first.name',
    '.data.first.name left out',
    '.data.either<B> is not null',
    '.data.either<B>.kind',
    '.data.either<B>.b',
  ]);
  schema.assert(answer({ first: { id: 1, name: 'one' }, either: { kind: 'b', b: 1 } }), 'with a first');
  assert.deepEqual(schema.unseen(), ['.data.rows[].name', '.data.first.name left out']);
  assert.throws(
    () => schema.assert(answer({ rows: [{ id: 1, name: 2 }] }), 'with a wrong name'),
    /with a wrong name[^]*must be string/,
  );
  assert.deepEqual(
    schema.unseen(),
    ['.data.rows[].name', '.data.first.name left out'],
    'an answer with faults does not count as seen',
  );
});
