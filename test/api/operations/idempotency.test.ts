import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createCustomerCharges } from '../../../src/contract/charges.js';
import { createDiscount } from '../../../src/contract/discounts.js';
import type { Change } from '../../../src/model/change.js';
import { NOON } from '../../reference/fixture.js';
import type { ClientCredential, Reply } from '../../support/client.js';
import { watch } from '../../store/suite-support.js';
import { MAIN, TestApp } from '../../support/app.js';
import { ACME, BETA, faultsOf, OperationClient, ratesWorld, refusalOf } from './rates.js';

const world = ratesWorld(11);
const discount = (fromWeight: number, changes: object = {}) => ({
  partnerId: 'acme',
  fromWeight,
  toWeight: fromWeight + 1,
  discountType: 'percentage',
  discountValue: 10,
  ...changes,
});
const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });
const DAY_MS = 86_400_000;

describe('Idempotency-Key', () => {
  let app: TestApp;
  let discounts: OperationClient;
  let charges: OperationClient;
  before(async () => {
    app = await TestApp.start(world, { now: NOON });
    discounts = new OperationClient(app, createDiscount);
    charges = new OperationClient(app, createCustomerCharges);
  });
  after(async () => {
    await app.close();
    assert.deepEqual(app.errors, []);
  });

  const isReplayed = ({ headers }: Reply): boolean => headers['idempotency-replayed'] === 'true';
  const discountsFrom = async (fromWeight: number) =>
    (await app.store.load(['discounts'])).discounts.filter(
      (row) => row.partnerId === 'acme' && row.fromWeight === fromWeight,
    );
  function assertReplayOf(first: Reply, again: Reply): void {
    assert.deepEqual(
      [again.status, again.json.data, again.json.summary, isReplayed(first), isReplayed(again)],
      [201, first.json.data, first.json.summary, false, true],
    );
    assert.notEqual(again.json.request_id, first.json.request_id);
  }

  it('repeats the first answer to the same request, whatever the order of its members, and writes once', async () => {
    const body = discount(10, { description: 'पुणे' });
    const first = await discounts.post(body, MAIN, keyed('order'));
    assert.equal(first.status, 201);
    assertReplayOf(first, await discounts.post(body, MAIN, keyed('order')));
    assertReplayOf(
      first,
      await discounts.post(Object.fromEntries(Object.entries(body).reverse()), MAIN, keyed('order')),
    );
    assert.equal((await discountsFrom(10)).length, 1);

    const bulk = {
      charges: [{ partnerId: 'acme', type: 'cod', chargeType: 'flat', value: 1 }, null],
      options: { skipDuplicates: true },
    };
    const created = await charges.post(bulk, MAIN, keyed('order'));
    assert.deepEqual([created.status, created.json.data.created], [201, 1]);
    assertReplayOf(
      created,
      await charges.post(
        {
          options: { skipDuplicates: true },
          charges: [{ value: 1, chargeType: 'flat', type: 'cod', partnerId: 'acme', minKg: null }, null],
        },
        MAIN,
        keyed('order'),
      ),
    );
  });

  it('distinguishes requests by any difference: the order of items, an item, a member', async () => {
    const item = (value: number) => ({ partnerId: 'acme', type: 'docket', chargeType: 'flat', value });
    assert.equal((await charges.post({ charges: [item(1), item(2)] }, MAIN, keyed('apart'))).status, 201);
    for (const other of [
      { charges: [item(2), item(1)] },
      { charges: [item(1), item(2), item(3)] },
      { charges: [item(1)] },
      { charges: [item(1), null] },
      { charges: [item(1), item(2)], options: {} },
      { charges: [item(1), { ...item(2), minKg: 0 }] },
    ])
      assert.deepEqual(
        refusalOf(await charges.post(other, MAIN, keyed('apart'))),
        [422, 'IDEMPOTENCY_KEY_REUSED'],
        JSON.stringify(other),
      );
  });

  it('is remembered even if nothing had to be written', async () => {
    const bulk = {
      charges: [{ partnerId: 'acme', type: 'fsc', chargeType: 'percentage', value: 12.5 }],
      options: { skipDuplicates: true },
    };
    const first = await charges.post(bulk, MAIN, keyed('skipped'));
    assert.deepEqual([first.status, first.json.data.skipped], [201, 1]);
    assertReplayOf(first, await charges.post(bulk, MAIN, keyed('skipped')));
  });

  it('refuses a different request under the same key, in the body or in the query', async () => {
    const { partnerId, ...body } = discount(20);
    const first = await discounts.post(body, MAIN, { ...keyed('other'), query: `?partnerId=${partnerId}` });
    assert.equal(first.status, 201);
    assert.deepEqual(
      refusalOf(
        await discounts.post({ ...body, fromWeight: 20.5 }, MAIN, {
          ...keyed('other'),
          query: `?partnerId=${partnerId}`,
        }),
      ),
      [422, 'IDEMPOTENCY_KEY_REUSED'],
    );
    assert.deepEqual(refusalOf(await discounts.post(body, MAIN, { ...keyed('other'), query: '?partnerId=beta' })), [
      422,
      'IDEMPOTENCY_KEY_REUSED',
    ]);
    assert.deepEqual(refusalOf(await discounts.post(discount(20), MAIN, keyed('other'))), [
      422,
      'IDEMPOTENCY_KEY_REUSED',
    ]);
    assert.equal((await discountsFrom(20)).length, 1);
  });

  it('belongs to a credential and an operation: the same key elsewhere is independent', async () => {
    const post = (credential: ClientCredential, fromWeight: number) =>
      discounts.post(
        discount(fromWeight, { partnerId: credential === MAIN ? 'acme' : credential.id }),
        credential,
        keyed('shared'),
      );
    const first = [await post(MAIN, 30), await post(ACME, 31), await post(BETA, 32)];
    assert.deepEqual(
      first.map((reply) => [reply.status, isReplayed(reply)]),
      [
        [201, false],
        [201, false],
        [201, false],
      ],
    );
    assertReplayOf(first[1]!, await post(ACME, 31));
    assert.deepEqual(refusalOf(await post(BETA, 33)), [422, 'IDEMPOTENCY_KEY_REUSED']);
    const bulk = await charges.post(
      { charges: [{ type: 'cod', chargeType: 'flat', value: 1 }] },
      BETA,
      keyed('shared'),
    );
    assert.deepEqual([bulk.status, isReplayed(bulk)], [201, false]);
  });

  it('is 1 to 255 visible ASCII characters', async () => {
    assert.equal((await discounts.post(discount(40), MAIN, keyed('!~'.repeat(127) + '/'))).status, 201);
    assert.equal((await discounts.post(discount(41), MAIN, keyed('%'))).status, 201);
    for (const key of ['k'.repeat(256), 'a b', 'a\tb']) {
      assert.deepEqual(
        faultsOf(await discounts.post(discount(42), MAIN, keyed(key))),
        ['Idempotency-Key INVALID_FORMAT'],
        key,
      );
    }
    const { json } = await discounts.post(discount(42), ACME, keyed('a b'));
    assert.deepEqual(json.error.details.validationErrors[0].value, 'a b');
    assert.equal((await discountsFrom(42)).length, 0);
  });

  it('is free again after a refusal', async () => {
    const body = discount(50);
    assert.equal(faultsOf(await discounts.post({ ...body, discountValue: 101 }, MAIN, keyed('free'))).length, 1);
    assert.deepEqual(refusalOf(await discounts.post({ ...body, partnerId: 'nobody' }, MAIN, keyed('free'))), [
      404,
      'PARTNER_NOT_FOUND',
    ]);
    const other = await discounts.post(body);
    assert.deepEqual(refusalOf(await discounts.post(body, MAIN, keyed('free'))), [409, 'DISCOUNT_OVERLAP']);
    assert.deepEqual(await app.store.write([{ kind: 'delete', collection: 'discounts', key: other.json.data.id }]), {
      ok: true,
      changeId: null,
    });
    const first = await discounts.post(body, MAIN, keyed('free'));
    assert.equal(first.status, 201);
    assertReplayOf(first, await discounts.post(body, MAIN, keyed('free')));
  });

  it('writes once when the same request arrives many times at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 30 }, () => discounts.post(discount(60), MAIN, keyed('moment'))),
    );
    assert.deepEqual([...new Set(replies.map(({ status, json }) => `${status} ${json.data.id}`))].length, 1);
    assert.equal(replies.filter((reply) => !isReplayed(reply)).length, 1);
    assert.equal((await discountsFrom(60)).length, 1);
    const bulks = await Promise.all(
      Array.from({ length: 10 }, () =>
        charges.post(
          {
            charges: Array.from({ length: 200 }, (_, index) => ({
              partnerId: 'bare',
              type: 'cod',
              chargeType: 'flat',
              value: index + 1,
            })),
          },
          MAIN,
          keyed('moment'),
        ),
      ),
    );
    assert.equal(bulks.filter((reply) => reply.status === 201 && !isReplayed(reply)).length, 1);
    assert.equal(bulks.filter((reply) => reply.status === 201 && isReplayed(reply)).length, 9);
    assert.equal(
      (await app.store.load(['customer-charges']))['customer-charges'].filter(({ partnerId }) => partnerId === 'bare')
        .length,
      200,
    );
  });

  it('is taken by exactly one of many different concurrent requests', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => discounts.post(discount(70 + index), MAIN, keyed('race'))),
    );
    assert.deepEqual(replies.map(({ status }) => status).sort(), [201, ...Array.from({ length: 19 }, () => 422)]);
    assert.equal(
      (await app.store.load(['discounts'])).discounts.filter(({ fromWeight }) => fromWeight >= 70 && fromWeight < 90)
        .length,
      1,
    );
  });

  it('is stored in the transaction of its request, for a day', async () => {
    const transactions: string[][] = [];
    const unwatch = await watch(app.store, (changes: readonly Change[]) =>
      transactions.push(changes.map(({ collection }) => collection)),
    );
    const reply = await discounts.post(discount(90), MAIN, keyed('once'));
    await unwatch();
    assert.deepEqual(transactions, [['discounts', 'idempotency-keys']]);
    const record = await app.store.get('idempotency-keys', 'service/main-system/createDiscount/once');
    assert.deepEqual(
      [record!.status, JSON.parse(record!.answer!), record!.expiresAt],
      [201, { data: reply.json.data }, new Date(NOON.getTime() + DAY_MS).toISOString()],
    );

    assert.equal(await app.store.forgetExpired(NOON.getTime() + DAY_MS), 0);
    assertReplayOf(reply, await discounts.post(discount(90), MAIN, keyed('once')));
    await app.store.forgetExpired(NOON.getTime() + DAY_MS + 1);
    assert.deepEqual(refusalOf(await discounts.post(discount(90), MAIN, keyed('once'))), [409, 'DISCOUNT_OVERLAP']);
  });

  it('survives a restart', async () => {
    const first = await discounts.post(discount(100), ACME, keyed('restart'));
    await app.restart();
    assertReplayOf(first, await discounts.post(discount(100), ACME, keyed('restart')));
  });
});
