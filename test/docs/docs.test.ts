// Only in npm run test:all.
/** The documentation page in a real browser, in front of a real engine. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Browser, BrowserContext } from 'playwright-core';
import { openApiDocument } from '../../src/api/document.js';
import { charges, fullWorld } from '../api/fixture.js';
import { MAIN, partnerCredential, TestApp } from '../support/app.js';
import { find, needs } from '../support/needs.js';
import { INSECURE_HOST, launch, Visit } from './browser.js';

const QUOTE = 'Quotes-calculateCharges';
const CITIES = 'Geography-listCities';
const PHONE = { width: 360, height: 800 };

interface Document {
  paths: Record<string, Record<string, { tags: string[]; operationId: string }>>;
}

describe('the documentation page', { skip: needs('Chromium') }, () => {
  let app: TestApp;
  let browser: Browser;
  let context: BrowserContext;

  before(async () => {
    app = await TestApp.start(fullWorld(), { now: new Date() });
    browser = await launch(find('Chromium')!);
    context = await browser.newContext();
  });
  after(async () => {
    await browser?.close();
    await app?.close();
  });

  const urlOn = (host: string): string => `http://${host}:${app.port}`;

  /** Runs `look` on a page of its own. */
  async function onPage(look: (visit: Visit) => Promise<void>, { path = '/docs', host = '127.0.0.1', viewport }: { path?: string; host?: string; viewport?: { width: number; height: number } } = {}): Promise<void> {
    app.clock.nowMs = Date.now();
    const visit = await Visit.to(urlOn(host) + path, context, viewport);
    try {
      await look(visit);
      assert.deepEqual(visit.requests.map((request) => new URL(request.url()).origin).filter((origin) => origin !== urlOn(host)), [], 'asks this server only');
    } finally {
      await visit.close();
    }
  }

  it('shows every operation of the document, from this server alone, and the browser has nothing to complain about', () => onPage(async ({ page, requests, complaints }) => {
    const shown = await page.locator('.opblock').evaluateAll((blocks) => blocks.map(({ id }) => id));
    const described = Object.values((openApiDocument() as Document).paths).flatMap((operations) => Object.values(operations).map(({ tags, operationId }) => `operations-${tags[0]!}-${operationId}`));
    assert.deepEqual(shown.sort(), described.sort());
    assert.equal(await page.locator('.models .model-container').count(), 0, 'schemas are folded');
    assert.equal(await page.locator('.auth-wrapper button, .authorization__btn').count(), 0, 'there is one place to give a credential');
    const failed = (await Promise.all(requests.map((request) => request.response()))).filter((response) => response?.ok() !== true);
    assert.deepEqual(failed.map((response) => response?.url()), []);
    assert.deepEqual(complaints, []);
  }));

  it('opens at the operation that a link names', () => onPage(async ({ page }) => {
    await page.locator(`#operations-${CITIES}.is-open .execute`).waitFor();
    assert.equal(await page.locator('.opblock.is-open').count(), 1);
  }, { path: `/docs#/${CITIES.replace('-', '/')}` }));

  for (const credential of [MAIN, partnerCredential('acme')]) {
    it(`gets a quote that the browser signed as a ${credential.kind}`, () => onPage(async (visit) => {
      await visit.signAs(credential);
      assert.equal(await visit.state(), `Signs as ${credential.kind} ${credential.id}`);
      await visit.unfold(QUOTE, { body: charges() });
      const { status, body, response } = await visit.execute(QUOTE);
      assert.equal(status, '200');
      const answer = await response.json();
      assert.equal(answer.success, true);
      assert.match(body, new RegExp(answer.request_id), 'the answer is on the page');
      const curl = await visit.page.locator('.curl').innerText();
      assert.match(curl, /x-signature/, 'the curl command is signed too');
      assert.match(curl, /prefer: handling=strict/i, 'and as strict');
      assert.equal(response.headers()['preference-applied'], 'handling=strict');
      assert.deepEqual(visit.complaints, []);
    }));
  }

  it('shows the 400 of a name that is wrong, with the right one', () => onPage(async (visit) => {
    await visit.signAs(MAIN);
    await visit.unfold(QUOTE, { body: { ...charges(), declared_value: 100 } });
    const { status, body } = await visit.execute(QUOTE);
    assert.equal(status, '400');
    assert.match(body, /UNKNOWN_FIELD/);
    assert.match(body, /declaredValue/);
  }));

  it('covers the body with the signature when asked to', () => onPage(async (visit) => {
    await visit.signAs(MAIN);
    await visit.page.getByLabel('cover the body').check();
    await visit.unfold(QUOTE, { body: charges() });
    const { status, response } = await visit.execute(QUOTE);
    assert.equal(status, '200');
    const sent = createHash('sha256').update(response.request().postData()!).digest('hex');
    assert.equal(response.request().headers()['x-content-sha256'], sent);
  }));

  it('signs a query as it is sent, whatever has to be encoded in it', () => onPage(async (visit) => {
    await visit.signAs(MAIN);
    await visit.unfold(CITIES);
    assert.equal((await visit.execute(CITIES)).status, '200', 'without a query');
    const search = `Pune & Nāshik +50% %20%2F (a/b)?#"é' ~!*;:@$,=[]|^\`{}<>\\ पुणे 🚚`;
    await visit.fill(CITIES, { stateIds: '1,2', search });
    const { status, response } = await visit.execute(CITIES);
    const { searchParams } = new URL(response.url());
    assert.deepEqual([searchParams.get('stateIds'), searchParams.get('search')], ['1,2', search]);
    assert.equal(status, '200');
  }));

  it('shows the 401 of a wrong secret, and the 200 once it is right', () => onPage(async (visit) => {
    await visit.signAs({ ...MAIN, secret: 'not the secret' });
    await visit.unfold(QUOTE, { body: charges() });
    const refused = await visit.execute(QUOTE);
    assert.equal(refused.status, '401');
    assert.match(refused.body, /SIGNATURE_MISMATCH/);
    assert.match(refused.body, /signedText/);
    await visit.signAs(MAIN);
    assert.equal((await visit.execute(QUOTE)).status, '200');
  }));

  it('sends nothing but the request while there is no credential, and says so', () => onPage(async (visit) => {
    assert.match(await visit.state(), /^Unsigned/);
    await visit.unfold(QUOTE, { body: charges() });
    const { status, body, response } = await visit.execute(QUOTE);
    assert.equal(status, '401');
    assert.match(body, /Missing required authentication headers/);
    assert.deepEqual(Object.keys(response.request().headers()).filter((name) => name.startsWith('x-')), []);
    await visit.page.getByLabel('Id', { exact: true }).fill(MAIN.id);
    assert.match(await visit.state(), /until there is a secret/);
  }));

  it('sends the secret nowhere, stores it nowhere, and forgets it on reload', () => onPage(async (visit) => {
    const { page } = visit;
    const { id, secret } = partnerCredential('acme');
    await visit.signAs({ kind: 'partner', id, secret });
    await page.getByLabel('Secret').press('Enter');
    await visit.unfold(QUOTE, { body: charges() });
    await visit.execute(QUOTE);
    const sent = await Promise.all(visit.requests.map(async (request) => [request.url(), JSON.stringify(await request.allHeaders()), request.postData()].join('\n')));
    const kept = await page.evaluate<string>('JSON.stringify([localStorage, sessionStorage, document.cookie, document.documentElement.outerHTML])');
    assert([...sent, kept].filter((text) => text.includes(id)).length > 1);
    assert.deepEqual([...sent, kept].filter((text) => text.includes(secret)), []);
    await page.reload();
    assert.deepEqual([await page.getByLabel('Id', { exact: true }).inputValue(), await page.getByLabel('Secret').inputValue()], ['', '']);
  }));

  it('says that it cannot sign where the browser lends no cryptography, and sends unsigned', () => onPage(async (visit) => {
    assert.match(await visit.state(), /^Cannot sign here.*https, localhost and 127\.0\.0\.1/);
    assert.equal(await visit.page.getByLabel('Secret').isDisabled(), true);
    await visit.unfold(QUOTE, { body: charges() });
    assert.equal((await visit.execute(QUOTE)).status, '401');
  }, { host: INSECURE_HOST }));

  it('fits a phone: nothing is wider than the screen', () => onPage(async (visit) => {
    await visit.signAs(MAIN);
    await visit.unfold(QUOTE, { body: charges() });
    await visit.execute(QUOTE);
    await visit.unfold(CITIES);
    assert.equal(await visit.page.evaluate('document.documentElement.scrollWidth'), PHONE.width);
  }, { viewport: PHONE }));
});
