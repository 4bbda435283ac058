/** Bodies of lines: larger than others, and compressed if the caller likes. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import Type from 'typebox';
import { API_PREFIX, contract } from '../../../src/contract/contract.js';
import { answer, implement } from '../../../src/control/operations/operation.js';
import { MAX_BODY_BYTES, MAX_LINES_BODY_BYTES } from '../../../src/limits/http.js';
import type { Reply } from '../../support/client.js';
import { type Operated, sha256, startOperated } from './operated.js';

const PATH = `${API_PREFIX}/lines`;
const LINES = '{"a":1}\n\n{"b":"ü"}\n';

const apply = implement(
  contract({
    id: 'applyLines',
    path: PATH,
    tag: 'Partners',
    summary: 'Lines',
    description: 'Lines.',
    body: Type.String(),
    bodyFormat: 'ndjson',
    signsBody: true,
    answer: Type.Object({ data: Type.Unknown() }),
  }),
  async ({ body }) => {
    await turn;
    return answer({ data: { length: body.length, sha256: sha256(body) } });
  },
);

/** What handlers wait for. */
let turn = Promise.resolve();

let front: Operated;
before(async () => {
  front = await startOperated([apply]);
});
after(async () => {
  await front.frontEnd.close(0);
  assert.deepEqual(front.errors, []);
});

function send(body: string | Buffer, headers: Record<string, string> = {}): Promise<Reply> {
  return front.send('POST', PATH, { body, headers: { 'content-type': 'application/x-ndjson', ...headers } });
}
const zipped = (text: string | Buffer): Promise<Reply> => send(gzipSync(text), { 'content-encoding': 'gzip' });

function assertTaken({ status, json }: Reply, text: string): void {
  assert.equal(status, 200);
  assert.deepEqual(json.data, { length: text.length, sha256: sha256(text) });
}

function assertRefused({ status, json }: Reply, ...expected: [number, string, string?]): void {
  const { code, message } = json.error;
  assert.deepEqual([status, code, message].slice(0, expected.length), expected);
}

describe('a body of lines', () => {
  it('reaches the handler as it is', async () => {
    assertTaken(await send(LINES), LINES);
    assertTaken(await zipped(LINES), LINES);
    assertTaken(await send(''), '');
    assertTaken(await send(LINES, { 'content-type': 'application/x-ndjson; charset=utf-8' }), LINES);
  });

  it('has no other media type and no other coding', async () => {
    assertRefused(await send(LINES, { 'content-type': 'application/json' }), 415, 'UNSUPPORTED_MEDIA_TYPE');
    const brotli = await send(LINES, { 'content-encoding': 'br' });
    assertRefused(brotli, 415, 'UNSUPPORTED_MEDIA_TYPE');
    assert.equal(brotli.headers['accept-encoding'], 'gzip');
  });

  it('may be as long as the limit, inflated too', async () => {
    const longest = `"${'x'.repeat(MAX_LINES_BODY_BYTES - 3)}"\n`;
    assertTaken(await send(longest), longest);
    assertTaken(await zipped(longest), longest);
  });

  it('is refused while two of the longest wait, unless it is short', async () => {
    const longest = `"${'x'.repeat(MAX_LINES_BODY_BYTES - 3)}"\n`;
    let begin = (): void => {};
    turn = new Promise((resolve) => {
      begin = resolve;
    });
    const compressed = gzipSync(longest);
    const sent = (): Promise<Reply> => send(compressed, { 'content-encoding': 'gzip' });
    const waiting = [sent(), sent(), sent()];
    // two of them wait for their turn
    const refused = await Promise.race(waiting);
    assertRefused(refused, 503, 'OVERLOADED');
    assert.equal(refused.headers['retry-after'], '1');
    const short = send(LINES);
    begin();
    assertTaken(await short, LINES);
    const statuses = (await Promise.all(waiting)).map(({ status }) => status);
    assert.deepEqual(statuses.sort(), [200, 200, 503]);
    assertTaken(await sent(), longest);
  });

  it('may not be longer, as sent or inflated', async () => {
    const message = `The request body is larger than ${MAX_LINES_BODY_BYTES / MAX_BODY_BYTES} MiB`;
    const longer = Buffer.alloc(MAX_LINES_BODY_BYTES + 1, 0x20);
    assertRefused(await zipped(longer), 413, 'PAYLOAD_TOO_LARGE', message);
    assertRefused(await send(longer), 413, 'PAYLOAD_TOO_LARGE', message);
  });

  it('is refused when it is no gzip, or the end is missing', async () => {
    const gzip = { 'content-encoding': 'gzip' };
    for (const body of [Buffer.from(LINES), gzipSync(LINES).subarray(0, -9), Buffer.alloc(0)].slice(0, 2))
      assertRefused(await send(body, gzip), 400, 'MALFORMED_REQUEST');
  });

  it('is UTF-8', async () => {
    assertRefused(await send(Buffer.from([0xff])), 400, 'MALFORMED_JSON');
    assertRefused(await zipped(Buffer.from([0xff])), 400, 'MALFORMED_JSON');
  });
});
