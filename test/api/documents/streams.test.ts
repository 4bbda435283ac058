/** The documents of a collection as a stream of lines: page by page from the store, of one moment. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { API_PREFIX } from '../../../src/contract/contract.js';
import { MAX_STREAMS_OF_CALLER, STREAM_PAGE_DOCUMENTS } from '../../../src/limits/control.js';
import { MAX_ZONES_PER_PARTNER } from '../../../src/limits/documents.js';
import { fixtureDocuments, fixtureZone } from '../../store/fixtures.js';
import { MAIN, partnerCredential, TestApp } from '../../support/app.js';
import { type ClientCredential, type Reply, sign } from '../../support/client.js';

const PARTNER = partnerCredential('swift-air');
const OTHER = partnerCredential('hill-carts');
const LINES = { accept: 'application/x-ndjson' };
const AREAS = 8_000;
/** Together far more than the buffers of a connection take, which are some megabytes. */
const ZONES = MAX_ZONES_PER_PARTNER;
const INSTRUCTIONS = Array.from({ length: 7 }, () => 'x'.repeat(2_000));
const QUIET_REQUESTS = 30;

let app: TestApp;
/** The sizes of the pages that were read. */
const pages: number[] = [];
before(async () => {
  const world = fixtureDocuments();
  for (let id = 100; world.areas.length < AREAS; id++) world.areas.push({ ...world.areas[0]!, id, name: `Area ${id}` });
  const nowhere = { states: [], cities: [], areas: [] };
  const operationalDetails = { specialHandling: INSTRUCTIONS };
  for (let id = 100; world.zones.length < ZONES; id++)
    world.zones.push({ ...fixtureZone(id, PARTNER.id, nowhere), status: false, operationalDetails });
  world.credentials = [MAIN, PARTNER, OTHER].map(({ kind, id, secret }) => ({
    kind,
    id,
    tier: 'UNLIMITED',
    status: 'ACTIVE',
    secrets: [{ version: 1, secret }],
  }));
  app = await TestApp.start(world);
  const { store } = app;
  const read = store.pages.bind(store);
  store.pages = async function* (collection, partnerId, limit) {
    for await (const page of read(collection, partnerId, limit)) {
      pages.push(page.length);
      yield page;
    }
  } as typeof store.pages;
  store.load = () => Promise.reject(new Error('a whole collection was read'));
});
after(async () => {
  assert.deepEqual(app.errors, []);
  await app.close();
});

const stream = (collection: string, credential: ClientCredential = MAIN): Promise<Reply> =>
  app.get(`/documents/${collection}`, credential, LINES);

/** Resolves when the head of an answer has come; nothing more of it is read. */
async function unread(collection: string, credential: ClientCredential): Promise<IncomingMessage> {
  const path = `${API_PREFIX}/documents/${collection}`;
  const headers = { ...LINES, ...sign('GET', path, credential, { nowSeconds: Math.floor(app.clock.nowMs / 1_000) }) };
  const [incoming] = (await once(
    get({ host: '127.0.0.1', port: app.port, path, headers, agent: false }),
    'response',
  )) as [IncomingMessage];
  return incoming;
}

/** Until no page was read for as long as some requests take: each stream waits for its reader. */
async function untilAllWait(): Promise<void> {
  for (let soFar = -1, requests = 0; requests < QUIET_REQUESTS; requests++) {
    await app.get('/documents/areas?limit=1');
    if (soFar !== pages.length) requests = 0;
    soFar = pages.length;
  }
}

describe('a stream of documents', () => {
  it('has all of them in their order, and reads them page by page', async () => {
    pages.length = 0;
    const { text } = await stream('areas');
    const ids = text
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: number }).id);
    const { total } = (await app.get('/documents/areas?limit=1')).json.pagination;
    assert.equal(ids.length, total);
    assert.ok(ids.every((id, index) => index === 0 || ids[index - 1]! < id));
    assert.equal(Math.max(...pages), STREAM_PAGE_DOCUMENTS);
  });

  it('reads no more than its reader takes', async () => {
    pages.length = 0;
    const incoming = await unread('zones', PARTNER);
    await untilAllWait();
    const { total } = (await app.get('/documents/zones?limit=1', PARTNER)).json.pagination;
    assert.ok(pages.length * STREAM_PAGE_DOCUMENTS < total, `${pages.length} pages for a reader that takes nothing`);
    incoming.destroy();
  });

  it('of a partner looks at no other partner’s entries', async () => {
    pages.length = 0;
    const { text } = await stream('zone-pincodes', PARTNER);
    const read = pages.reduce((sum, size) => sum + size, 0);
    assert.equal(text.trimEnd().split('\n').length, read);
  });

  it('leaves a place for others when one caller holds two', async () => {
    const own = await Promise.all(Array.from({ length: MAX_STREAMS_OF_CALLER }, () => unread('zones', PARTNER)));
    await untilAllWait();
    pages.length = 0;
    const more = await Promise.all(Array.from({ length: 40 }, () => stream('areas', PARTNER)));
    assert.deepEqual([...new Set(more.map(({ status }) => status))], [503]);
    assert.ok(more.every(({ json, headers }) => json.error.code === 'OVERLOADED' && headers['retry-after'] === '1'));
    assert.deepEqual(pages, [], 'what is refused reads nothing');
    assert.equal((await app.get(`/partners/${PARTNER.id}/coverage`, PARTNER)).status, 503);
    assert.equal((await stream('states')).status, 200);
    for (const each of own) each.destroy();
  });
});

describe('the control thread', () => {
  it('is never held for long by partners that stream all they may', async () => {
    pages.length = 0;
    let most = 0;
    let isOver = false;
    const watching = (async () => {
      while (!isOver) {
        const earlier = pages.length;
        await turn();
        most = Math.max(most, pages.length - earlier);
      }
    })();
    try {
      const all = [PARTNER, OTHER].flatMap((each) => [unread('areas', each), unread('areas', each)]);
      for (const each of await Promise.all(all)) {
        assert.equal(each.statusCode, 200);
        each.resume();
        await once(each, 'end');
      }
    } finally {
      isOver = true;
    }
    await watching;
    assert.ok(pages.length > 100, `${pages.length} pages`);
    assert.equal(most, 1, 'of all streams that are under way, one reads a page in a turn');
  });
});
