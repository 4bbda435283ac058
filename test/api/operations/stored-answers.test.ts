/** Long answers under an Idempotency-Key: the last ones of a credential are kept, and no request runs twice. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createCustomerCharges } from '../../../src/contract/charges.js';
import { STORED_ANSWERS, MAX_INLINE_ANSWER_BYTES } from '../../../src/limits/control.js';
import { MAX_CHARGES_PER_PARTNER } from '../../../src/limits/documents.js';
import { NOON } from '../../reference/fixture.js';
import { Rng } from '../../reference/rng.js';
import type { ClientCredential, Reply } from '../../support/client.js';
import { TestApp } from '../../support/app.js';
import { rounds } from '../../support/depth.js';
import { ACME, BETA, OperationClient, ratesWorld, refusalOf } from './rates.js';

const DAY_MS = 86_400_000;
/** The answer to so many charges is too long to be kept in the record of its key. */
const CHARGES = 12;
const FAILING_PINCODES = 1_500;
/** So many requests and their repetitions. */
const AT_ONCE = rounds(15, 40);
/** Of the size with the fewest places. */
const { places: PLACES } = STORED_ANSWERS.at(-1)!;

describe('a long answer under an Idempotency-Key', () => {
  let app: TestApp;
  let charges: OperationClient;
  before(async () => {
    app = await TestApp.start(ratesWorld(11), { now: NOON });
    charges = new OperationClient(app, createCustomerCharges);
  });
  after(async () => {
    await app.close();
    assert.deepEqual(app.errors, []);
  });

  const bulk = (partnerId: string, value: number, count = CHARGES) => ({
    charges: Array.from({ length: count }, (_, index) => ({
      partnerId,
      type: 'cod',
      chargeType: 'flat',
      value,
      minKg: index,
    })),
  });
  const post = (key: string, body: object, credential: ClientCredential): Promise<Reply> =>
    charges.post(body, credential, { headers: { 'idempotency-key': key } });
  const keyed = (number: number, credential = ACME) => {
    app.clock.nowMs += 1;
    return post(`k${number}`, bulk(credential.id, number + 1), credential);
  };
  /** The answer is of the longest size: random texts, which fail as pincodes, do not compress. */
  const longAnswer = (key: string, seed: number): Promise<Reply> => {
    app.clock.nowMs += 1;
    const rng = new Rng(seed);
    const pincodes = Array.from({ length: FAILING_PINCODES }, () =>
      Array.from({ length: 9 }, () => rng.int(0, 2 ** 30).toString(36)).join(''),
    );
    return app.post('/zones/1/assign/pincodes', { pincodes }, ACME, { 'idempotency-key': key });
  };
  const keptOf = async (id: string) =>
    (await app.store.load(['idempotency-keys']))['idempotency-keys'].filter(({ key }) =>
      key.startsWith(`answers/partner/${id}/`),
    );
  const chargesOf = async (partnerId: string) =>
    (await app.store.load(['customer-charges']))['customer-charges'].filter((row) => row.partnerId === partnerId)
      .length;
  const assertReplayOf = (first: Reply, again: Reply): void =>
    assert.deepEqual(
      [again.status, again.headers['idempotency-replayed'], again.json.data],
      [201, 'true', first.json.data],
    );

  it('is kept apart and compressed; a short one in the record itself', async () => {
    const [long, short] = [
      await post('long', bulk('beta', 1, 600), BETA),
      await post('short', bulk('beta', 1, 1), BETA),
    ];
    assert.ok(
      long.text.length > 20 * MAX_INLINE_ANSWER_BYTES && short.text.length <= MAX_INLINE_ANSWER_BYTES,
      `${short.text.length}`,
    );
    const [record, kept] = [
      await app.store.get('idempotency-keys', 'partner/beta/createCustomerCharges/long'),
      (await keptOf('beta'))[0]!,
    ];
    assert.deepEqual(
      [record!.answer, record!.status, record!.answerIn, kept.answerOf],
      [null, 201, kept.key, record!.key],
    );
    assert.ok(kept.answer!.length < long.text.length / 4, `${kept.answer!.length} of ${long.text.length}`);
    assert.equal((await keptOf('beta')).length, 1);
    assertReplayOf(long, await post('long', bulk('beta', 1, 600), BETA));
    assertReplayOf(short, await post('short', bulk('beta', 1, 1), BETA));
  });

  it('gives way to later ones of its credential and length, and its request still runs once', async () => {
    // random texts, so that the answers stay long
    const long = (number: number) => longAnswer(`long${number}`, number);
    const first: Reply[] = [];
    for (let number = 0; number < PLACES; number++) first.push(await long(number));
    assert.deepEqual((await long(0)).json.data, first[0]!.json.data);
    const short = await keyed(0);
    first.push(await long(PLACES));

    const zones = async () => (await app.store.load(['zone-pincodes']))['zone-pincodes'].length;
    const zonesBefore = await zones();
    assert.deepEqual(refusalOf(await long(0)), [409, 'IDEMPOTENT_ANSWER_GONE']);
    assert.deepEqual(refusalOf(await longAnswer('long0', 77)), [422, 'IDEMPOTENCY_KEY_REUSED']);
    assert.equal(await zones(), zonesBefore);
    for (const number of [1, 2, PLACES]) assert.deepEqual((await long(number)).json.data, first[number]!.json.data);
    assertReplayOf(short, await keyed(0));
    assert.equal(
      (await keptOf('acme')).filter(({ answer }) => answer!.length > STORED_ANSWERS.at(-2)!.characters).length,
      PLACES,
    );
  });

  it('is there after a restart', async () => {
    const last = await keyed(1_000);
    await app.restart();
    assertReplayOf(last, await keyed(1_000));
    assert.equal((await keyed(1_001)).status, 201);
  });

  it('is right when many are written and repeated at once', async () => {
    const numbers = Array.from({ length: AT_ONCE }, (_, index) => 2_000 + index);
    const chargesBefore = await chargesOf('acme');
    const replies = await Promise.all(numbers.flatMap((number) => [keyed(number), keyed(number)]));
    assert.deepEqual([...new Set(replies.map(({ status }) => status))], [201]);
    assert.equal(await chargesOf('acme'), chargesBefore + numbers.length * CHARGES);
    for (const [index, number] of numbers.entries())
      assert.deepEqual((await keyed(number)).json.data, replies[2 * index]!.json.data);
    assert.ok(chargesBefore + numbers.length * CHARGES < MAX_CHARGES_PER_PARTNER);
  });

  it('is removed with its record when it expires', async () => {
    await app.store.forgetExpired(app.clock.nowMs + DAY_MS + 1);
    assert.deepEqual((await app.store.load(['idempotency-keys']))['idempotency-keys'], []);
  });
});
