// Only in npm run test:all.
/** Five walks on a phone, and two by keyboard alone. Each page's own file has them at a desk. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { connect, type Pinrate } from '../../src/client/connect.js';
import { getDocument, patchDocument } from '../../src/client/operations.js';
import { MAIN } from '../support/app.js';
import { needs } from '../support/needs.js';
import { scene } from './scene.js';
import { PHONE, type Visit } from './visit.js';

/** Nothing is cut off: the page itself never scrolls sideways. */
async function fits({ page }: Visit): Promise<void> {
  const width = Number(await page.evaluate('document.documentElement.scrollWidth'));
  assert.ok(width <= PHONE.width, `${width} px`);
}

const search = async ({ page }: Visit, text: string) => {
  const box = page.getByRole('searchbox', { name: 'Search' });
  await box.fill(text);
  await box.press('Enter');
};

const openFromMenu = async ({ page }: Visit, name: string) => {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
};

describe('walks on a phone', { skip: needs('Chromium') }, () => {
  const at = scene();
  const onPhone = () => at.signedIn('/', { viewport: PHONE, hasTouch: true, isMobile: true });
  let pinrate: Pinrate;
  before(() => {
    at.app.clock.nowMs = Date.now();
    pinrate = connect({ url: at.app.app.url, service: MAIN.id, secret: MAIN.secret });
  });

  it('say in two steps why a courier is not offered to 744101', async () => {
    const visit = await onPhone();
    const walk = visit.walk();
    await search(visit, '744101');
    const row = visit.page.getByRole('table', { name: 'Couriers' }).getByRole('row', { name: /Gajavahan/ });
    await row.getByText('Does not cover this pincode').waitFor();
    walk.took(2);
    await fits(visit);
    await visit.end();
  });

  it('lead in six steps to the document behind the fuel charge of a price', async () => {
    const visit = await onPhone();
    const { page } = visit;
    const walk = visit.walk();
    await page.getByRole('combobox', { name: 'From pincode' }).fill('110001');
    await page.getByRole('combobox', { name: 'To pincode' }).fill('560001');
    await page.getByLabel('Weight').fill('1.2');
    await page.getByLabel('COD amount').fill('2499.50');
    await page
      .getByRole('table', { name: 'Offers' })
      .getByRole('button', { name: /Dharaline Surface/ })
      .click();
    await page.getByRole('list', { name: 'Waterfall' }).getByRole('link', { name: 'customer-charges/2001' }).click();
    await page.getByRole('heading', { level: 1, name: 'customer-charges/2001' }).waitFor();
    walk.took(6);
    await fits(visit);
    await visit.end();
  });

  it('switch COD off at one pincode in four steps', async () => {
    const visit = await onPhone();
    const { page } = visit;
    const walk = visit.walk();
    await search(visit, '560001');
    await page.getByRole('button', { name: /^COD off: Dharaline Surface/ }).click();
    await page.getByRole('dialog', { name: 'COD off' }).getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('status').filter({ hasText: 'no longer collects cash on delivery at 560001' }).waitFor();
    walk.took(4);
    await fits(visit);
    await visit.end();
  });

  it('put a courier on hold in Bihar until a day, in seven steps with the menu', async () => {
    const visit = await onPhone();
    const { page } = visit;
    const walk = visit.walk();
    await openFromMenu(visit, 'Couriers');
    await page.getByRole('button', { name: /^Hold Kachhua/ }).click();
    const form = page.getByRole('dialog', { name: 'Hold' });
    await form.getByRole('combobox', { name: 'Places' }).fill('bihar');
    await page.keyboard.press('Enter');
    await form.getByLabel('Until').fill('2027-12-20');
    await form.getByLabel('Reason').fill('floods');
    await form.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('status').filter({ hasText: 'serves nothing in Bihar' }).waitFor();
    walk.took(7);
    await fits(visit);
    await visit.end();
  });

  it('say who changed a rate and undo it, in five steps with the menu', async () => {
    const { baseCharge } = (await getDocument(pinrate, 'packages', '2003')).data as { baseCharge: number };
    await patchDocument(pinrate, 'packages', '2003', { baseCharge: 47 }, { query: { note: 'by mistake' } });
    const visit = await onPhone();
    const { page } = visit;
    const walk = visit.walk();
    await openFromMenu(visit, 'Changes');
    const row = page.getByRole('row', { name: /main-system.*by mistake/ });
    await row.getByRole('link').first().click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('dialog', { name: 'Review' }).getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('status').filter({ hasText: 'Undone by' }).waitFor();
    walk.took(5);
    await fits(visit);
    const undone = (await getDocument(pinrate, 'packages', '2003')).data as { baseCharge: number };
    assert.equal(undone.baseCharge, baseCharge);
    await visit.end();
  });
});

describe('walks by keyboard alone', { skip: needs('Chromium') }, () => {
  const at = scene();
  const MOST_TABS = 80;
  const nameOfFocused = ({ page }: Visit) =>
    page.evaluate<string>(`(({ ariaLabel, labels, innerText }) => ariaLabel ?? labels?.[0]?.innerText ?? innerText)(
      document.activeElement)`);
  const tabTo = async (visit: Visit, name: RegExp): Promise<void> => {
    for (let tabs = 0; tabs < MOST_TABS; tabs++) {
      await visit.page.keyboard.press('Tab');
      if (name.test(await nameOfFocused(visit))) return;
    }
    assert.fail(`no ${name} among ${MOST_TABS}`);
  };

  it('switch COD off at a pincode, and give the focus back', async () => {
    const visit = await at.signedIn('/');
    const { page } = visit;
    await page.getByRole('heading', { level: 1, name: 'Rate' }).waitFor();
    await page.keyboard.press('Escape');
    await page.evaluate('document.activeElement.blur()');
    await page.keyboard.press('/');
    await page.keyboard.type('110001');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: '110001' }).waitFor();
    await page.getByRole('table', { name: 'Couriers' }).waitFor();
    await tabTo(visit, /^COD off: Dharaline Surface/);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'COD off' });
    await dialog.getByRole('region', { name: 'Impact' }).waitFor();
    await tabTo(visit, /^Apply$/);
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: 'no longer collects cash on delivery at 110001' }).waitFor();
    await visit.end();
  });

  it('price a parcel between places that are typed, and open its waterfall', async () => {
    const visit = await at.signedIn('/rate');
    const { page } = visit;
    await page.getByRole('heading', { level: 1, name: 'Rate' }).waitFor();
    await tabTo(visit, /^From pincode$/);
    await page.keyboard.type('new delhi');
    await page.keyboard.press('Tab');
    await page.keyboard.type('bengaluru');
    await page.keyboard.press('Tab');
    await page.keyboard.type('1.2');
    await page.getByRole('table', { name: 'Offers' }).waitFor();
    await tabTo(visit, /Dharaline Surface/);
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Waterfall' }).waitFor();
    await visit.end();
  });
});
