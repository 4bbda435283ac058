// Only in npm run test:all.
/** What the console says when a change is refused or a node is away: what to do, and nothing typed is lost. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { partnerCredential } from '../support/app.js';
import { needs } from '../support/needs.js';
import { scene } from './scene.js';
import type { Visit } from './visit.js';

const APPLY = '**/api/v1/documents/apply?*';
const DAY_MS = 86_400_000;

interface Refusal {
  status: number;
  code: string;
  details?: object;
  /** To wait. */
  seconds?: number;
  says: RegExp;
}

const REFUSALS: readonly Refusal[] = [
  {
    ...{ status: 403, code: 'FORBIDDEN', details: { missingScope: 'manage' } },
    says: /lacks the scope “manage”\. A person with the scope “admin” can add it/,
  },
  { status: 403, code: 'FORBIDDEN', says: /A person with the scope “admin”/ },
  { status: 422, code: 'LINT_ERRORS', says: /Review it again/ },
  { status: 422, code: 'BUSINESS_VALIDATION_FAILED', says: /Correct what is named/ },
  { status: 413, code: 'TRANSACTION_TOO_LARGE', says: /Do it in parts/ },
  { status: 429, code: 'RATE_LIMIT_EXCEEDED', seconds: 45, says: /Try again in 45 s/ },
  { status: 503, code: 'OVERLOADED', seconds: 90, says: /busy\. Try again in 1 min 30 s/ },
  { status: 502, code: 'BAD_GATEWAY', says: /does not reach it/ },
];

/** The form "Hold" of a courier, complete, but not applied. */
async function holding(visit: Visit) {
  const { page } = visit;
  await page.getByRole('button', { name: /^Hold Kachhua/ }).click();
  const form = page.getByRole('dialog', { name: 'Hold' });
  await form.getByRole('combobox', { name: 'Places' }).fill('bihar');
  await page.keyboard.press('Enter');
  await form.getByLabel('Reason').fill('floods');
  await form.getByRole('region', { name: 'Impact' }).waitFor();
  await form.getByLabel('Note').fill('as Meera said');
  return form;
}

describe('a refused change', { skip: needs('Chromium') }, () => {
  const at = scene();

  it('says what to do, and keeps what was typed', async () => {
    let refusal: Refusal | null = null;
    const visit = await at.signedIn('/couriers', {}, (page) =>
      page.route(APPLY, (route) => {
        if (refusal === null || route.request().url().includes('dryRun=true')) return route.continue();
        const { status, code, details = null, seconds } = refusal;
        const json = { success: false, error: { code, message: 'A sentence', details }, request_id: 'req-1' };
        return route.fulfill({ status, json, ...(seconds && { headers: { 'retry-after': String(seconds) } }) });
      }),
    );
    const form = await holding(visit);
    const apply = form.getByRole('button', { name: 'Apply' });
    const alert = form.getByRole('alert');
    for (const each of REFUSALS) {
      refusal = each;
      await apply.click();
      await alert.waitFor();
      const text = await alert.innerText();
      assert.match(text, each.says, each.code);
      assert.ok(text.includes(each.code) && text.includes('req-1'), text);
      await form.getByRole('button', { name: 'Review again' }).click();
      await alert.waitFor({ state: 'detached' });
    }
    await apply.click();
    await alert.waitFor();
    await visit.expectAccessible();
    assert.equal(await form.getByLabel('Reason').inputValue(), 'floods');
    assert.equal(await form.getByLabel('Note').inputValue(), 'as Meera said');
    refusal = null;
    await apply.click();
    const done = visit.page.getByRole('status').filter({ hasText: 'serves nothing in Bihar' });
    await done.getByRole('button', { name: 'Undo' }).click();
    await visit.page.getByRole('dialog', { name: 'Review' }).getByRole('button', { name: 'Apply' }).click();
    await visit.page.getByRole('status').filter({ hasText: 'Undone by' }).waitFor();
    await visit.end();
  });

  it('asks for the secret again over a form, and applies it then', async () => {
    let isRefused = true;
    const visit = await at.signedIn('/couriers', {}, (page) =>
      page.route(APPLY, (route) =>
        isRefused && !route.request().url().includes('dryRun=true')
          ? route.fulfill({ status: 401, json: { success: false, error: { code: 'AUTHENTICATION_FAILED' } } })
          : route.continue(),
      ),
    );
    const form = await holding(visit);
    await form.getByRole('button', { name: 'Apply' }).click();
    const again = visit.page.getByRole('dialog', { name: 'Sign in again' });
    await again.waitFor();
    await visit.expectAccessible();
    isRefused = false;
    await again.getByRole('button', { name: 'Use the demo credential' }).click();
    await again.waitFor({ state: 'detached' });
    assert.equal(await form.getByLabel('Note').inputValue(), 'as Meera said');
    await form.getByRole('button', { name: 'Review again' }).click();
    await form.getByRole('alert').waitFor({ state: 'detached' });
    await form.getByRole('button', { name: 'Cancel' }).click();
    await visit.end();
  });

  it('keeps a form while the node is away, and over a reload', async () => {
    let isAway = false;
    const visit = await at.signedIn('/couriers', {}, (page) =>
      page.route('**/api/v1/**', (route) => (isAway ? route.abort('connectionrefused') : route.continue())),
    );
    const { page } = visit;
    let form = await holding(visit);
    isAway = true;
    await form.getByRole('button', { name: 'Apply' }).click();
    const alert = form.getByRole('alert');
    await alert.getByText('The node does not answer').waitFor();
    isAway = false;
    await page.reload();
    await visit.signIn();
    await page.getByRole('button', { name: /^Hold Kachhua/ }).click();
    form = page.getByRole('dialog', { name: 'Hold' });
    await form.getByRole('button', { name: 'Without Bihar' }).waitFor();
    assert.equal(await form.getByLabel('Reason').inputValue(), 'floods');
    assert.equal(await form.getByLabel('Note').inputValue(), 'as Meera said');
    await form.getByRole('button', { name: 'Cancel' }).click();
    visit.complaints.splice(
      0,
      Infinity,
      ...visit.complaints.filter((each) => !each.includes('ERR_CONNECTION_REFUSED')),
    );
    await visit.end();
  });

  it('says in the search box that the node is away, not that nothing is called that', async () => {
    let isAway = false;
    const visit = await at.signedIn('/rate', {}, (page) =>
      page.route('**/api/v1/**', (route) => (isAway ? route.fulfill({ status: 502, body: '' }) : route.continue())),
    );
    const { page } = visit;
    isAway = true;
    const search = page.getByRole('searchbox', { name: 'Search' });
    await search.fill('dharaline');
    await search.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'Ask who runs the network' }).waitFor();
    assert.equal(await search.inputValue(), 'dharaline');
    isAway = false;
    await search.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Dharaline Surface Logistics' }).waitFor();
    await visit.end();
  });

  it('says that a clock is days off, not that the secret is wrong', async () => {
    const visit = await at.visit('/rate');
    await visit.page.clock.setFixedTime(new Date(Date.now() - 3 * DAY_MS));
    await visit.page.getByRole('button', { name: 'Use the demo credential' }).click();
    const alert = visit.page.getByRole('alert');
    await alert.getByText('clock of this computer is more than two days off').waitFor();
    assert.doesNotMatch(await alert.innerText(), /secret/);
    await visit.page.clock.setFixedTime(new Date());
    await visit.page.getByRole('button', { name: 'Use the demo credential' }).click();
    await visit.page.getByRole('button', { name: 'Sign out' }).waitFor();
    await visit.end();
  });

  it('tells a courier that a page is for the house, and leads on', async () => {
    const { id, secret } = partnerCredential('dharaline-surface');
    const visit = await at.visit('/access');
    await visit.signIn(`partner:${id}`, secret);
    const { page } = visit;
    await page.getByRole('heading', { level: 1, name: 'Not for this credential' }).waitFor();
    await page.getByText('a courier’s login sees what is its own').waitFor();
    await visit.expectAccessible();
    await page.getByRole('link', { name: 'Go to Rate' }).click();
    await page.getByRole('heading', { level: 1, name: 'Rate' }).waitFor();
    await visit.end();
  });
});

describe('a place that is typed fast', { skip: needs('Chromium') }, () => {
  const at = scene();

  /** Answers about places are late; nothing is asked but what is typed. */
  const slowly = (page: Visit['page']) =>
    page.route('**/api/v1/places?*', async (route) => {
      await new Promise((go) => setTimeout(go, 300));
      await route.continue().catch(() => undefined);
    });

  it('is the place of the whole text, whenever Enter is pressed', async () => {
    const visit = await at.signedIn('/rate', {}, slowly);
    const { page } = visit;
    const from = page.getByRole('combobox', { name: 'From pincode' });
    await from.fill('mumbai');
    await page
      .getByRole('option', { name: /Mumbai/ })
      .first()
      .waitFor();
    // the list still has Mumbai
    await from.fill('pune');
    await from.press('Enter');
    await page.getByText('Pune, Maharashtra').first().waitFor();
    assert.match(await from.inputValue(), /^4110\d\d$/);
    const to = page.getByRole('combobox', { name: 'To pincode' });
    await to.fill('bengaluru');
    await to.press('Tab');
    await page.getByText('Bengaluru, Karnataka').first().waitFor();
    assert.equal(await page.evaluate('document.activeElement.labels[0].innerText'), 'Weight');
    await to.fill('5600');
    await to.press('Tab');
    assert.equal(await to.inputValue(), '5600', 'no digit is guessed');
    await to.fill('Nowhere at all');
    await page.getByText('No place is called that').waitFor();
    await visit.expectAccessible();
    await visit.end();
  });

  it('is held only when it is chosen, and all of India never by a key alone', async () => {
    const visit = await at.signedIn('/couriers', {}, slowly);
    const { page } = visit;
    await page.getByRole('button', { name: /^Hold Kachhua/ }).click();
    const form = page.getByRole('dialog', { name: 'Hold' });
    const places = form.getByRole('combobox', { name: 'Places' });
    await places.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    assert.equal(await form.getByRole('button', { name: /^Without/ }).count(), 0);
    await places.fill('bih');
    await form.getByRole('option').first().waitFor();
    await form.getByLabel('Reason').focus();
    await form.getByText('Not chosen yet: choose it from the list').waitFor();
    await visit.expectAccessible();
    await places.fill('goa');
    await places.press('Tab');
    await form.getByRole('button', { name: 'Without Goa' }).waitFor();
    assert.equal(await places.inputValue(), '');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await visit.end();
  });
});
