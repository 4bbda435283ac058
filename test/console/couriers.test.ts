// Only in npm run test:all.
/** Couriers: the list, holds, and the sheets of a card, edited, pasted into, compared. */
import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { connect, type Pinrate } from '../../src/client/connect.js';
import { lines } from '../../src/client/lists.js';
import { IST_OFFSET_MS } from '../../src/domain/calendar.js';
import {
  applyDocuments,
  calculateCharges,
  getDocument,
  listChanges,
  listDocuments,
  patchDocument,
  revertChange,
} from '../../src/client/operations.js';
import { MAIN } from '../support/app.js';
import { needs } from '../support/needs.js';
import { until } from '../support/until.js';
import { scene } from './scene.js';
import { DESKTOP, PHONE, type Visit } from './visit.js';

const COURIER = 'nabhdoot-air';
const RATES = `/couriers/${COURIER}/rates`;
/** The sheet that has the lanes A to F. */
const SHEET = 'All customers, forward, COD and prepaid, B2C';

interface Rate {
  id: number;
  lane?: string;
  shipmentType?: string;
  baseWeight: number;
  baseCharge: number;
  addonCharge: number;
  validFrom?: string | null;
  validTo?: string | null;
}

const dialog = ({ page }: Visit, name = 'Review') => page.getByRole('dialog', { name });
const grid = ({ page }: Visit, name = 'Rates') => page.getByRole('grid', { name });

describe('Couriers', { skip: needs('Chromium') }, () => {
  const at = scene();
  let pinrate: Pinrate;
  before(() => {
    pinrate = connect({ url: at.app.app.url, service: MAIN.id, secret: MAIN.secret });
  });
  beforeEach(() => {
    at.app.clock.nowMs = Date.now();
  });

  const ratesOf = async (): Promise<Rate[]> => {
    const rates: Rate[] = [];
    for await (const rate of lines(pinrate, listDocuments, 'packages', { partnerId: COURIER }))
      rates.push(rate as unknown as Rate);
    return rates;
  };
  const rate = async (id: number): Promise<Rate> =>
    (await getDocument(pinrate, 'packages', String(id))).data as unknown as Rate;
  /** By the heads of its row and its column. */
  const cell = async (visit: Visit, row: string, column: string, name = 'Rates') => {
    await grid(visit, name).waitFor();
    const heads = await grid(visit, name).getByRole('columnheader').allInnerTexts();
    return grid(visit, name)
      .getByRole('row')
      .filter({ has: visit.page.getByRole('rowheader', { name: row, exact: true }) })
      .first()
      .locator(`[aria-colindex="${heads.indexOf(column) + 1}"]`);
  };
  /** What was applied, typed or taken back is drawn a moment later. */
  const shows = (one: Locator, text: string) => until(async () => (await one.innerText()) === text, text);
  /** Into the focused cell, as Ctrl+V does. */
  const paste = (visit: Visit, text: string) =>
    visit.page.evaluate(
      `(() => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', ${JSON.stringify(text)});
        document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
      })()`,
    );

  it('puts a courier on hold in Bihar until a date, in six steps', async () => {
    const visit = await at.signedIn('/');
    const { page } = visit;
    const walk = visit.walk();
    await page.getByRole('link', { name: 'Couriers' }).click();
    const table = page.getByRole('table', { name: 'Couriers' });
    await table
      .getByRole('row', { name: /Kachhua/ })
      .getByRole('button', { name: 'Hold' })
      .waitFor();
    await visit.expectAccessible();
    await table
      .getByRole('row', { name: /Kachhua/ })
      .getByRole('button', { name: 'Hold' })
      .click();
    const form = dialog(visit, 'Hold');
    assert.ok(await form.getByRole('button', { name: 'Apply' }).isDisabled());
    await form.getByRole('combobox', { name: 'Places' }).fill('bihar');
    await page.keyboard.press('Enter');
    await form.getByLabel('Until').fill('2027-12-20');
    await form.getByLabel('Reason').fill('floods');
    await form.getByText('From now on Kachhua Economy Cargo serves nothing in Bihar').waitFor();
    const differences = form.getByRole('region', { name: 'Differences' });
    await differences.getByText('floods', { exact: true }).waitFor();
    await differences.getByText('Bihar', { exact: true }).waitFor();
    await visit.expectAccessible();
    await form.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('status').filter({ hasText: 'serves nothing in Bihar' }).waitFor();
    walk.took(6);
    const { data } = await at.app.get('/documents/holds?partnerId=kachhua-cargo').then(({ json }) => json);
    const hold = (data as { reason: string; states: number[]; to: string; end: string }[]).find(
      ({ reason }) => reason === 'floods',
    )!;
    assert.deepEqual([hold.states.length, hold.to, hold.end], [1, '2027-12-20T18:29:59.999Z', 'BOTH']);
    // the list is read again
    await table
      .getByRole('row', { name: /Kachhua/ })
      .getByRole('cell', { name: '1', exact: true })
      .waitFor();
    // and ends it where the courier is
    await table.getByRole('link', { name: 'Kachhua Economy Cargo' }).click();
    const holds = page.getByRole('table', { name: 'Holds' });
    await holds.getByRole('row', { name: /Bihar.*floods/ }).waitFor();
    await visit.expectAccessible();
    await holds.getByRole('button', { name: /^End/ }).click();
    await dialog(visit).getByRole('button', { name: 'Apply' }).click();
    await page.getByText('serves all that its zones cover').waitFor();
    await visit.end();
  });

  it('chooses a place that comes late, and keeps what is typed meanwhile', async () => {
    let release!: () => void;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const visit = await at.signedIn(`/couriers/${COURIER}`, {}, async (page) => {
      // effects come late, as on a busy machine
      await page.addInitScript('requestAnimationFrame = () => 0');
      await page.route('**/places?*bihar*', async (route) => {
        await released;
        await route.continue();
      });
    });
    const { page } = visit;
    await page.getByRole('button', { name: 'Hold' }).click();
    const form = dialog(visit, 'Hold');
    const places = form.getByRole('combobox', { name: 'Places' });
    await places.fill('punjab');
    await form.getByRole('option', { name: 'Punjab state' }).click();
    await places.fill('bihar');
    await places.press('Enter');
    await form.getByLabel('Reason').fill('floods');
    release();
    await form.getByText('serves nothing in Punjab, Bihar, until the hold is ended').waitFor();
    assert.equal(await form.getByLabel('Reason').inputValue(), 'floods');
    // the new document in words
    const differences = form.getByRole('region', { name: 'Differences' });
    await differences.getByText('nabhdoot-air', { exact: true }).waitFor();
    const words = await differences.innerText();
    assert.match(words, /Courier\s+nabhdoot-air/);
    assert.match(words, /From\s+\d+ \w+ \d{4}, \d\d:\d\d IST/);
    assert.doesNotMatch(words, /partnerId|T\d\d:\d\d/);
    await form.getByRole('button', { name: 'Cancel' }).click();
    await visit.end();
  });

  it('holds all of India, and refuses a day that is over', async () => {
    const visit = await at.signedIn(`/couriers/${COURIER}`);
    await visit.page.getByRole('button', { name: 'Hold' }).click();
    const form = dialog(visit, 'Hold');
    await form.getByRole('combobox', { name: 'Places' }).fill('everywhere');
    await form.getByRole('option', { name: /All of India/ }).click();
    await form.getByLabel('Reason').fill('no aircraft');
    await form.getByLabel('Until').fill('2020-01-01');
    await form.getByText('Must be a day to come').waitFor();
    assert.ok(await form.getByRole('button', { name: 'Apply' }).isDisabled());
    await form.getByLabel('Until').fill('');
    await form.getByText('Everywhere', { exact: true }).waitFor();
    await form.getByRole('button', { name: 'Cancel' }).click();
    await visit.end();
  });

  it('says of a courier on hold everywhere until when and why, and what the end of the hold brings back', async () => {
    const document = {
      partnerId: COURIER,
      everywhere: true,
      end: 'BOTH',
      to: '2099-12-20T18:29:59.999Z',
      reason: 'strike',
    };
    await applyDocuments(pinrate, [{ collection: 'holds', document: { ...document, status: true } }]);
    const parcel = { partnerId: COURIER, pickupPincode: '110001', deliveryPincode: '560001', weight: 500 };
    await calculateCharges(pinrate, { ...parcel, paymentType: 'PREPAID', shipmentType: 'B2C' });
    const visit = await at.signedIn('/couriers');
    const { page } = visit;
    const row = page.getByRole('table', { name: 'Couriers' }).getByRole('row', { name: /Nabhdoot/ });
    await row.getByText(/^on hold until \w+,? 20 Dec: strike$/).waitFor();
    await row.getByRole('button', { name: 'Hold' }).click();
    const form = dialog(visit, 'Hold');
    assert.deepEqual(await form.getByLabel('At', { exact: true }).locator('option').allInnerTexts(), [
      'Pickup and delivery',
      'Pickup only',
      'Delivery only',
    ]);
    await form.getByText('Parcels that are assigned already stay with it; Today moves them.').waitFor();
    await visit.expectAccessible();
    await form.getByRole('button', { name: 'Cancel' }).click();
    await row.getByRole('link', { name: 'Nabhdoot Air Express' }).click();
    await page
      .getByRole('definition')
      .filter({ hasText: /^on hold until \w+,? 20 Dec: strike$/ })
      .waitFor();
    await page.getByRole('button', { name: /^End hold/ }).click();
    const impact = dialog(visit).getByRole('region', { name: 'Impact' });
    await impact
      .getByText(
        /^Of the last \d+ parcels? asked about or assigned, \d+ could be carried by Nabhdoot Air Express again\.$/,
      )
      .waitFor();
    await dialog(visit).getByRole('button', { name: 'Apply' }).click();
    await page
      .getByRole('definition')
      .filter({ hasText: /^active$/ })
      .waitFor();
    await visit.end();
  });

  it('takes a revised matrix from a spreadsheet, with impact, from the next month on, in eight steps', async () => {
    const formerly = await ratesOf();
    const visit = await at.signedIn('/');
    const { page } = visit;
    const walk = visit.walk();
    await page.getByRole('link', { name: 'Couriers' }).click();
    await page.getByRole('table', { name: 'Couriers' }).getByRole('link', { name: 'Nabhdoot Air Express' }).click();
    await page.getByRole('tab', { name: 'Rates' }).click();
    assert.equal(await page.getByLabel('Sheet').locator('option:checked').innerText(), SHEET);
    await (await cell(visit, '250-500', 'B')).click();
    await paste(visit, 'slab\tA\tB\tZ9\n250-500\t₹36.50\t44\t1\n+500\t29\t\t1\n9-8\t1\t1\t1\n');
    await page
      .getByRole('status')
      .filter({ hasText: '3 cells pasted. Not on this sheet: column Z9, row 9-8.' })
      .waitFor();
    await shows(await cell(visit, '250-500', 'A'), '36.5');
    const next = new Date(Date.now() + IST_OFFSET_MS);
    next.setUTCMonth(next.getUTCMonth() + 1, 1);
    const first = next.toISOString().slice(0, 10);
    await page.getByLabel('Begins on').fill(first);
    await visit.expectAccessible();
    await page.getByRole('button', { name: 'Review' }).click();
    const review = dialog(visit);
    const differences = review.getByRole('region', { name: 'Differences' });
    await differences.getByRole('row', { name: /250-500\s+A\s+34\s+36\.5\s+dearer by 7\.4 %/ }).waitFor();
    const impact = review.getByRole('region', { name: 'Impact' });
    await impact.getByText(/^It begins on 1 \w+ \d{4}\. Parcels before that keep their prices/).waitFor();
    assert.doesNotMatch(await impact.innerText(), /Of the last/);
    await visit.expectAccessible();
    await review.getByRole('button', { name: 'Apply' }).click();
    await page
      .getByRole('status')
      .filter({ hasText: `3 cells changed, from ${first} on` })
      .waitFor();
    walk.took(8);
    await page.getByText(/ 2 rows begin later, the first 1 \w+ \d{4}, 00:00 IST: “Begins on” shows/).waitFor();
    const begins = new Date(`${first}T00:00:00+05:30`).toISOString();
    const later = await ratesOf();
    const fresh = later.filter(({ id }) => formerly.every((each) => each.id !== id));
    assert.deepEqual(
      fresh.map(({ lane, baseCharge, addonCharge, validFrom }) => [lane, baseCharge, addonCharge, validFrom]).sort(),
      [
        ['A', 36.5, 29, begins],
        ['B', 44, 36, begins],
      ],
    );
    const ended = later.filter(({ validTo }) => validTo === new Date(Date.parse(begins) - 1).toISOString());
    assert.deepEqual(ended.map(({ lane, baseCharge }) => [lane, baseCharge]).sort(), [
      ['A', 34],
      ['B', 42],
    ]);
    // until then the sheet is as before; and one click takes it back
    await shows(await cell(visit, '250-500', 'A'), '34');
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).waitFor();
    // from that day on the sheet is another one, which can be corrected before it counts
    await page.getByLabel('Begins on').fill(first);
    const corrected = await cell(visit, '250-500', 'A');
    await shows(corrected, '36.5');
    await corrected.click();
    await page.keyboard.type('37\n');
    await page.getByRole('button', { name: 'Review' }).click();
    await dialog(visit)
      .getByRole('row', { name: /250-500\s+A\s+36\.5\s+37\s+dearer/ })
      .waitFor();
    await dialog(visit).getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('status').filter({ hasText: '1 cell changed' }).waitFor();
    assert.equal((await rate(fresh.find(({ lane }) => lane === 'A')!.id)).baseCharge, 37);
    for (const change of (await listChanges(pinrate, { limit: 2 })).data) await revertChange(pinrate, change.id, {});
    assert.deepEqual(await ratesOf(), formerly);
    await visit.end();
  });

  it('is edited by keys: typing replaces, F2 edits, Escape restores, Ctrl+Z takes back', async () => {
    const visit = await at.signedIn(RATES);
    const { page } = visit;
    const target = await cell(visit, '250-500', 'A');
    await target.click();
    await page.keyboard.type('9');
    await page.keyboard.press('Escape');
    await shows(target, '34');
    await page.keyboard.type('41');
    await page.keyboard.press('Enter');
    await shows(target, '41');
    await target.click();
    await page.keyboard.press('F2');
    await page.keyboard.type('.5');
    await page.keyboard.press('Tab');
    await shows(target, '41.5');
    await page.keyboard.press('Control+z');
    await shows(target, '41');
    await page.keyboard.press('Control+z');
    await shows(target, '34');
    // as fast as keys come: one rate under the other, and none is lost
    await target.click();
    await page.keyboard.type('41\n61\n');
    await shows(target, '41');
    await shows(page.locator('[data-at="3 0"]'), '61');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await shows(target, '34');
    assert.ok(await page.getByRole('button', { name: 'Review' }).isDisabled());
    // a day that was set in between is no cell, and stays
    await page.keyboard.type('41\n');
    await page.getByLabel('Begins on').fill('2099-01-01');
    await target.click();
    await page.keyboard.press('Control+z');
    await shows(target, '34');
    assert.equal(await page.getByLabel('Begins on').inputValue(), '2099-01-01');
    await page.getByLabel('Begins on').fill('');
    // keys of the page are none in a cell
    await target.click();
    await page.keyboard.type('gr');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: '250-500, A: must be an amount' }).waitFor();
    assert.ok(await page.getByRole('button', { name: 'Review' }).isDisabled());
    await visit.expectAccessible();
    await page.getByRole('button', { name: 'Discard' }).click();
    await shows(target, '34');
    await visit.end();
  });

  it('adds a slab in which dearer parcels begin, and keeps a draft over a reload', async () => {
    const formerly = await ratesOf();
    const visit = await at.signedIn(RATES);
    const { page } = visit;
    await page.getByLabel('Slab').fill('20000-25000');
    await page.getByRole('button', { name: 'Add a row' }).click();
    await (await cell(visit, '20000-25000', 'A')).click();
    await page.keyboard.type('950');
    await page.keyboard.press('Enter');
    await page.reload();
    await visit.signIn();
    await shows(await cell(visit, '20000-25000', 'A'), '950');
    await page.getByRole('button', { name: 'Review' }).click();
    await dialog(visit)
      .getByRole('row', { name: /20000-25000\s+A\s+–\s+950\s+new/ })
      .waitFor();
    // above it no price is left, which the linter finds
    await dialog(visit)
      .getByLabel(/^Apply in spite of/)
      .check();
    await dialog(visit).getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('status').filter({ hasText: '1 cell changed, at once' }).waitFor();
    const later = await ratesOf();
    const [fresh] = later.filter(({ id }) => formerly.every((each) => each.id !== id));
    assert.deepEqual([fresh!.lane, fresh!.baseWeight, fresh!.baseCharge], ['A', 25_000, 950]);
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await dialog(visit).getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('status').filter({ hasText: 'Undone by' }).waitFor();
    await visit.end();
  });

  it('lets one choose where somebody else has changed a cell, too', async () => {
    const visit = await at.signedIn(RATES);
    const { page } = visit;
    await (await cell(visit, '250-500', 'A')).click();
    await page.keyboard.type('50');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Review' }).click();
    await dialog(visit).getByRole('region', { name: 'Impact' }).waitFor();
    await patchDocument(pinrate, 'packages', '1001', { baseCharge: 35 }, { query: { note: 'between' } });
    await dialog(visit).getByRole('button', { name: 'Apply' }).click();
    const since = dialog(visit).getByRole('alert').filter({ hasText: 'It was changed since' });
    await since.getByText(/by main-system, .* \(between\)/).waitFor();
    await since.getByText('“Review again” puts what was typed on the present state.').waitFor();
    assert.ok(await dialog(visit).getByRole('button', { name: 'Apply' }).isDisabled());
    assert.equal((await rate(1001)).baseCharge, 35, 'nothing was applied unseen');
    await dialog(visit).getByRole('button', { name: 'Review again' }).click();
    await dialog(visit).getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: /^Theirs, 250-500, A/ }).click();
    await shows(await cell(visit, '250-500', 'A'), '35');
    await patchDocument(pinrate, 'packages', '1001', { baseCharge: 34 });
    await visit.end();
  });

  it('says which lanes got dearer since last month, in three steps', async () => {
    await patchDocument(pinrate, 'packages', '1002', { baseCharge: 48 }, { query: { note: 'dearer' } });
    await patchDocument(pinrate, 'packages', '1003', { addonCharge: 10 }, { query: { note: 'cheaper' } });
    const visit = await at.signedIn('/');
    const { page } = visit;
    const walk = visit.walk();
    await page.getByRole('link', { name: 'Couriers' }).click();
    await page.getByRole('table', { name: 'Couriers' }).getByRole('link', { name: 'Nabhdoot Air Express' }).click();
    await page.getByRole('tab', { name: 'Versions' }).click();
    const sheet = grid(visit, 'Compared');
    await sheet.waitFor();
    walk.took(3);
    assert.deepEqual(await sheet.getByRole('columnheader').allInnerTexts(), ['Slab', 'B', 'C1']);
    assert.match(await sheet.innerText(), /42 → 48 dearer by 14\.3 %/);
    assert.match(await sheet.innerText(), /→ 10 cheaper by/);
    await visit.expectAccessible();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download after' }).click(),
    ]);
    assert.match(download.suggestedFilename(), /^nabhdoot-air-rates-[0-9a-f]{16}\.csv$/);
    await page.getByLabel('Also what is the same').check();
    assert.ok((await sheet.getByRole('columnheader').count()) > 4);
    await visit.end();
    await patchDocument(pinrate, 'packages', '1002', { baseCharge: 42 });
  });

  it('adds a courier', async () => {
    const visit = await at.signedIn('/couriers');
    const { page } = visit;
    await page.getByRole('button', { name: 'Add courier' }).click();
    const form = dialog(visit, 'Add courier');
    await form.getByLabel('Id', { exact: true }).fill('vayu-express');
    await form.getByLabel('Name').fill('Vayu Express');
    await form.getByLabel('GST state').selectOption('27');
    await form.getByLabel('Groups').fill('AIR');
    await form.getByRole('region', { name: 'Differences' }).getByText('partners/vayu-express').waitFor();
    await visit.expectAccessible();
    await form.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('heading', { level: 1, name: 'Vayu Express' }).waitFor();
    await page.getByRole('tab', { name: 'Rates' }).click();
    await page.getByText('Rates of this courier: none yet').waitFor();
    await page.getByRole('tab', { name: 'Surcharges' }).click();
    await page.getByText('Fuel, COD, docket and insurance are under').getByRole('link', { name: 'Charges' }).waitFor();
    const read = async () =>
      (await getDocument(pinrate, 'partners', 'vayu-express')).data as {
        limits: { maxWeight: number };
        groups: string[];
      };
    const { limits, groups } = await read();
    assert.deepEqual([limits.maxWeight, groups], [30_000, ['AIR']]);
    await page.getByRole('tab', { name: 'Overview' }).click();
    await page.getByRole('button', { name: 'Change groups' }).click();
    const grouping = dialog(visit, 'Groups');
    await grouping.getByLabel('Groups').fill('AIR, own');
    await grouping.getByText('Capital letters, digits and _').waitFor();
    await grouping.getByLabel('Groups').fill('AIR, OWN_FLEET');
    await grouping.getByRole('region', { name: 'Differences' }).getByText('partners/vayu-express').waitFor();
    await visit.expectAccessible();
    await grouping.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('definition').filter({ hasText: 'AIR, OWN_FLEET' }).waitFor();
    assert.deepEqual((await read()).groups, ['AIR', 'OWN_FLEET']);
    await visit.end();
  });

  it('edits charges and services of zones as sheets', async () => {
    const visit = await at.signedIn('/couriers/dharaline-surface/charges');
    const { page } = visit;
    await (await cell(visit, 'customer-charges/2004', 'Value', 'Charges')).click();
    await page.keyboard.type('2.1%');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Review' }).click();
    await dialog(visit)
      .getByRole('row', { name: /^COD customer-charges\/2004.*Value\s+1\.9\s+2\.1/ })
      .waitFor();
    assert.equal(await dialog(visit).getByRole('columnheader', { name: 'Is' }).count(), 0);
    await dialog(visit).getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('status').filter({ hasText: '1 cell changed' }).waitFor();
    // on a small screen it stays in sight while one goes on below
    await page.setViewportSize(PHONE);
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    assert.ok(Number(await page.evaluate('scrollY')) > 0);
    const { y } = (await page.getByRole('status').filter({ hasText: '1 cell changed' }).boundingBox())!;
    assert.ok(y >= 0, String(y));
    await page.setViewportSize(DESKTOP);
    const { value } = (await getDocument(pinrate, 'customer-charges', '2004')).data as { value: number };
    assert.equal(value, 2.1);
    await page.getByRole('tab', { name: 'Zones' }).click();
    await (await cell(visit, 'zones/201', 'COD', 'Zones')).click();
    await page.keyboard.type('no');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Review' }).click();
    await dialog(visit)
      .getByRole('row', { name: /zones\/201.*COD.*no/ })
      .waitFor();
    await dialog(visit).getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await visit.end();
  });

  it('draws of a long sheet what is in sight, and goes to its end by keys', async () => {
    const zones: number[] = [];
    for await (const zone of lines(pinrate, listDocuments, 'zones', { partnerId: 'himbrahma-hills' }))
      zones.push((zone as unknown as { id: number }).id);
    const pairs = zones.flatMap((fromZoneId) => zones.map((toZoneId) => ({ fromZoneId, toZoneId })));
    const documents = pairs.map((pair) => ({ ...pair, partnerId: 'himbrahma-hills', hours: 90, status: true }));
    await applyDocuments(
      pinrate,
      documents.map((document) => ({ collection: 'transit-lanes', document, match: true })),
    );
    const visit = await at.signedIn('/couriers/himbrahma-hills/transit');
    const { page } = visit;
    const sheet = grid(visit, 'Transit');
    const rows = sheet.locator('tbody tr:not(.gap)');
    await rows.first().waitFor();
    const count = Number(await sheet.getAttribute('aria-rowcount')) - 1;
    assert.ok(count >= pairs.length && pairs.length > 100, String(count));
    assert.ok((await rows.count()) < 60);
    const focused = () => page.evaluate(`document.activeElement.closest('tr')?.getAttribute('aria-rowindex') ?? null`);
    const atEnd = async (): Promise<boolean> => {
      // what is read late draws the sheet again, and takes the focus with it
      if ((await focused()) === null)
        await (await cell(visit, await rows.first().getByRole('rowheader').innerText(), 'Hours', 'Transit')).click();
      await page.keyboard.press('Control+ArrowDown');
      return (await focused()) === String(count + 1);
    };
    await until(atEnd, 'the last row');
    await page.keyboard.type('91');
    await page.keyboard.press('Enter');
    await page.getByText('1 changed cell').waitFor();
    assert.ok((await rows.count()) < 60);
    await visit.expectAccessible();
    await visit.end();
  });

  for (const tab of ['Overview', 'Charges', 'Surcharges', 'Zones', 'Transit', 'Terms', 'Versions'])
    it(`shows ${tab} to everybody, in the dark, on a phone too`, async () => {
      const path = `/couriers/haatwala-ecom/${tab.toLowerCase()}`;
      const visit = await at.signedIn(path, { viewport: PHONE, colorScheme: 'dark' });
      const { page } = visit;
      await page.getByRole('tab', { name: tab, selected: true }).waitFor();
      await page.getByRole('tabpanel').locator('[role=grid], .facts, .fields').first().waitFor();
      await visit.expectAccessible();
      assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= PHONE.width);
      await visit.end();
    });

  it('shows a courier its own page, and no button that changes', async () => {
    const visit = await at.visit(RATES);
    const { page } = visit;
    await visit.signIn(`partner:${COURIER}`, `demo-${COURIER}-secret`);
    await (await cell(visit, '250-500', 'A')).click();
    await page.keyboard.type('9');
    await shows(await cell(visit, '250-500', 'A'), '34');
    for (const name of ['Hold', 'Review', 'Discard', 'Add a row', 'Add courier', 'Change groups'])
      assert.equal(await page.getByRole('button', { name }).count(), 0, name);
    await page.getByRole('link', { name: 'Couriers' }).first().click();
    const table = page.getByRole('table', { name: 'Couriers' });
    await table.waitFor();
    assert.equal(await table.getByRole('row').count(), 2);
    await visit.end();
  });
});
