// Only in npm run test:all.
/** Pincodes: why a courier does not go there, COD off at one, and many of them as a table and a sheet. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { partnerCredential } from '../support/app.js';
import { needs } from '../support/needs.js';
import { scene } from './scene.js';
import { PHONE, type Visit } from './visit.js';

const couriers = ({ page }: Visit) => page.getByRole('table', { name: 'Couriers' });

describe('Pincodes', { skip: needs('Chromium') }, () => {
  const at = scene();
  const offerOf = async (pincode: string, courier: string) =>
    (await at.app.get(`/pincodes/${pincode}`)).json.data.partners.find(
      ({ partnerId }: { partnerId: string }) => partnerId === courier,
    );

  it('says in two steps why a courier is not offered to 744101', async () => {
    const visit = await at.signedIn('/');
    const { page } = visit;
    const walk = visit.walk();
    const search = page.getByRole('searchbox', { name: 'Search' });
    await search.fill('744101');
    await search.press('Enter');
    await page.getByRole('heading', { level: 1, name: '744101' }).waitFor();
    const row = couriers(visit).getByRole('row', { name: /Gajavahan/ });
    assert.match(await row.innerText(), /Does not cover this pincode/);
    walk.took(2);
    await visit.expectAccessible();
    await visit.end();
  });

  it('switches COD off at one pincode in four steps, and on again', async () => {
    const visit = await at.signedIn('/');
    const { page } = visit;
    const walk = visit.walk();
    const search = page.getByRole('searchbox', { name: 'Search' });
    await search.fill('110001');
    await search.press('Enter');
    const row = couriers(visit).getByRole('row', { name: /Dharaline Surface/ });
    await row.getByRole('button', { name: 'COD off' }).click();
    const dialog = page.getByRole('dialog', { name: 'COD off' });
    await dialog.getByRole('region', { name: 'Differences' }).getByText('zone-pincodes/').first().waitFor();
    await dialog.getByRole('region', { name: 'Findings' }).waitFor();
    await dialog.getByRole('region', { name: 'Impact' }).waitFor();
    assert.ok((await offerOf('110001', 'dharaline-surface')).services.includes('COD'), 'nothing was applied unseen');
    await visit.expectAccessible();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('status').filter({ hasText: 'no longer collects cash on delivery at 110001' }).waitFor();
    walk.took(4);
    assert.ok(!(await offerOf('110001', 'dharaline-surface')).services.includes('COD'));
    await row.getByRole('button', { name: 'COD on' }).click();
    const back = page.getByRole('dialog', { name: 'COD on' });
    await back.getByRole('region', { name: 'Impact' }).waitFor();
    await back.getByRole('button', { name: 'Apply' }).click();
    await row.getByRole('button', { name: 'COD off' }).waitFor();
    assert.ok((await offerOf('110001', 'dharaline-surface')).services.includes('COD'));
    await visit.end();
  });

  it('holds a courier at one pincode until a day', async () => {
    const visit = await at.signedIn('/pincodes/560001');
    const { page } = visit;
    const row = couriers(visit).getByRole('row', { name: /Dharaline Surface/ });
    await row.getByRole('button', { name: 'Hold' }).click();
    const dialog = page.getByRole('dialog', { name: 'Hold' });
    await dialog.getByLabel('Until').fill('2099-12-31');
    await dialog.getByLabel('Reason').fill('Strike');
    await dialog.getByText('serves nothing in 560001').waitFor();
    await dialog.getByRole('region', { name: 'Impact' }).waitFor();
    await visit.expectAccessible();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await row.getByText('Strike').waitFor();
    assert.match(await row.innerText(), /On hold until 31 Dec 2099, 23:59 IST: Strike/);
    // another one, from a day to come on
    await row.getByRole('button', { name: 'Hold' }).click();
    await dialog.getByLabel('Begins on').fill('2099-12-02');
    await dialog.getByLabel('Until').fill('2099-12-01');
    await dialog.getByText('Must not be before it begins').waitFor();
    await dialog.getByLabel('Begins on').fill('2099-12-01');
    await dialog.getByLabel('Reason').fill('Fair');
    await dialog.getByText('From 2099-12-01 on Dharaline Surface Logistics serves nothing in 560001').waitFor();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await row.getByText('Fair').waitFor();
    assert.match(await row.innerText(), /On hold from 1 Dec 2099, 00:00 IST until 1 Dec 2099, 23:59 IST: Fair/);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('dialog', { name: 'Review' }).getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('status').filter({ hasText: 'Undone by' }).waitFor();
    await visit.end();
  });

  it('shows the place, and of each courier zone, services and limit', async () => {
    const visit = await at.signedIn('/pincodes/110001');
    const { page } = visit;
    await couriers(visit).waitFor();
    assert.match(await page.locator('.facts').innerText(), /Delhi, Delhi[\s\S]*° N/);
    const row = couriers(visit).getByRole('row', { name: /Dharaline Surface/ });
    const { zone } = await offerOf('110001', 'dharaline-surface');
    assert.ok((await row.innerText()).includes(zone));
    assert.ok((await row.getByRole('img', { name: 'yes' }).count()) >= 3);
    await page.getByRole('link', { name: 'What a parcel to there costs' }).click();
    await page.waitForURL(/\/rate\?to=110001/);
    await visit.end();
  });

  it('lists pasted pincodes as a table and a sheet, kept in the address', async () => {
    const visit = await at.signedIn('/pincodes');
    const { page } = visit;
    await visit.expectAccessible();
    await page.getByLabel('Pincodes', { exact: true }).fill('110001\n560001, 999999\t110001');
    await page.getByRole('button', { name: 'Show' }).click();
    const table = page.getByRole('table', { name: 'Pincodes' });
    await table.waitFor();
    assert.equal(await table.getByRole('row').count(), 3);
    assert.match(await page.getByRole('alert').innerText(), /999999/);
    assert.match(await table.getByRole('row', { name: /110001/ }).innerText(), /Delhi, Delhi/);
    await visit.expectAccessible();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n');
    assert.deepEqual(
      lines.map((line) => line.replace('\ufeff', '').split(',')[0]),
      ['pincode', '110001', '560001'],
    );
    await page.reload();
    await visit.signIn();
    await table.waitFor();
    await table.getByRole('link', { name: '560001' }).click();
    await page.getByRole('heading', { level: 1, name: '560001' }).waitFor();
    await visit.end();
  });

  it('says what is wrong with what was pasted, and leads to one by its name', async () => {
    const visit = await at.signedIn('/pincodes');
    const { page } = visit;
    await page.getByLabel('Pincodes', { exact: true }).fill('Pune 12');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByText('No pincode: Pune, 12').waitFor();
    await page.getByLabel('Pincodes', { exact: true }).fill('');
    await page.getByRole('combobox', { name: 'Pincode' }).fill('pune');
    await page.getByRole('option', { name: /Pune/ }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: '411001' }).waitFor();
    await page.goto(`${visit.origin}/console/pincodes/999999`);
    await visit.signIn();
    await page.getByRole('alert').filter({ hasText: 'PINCODE_NOT_FOUND' }).waitFor();
    await visit.end();
  });

  it('is usable on a phone, and shows a courier itself', async () => {
    const visit = await at.visit('/pincodes/110001', { viewport: PHONE, colorScheme: 'dark' });
    const { id, secret } = partnerCredential('dharaline-surface');
    await visit.signIn(`partner:${id}`, secret);
    const { page } = visit;
    await couriers(visit).waitFor();
    assert.equal(await couriers(visit).getByRole('row').count(), 2);
    assert.equal(await page.getByRole('button', { name: /COD off|Hold/ }).count(), 0);
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= PHONE.width);
    await visit.expectAccessible();
    await visit.end();
  });

  it('leads everywhere by keys', async () => {
    const visit = await at.signedIn('/rate');
    const { page } = visit;
    await page.locator('body').press('g');
    await page.keyboard.press('p');
    await page.getByRole('heading', { level: 1, name: 'Pincodes' }).waitFor();
    await page.locator('h1').click();
    await page.keyboard.press('/');
    await page.keyboard.type('pune');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: '411001' }).waitFor();
    await visit.end();
  });
});
