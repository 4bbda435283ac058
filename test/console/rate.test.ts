// Only in npm run test:all.
/** Rate, as people ask: what a parcel costs, the rule behind it, why a courier is missing, another day. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { needs } from '../support/needs.js';
import { scene } from './scene.js';
import { PHONE, type Visit } from './visit.js';

const QUESTION = '/rate?from=110001&to=560001&weight=1.2+kg&cod=2499.50';
const BROWSED = { permissions: ['clipboard-read', 'clipboard-write'] };

const offers = ({ page }: Visit) => page.getByRole('table', { name: 'Offers' });
const clipboard = ({ page }: Visit) => page.evaluate<string>('navigator.clipboard.readText()');

describe('Rate', { skip: needs('Chromium') }, () => {
  const at = scene();

  it('leads from a cold page to the document behind the fuel charge in six steps, and to next April', async () => {
    const visit = await at.signedIn('/');
    const { page } = visit;
    const walk = visit.walk();
    await page.getByRole('combobox', { name: 'From pincode' }).fill('110001');
    await page.getByRole('combobox', { name: 'To pincode' }).fill('560001');
    await page.getByLabel('Weight').fill('1.2');
    await page.getByLabel('COD amount').fill('2499.50');
    await offers(visit)
      .getByRole('button', { name: /Dharaline Surface/ })
      .click();
    const waterfall = page.getByRole('list', { name: 'Waterfall' });
    const fuel = waterfall.getByRole('listitem').filter({ hasText: 'Fuel surcharge' });
    assert.match(await fuel.innerText(), /16\.5 % of ₹98\.70/);
    assert.match(await waterfall.getByRole('listitem').last().innerText(), /₹209\.43/);
    await visit.expectAccessible();
    await fuel.getByRole('link', { name: 'customer-charges/2001' }).click();
    await page.getByRole('heading', { level: 1, name: 'customer-charges/2001' }).waitFor();
    walk.took(6);
    await visit.expectAccessible();
    const april = visit.walk();
    await page.goBack();
    // the row is open as it was left
    await waterfall.getByText('Fuel surcharge').first().waitFor();
    await page.getByLabel('Ship date').fill('2027-04-01');
    await offers(visit).getByText('Apr').first().waitFor();
    // and back, which no event of the page tells
    april.took(1);
    await visit.end();
  });

  it('keeps what is typed while the place of an earlier field is on its way', async () => {
    let release!: () => void;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const visit = await at.signedIn('/rate', {}, async (page) => {
      // effects come late, as on a busy machine
      await page.addInitScript('requestAnimationFrame = () => 0');
      await page.route('**/places?*delhi*', async (route) => {
        await released;
        await route.continue();
      });
    });
    const { page } = visit;
    await page.getByRole('combobox', { name: 'From pincode' }).pressSequentially('new delhi');
    await page.keyboard.press('Tab');
    const to = page.getByRole('combobox', { name: 'To pincode' });
    const typed = Array.from({ length: 60 }, (_, each) => String(each % 10)).join('');
    const typing = to.pressSequentially(typed, { delay: 10 });
    release();
    await typing;
    await page.waitForURL(/from=110001/);
    assert.equal(await to.inputValue(), typed);
    await visit.end();
  });

  it('lists couriers by price with days and rank, and the others with their reasons', async () => {
    const visit = await at.signedIn(QUESTION);
    const rows = offers(visit).locator('tbody tr');
    await rows.first().waitFor();
    const prices = await offers(visit).locator('td.price').allInnerTexts();
    const amounts = prices.map((text) => Number(text.replace(/[₹,]/g, '')));
    assert.deepEqual(
      amounts,
      amounts.toSorted((a, b) => a - b),
    );
    assert.deepEqual(
      await rows
        .first()
        .locator('td')
        .allInnerTexts()
        .then((cells) => cells.slice(0, 2)),
      ['₹178.14', '5'],
    );
    const others = visit.page.getByRole('table', { name: 'Not offered' });
    const gajavahan = others.getByRole('row', { name: /Gajavahan/ });
    // the limit, and the document that has it
    await gajavahan.getByText('₹0.00, the most that the courier collects').waitFor();
    await gajavahan.getByRole('link', { name: 'partners/gajavahan-freight' }).first().waitFor();
    assert.doesNotMatch(await others.innerText(), /partner(?!s\/)|INR/);
    await visit.end();
  });

  it('answers why a courier is not offered to 744101, from a question sent as a link', async () => {
    const visit = await at.signedIn('/rate?from=110001&to=744101&weight=500+g');
    const { page } = visit;
    const others = page.getByRole('table', { name: 'Not offered' });
    await others.getByText('does not cover').first().waitFor();
    await visit.expectAccessible();
    const row = others.getByRole('row', { name: /Gajavahan/ });
    await row.getByRole('link', { name: 'What couriers do at 744101' }).click();
    await page.getByRole('heading', { level: 1, name: '744101' }).waitFor();
    await visit.end();
  });

  it('prices the same parcel next April, and on a day that is over', async () => {
    const visit = await at.signedIn(QUESTION);
    const { page } = visit;
    await offers(visit).waitFor();
    await page.getByLabel('Ship date').fill('2027-04-01');
    await page.waitForURL(/date=2027-04-01/);
    await offers(visit).getByText('Apr').first().waitFor();
    await page.getByLabel('Ship date').fill('2026-04-01');
    await page.getByText('This day is over').waitFor();
    await page.locator('[aria-busy=false]').waitFor();
    await offers(visit).getByText('Apr').first().waitFor();
    assert.ok((await offers(visit).locator('td.price').count()) > 0);
    await visit.end();
  });

  it('names places as one types', async () => {
    const visit = await at.signedIn('/rate');
    const { page } = visit;
    const from = page.getByRole('combobox', { name: 'From pincode' });
    await from.fill('pune');
    await page
      .getByRole('option', { name: /^Pune, Maharashtra 4110/ })
      .first()
      .waitFor();
    await visit.expectAccessible();
    await from.press('Enter');
    assert.match(await from.inputValue(), /^4110\d\d$/);
    await page.getByText('Pune, Maharashtra').waitFor();
    await visit.end();
  });

  it('goes on to the next field while the list of places is open, though it scrolls', async () => {
    const visit = await at.signedIn('/rate');
    const { page } = visit;
    const from = page.getByRole('combobox', { name: 'From pincode' });
    await from.pressSequentially('1100');
    const list = page.getByRole('listbox', { name: 'Places for From pincode' });
    await list.getByRole('option').nth(7).waitFor();
    // as where names are long: a browser takes what scrolls for a stop of Tab
    await list.evaluate((element) => (element.style.maxHeight = '4rem'));
    await from.press('Tab');
    assert.equal(await page.evaluate('document.activeElement.labels?.[0]?.innerText'), 'To pincode');
    assert.equal(await from.inputValue(), '1100');
    await visit.end();
  });

  it('says at its field that places cannot be looked up', async () => {
    const error = { code: 'INTERNAL_ERROR', message: 'broken', details: null };
    const visit = await at.signedIn('/rate', {}, (page) =>
      page.route('**/places?*', (route) => route.fulfill({ status: 500, json: { success: false, error } })),
    );
    await visit.page.getByRole('combobox', { name: 'From pincode' }).fill('pune');
    await visit.page.getByText('Places are not found now. This is a fault of pinrate.').waitFor();
    await visit.end();
  });

  it('says at its field what is wrong, and keeps it', async () => {
    const visit = await at.signedIn(QUESTION);
    const weight = visit.page.getByLabel('Weight');
    await weight.fill('heavy');
    await visit.page.getByText('Must be a weight such as 500 g or 1.5 kg').waitFor();
    await visit.page.reload();
    await visit.signIn();
    assert.equal(await weight.inputValue(), 'heavy');
    assert.equal(await weight.getAttribute('aria-invalid'), 'true');
    await visit.expectAccessible();
    await visit.end();
  });

  it('lets the last key win: older questions are aborted', async () => {
    const held: (() => void)[] = [];
    let isHeld = false;
    const visit = await at.signedIn(QUESTION, {}, (page) =>
      page.route('**/availability/check', async (route) => {
        if (isHeld && route.request().postData()!.includes('"weight":3000'))
          await new Promise<void>((go) => held.push(go));
        await route.continue().catch(() => undefined);
      }),
    );
    const { page } = visit;
    await offers(visit).waitFor();
    isHeld = true;
    const aborted = page.waitForEvent('requestfailed', (request) => request.postData()!.includes('"weight":3000'));
    await page.getByLabel('Weight').fill('3 kg');
    await page.getByLabel('Weight').fill('500 g');
    await aborted;
    held.forEach((go) => go());
    await page.locator('[aria-busy=false]').waitFor();
    await offers(visit)
      .getByRole('button', { name: /Dharaline Surface/ })
      .click();
    await page.getByText('Charged for 500 g').waitFor();
    await visit.end();
  });

  it('compares two, and passes a question on as curl and as a link, without the secret', async () => {
    const visit = await at.signedIn(QUESTION, BROWSED);
    const { page } = visit;
    await page.getByRole('checkbox', { name: 'Compare Haatwala E-commerce Logistics' }).check();
    await page.getByRole('checkbox', { name: 'Compare Dharaline Surface Logistics' }).check();
    const compared = page.getByRole('table', { name: 'Compared' });
    const total = await compared.getByRole('row', { name: /Total/ }).innerText();
    assert.match(total, /₹178\.14\s+₹209\.43\s+\+₹31\.29/);
    await offers(visit)
      .getByRole('button', { name: /Dharaline Surface/ })
      .click();
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await page.getByRole('status').filter({ hasText: 'Copied' }).first().waitFor();
    const command = await clipboard(visit);
    assert.match(command, /^# once: PINRATE_SECRET=…/);
    assert.match(command, /"partnerId":"dharaline-surface"/);
    assert.doesNotMatch(command, /demo-main-system-secret/);
    await page.getByRole('button', { name: 'Copy the link to this question' }).click();
    await page.waitForFunction(`navigator.clipboard.readText().then((text) => text.startsWith('http'))`);
    assert.equal(await clipboard(visit), visit.origin + '/console' + QUESTION);
    await visit.end();
  });

  it('shares a price by its token, which answers it again, then and now', async () => {
    const visit = await at.signedIn(QUESTION, BROWSED);
    const { page } = visit;
    await offers(visit)
      .getByRole('button', { name: /Dharaline Surface/ })
      .click();
    await page.getByRole('button', { name: 'Copy a link to this price' }).click();
    await page.getByRole('status').filter({ hasText: 'Copied' }).first().waitFor();
    const link = new URL(await clipboard(visit));
    const search = page.getByRole('searchbox', { name: 'Search' });
    await search.fill(link.searchParams.get('token')!);
    await search.press('Enter');
    await page.getByRole('region', { name: 'Then' }).getByRole('heading', { name: 'Then: ₹209.43' }).waitFor();
    await page.getByText('It costs the same today.').waitFor();
    await visit.expectAccessible();
    await visit.end();
  });

  it('is asked by keyboard alone', async () => {
    const visit = await at.signedIn('/changes');
    const { page } = visit;
    await page.getByRole('heading', { level: 1, name: 'Changes' }).waitFor();
    const keys = async (...names: string[]) => {
      for (const name of names) await page.keyboard.press(name);
    };
    await page.locator('body').press('?');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    await visit.expectAccessible();
    await keys('Escape', 'g', 'r');
    await page.getByRole('heading', { level: 1, name: 'Rate' }).waitFor();
    await keys('/');
    await page.keyboard.type('110001 560001 1.2kg cod 2499.50');
    await keys('Enter');
    await offers(visit).waitFor();
    // from the search box to the first courier's row
    for (let at = 0; at < 30; at += 1) {
      await keys('Tab');
      if ((await page.evaluate('document.activeElement.className')) === 'opens') break;
    }
    await keys('Enter');
    await page.getByRole('list', { name: 'Waterfall' }).waitFor();
    assert.equal(await page.evaluate(`document.activeElement.getAttribute('aria-expanded')`), 'true');
    await visit.end();
  });

  it('has its keys switched off', async () => {
    const visit = await at.signedIn('/rate');
    const { page } = visit;
    await page.locator('body').press('?');
    await page.getByLabel('Keys are on').uncheck();
    await page.keyboard.press('Escape');
    await page.locator('body').press('/');
    assert.equal(await page.evaluate('document.activeElement.type'), undefined);
    await visit.end();
  });

  for (const colorScheme of ['light', 'dark'] as const)
    it(`is usable on a phone, ${colorScheme}`, async () => {
      const visit = await at.signedIn(QUESTION, { viewport: PHONE, colorScheme });
      const { page } = visit;
      await offers(visit)
        .getByRole('button', { name: /Dharaline Surface/ })
        .click();
      const total = page.getByRole('list', { name: 'Waterfall' }).getByRole('listitem').last();
      await total.waitFor();
      assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= PHONE.width, 'the page scrolls');
      const box = (await total.boundingBox())!;
      assert.ok(box.x >= 0 && box.x + box.width <= PHONE.width, 'the price is cut off');
      await visit.expectAccessible();
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Changes' }).click();
      await page.getByRole('heading', { level: 1, name: 'Changes' }).waitFor();
      await visit.end();
    });
});
