/** Several long answers to one address: each arrives whole, however late it is read. */
import assert from 'node:assert/strict';
import { request, type IncomingMessage } from 'node:http';
import { after, before, it } from 'node:test';
import { UNSENT_BYTES_PER_ADDRESS } from '../../../src/limits/http.js';
import { MAIN, TestApp } from '../../support/app.js';
import { replyOf, request as get, sign } from '../../support/client.js';
import { until } from '../../support/until.js';
import { charges, fullWorld } from '../questions/fixture.js';

const PATH = '/api/v1/shipments/calculate-charges/bulk';
const READERS = 4;
const LINES = 1_000;
const BODY = JSON.stringify({
  shipments: Array.from({ length: LINES }, () => charges({ partnerId: undefined })),
  detail: 'full',
});

let app: TestApp;
before(async () => {
  app = await TestApp.start(fullWorld(), { now: new Date('2026-03-11T06:30:00.000Z') });
});
after(() => app.close());

/** Resolves with the answer's status and number of results; its body is read when `mayRead` has resolved. */
function slowly(mayRead: Promise<void>): Promise<[status: number, results: number]> {
  return new Promise((resolve, reject) => {
    const outgoing = request({
      ...{ host: '127.0.0.1', port: app.port, method: 'POST', path: PATH },
      headers: {
        'content-type': 'application/json',
        ...sign('POST', PATH, MAIN, { nowSeconds: Math.floor(app.clock.nowMs / 1_000) }),
      },
    });
    const read = async (incoming: IncomingMessage): Promise<void> => {
      incoming.on('error', reject);
      await mayRead;
      const { status, json } = await replyOf(incoming);
      resolve([status, json.data.results.length]);
    };
    outgoing.on('response', (incoming) => void read(incoming).catch(reject));
    outgoing.on('error', reject);
    outgoing.end(BODY);
  });
}

it('answers that are more than an address may hold arrive whole', async () => {
  let read!: () => void;
  const mayRead = new Promise<void>((resolve) => (read = resolve));
  const answers = Promise.all(Array.from({ length: READERS }, () => slowly(mayRead)));
  await until(async () => {
    // from another address, which has room for a page; each second has room for a look
    app.clock.nowMs += 1_000;
    const { text } = await get({ port: app.port, path: '/metrics', localAddress: '127.0.0.2' });
    const [bytes, cut] = [/^pinrate_http_unsent_bytes (\d+)/m, /^pinrate_http_unsent_dropped.*NO_ROOM.* (\d+)/m].map(
      (metric) => Number(metric.exec(text)![1]),
    );
    return bytes! > UNSENT_BYTES_PER_ADDRESS || cut! > 0;
  });
  read();
  for (const [status, results] of await answers) assert.deepEqual([status, results], [200, LINES]);
});
