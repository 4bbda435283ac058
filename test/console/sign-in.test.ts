// Only in npm run test:all.
/** Signing in and out, and what happens to a page when its node, its credential or its build goes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { INSECURE_HOST } from '../docs/browser.js';
import { MAIN, partnerCredential } from '../support/app.js';
import { needs } from '../support/needs.js';
import { scene } from './scene.js';

const QUESTION = '/rate?from=110001&to=560001&weight=1.2+kg';
const CHARGES = '**/api/v1/partners/availability/check';

describe('signing in to the console', { skip: needs('Chromium') }, () => {
  const at = scene();

  it('tries id and secret at once, says that they are wrong, and lands on the view of the address', async () => {
    const visit = await at.visit(QUESTION);
    const { page } = visit;
    await page.getByLabel('Id', { exact: true }).fill(MAIN.id);
    await page.getByLabel('Secret', { exact: true }).fill('not the secret');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'does not take this id and secret' }).waitFor();
    await visit.expectAccessible();
    await visit.signIn();
    await page.getByRole('table', { name: 'Offers' }).waitFor();
    assert.match(page.url(), /\/console\/rate\?from=110001&to=560001/);
    await visit.end();
  });

  it('keeps nothing of the secret, not even when the credential stays', async () => {
    const visit = await at.visit();
    const { page } = visit;
    await page.getByLabel('Stay signed in on this computer').check();
    await visit.signIn();
    await page.getByRole('heading', { level: 1 }).waitFor();
    const traces = await visit.traces();
    assert.ok(traces.includes(MAIN.id), 'what is kept was read');
    assert.ok(!traces.includes(MAIN.secret) && !traces.includes(Buffer.from(MAIN.secret).toString('base64')));
    await page.reload();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    assert.equal(
      await page.evaluate(`new Promise((resolve) => {
        indexedDB.open('pinrate-console').onsuccess = ({ target }) => {
          target.result.transaction('credential').objectStore('credential').get('signed-in').onsuccess = (event) =>
            resolve(crypto.subtle.exportKey('raw', event.target.result.key).then(() => 'read', () => 'cannot be read'));
        };
      })`),
      'cannot be read',
    );
    await visit.end();
  });

  it('signs out in all tabs, and forgets the key', async () => {
    const visit = await at.visit();
    const { page } = visit;
    await page.getByLabel('Stay signed in on this computer').check();
    await visit.signIn();
    const other = await page.context().newPage();
    await other.goto(`${visit.origin}/console/rate`);
    await other.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('form', { name: 'Sign in' }).waitFor();
    await page.reload();
    await page.getByRole('form', { name: 'Sign in' }).waitFor();
    await visit.end();
  });

  it('takes the public credential of the demo by its button', async () => {
    const visit = await at.visit();
    await visit.useDemo();
    await visit.page.getByRole('heading', { level: 1, name: 'Rate' }).waitFor();
    await visit.end();
  });

  it('takes no secret where others could read along', async () => {
    const context = await at.browser.newContext();
    const page = await context.newPage();
    await page.goto(`http://${INSECURE_HOST}:${at.app.port}/console`);
    await page.getByRole('alert').filter({ hasText: 'not secure' }).waitFor();
    assert.equal(await page.locator('input').count(), 0);
    await context.close();
  });

  it('shows a courier what is its own, and nothing that it may not do', async () => {
    const { id, secret } = partnerCredential('dharaline-surface');
    const visit = await at.visit('/rate?from=110001&to=560001&weight=1.2');
    const { page } = visit;
    await visit.signIn(`partner:${id}`, secret);
    const offers = page.getByRole('table', { name: 'Offers' });
    await offers.waitFor();
    assert.equal(await offers.locator('tbody tr').count(), 1);
    await page.getByRole('link', { name: 'Changes' }).click();
    await page.getByRole('heading', { level: 1, name: 'Changes' }).waitFor();
    await page.getByRole('link', { name: '1', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Change 1' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Undo' }).count(), 0);
    await visit.end();
  });

  it("takes a courier's id with a capital and a blank, as a phone writes it", async () => {
    const { id, secret } = partnerCredential('dharaline-surface');
    const visit = await at.visit('/rate');
    assert.equal(await visit.page.getByLabel('Id', { exact: true }).getAttribute('autocapitalize'), 'off');
    await visit.signIn(`Partner: ${id}`, ` ${secret} `);
    await visit.page.getByText(`partner:${id}`).waitFor();
    await visit.end();
  });
});

describe('a page of the console in trouble', { skip: needs('Chromium') }, () => {
  const at = scene();

  it('asks for the secret again over the page as it stands, and goes on', async () => {
    let isRefused = false;
    const visit = await at.signedIn(QUESTION, {}, (page) =>
      page.route(CHARGES, (route) =>
        isRefused
          ? route.fulfill({ status: 401, json: { success: false, error: { code: 'UNAUTHORIZED', message: 'no' } } })
          : route.continue(),
      ),
    );
    const { page } = visit;
    await page.getByRole('table', { name: 'Offers' }).waitFor();
    isRefused = true;
    await page.getByLabel('Weight').fill('2 kg');
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.waitFor();
    await visit.expectAccessible();
    isRefused = false;
    await dialog.getByLabel('Secret', { exact: true }).fill(MAIN.secret);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('table', { name: 'Offers' }).waitFor();
    assert.equal(await page.getByLabel('Weight').inputValue(), '2 kg');
    await visit.end();
  });

  const refusals: [title: string, status: number, code: string, details: object | null, says: RegExp][] = [
    ['names the scope that is missing', 403, 'FORBIDDEN', { missingScope: 'quote' }, /lacks the scope “quote”/],
    ['says that it was asked too often', 429, 'RATE_LIMIT_EXCEEDED', null, /asked too often/],
    ['says that the node is busy', 503, 'OVERLOADED', null, /busy/],
    ['says that the node has a fault', 500, 'INTERNAL_ERROR', null, /a fault of pinrate/],
  ];
  for (const [title, status, code, details, says] of refusals)
    it(`${title}, with code, request id and “Try again”`, async () => {
      let isRefused = true;
      const error = { code, message: 'A sentence', details };
      // a longer wait than the client's patience is thrown at once
      const headers = { 'retry-after': '60' };
      const visit = await at.signedIn(QUESTION, {}, (page) =>
        page.route(CHARGES, (route) =>
          isRefused
            ? route.fulfill({ status, headers, json: { success: false, error, request_id: 'req-1' } })
            : route.continue(),
        ),
      );
      const alert = visit.page.getByRole('alert');
      await alert.waitFor();
      const text = await alert.innerText();
      assert.match(text, says);
      assert.ok(text.includes(code) && text.includes('A sentence.') && text.includes('req-1'), text);
      await visit.expectAccessible();
      isRefused = false;
      await alert.getByRole('button', { name: 'Try again' }).click();
      await visit.page.getByRole('table', { name: 'Offers' }).waitFor();
      await visit.end();
    });

  it('offers to reload after an upgrade, and keeps what was typed', async () => {
    let build: string | null = null;
    const visit = await at.signedIn(QUESTION, {}, (page) =>
      page.route('**/console/build', (route) =>
        build === null ? route.continue() : route.fulfill({ json: { build, demo: null } }),
      ),
    );
    const { page } = visit;
    await page.getByLabel('COD amount').fill('2499.50');
    build = 'another';
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
    const reload = page.getByRole('button', { name: 'Reload' });
    await reload.waitFor();
    build = null;
    await reload.click();
    await visit.signIn();
    assert.equal(await page.getByLabel('COD amount').inputValue(), '2499.50');
    assert.equal(await page.getByRole('button', { name: 'Reload' }).count(), 0);
    await visit.end();
  });

  it('corrects a clock that is off, and says so', async () => {
    const visit = await at.visit(QUESTION);
    await visit.page.clock.setFixedTime(new Date(at.app.clock.nowMs - 3_600_000));
    await visit.signIn();
    await visit.page.getByRole('status').filter({ hasText: 'clock of this computer is 1 h behind' }).waitFor();
    await visit.page.getByRole('table', { name: 'Offers' }).waitFor();
    await visit.end();
  });

  it('says that there is no such page', async () => {
    const visit = await at.signedIn('/nowhere');
    await visit.page.getByRole('heading', { level: 1, name: 'There is no such page' }).waitFor();
    await visit.expectAccessible();
    await visit.end();
  });
});
