/**
 * Requests generated from the contracts' own schemas, with both kinds of credential: valid ones succeed, spoiled ones
 * are refused with the fault named, nothing causes a server error, and the server's memory does not grow.
 *
 * PINRATE_TEST_SEED repeats a run, FUZZ_REQUESTS makes it shorter or longer; shallower depths send the first thousand.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from '../../support/fast-check.js';
import { MAX_SAMPLED_QUESTIONS } from '../../../src/limits/control.js';
import { randomWorld, seededRng } from '../../reference/random.js';
import { MAIN } from '../../support/app.js';
import { ONLY_IN_DEEP, rounds, seedOf } from '../../support/depth.js';
import { Connection, requestText } from './connection.js';
import { Judge } from './judge.js';
import { callsIn } from './mix.js';
import { type Figures, Server } from './server.js';

const SEED = seedOf(20_260_311);
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? rounds(1_000, 100_000));
const LANES = 16;
/** After this many requests, every cache with a maximum size, such as that of verified signatures, is full. */
const WARM_UP = 20_000;
const warmUp = Math.min(REQUESTS, WARM_UP);
const isShort = REQUESTS < 2 * WARM_UP ? ONLY_IN_DEEP : false;

/**
 * Growth allowed after the warm-up. A hundred thousand requests write some two hundred documents, which with their
 * index entries take less than 1 MB; some thousand questions take the places of shorter ones in the sample, which is 1
 * to 3 MB. A leak of a hundred bytes per request would be 8 MB.
 */
const MAX_GROWTH_BYTES = 6_000_000;
/**
 * For the whole process with its threads, whose garbage is not collected on request: a leak of 1 KB per request would
 * be 80 MB.
 */
const MAX_RESIDENT_GROWTH_BYTES = 64_000_000;

describe(`requests generated from the contracts (PINRATE_TEST_SEED=${SEED} FUZZ_REQUESTS=${REQUESTS})`, () => {
  let server: Server;
  let warm: Figures;
  const judge = new Judge();
  const world = randomWorld(seededRng(SEED));
  const all = callsIn(world);
  before(async () => {
    server = await Server.start(SEED);
  });
  after(() => server.close());

  /**
   * Sends `howMany` over LANES connections at once; rejects with the first wrongly answered request, shrunk as far as
   * possible.
   */
  async function send(howMany: number, seed: number): Promise<void> {
    let failing: number | null = null;
    const lanes = Array.from({ length: LANES }, async (_, lane) => {
      let connection = await Connection.open(server.port);
      let sent = 0;
      const ask = fc.asyncProperty(all, async (call) => {
        if (failing !== null && failing !== lane) return;
        if (connection.isSpent) {
          connection.close();
          connection = await Connection.open(server.port);
        }
        const requestId = `fuzz-${seed}-${lane}-${sent++}`;
        try {
          const reply = await connection.send(requestText(call.wire, server.nowSeconds, requestId));
          judge.judge(call, reply, requestId);
        } catch (error) {
          failing ??= lane;
          throw error;
        }
      });
      await fc
        .assert(ask, { seed: seed + lane, numRuns: Math.ceil(howMany / LANES), includeErrorInReport: true })
        .finally(() => connection.close());
    });
    const failed = (await Promise.allSettled(lanes)).filter((lane) => lane.status === 'rejected');
    if (failed.length > 0) throw failed[0]!.reason;
  }

  /** The questions that the impact of changes is measured by: a bounded number, which takes some megabytes. */
  async function fillSample(): Promise<void> {
    const [pickup, delivery] = world.pincodes;
    const body = JSON.stringify({
      partnerId: world.partners.find(({ status }) => status === 'ACTIVE')!.partnerId,
      pickupPincode: pickup!.pincode,
      deliveryPincode: delivery!.pincode,
      weight: 500,
      shipmentType: 'B2C',
      paymentType: 'PREPAID',
    });
    const wire = {
      method: 'POST',
      target: '/api/v1/shipments/calculate-charges',
      body,
      contentType: 'application/json',
      headers: {},
      credential: MAIN,
      contentSha256: null,
    };
    let asked = 0;
    const askAll = async (): Promise<void> => {
      const connection = await Connection.open(server.port);
      while (asked < MAX_SAMPLED_QUESTIONS) {
        const requestId = `sample-${asked++}`;
        const { status } = await connection.send(requestText(wire, server.nowSeconds, requestId));
        assert.ok(status === 200 || status === 422, `${body}: ${status}`);
      }
      connection.close();
    };
    await Promise.all(Array.from({ length: LANES }, askAll));
  }

  it('the first of them get the expected answers', async () => {
    if (isShort === false) await fillSample();
    await send(warmUp, SEED);
    warm = await server.figures();
  });

  it('all others get the expected answers', () => send(REQUESTS - warmUp, SEED + LANES));

  it('log no error', async () => {
    assert.deepEqual((await server.figures()).errors, []);
  });

  it('reach every operation', { skip: isShort }, () => {
    assert.deepEqual(judge.unanswered(), []);
  });

  it('leak no memory', { skip: isShort }, async (t) => {
    const { heapBytes, externalBytes, residentBytes } = await server.figures();
    const grownBytes = heapBytes + externalBytes - warm.heapBytes - warm.externalBytes;
    const residentGrownBytes = residentBytes - warm.residentBytes;
    t.diagnostic(
      `heap ${heapBytes} bytes, grown by ${grownBytes}; process ${residentBytes} bytes, grown by ${residentGrownBytes}`,
    );
    assert.ok(grownBytes <= MAX_GROWTH_BYTES, `the heap has grown by ${grownBytes} bytes`);
    assert.ok(residentGrownBytes <= MAX_RESIDENT_GROWTH_BYTES, `the process has grown by ${residentGrownBytes} bytes`);
  });

  it('leave the store and the served data equal', async () => {
    const connection = await Connection.open(server.port);
    const read = async (partnerId: string, forceRefresh: boolean): Promise<unknown> => {
      const target = `/api/v1/partners/comprehensive-data/${partnerId}?format=detailed&includeInactive=true&includeMetadata=false&forceRefresh=${forceRefresh}`;
      const wire = {
        method: 'GET',
        target,
        body: null,
        contentType: '',
        headers: {},
        credential: MAIN,
        contentSha256: null,
      };
      return (
        JSON.parse((await connection.send(requestText(wire, server.nowSeconds, 'last'))).text) as { data: unknown }
      ).data;
    };
    for (const { partnerId } of world.partners) {
      const answered = await read(partnerId, false);
      assert.deepEqual(await read(partnerId, true), answered);
    }
    connection.close();
  });
});
