/**
 * A partner can neither see nor change another's documents, whatever it asks for: random requests of every route of
 * documents and the history. PINRATE_TEST_SEED repeats a run.
 */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { RESOURCE_COLLECTIONS } from '../../../src/contract/document-resource.js';
import { shownKey } from '../../../src/control/operations/documents/keys.js';
import { keyOf } from '../../../src/model/change.js';
import { isPrivate } from '../../../src/model/documents.js';
import { Rng } from '../../reference/rng.js';
import { MAIN, partnerCredential, TestApp } from '../../support/app.js';
import { rounds, seedOf } from '../../support/depth.js';

const SEED = seedOf(20_260_311);
const REQUESTS = rounds(200, 3_000);
const OWN = 'dharaline-surface';
const OTHER = 'nabhdoot-air';

let app: TestApp;
before(async () => {
  app = await TestApp.startDemo();
});
after(async () => {
  assert.deepEqual(app.errors, []);
  await app.close();
});

type Members = Record<string, unknown>;

it(`a partner sees and changes nothing of another (PINRATE_TEST_SEED=${SEED})`, async () => {
  const rng = new Rng(SEED);
  const partner = partnerCredential(OWN);
  const lines = { accept: 'application/x-ndjson' };
  const keys: { collection: (typeof RESOURCE_COLLECTIONS)[number]; key: string; document: Members }[] = [];
  for (const collection of RESOURCE_COLLECTIONS) {
    if (collection === 'areas' || collection === 'pincodes') continue;
    const { text } = await app.get(`/documents/${collection}`, MAIN, lines);
    for (const line of text.split('\n').filter((each) => each !== '')) {
      const document = JSON.parse(line) as Members;
      const key = String(shownKey(collection, keyOf(collection, document as never)));
      keys.push({ collection, key, document });
    }
  }
  // some history of both
  for (const partnerId of [OWN, OTHER])
    await app.send('PATCH', `/documents/partners/${partnerId}`, { contact: { name: `Secret of ${partnerId}` } });
  const newest = (await app.get('/changes?limit=1')).json.data[0].id as number;
  const everything = await exported();

  const outcomes = new Map<string, number>();
  for (let round = 0; round < REQUESTS; round++) {
    app.clock.nowMs += 100;
    const { collection, key, document } = rng.pick(keys);
    const path = `/documents/${collection}/${encodeURIComponent(key)}`;
    const isRead = !isPrivate(collection) && [OWN, null, undefined].includes(document.partnerId as string);
    const [what, ask] = rng.pick([
      ['get', () => app.get(path, partner)],
      ['list', () => app.get(`/documents/${collection}?limit=100&page=${rng.int(1, 3)}`, partner)],
      ['stream', () => app.get(`/documents/${collection}`, partner, lines)],
      ['filter', () => app.get(`/documents/${collection}?partnerId=${OTHER}`, partner)],
      [
        'changes',
        () => app.get(`/changes?limit=100${rng.pick(['', `&partnerId=${OTHER}`, '&collection=partners'])}`, partner),
      ],
      ['change', () => app.get(`/changes/${rng.int(1, newest)}`, partner)],
      ['put', () => app.send('PUT', path, document, partner)],
      ['patch', () => app.send('PATCH', path, { status: false }, partner)],
      ['delete', () => app.send('DELETE', path, '', partner)],
      ['end', () => app.send('POST', `${path}/end`, '', partner)],
      ['post', () => app.send('POST', `/documents/${collection}`, document, partner)],
      [
        'apply',
        () =>
          app.send('POST', '/documents/apply', JSON.stringify({ collection, key, delete: true }), partner, {
            'content-type': 'application/x-ndjson',
          }),
      ],
      ['revert', () => app.send('POST', `/changes/${newest}/revert`, '', partner)],
    ] as const);
    const { status, text } = await ask();
    outcomes.set(`${what} ${status}`, (outcomes.get(`${what} ${status}`) ?? 0) + 1);
    const label = `round ${round}: ${what} ${path} answered ${status} ${text.slice(0, 300)}`;
    assert.ok(!text.includes(`"partnerId":"${OTHER}"`) && !text.includes(`Secret of ${OTHER}`), label);
    if (what === 'get') assert.equal(status, isRead ? 200 : 404, label);
    else if (['list', 'stream', 'changes'].includes(what)) assert.ok([200, 403].includes(status), label);
    else if (what === 'filter') assert.equal(status, 403, label);
    else if (what !== 'change') assert.equal(status, 403, label);
  }
  assert.ok(outcomes.size >= 13, [...outcomes.keys()].join());
  assert.equal((await app.get('/changes?limit=1')).json.data[0].id, newest, 'nothing was changed');
  assert.equal(await exported(), everything);
});

async function exported(): Promise<string> {
  const texts = [];
  for (const collection of RESOURCE_COLLECTIONS.filter((name) => name !== 'areas'))
    texts.push((await app.get(`/documents/${collection}`, MAIN, { accept: 'application/x-ndjson' })).text);
  return texts.join('\n');
}
