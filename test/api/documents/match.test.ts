/** Lines with `match` on the demo dataset: the node finds the row that a line is about. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { MAIN, TestApp } from '../../support/app.js';
import type { Reply } from '../../support/client.js';
import type { WriteOp } from '../../../src/model/change.js';

const PARTNER = 'dharaline-surface';
const OTHER = 'kachhua-cargo';

let app: TestApp;
before(async () => {
  app = await TestApp.startDemo();
});
after(async () => {
  assert.deepEqual(app.errors, []);
  await app.close();
});

type Members = Record<string, unknown>;

async function rowsOf(collection: string, partnerId = PARTNER): Promise<Members[]> {
  const query = `?partnerId=${partnerId}&limit=100`;
  return (await app.get(`/documents/${collection}${query}`)).json.data as Members[];
}
const levy = (code: string, more: Members = {}): Members => ({
  partnerId: PARTNER,
  code,
  label: 'Levy',
  basis: 'FLAT',
  value: 1,
  order: 700,
  ...more,
});
const match = (document: Members, collection = 'surcharges') => ({ collection, document, match: true });
const withCode = async (code: string, partnerId = PARTNER): Promise<Members[]> =>
  (await rowsOf('surcharges', partnerId)).filter((row) => row.code === code);
const lastChange = async (): Promise<number> => (await app.get('/changes?limit=1')).json.data[0].id;

/** All lines are refused, with the faults that are returned. */
async function faultsOf(lines: readonly unknown[], query = ''): Promise<Members[]> {
  const newest = await lastChange();
  const reply = await app.apply(lines, query);
  assert.deepEqual([reply.status, reply.json.error?.code], [400, 'VALIDATION_ERROR'], reply.text);
  assert.equal(await lastChange(), newest);
  return reply.json.error.details;
}

/** The counts that are not 0. */
function countsOf({ status, json, text }: Reply): Members {
  assert.equal(status, 200, text);
  return Object.fromEntries(Object.entries(json.data.counts as Members).filter(([, count]) => count !== 0));
}

describe('a line with match', () => {
  it('is a new row, then the same, then changed, and keeps what it leaves out', async () => {
    const dry = await app.apply([match(levy('MATCHA'))], '?dryRun=true');
    assert.deepEqual([countsOf(dry), dry.json.changeId], [{ created: 1 }, null]);
    assert.deepEqual(await withCode('MATCHA'), []);
    const greatest = Math.max(...(await rowsOf('surcharges')).map(({ id }) => id as number));
    assert.deepEqual(countsOf(await app.apply([match(levy('MATCHA'))])), { created: 1 });
    const [created] = await withCode('MATCHA');
    assert.ok((created!.id as number) > greatest);
    assert.equal(created!.status, true);
    // no second row, whatever key the request has: apply takes no Idempotency-Key
    for (const key of ['match-1', 'match-1', 'match-2']) {
      const again = await app.apply([match(levy('MATCHA'))], '', MAIN, { 'idempotency-key': key });
      assert.deepEqual([countsOf(again), again.json.changeId], [{ unchanged: 1 }, null]);
    }
    const { label: _, order: __, ...short } = levy('MATCHA', { value: 2, validTo: '2031-01-01T00:00:00.000Z' });
    const changed = await app.apply([match(short)]);
    assert.deepEqual(countsOf(changed), { updated: 1 });
    assert.deepEqual(
      (changed.json.data.diff as Members[]).map(({ key, field, after: value }) => [key, field, value]),
      [
        [created!.id, 'value', 2],
        [created!.id, 'validTo', '2031-01-01T00:00:00.000Z'],
      ],
    );
    assert.deepEqual(countsOf(await app.apply([match(levy('MATCHA', { value: 2 }))])), { unchanged: 1 });
    assert.deepEqual(countsOf(await app.apply([match(levy('MATCHA', { value: 2, validTo: null }))])), { updated: 1 });
    assert.deepEqual(await withCode('MATCHA'), [{ ...created, value: 2 }]);
  });

  it('is a new row of the partner where only another one, or nobody, has the same', async () => {
    const others = [levy('MATCHB', { partnerId: OTHER }), levy('MATCHB', { partnerId: null })];
    assert.deepEqual(countsOf(await app.apply(others.map((document) => match(document)))), { created: 2 });
    assert.deepEqual(countsOf(await app.apply([match(levy('MATCHB'))])), { created: 1 });
    assert.deepEqual(countsOf(await app.apply(others.map((document) => match(document)))), { unchanged: 2 });
    const [own] = await withCode('MATCHB');
    const [foreign] = await withCode('MATCHB', OTHER);
    const [fault, ...more] = await faultsOf([match({ ...levy('MATCHB'), id: foreign!.id })]);
    assert.deepEqual(more, []);
    assert.deepEqual(
      [fault!.line, fault!.collection, fault!.key, fault!.field, fault!.message, fault!.code],
      [1, 'surcharges', foreign!.id, 'id', `${foreign!.id} is a row of another partner`, 'INVALID_VALUE'],
    );
    // its own by its id, whatever it was for, with the names that it had
    const { label: _, order: __, ...short } = levy('MATCHC');
    assert.deepEqual(countsOf(await app.apply([match({ ...short, id: own!.id })])), { updated: 1 });
    assert.deepEqual(await withCode('MATCHC'), [{ ...own, code: 'MATCHC' }]);
  });

  it('ends the row that a row to come follows, and finds both the second time', async () => {
    const [from, last] = ['2030-04-01T00:00:00.000Z', '2030-03-31T23:59:59.999Z'];
    await app.apply([match(levy('MATCHD'))]);
    const coming = match(levy('MATCHD', { value: 3, validFrom: from }));
    const reply = await app.apply([coming]);
    assert.deepEqual(countsOf(reply), { created: 1, updated: 1 });
    assert.deepEqual(
      (await withCode('MATCHD')).map(({ value, validFrom, validTo }) => [value, validFrom, validTo]),
      [
        [1, undefined, last],
        [3, from, undefined],
      ],
    );
    assert.deepEqual(countsOf(await app.apply([coming])), { unchanged: 1 });
    const reverted = await app.send('POST', `/changes/${reply.json.changeId}/revert`);
    assert.equal(reverted.status, 200, reverted.text);
    assert.deepEqual(
      (await withCode('MATCHD')).map(({ value, validTo }) => [value, validTo]),
      [[1, undefined]],
    );
  });

  it('is a fault where several rows may be meant, or another line is about the same', async () => {
    const twins = [levy('MATCHE', { id: 960_001, status: true }), levy('MATCHE', { id: 960_002, status: true })];
    await app.apply(twins.map((document) => ({ collection: 'surcharges', document })));
    const faults = await faultsOf([
      match(levy('MATCHE')),
      match(levy('MATCHF')),
      match(levy('MATCHF')),
      match(levy('MATCHG', { id: 960_001 })),
      { collection: 'surcharges', key: 960_001, end: true },
    ]);
    assert.deepEqual(faults, [
      {
        line: 1,
        collection: 'surcharges',
        key: null,
        field: '',
        message: 'may replace surcharges 960001 and 960002, which are in force together: write the id of one',
        code: 'AMBIGUOUS',
      },
      {
        line: 3,
        collection: 'surcharges',
        key: null,
        field: '',
        message: 'is about the same row as line 2',
        code: 'INVALID_VALUE',
        otherLine: 2,
      },
      {
        line: 5,
        collection: 'surcharges',
        key: 960_001,
        field: 'key',
        message: 'is on line 4 already',
        code: 'INVALID_VALUE',
        otherLine: 4,
      },
    ]);
    assert.deepEqual(countsOf(await app.apply([match(levy('MATCHE', { id: 960_002, value: 9 }))])), { updated: 1 });
  });

  it('goes with a document of some collections, and is true or false', async () => {
    const zone = { collection: 'zones', document: { partnerId: PARTNER, name: 'North' }, match: true };
    const faults = await faultsOf([
      zone,
      { collection: 'surcharges', document: levy('MATCHH'), match: 1 },
      { collection: 'surcharges', key: 4_001, end: true, match: true },
      match({ code: 7, partnerId: { a: 1 }, when: [], validFrom: 'x', validTo: {} }),
      match({ ...levy('MATCHH'), id: null }),
      match({ ...levy('MATCHH'), id: 'x' }),
    ]);
    assert.deepEqual(
      faults.slice(0, 3).map(({ line, field, message }) => [line, field, message]),
      [
        [
          1,
          'match',
          'goes with packages, distance-charges, customer-charges, surcharges, transit-lanes, weight-terms alone',
        ],
        [2, 'match', 'must be true or false'],
        [3, 'match', 'goes with a document alone'],
      ],
    );
    const others = new Set(faults.slice(3).map(({ line, field }) => `${line} ${field}`));
    for (const fault of ['4 code', '4 partnerId', '4 value', '4 validFrom', '5 id', '6 id'])
      assert.ok(others.has(fault), `${fault} of ${[...others].join(', ')}`);
    const plain = { collection: 'surcharges', document: levy('MATCHH', { status: true }), match: false };
    assert.deepEqual(countsOf(await app.apply([plain, plain], '?dryRun=true')), { created: 2 });
  });

  it('does not give the id that another line names', async () => {
    const greatest = Math.max(...(await rowsOf('surcharges')).map(({ id }) => id as number), 960_002);
    const named = { collection: 'surcharges', document: levy('MATCHI', { id: greatest + 1, status: true }) };
    assert.deepEqual(countsOf(await app.apply([match(levy('MATCHJ')), named])), { created: 2 });
    const [[first], [second]] = [await withCode('MATCHI'), await withCode('MATCHJ')] as [[Members], [Members]];
    assert.equal(first.id, greatest + 1);
    assert.ok((second.id as number) > greatest + 1);
  });

  it('takes the rows of a sheet as all of one collection, of rates, with guard and basis', async () => {
    const hours = (lane: string, more: Members = {}) =>
      match({ partnerId: OTHER, lane, hours: 24, ...more }, 'transit-lanes');
    const lanes = Array.from({ length: 60 }, (_, at) => `L${at}`);
    const former = await rowsOf('transit-lanes', OTHER);
    const others = JSON.stringify(await rowsOf('customer-charges', OTHER));
    const query = `?replace=transit-lanes&partnerId=${OTHER}`;
    const first = await app.apply(
      lanes.map((lane) => hours(lane)),
      `${query}&force=true`,
    );
    assert.deepEqual(countsOf(first), { created: 60, ...(former.length > 0 && { ended: former.length }) });
    const few = lanes.slice(6).map((lane) => hours(lane));
    const guarded = await app.apply(few.slice(1), query);
    assert.deepEqual(
      [guarded.status, guarded.json.error.code, guarded.json.error.message],
      [409, 'GUARD_REMOVALS', `${OTHER} would lose 7 rows of 60 in force or to come`],
    );
    assert.deepEqual(guarded.json.error.details, { losses: [{ collection: 'transit-lanes', rows: 60, lost: 7 }] });
    assert.deepEqual(countsOf(await app.apply(few, query)), { ended: 6, unchanged: 54 });
    // what leads up to a row to come is not missing
    const dated = few.map(({ document }) =>
      match({ ...document, validFrom: '2030-04-01T00:00:00.000Z' }, 'transit-lanes'),
    );
    assert.deepEqual(countsOf(await app.apply(dated, query)), { created: 54, updated: 54 });
    assert.deepEqual(countsOf(await app.apply(dated, query)), { unchanged: 54 });
    assert.equal(JSON.stringify(await rowsOf('customer-charges', OTHER)), others);
    const [stray] = await faultsOf([match(levy('MATCHK', { partnerId: OTHER }))], query);
    assert.deepEqual([stray!.field, stray!.message], ['collection', 'must be transit-lanes']);
    const basis = first.json.changeId as number;
    const since = await app.apply([hours('L9', { hours: 30 })], `?basis=${basis}`);
    assert.deepEqual([since.status, since.json.error?.code], [409, 'CHANGED_SINCE'], since.text);
  });

  it('is matched again when a row comes between its plan and the transaction', async () => {
    const { store } = app;
    const write = store.write.bind(store);
    let writes = 0;
    // another write, maybe of another node, has its turn first, and the mirror does not know of it
    store.write = async (ops, note) => {
      if (writes++ === 0) {
        const [op] = ops as unknown as [{ document: Members }];
        const document = { ...op.document, id: (op.document.id as number) + 100, value: 4 };
        const own = { kind: 'put', collection: 'surcharges', document, was: null } as unknown as WriteOp;
        assert.equal((await write([own], { ...note!, planned: undefined! })).ok, true);
      }
      return write(ops, note);
    };
    const reply = await app.apply([match(levy('MATCHR', { value: 5 }))]);
    store.write = write;
    assert.deepEqual([writes, countsOf(reply)], [2, { updated: 1 }]);
    assert.deepEqual(
      (await withCode('MATCHR')).map(({ value }) => value),
      [5],
    );
  });

  it('is matched again when a row comes between its plan and its write', async () => {
    const charge = { partnerId: PARTNER, type: 'docket', chargeType: 'flat', value: 4_711, customerId: 'BETWEEN' };
    const { store } = app;
    const read = store.getMany.bind(store);
    let bulks = 0;
    // between the search for the row and the write
    store.getMany = async (collection, keys) => {
      if (collection === 'customer-charges' && bulks++ === 0) {
        const bulk = await app.send('POST', '/customer-charges/bulk', { charges: [charge] });
        assert.equal(bulk.status, 201, bulk.text);
      }
      return read(collection, keys);
    };
    const reply = await app.apply([match({ ...charge, value: 4_712 }, 'customer-charges')]);
    store.getMany = read;
    assert.deepEqual(countsOf(reply), { updated: 1 });
    const rows = (await rowsOf('customer-charges')).filter(({ customerId }) => customerId === 'BETWEEN');
    assert.deepEqual(
      rows.map(({ value }) => value),
      [4_712],
    );
  });
});
