// Only in npm run test:all.
/** Performance: what became of parcels, by courier and place; with answers of the figures' own shape. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { connect } from '../../src/client/connect.js';
import { getPincode } from '../../src/client/operations.js';
import { boundedRate } from '../../src/domain/outcomes/rates.js';
import { MAIN, partnerCredential } from '../support/app.js';
import { needs } from '../support/needs.js';
import { scene } from './scene.js';
import { PHONE } from './visit.js';

const COURIER = 'dharaline-surface';
const OTHER = 'haatwala-ecom';

/** A row of n closed parcels of which so many returned; of the others one in ten was late. */
const row = (key: string, n: number, returned: number, name?: string) => ({
  key,
  ...(name !== undefined && { name }),
  n,
  rto: boundedRate(returned, n),
  firstAttempt: boundedRate(n - returned - Math.floor(n / 20), n),
  onTime: boundedRate(n - Math.floor(n / 10), n),
  hours: { p50: 48, p85: 96, p95: null },
});

/** By courier, then by `groupBy`. */
type Answers = Record<string, Record<string, readonly object[]>>;

const ANSWERS = {
  [COURIER]: {
    state: [row('DL', 400, 20, 'Delhi'), row('KA', 12, 4, 'Karnataka')],
    payment: [row('COD', 250, 22), row('PREPAID', 162, 2)],
    week: [row('2026-09-28', 200, 30), row('2026-10-05', 190, 10), row('2026-10-12', 22, 2)],
    pincode: [row('110001', 40, 2)],
  },
  [OTHER]: { state: [row('KA', 900, 270, 'Karnataka')] },
} satisfies Answers;

/** The node's figures are these. */
const withAnswers = (answers: Answers) => (page: Page) =>
  page.route('**/api/v1/partners/*/performance?*', (route) => {
    const { pathname, searchParams } = new URL(route.request().url());
    const data = answers[pathname.split('/')[4]!]?.[searchParams.get('groupBy')!] ?? [];
    return route.fulfill({ json: { success: true, request_id: 'R', execution_time_ms: 1, data } });
  });

describe('Performance', { skip: needs('Chromium') }, () => {
  const at = scene();

  it('has couriers by state: a rate with its bounds and parcels, pale and in words where they are few', async () => {
    const visit = await at.signedIn('/performance', {}, withAnswers(ANSWERS));
    const { page } = visit;
    const cellsOf = (state: string) =>
      page.getByRole('table', { name: 'RTO' }).getByRole('row', { name: state }).getByRole('cell');
    await page.getByRole('table', { name: 'RTO' }).waitFor();
    assert.match(await cellsOf('Delhi').nth(0).innerText(), /^5\.0 %\s+3\.3–7\.6 %\s+of 400$/);
    assert.equal(await cellsOf('Delhi').nth(1).innerText(), '–');
    assert.match(await cellsOf('Karnataka').nth(0).innerText(), /^33\.3 %\s+13\.8–60\.9 %\s+only 12$/);
    assert.match((await cellsOf('Karnataka').nth(0).getAttribute('class'))!, /\bfew\b/);
    assert.doesNotMatch((await cellsOf('Karnataka').nth(1).getAttribute('class'))!, /\bfew\b/);
    // the sum of all states: 24 of 412
    assert.match(await cellsOf('All of India').nth(0).innerText(), /^5\.8 %\s+4\.0–8\.5 %\s+of 412$/);
    await page.getByText('No outcome counts yet of').waitFor();
    await visit.expectAccessible();
    await visit.end();
  });

  it('switches the figure and the payment, which are in the address', async () => {
    const visit = await at.signedIn('/performance', {}, withAnswers(ANSWERS));
    const { page } = visit;
    await page.getByLabel('Figure').selectOption('On time');
    await page.getByRole('table', { name: 'On time' }).getByText('90.0 %').first().waitFor();
    await page.getByRole('list', { name: 'Colours' }).getByText('above 95 %').waitFor();
    await Promise.all([
      page.waitForRequest(/performance\?groupBy=state&paymentType=COD$/),
      page.getByLabel('Payment').selectOption('COD'),
    ]);
    await page.waitForURL('**/performance?figure=onTime&payment=COD');
    await page.getByRole('link', { name: '90.0 %' }).first().waitFor();
    await page.reload();
    await visit.signIn();
    await page.getByRole('table', { name: 'On time' }).waitFor();
    await visit.end();
  });

  it('opens a courier, its state, and a city, by keys; saves what is shown', async () => {
    const pinrate = connect({ url: at.app.app.url, service: MAIN.id, secret: MAIN.secret });
    const { data: delhi } = await getPincode(pinrate, '110001');
    const city = [row(String(delhi.cityId), 300, 12, delhi.cityName)];
    const answers = { ...ANSWERS, [COURIER]: { ...ANSWERS[COURIER], city } };
    const visit = await at.signedIn('/performance', {}, withAnswers(answers));
    const { page } = visit;
    await page.getByRole('row', { name: 'All of India' }).getByRole('link').first().press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Dharaline Surface' }).waitFor();
    const payments = page.getByRole('table', { name: 'By payment' });
    await payments.getByRole('row', { name: /^COD.*8\.8 %.*48 · 96 · over 360/ }).waitFor();
    await page.getByRole('img', { name: 'RTO: 5.3 % to 15.0 % in 3 weeks, the last 9.1 %' }).waitFor();
    await page.getByText('Weeks as a table').press('Enter');
    await page
      .getByRole('table', { name: 'Weeks' })
      .getByRole('row', { name: /^2026-10-12.*only 22/ })
      .waitFor();
    await visit.expectAccessible();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    assert.match(readFileSync(await saved.path(), 'utf8'), /^\ufeffState,rto k,rto n,.*\r\nDelhi,20,400,0\.05,/);
    await page.getByRole('table', { name: 'By state' }).getByRole('link', { name: 'Delhi' }).press('Enter');
    const pincodes = `groupBy=pincode&stateId=${delhi.stateId}&cityId=${delhi.cityId}`;
    await Promise.all([
      page.waitForRequest((request) => request.url().endsWith(pincodes)),
      page.getByRole('table', { name: 'By city' }).getByRole('link').first().press('Enter'),
    ]);
    await page.getByRole('table', { name: 'By pincode' }).getByRole('link', { name: '110001' }).waitFor();
    await page.getByRole('heading', { level: 1, name: `in ${delhi.cityName}` }).waitFor();
    await visit.expectAccessible();
    await page.goBack();
    await page.getByRole('table', { name: 'By city' }).waitFor();
    await visit.end();
  });

  it('says why there are no figures, and how outcomes are imported', async () => {
    const visit = await at.signedIn('/performance', {}, withAnswers({}));
    const { page } = visit;
    await page.getByText('No outcome of any courier counts yet.').waitFor();
    await page.getByRole('link', { name: 'Import the courier’s tracking sheet' }).waitFor();
    await page.getByText('POST /api/v1/outcomes').waitFor();
    await visit.expectAccessible();
    await page.goto(`${at.app.app.url}/console/performance/${COURIER}`);
    await visit.signIn();
    await page.getByText('No outcome of Dharaline Surface Logistics counts yet.').waitFor();
    await visit.end();
  });

  it('fits on a phone, and is dark where the person wants that', async () => {
    for (const path of ['/performance', `/performance/${COURIER}`]) {
      const visit = await at.signedIn(path, { viewport: PHONE, colorScheme: 'dark' }, withAnswers(ANSWERS));
      await visit.page.getByRole('table').first().waitFor();
      assert.ok(Number(await visit.page.evaluate('document.documentElement.scrollWidth')) <= PHONE.width);
      await visit.expectAccessible();
      await visit.end();
    }
  });

  it('is for the house alone', async () => {
    const visit = await at.visit('/performance');
    const { id, secret } = partnerCredential(COURIER);
    await visit.signIn(`partner:${id}`, secret);
    await visit.page.getByRole('heading', { level: 1, name: 'Not for this credential' }).waitFor();
    assert.equal(await visit.page.getByRole('link', { name: 'Performance' }).count(), 0);
    await visit.page.context().close();
  });
});
