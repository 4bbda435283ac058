/**
 * Requests made from the contracts' own schemas, by both kinds of credential: valid ones succeed, spoiled ones are
 * refused with what is wrong named, nothing is a failure of the server, and its memory does not grow.
 *
 * FUZZ_SEED repeats a run, FUZZ_REQUESTS makes it shorter or longer.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { randomWorld, seededRng } from '../reference/random.js';
import { Connection, requestText } from './connection.js';
import { Judge } from './judge.js';
import { callsIn } from './mix.js';
import { type Figures, Server } from './server.js';

const SEED = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000);
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 100_000);
const LANES = 16;
const WARM_SHARE = 0.2;

describe(`requests made from the contracts (FUZZ_SEED=${SEED} FUZZ_REQUESTS=${REQUESTS})`, () => {
  let server: Server;
  let warm: Figures;
  const judge = new Judge();
  const all = callsIn(randomWorld(seededRng(SEED)));
  const warmUp = Math.round(REQUESTS * WARM_SHARE);
  before(async () => { server = await Server.start(SEED); });
  after(() => server.close());

  /** Sends `howMany` over LANES connections at once; rejects with the first that is answered wrongly, made as small as it can be. */
  async function send(howMany: number, seed: number): Promise<void> {
    let failing: number | null = null;
    const lanes = Array.from({ length: LANES }, async (_, lane) => {
      let connection = await Connection.open(server.port);
      let sent = 0;
      const ask = fc.asyncProperty(all, async (call) => {
        if (failing !== null && failing !== lane) return;
        if (connection.isClosed) connection = await Connection.open(server.port);
        const requestId = `fuzz-${seed}-${lane}-${sent++}`;
        try {
          const reply = await connection.send(requestText(call.wire, server.nowSeconds, requestId));
          judge.judge(call, reply, requestId);
        } catch (error) {
          failing ??= lane;
          throw error;
        }
      });
      await fc.assert(ask, { seed: seed + lane, numRuns: Math.ceil(howMany / LANES), includeErrorInReport: true }).finally(() => connection.close());
    });
    const failed = (await Promise.allSettled(lanes)).filter((lane) => lane.status === 'rejected');
    if (failed.length > 0) throw failed[0]!.reason;
  }

  it('are answered as they have to be, the first of them', async () => {
    await send(warmUp, SEED);
    warm = await server.figures();
  });

  it('are answered as they have to be, all others', () => send(REQUESTS - warmUp, SEED + LANES));

  it('come to every operation, and none of them is logged as an error', async () => {
    assert.deepEqual(judge.unanswered(), []);
    const { errors } = await server.figures();
    assert.deepEqual(errors, []);
  });

  it('leave no memory behind', async () => {
    const now = await server.figures();
    console.log(JSON.stringify({ warm: { ...warm, errors: 0 }, now: { ...now, errors: 0 } }));
    console.log([...judge.counts].sort().map(([a, b]) => `${a}: ${b}`).join('\n'));
  });
});
