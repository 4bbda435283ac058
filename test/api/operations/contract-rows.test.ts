/** The lists of the collections that contracts add, compared with a naive search through the documents. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { CONTRACT_LISTS } from '../../../src/contract/contract-rows.js';
import { COLLECTIONS, CONTRACT_COLLECTIONS, type ContractCollection } from '../../../src/model/documents.js';
import type { WriteOp } from '../../../src/model/change.js';
import { Failures, Held } from '../../contract/held.js';
import { noContractRows } from '../../reference/documents.js';
import { randomCardWorld } from '../../reference/random-cards.js';
import { randomWorld, seededRng } from '../../reference/random.js';
import { MAIN, partnerCredential, TestApp } from '../../support/app.js';
import { rounds } from '../../support/depth.js';
import { paginationOf } from './expect-zones.js';

type Row = Record<string, unknown> & { id: number; partnerId?: string | null; status?: boolean };

const SEED = 91;
const ROUNDS = rounds(8, 24);
const rng = seededRng(SEED);
const contractRows = randomCardWorld(rng);
const rowsOf = (collection: ContractCollection): Row[] =>
  (contractRows[collection] as Row[]).sort((a, b) => a.id - b.id);
const partnerIds = contractRows.partners.map(({ partnerId }) => partnerId);

const failures = new Failures();
const held = new Map(CONTRACT_LISTS.map(({ collection, contract }) => [collection, new Held(contract, failures)]));
let app: TestApp;
before(async () => {
  // the world that the rows were added to
  app = await TestApp.start({ ...randomWorld(seededRng(SEED)), ...noContractRows() });
  await app.store.write(
    CONTRACT_COLLECTIONS.flatMap((collection) =>
      contractRows[collection].map((document) => ({ kind: 'put', collection, document }) as WriteOp),
    ),
  );
});
after(async () => {
  await app.close();
  assert.deepEqual(app.errors, []);
});

/** The document with null for the members that it does not have. */
const resource = (collection: ContractCollection, row: Row): Row => ({
  ...Object.fromEntries(Object.keys(COLLECTIONS[collection].properties).map((name) => [name, null])),
  ...row,
});

for (const { collection } of CONTRACT_LISTS) {
  describe(`GET /${collection}`, () => {
    const hasStatus = 'status' in COLLECTIONS[collection].properties;

    it('lists the rows of a partner and the general ones, by status, page by page', async () => {
      const found = new Set<number>();
      for (let round = 0; round < ROUNDS; round++) {
        const credential = rng.pick([MAIN, partnerCredential(rng.pick(partnerIds))]);
        const named = credential === MAIN ? rng.pick([undefined, ...partnerIds]) : rng.pick([undefined, credential.id]);
        const status = hasStatus ? rng.pick([undefined, true, false]) : undefined;
        const [page, limit] = [rng.int(1, 2), rng.pick([1, 7, 100])];
        const query = new URLSearchParams();
        for (const [name, of] of Object.entries({ partnerId: named, status, page, limit }))
          if (of !== undefined) query.set(name, String(of));
        const reply = await app.get(`/${collection}?${query}`, credential);
        held.get(collection)!.assert(reply, credential.kind, String(query));
        const owner = credential === MAIN ? named : credential.id;
        const rows = rowsOf(collection).filter(
          (row) =>
            (owner === undefined || (row.partnerId ?? owner) === owner)
            && (status === undefined || row.status === status),
        );
        const shown = rows.slice((page - 1) * limit, page * limit);
        assert.deepEqual(
          reply.json.data,
          shown.map((row) => resource(collection, row)),
          `${credential.id} ${query} seed ${SEED}`,
        );
        assert.deepEqual(reply.json.pagination, paginationOf(rows.length, page, limit));
        shown.forEach(({ id }) => found.add(id));
      }
      assert.ok(found.size > 0, 'there are rows');
    });

    it('refuses another partner, one that does not exist, and what it does not know', async () => {
      const [first, second] = partnerIds as [string, string];
      const foreign = await app.get(`/${collection}?partnerId=${second}`, partnerCredential(first));
      assert.equal(foreign.json.error.code, 'FORBIDDEN');
      assert.equal((await app.get(`/${collection}?partnerId=nobody-here`, MAIN)).json.error.code, 'PARTNER_NOT_FOUND');
      const { json } = await app.get(`/${collection}?limit=0${hasStatus ? '&status=on' : ''}`, MAIN);
      const fields = (json.error.details as { field: string }[]).map(({ field }) => field);
      assert.deepEqual(fields.sort(), hasStatus ? ['limit', 'status'] : ['limit']);
    });
  });
}
