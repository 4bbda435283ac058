// Only in npm run test:all.
/** Findings: what is wrong with the cards of all couriers, opened, led to its row, and accepted. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { connect, type Pinrate } from '../../src/client/connect.js';
import { createDocument, getDocument, patchDocument } from '../../src/client/operations.js';
import type { Partner } from '../../src/model/documents.js';
import { MAIN, partnerCredential } from '../support/app.js';
import { needs } from '../support/needs.js';
import { scene } from './scene.js';
import { PHONE, type Visit } from './visit.js';

const COURIER = 'dharaline-surface';
/** Prepaid parcels have nothing to collect. */
const CASH = { ruleId: 'cash', label: 'Cash', when: { codFrom: 1, paymentTypes: ['PREPAID'] }, rank: {}, status: true };
const IDLE_POLICY = { policyId: 'idle', name: 'Idle', priority: 500, rules: [CASH], status: true };

const table = ({ page }: Visit) => page.getByRole('table', { name: 'Findings' });
const row = (visit: Visit, code: string) => table(visit).getByRole('row').filter({ hasText: code });

describe('Findings', { skip: needs('Chromium') }, () => {
  const at = scene();
  let pinrate: Pinrate;
  before(async () => {
    at.app.clock.nowMs = Date.now();
    pinrate = connect({ url: at.app.app.url, service: MAIN.id, secret: MAIN.secret });
    // a lighter parcel becomes dearer than a heavier one, and a weight is left without a rate
    await patchDocument(pinrate, 'packages', '2003', { baseCharge: 4_000 });
    await patchDocument(pinrate, 'packages', '2004', { status: false });
  });
  const accepted = async () => ((await getDocument(pinrate, 'partners', COURIER)).data as Partner).accepted ?? [];

  it('lists what is found, errors first, and opens the example on Rate', async () => {
    const visit = await at.signedIn('/findings');
    const { page } = visit;
    await row(visit, 'RATE_FALLS').waitFor();
    await page.getByText(/^1 error and 1 warning of 10 couriers/).waitFor();
    const severities = await table(visit).locator('tbody tr td:first-child').allInnerTexts();
    assert.deepEqual(severities, ['error', 'warning']);
    assert.match(await row(visit, 'RATE_FALLS').innerText(), /Dharaline Surface Logistics[\s\S]*₹4,054\.00/);
    await visit.expectAccessible();
    await row(visit, 'RATE_GAP').getByRole('link', { name: 'Open on Rate' }).click();
    const others = page.getByRole('table', { name: 'Not offered' });
    await others.getByRole('row', { name: /Dharaline Surface/ }).waitFor();
    assert.equal(await page.getByLabel('COD amount').inputValue(), '100');
    await page.goBack();
    await row(visit, 'RATE_FALLS').getByRole('link', { name: 'The heavier on Rate' }).click();
    await page.getByRole('table', { name: 'Offers' }).getByText('Dharaline Surface').first().waitFor();
    assert.equal(await page.getByLabel('Weight').inputValue(), '1.501 kg');
    await visit.end();
  });

  it('has the findings of all couriers, of which one is opened and mended in six steps', async () => {
    const visit = await at.signedIn('/rate');
    const { page } = visit;
    const walk = visit.walk();
    await page.getByRole('link', { name: 'Findings' }).click();
    await row(visit, 'RATE_FALLS').getByRole('link', { name: 'Mend' }).click();
    const place = page.getByText(/^packages\/2003 is in the row/);
    const [, slab, route] = /in the row (\S+), in the column (.+)\./.exec(await place.innerText())!;
    const grid = page.getByRole('grid', { name: 'Rates' });
    const heads = await grid.getByRole('columnheader').allInnerTexts();
    const line = grid.getByRole('row').filter({ has: page.getByRole('rowheader', { name: slab!, exact: true }) });
    const cell = line.first().locator(`[aria-colindex="${heads.indexOf(route!) + 1}"]`);
    assert.equal(await cell.innerText(), '4000');
    await visit.expectAccessible();
    await cell.click();
    await page.keyboard.type('40');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Review' }).click();
    const review = page.getByRole('dialog', { name: 'Review' });
    await review.getByRole('region', { name: 'Findings' }).getByText('It clears 1 earlier finding').waitFor();
    await review.getByRole('button', { name: 'Apply' }).click();
    const done = page.getByRole('status').filter({ hasText: '1 cell changed' });
    await done.waitFor();
    walk.took(6);
    await page.getByRole('link', { name: 'Findings' }).click();
    await page.getByText(/^1 error and 0 warnings/).waitFor();
    assert.equal(await row(visit, 'RATE_FALLS').count(), 0);
    // as it was, for the tests below
    await patchDocument(pinrate, 'packages', '2003', { baseCharge: 4_000 });
    await visit.end();
  });

  it('accepts a finding with a reason until a day, in six steps, and takes that back', async () => {
    const visit = await at.signedIn('/rate');
    const { page } = visit;
    const former = await accepted();
    await page.getByRole('link', { name: 'Findings' }).click();
    await row(visit, 'RATE_FALLS').getByRole('button', { name: 'Accept' }).click();
    const dialog = page.getByRole('dialog', { name: 'Accept' });
    const apply = dialog.getByRole('button', { name: 'Apply' });
    assert.ok(await apply.isDisabled(), 'nothing is typed');
    await dialog.getByLabel('Reason').fill('a promotion of the courier');
    await dialog.getByLabel('Until').fill('2020-01-31');
    await dialog.getByText('This day is over').waitFor();
    assert.ok(await apply.isDisabled(), 'the day is over');
    await dialog.getByLabel('Until').fill('2099-01-31');
    await dialog.getByRole('region', { name: 'Findings' }).getByText('It clears 1 earlier finding').waitFor();
    await visit.expectAccessible();
    assert.deepEqual(await accepted(), former, 'nothing is applied unseen');
    await apply.click();
    const done = page.getByRole('status').filter({ hasText: 'Accepted until 2099-01-31' });
    await done.waitFor();
    await row(visit, 'RATE_FALLS').waitFor({ state: 'detached' });
    const documents = ['packages/2003', 'packages/2060'];
    const entry = { code: 'RATE_FALLS', documents, note: 'a promotion of the courier', until: '2099-01-31' };
    assert.deepEqual(await accepted(), [...former, entry]);
    await done.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('dialog', { name: 'Review' }).getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('status').filter({ hasText: 'Undone by' }).waitFor();
    await row(visit, 'RATE_FALLS').waitFor();
    assert.deepEqual(await accepted(), former);
    await visit.end();
  });

  it('keeps the typed reason when the page is loaded again', async () => {
    const visit = await at.signedIn('/findings');
    const { page } = visit;
    await row(visit, 'RATE_GAP').getByRole('button', { name: 'Accept' }).click();
    await page.getByLabel('Reason').fill('half a sent');
    await page.reload();
    await visit.signIn();
    await row(visit, 'RATE_GAP').getByRole('button', { name: 'Accept' }).click();
    assert.equal(await page.getByLabel('Reason').inputValue(), 'half a sent');
    await visit.end();
  });

  it('shows a courier its own, without a button that changes', async () => {
    const { id, secret } = partnerCredential(COURIER);
    const asked: string[] = [];
    const visit = await at.visit('/findings');
    visit.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await visit.signIn(`partner:${id}`, secret);
    await row(visit, 'RATE_GAP').waitFor();
    await visit.page.getByText(/of 1 courier/).waitFor();
    assert.equal(await table(visit).getByRole('button').count(), 0);
    assert.equal(await table(visit).getByRole('link', { name: 'Mend' }).count(), 0);
    assert.ok(!asked.includes('/api/v1/allocation/lint'), 'its login may not ask');
    assert.equal(await visit.page.getByRole('heading', { name: 'Allocation' }).count(), 0);
    await visit.end();
  });

  it('lists what is found in the policies, and opens the policy', async () => {
    const policies = ({ page }: Visit) => page.getByRole('region', { name: 'Allocation' });
    const visit = await at.signedIn('/findings');
    const { page } = visit;
    await policies(visit).getByText('Nothing is found in the policies.').waitFor();
    await createDocument(pinrate, 'allocation-policies', IDLE_POLICY);
    await page.reload();
    await visit.signIn();
    const found = policies(visit).getByRole('row').filter({ hasText: 'RULE_CONTRADICTS' });
    await found.getByText('Change its condition, or remove the rule').waitFor();
    await found.getByText('rule cash of policy idle never holds: codFrom is above 0').waitFor();
    assert.equal(await policies(visit).getByRole('button').count(), 0, 'none can be accepted');
    await row(visit, 'RATE_FALLS').waitFor();
    await visit.expectAccessible();
    await page.getByLabel('Severity').selectOption('error');
    await policies(visit).getByText('None of this severity.').waitFor();
    await page.getByLabel('Severity').selectOption('warning');
    await found.getByRole('link', { name: 'idle' }).click();
    await page.getByRole('heading', { name: 'Rules of Idle' }).waitFor();
    const phone = await at.signedIn('/findings', { viewport: PHONE });
    await policies(phone).getByText('RULE_CONTRADICTS').waitFor();
    assert.ok(Number(await phone.page.evaluate('document.documentElement.scrollWidth')) <= PHONE.width);
    const hidden = await policies(phone)
      .getByRole('group')
      .evaluate((frame) => frame.scrollWidth - frame.clientWidth);
    assert.equal(hidden, 0, 'the table fits without scrolling');
    await phone.expectAccessible();
    await phone.page.getByLabel('Courier').selectOption(COURIER);
    await policies(phone).waitFor({ state: 'detached' });
    await phone.end();
    await visit.end();
  });

  it('says that nothing is found, and what the node refused', async () => {
    let isRefused = true;
    const visit = await at.signedIn('/findings?courier=kachhua-cargo', {}, (page) =>
      page.route('**/lint', (route) => {
        const error = { code: 'OVERLOADED', message: 'busy', details: null };
        const headers = { 'retry-after': '60' };
        return isRefused
          ? route.fulfill({ status: 503, headers, json: { success: false, error, request_id: 'req-1' } })
          : route.continue();
      }),
    );
    const alert = visit.page.getByRole('alert').filter({ hasText: 'OVERLOADED' });
    await alert.waitFor();
    isRefused = false;
    await alert.getByRole('button', { name: 'Try again' }).click();
    await visit.page.getByText('Nothing is found').waitFor();
    await visit.expectAccessible();
    await visit.end();
  });

  it('is readable on a phone, in the dark', async () => {
    const visit = await at.signedIn('/findings', { viewport: PHONE, colorScheme: 'dark' });
    await row(visit, 'RATE_FALLS').waitFor();
    assert.ok(Number(await visit.page.evaluate('document.documentElement.scrollWidth')) <= PHONE.width);
    await visit.expectAccessible();
    await visit.end();
  });
});
