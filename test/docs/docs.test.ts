// Only in npm run test:all.
/** The documentation page in a real browser, in front of a real engine. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Browser, BrowserContext } from 'playwright-core';
import { SCOPES } from '../../src/model/scopes.js';
import { openApiDocument } from '../../src/contract/openapi/documents.js';
import { charges, fullWorld } from '../api/questions/fixture.js';
import { MAIN, partnerCredential, TestApp } from '../support/app.js';
import { find, needs } from '../support/needs.js';
import { DESKTOP, INSECURE_HOST, launch, Visit } from './browser.js';

const QUOTE = 'Quotes-calculateCharges';
const PATCH = 'Documents-patchDocument';
const APPLY = 'Documents-applyDocuments';
const REVERT = 'History-revertChange';
const CITIES = 'Geography-listCities';
const PHONE = { width: 360, height: 800 };

interface Document {
  paths: Record<string, Record<string, { tags: string[]; operationId: string }>>;
}

describe('the documentation page', { skip: needs('Chromium') }, () => {
  let app: TestApp;
  let browser: Browser;
  let context: BrowserContext;
  /** A page takes seconds to load: most tests use this one, one after the other. */
  let visit: Visit;

  before(async () => {
    const world = fullWorld();
    world.credentials[0]!.scopes = [...SCOPES];
    [app, browser] = await Promise.all([TestApp.start(world, { now: new Date() }), launch(find('Chromium')!)]);
    context = await browser.newContext();
    visit = await Visit.to(urlOn('127.0.0.1') + '/docs', context);
  });
  beforeEach(async () => {
    app.clock.nowMs = Date.now();
    await visit.forgetCredential();
  });
  after(async () => {
    await browser?.close();
    await app?.close();
  });

  const urlOn = (host: string): string => `http://${host}:${app.port}`;
  const elsewhere = ({ requests }: Visit, host = '127.0.0.1'): string[] =>
    requests.map((request) => new URL(request.url()).origin).filter((origin) => origin !== urlOn(host));

  /** Runs `look` on its own page. */
  async function onPage(
    host: string,
    viewport: { width: number; height: number },
    look: (visit: Visit) => Promise<void>,
  ): Promise<void> {
    const own = await Visit.to(`${urlOn(host)}/docs`, await browser.newContext(), viewport);
    try {
      await look(own);
      assert.deepEqual(elsewhere(own, host), [], 'requests go only to this server');
    } finally {
      await own.close();
    }
  }

  it('shows every operation of the document, the first on the first screen, without errors or warnings', async () => {
    const { page, requests, complaints } = visit;
    const shown = await page.locator('.opblock').evaluateAll((blocks) => blocks.map(({ id }) => id));
    const described = Object.values((openApiDocument() as Document).paths).flatMap((operations) =>
      Object.values(operations).map(({ tags, operationId }) => `operations-${tags[0]!}-${operationId}`),
    );
    assert.deepEqual(shown.sort(), described.sort());
    assert.ok((await page.locator('.opblock').first().boundingBox())!.y < 500);
    assert.equal(await page.locator('.models .model-container').count(), 0, 'schemas are folded');
    assert.equal(
      await page.locator('.auth-wrapper button, .authorization__btn').count(),
      0,
      'there is only one form for a credential',
    );
    const failed = (await Promise.all(requests.map((request) => request.response()))).filter(
      (response) => response?.ok() !== true,
    );
    assert.deepEqual(
      failed.map((response) => response?.url()),
      [],
    );
    assert.deepEqual(complaints, []);
    assert.deepEqual(elsewhere(visit), [], 'requests go only to this server');
  });

  it('sends only the request while there is no credential, and says so', async () => {
    assert.match(await visit.state(), /^Unsigned/);
    await visit.unfold(QUOTE, { body: charges() });
    const { status, body, response } = await visit.execute(QUOTE);
    assert.equal(status, '401');
    assert.match(body, /Missing required authentication headers/);
    assert.deepEqual(
      Object.keys(response.request().headers()).filter((name) => name.startsWith('x-')),
      [],
    );
    await visit.page.getByLabel('Id', { exact: true }).fill(MAIN.id);
    assert.match(await visit.state(), /until there is a secret/);
  });

  it('fills in the demo credential at a click if it is valid, and gets a quote with it', async () => {
    await visit.page.getByRole('button', { name: 'Use the demo credential' }).click();
    assert.equal(await visit.state(), `Signs as service ${MAIN.id}`);
    await visit.unfold(QUOTE, { body: charges() });
    assert.equal((await visit.execute(QUOTE)).status, '200');
    assert.match(await visit.page.locator('.curl').innerText(), /PINRATE_SECRET='demo-main-system-secret'/);
  });

  for (const credential of [MAIN, partnerCredential('acme')]) {
    it(`gets a quote that the browser signed as a ${credential.kind}`, async () => {
      const complaintsBefore = visit.complaints.length;
      await visit.signAs(credential);
      assert.equal(await visit.state(), `Signs as ${credential.kind} ${credential.id}`);
      await visit.unfold(QUOTE, { body: charges() });
      const { status, body, response } = await visit.execute(QUOTE);
      assert.equal(status, '200');
      const answer = await response.json();
      assert.equal(answer.success, true);
      assert.match(body, new RegExp(answer.request_id), 'the answer is on the page');
      const curl = await visit.page.locator('.curl').innerText();
      assert.match(curl, /x-signature: \$\(printf/, 'the curl command signs when it runs');
      assert.match(curl, /prefer: handling=strict/i, 'and as strict');
      assert.equal(response.headers()['preference-applied'], 'handling=strict');
      assert.deepEqual(visit.complaints.slice(complaintsBefore), []);
    });
  }

  it('shows the 400 of a wrong name, with the right name', async () => {
    await visit.signAs(MAIN);
    await visit.unfold(QUOTE, { body: { ...charges(), declared_value: 100 } });
    const { status, body } = await visit.execute(QUOTE);
    assert.equal(status, '400');
    assert.match(body, /UNKNOWN_FIELD/);
    assert.match(body, /declaredValue/);
  });

  it('covers the body with the signature', async () => {
    await visit.signAs(MAIN);
    await visit.unfold(QUOTE, { body: charges() });
    const { status, response } = await visit.execute(QUOTE);
    assert.equal(status, '200');
    const sent = createHash('sha256').update(response.request().postData()!).digest('hex');
    assert.equal(response.request().headers()['x-content-sha256'], sent);
  });

  it('asks for no hash of a body, in any operation', async () => {
    const { page } = visit;
    assert.equal(await page.locator('#credential [type="checkbox"]').count(), 0);
    await visit.unfold(PATCH);
    await visit.unfold(APPLY);
    assert.equal(await page.locator(`#operations-${PATCH} [data-param-name="key"]`).count(), 1);
    assert.equal(await page.locator('[data-param-name="x-content-sha256"]').count(), 0);
  });

  it('patches a document, applies a line and undoes that, each signed', async () => {
    await visit.signAs(MAIN);
    await visit.unfold(PATCH, { body: { description: 'from the page' } });
    await visit.choose(PATCH, 'collection', 'zones');
    await visit.choose(PATCH, 'dryRun', 'false');
    await visit.fill(PATCH, { key: '1' });
    const patched = await visit.execute(PATCH);
    assert.equal(patched.status, '200', patched.body);
    assert.match(patched.body, /"description": "from the page"/);
    const { data: zone } = (await app.get('/documents/zones/1')).json;
    assert.equal(zone.description, 'from the page');

    await visit.unfold(APPLY, { body: { collection: 'zones', document: { ...zone, description: 'applied' } } });
    await visit.choose(APPLY, 'dryRun', 'false');
    const applied = await visit.execute(APPLY);
    assert.equal(applied.status, '200', applied.body);
    const change = (await applied.response.json()).changeId as number;
    assert.equal((await app.get('/documents/zones/1')).json.data.description, 'applied');

    await visit.unfold(REVERT);
    await visit.choose(REVERT, 'dryRun', 'false');
    await visit.fill(REVERT, { id: String(change) });
    const reverted = await visit.execute(REVERT);
    assert.equal(reverted.status, '200', reverted.body);
    assert.equal((await app.get('/documents/zones/1')).json.data.description, 'from the page');
  });

  it('signs a query as it is sent, with any characters that need encoding', async () => {
    await visit.signAs(MAIN);
    await visit.unfold(CITIES);
    const search = `Pune & Nāshik +50% %20%2F (a/b)?#"é' ~!*;:@$,=[]|^\`{}<>\\ पुणे 🚚`;
    await visit.fill(CITIES, { stateIds: '1,2', search });
    const { status, response } = await visit.execute(CITIES);
    const { searchParams } = new URL(response.url());
    assert.deepEqual([searchParams.get('stateIds'), searchParams.get('search')], ['1,2', search]);
    assert.equal(status, '200');
  });

  it('shows the 401 of a wrong secret, and the 200 after it is corrected', async () => {
    await visit.signAs({ ...MAIN, secret: 'not the secret' });
    await visit.unfold(QUOTE, { body: charges() });
    const refused = await visit.execute(QUOTE);
    assert.equal(refused.status, '401');
    assert.match(refused.body, /SIGNATURE_MISMATCH/);
    assert.match(refused.body, /signedText/);
    await visit.signAs(MAIN);
    assert.equal((await visit.execute(QUOTE)).status, '200');
  });

  it('shows each failure in one line, which unfolds to its example', async () => {
    await visit.unfold(QUOTE);
    const rows = visit.page.locator(`#operations-${QUOTE} .responses-table:not(.live-responses-table) .response`);
    const codes = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-code')));
    assert.deepEqual(codes, [...new Set(codes)], 'nothing is unfolded');
    assert.deepEqual([codes[0], codes.includes('404')], ['200', true]);
    const row = rows.and(visit.page.locator('[data-code="404"]'));
    assert.match(await row.innerText(), /PINCODE_NOT_FOUND · PARTNER_NOT_FOUND/);
    await row.getByRole('button').click();
    await rows.getByText('"code": "PINCODE_NOT_FOUND"').waitFor();
    await row.getByRole('button').first().click();
    assert.deepEqual(await rows.evaluateAll((all) => all.length), codes.length);
  });

  it('finds operations by words', async () => {
    const { page } = visit;
    const search = page.getByLabel('Search the operations');
    await search.fill('zone create');
    await page.waitForFunction(`document.querySelectorAll('.opblock').length < 5`);
    assert.equal(await page.locator('#operations-Zones-createZone').count(), 1);
    await search.fill('');
    await page.locator(`#operations-${QUOTE}`).waitFor();
  });

  it('has a link to its text about signing', async () => {
    await visit.page.getByRole('link', { name: 'Signing' }).first().click();
    await visit.page.getByRole('heading', { name: 'Signing' }).waitFor();
    assert.ok((await visit.page.getByRole('heading', { name: 'Signing' }).boundingBox())!.y < 200);
  });

  it('neither sends nor stores the secret, forgets it on reload, and opens at the operation of a link', async () => {
    const { page } = visit;
    const { id, secret } = partnerCredential('acme');
    await visit.signAs({ kind: 'partner', id, secret });
    await page.getByLabel('Secret').press('Enter');
    await visit.unfold(QUOTE, { body: charges() });
    await visit.execute(QUOTE);
    const sent = await Promise.all(
      visit.requests.map(async (request) =>
        [request.url(), JSON.stringify(await request.allHeaders()), request.postData()].join('\n'),
      ),
    );
    const kept = await page.evaluate<string>(
      'JSON.stringify([localStorage, sessionStorage, document.cookie, document.documentElement.outerHTML])',
    );
    assert([...sent, kept].filter((text) => text.includes(id)).length > 1);
    assert.deepEqual(
      [...sent, kept].filter((text) => text.includes(secret)),
      [],
    );

    await page.goto('about:blank');
    await page.goto(`${urlOn('127.0.0.1')}/docs#/${CITIES.replace('-', '/')}`);
    await page.locator(`#operations-${CITIES}.is-open .execute`).waitFor();
    assert.equal(await page.locator('.opblock.is-open').count(), 1);
    const { kind, id: asked, secret: typed } = await visit.credential();
    assert.deepEqual([kind, asked, typed], ['partner', id, ''], 'kind and id are remembered');
  });

  it('says that it cannot sign if the browser offers no cryptography, and sends unsigned requests', () =>
    onPage(INSECURE_HOST, DESKTOP, async (own) => {
      assert.match(await own.state(), /^Cannot sign here.*https, localhost and 127\.0\.0\.1/);
      assert.equal(await own.page.getByLabel('Secret').isDisabled(), true);
      await own.unfold(QUOTE, { body: charges() });
      assert.equal((await own.execute(QUOTE)).status, '401');
    }));

  it('fits a phone: nothing is wider than the screen, and the first operation is on the first screen', () =>
    onPage('127.0.0.1', PHONE, async (own) => {
      assert.ok((await own.page.locator('.opblock').first().boundingBox())!.y < PHONE.height);
      await own.signAs(MAIN);
      await own.unfold(QUOTE, { body: charges() });
      await own.execute(QUOTE);
      await own.unfold(CITIES);
      await own.unfold(PATCH);
      assert.equal(await own.page.evaluate('document.documentElement.scrollWidth'), PHONE.width);
    }));
});
