// Only in npm run test:all.
/** Map: every pincode as a dot, the numbers of it, and what can be done with those that are chosen. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { connect } from '../../src/client/connect.js';
import { endHold, holdPartner } from '../../src/client/operations.js';
import { MAIN } from '../support/app.js';
import { needs } from '../support/needs.js';
import { scene } from './scene.js';
import { PHONE, type Visit } from './visit.js';

const counts = ({ page }: Visit) => page.getByRole('table', { name: 'Counts' });
const canvas = ({ page }: Visit) => page.locator('canvas');

/** The number of the row in the last column. */
async function countOf(visit: Visit, row: RegExp): Promise<number> {
  const cell = counts(visit).getByRole('row', { name: row }).first().locator('td').last();
  return Number((await cell.innerText()).replaceAll(',', ''));
}

/** The rows of a saved sheet, each as its cells; none of ours has a comma in a cell but those in quotes. */
async function saved(visit: Visit): Promise<string[]> {
  const [download] = await Promise.all([
    visit.page.waitForEvent('download'),
    visit.page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  const text = readFileSync(await download.path(), 'utf8');
  assert.ok(text.startsWith('\ufeffpincode,'));
  return text.slice(1).trim().split('\r\n');
}

/** A picture stays if so many in a row are the same. */
const STAYS = 3;
const MOST_PICTURES = 200;

describe('Map', { skip: needs('Chromium') }, () => {
  const at = scene({ isWhole: true });

  it('saves the pincodes where only one courier delivers, in three steps', async () => {
    // two couriers deliver on the islands, until one of them does not
    const pinrate = connect({ url: at.app.app.url, service: MAIN.id, secret: MAIN.secret });
    at.app.clock.nowMs = Date.now();
    const { data: hold } = await holdPartner(pinrate, 'nabhdoot-air', { states: ['AN'], reason: 'Cyclone' });
    const alone = (await at.app.get('/places?search=andaman+and+nicobar&kinds=state')).json.data[0].pincodes as number;
    const visit = await at.signedIn('/');
    const { page } = visit;
    const walk = visit.walk();
    await page.getByRole('link', { name: 'Map' }).click();
    await counts(visit).waitFor();
    const all = await countOf(visit, /All of these/);
    assert.equal(all, (await at.app.get('/pincodes?limit=1')).json.pagination.total);
    await visit.expectAccessible();
    await page.getByLabel('Couriers that deliver').fill('1');
    await page.waitForURL(/deliver=1/);
    await page
      .getByRole('status')
      .filter({ hasText: `of ${all.toLocaleString('en-IN')}` })
      .waitFor();
    const [head, ...rows] = await saved(visit);
    walk.took(3);
    assert.match(head!, /^pincode,city,state,latitude,longitude,couriers,delivered by,/);
    assert.equal(rows.length, alone);
    assert.equal(await countOf(visit, /All of these/), rows.length);
    // as the API says, for some of them
    const pincodes = rows.map((row) => row.slice(0, 6));
    const served = await at.app.send(
      'POST',
      '/partners/availability/pincodes',
      JSON.stringify({ pincodes, end: 'DELIVERY' }),
      MAIN,
      { 'content-type': 'application/json' },
    );
    assert.deepEqual(
      (served.json.data as { partners: unknown[] }[]).map(({ partners }) => partners.length),
      pincodes.map(() => 1),
    );
    await endHold(pinrate, hold.id, {});
    await visit.end();
  });

  it('colours by zones, COD, ODA and holds, of all couriers or one, for a state', async () => {
    const visit = await at.signedIn('/map');
    const { page } = visit;
    await counts(visit).waitFor();
    const colours = page.getByRole('list', { name: 'Colours' });
    for (const by of ['cod', 'oda', 'holds', 'zones']) {
      await page.getByLabel('Colour by').selectOption(by);
      await page.waitForURL(new RegExp(`colour=${by}`));
      assert.ok((await colours.getByRole('listitem').count()) >= 2, by);
    }
    await page.getByLabel('Courier', { exact: true }).selectOption('himbrahma-hills');
    await page.getByLabel('State').selectOption('HP');
    await page.waitForURL(/state=HP/);
    await colours.getByText('Not covered').waitFor();
    const { json } = await at.app.get('/places?search=himachal+pradesh&kinds=state');
    assert.equal(await countOf(visit, /Himachal Pradesh/), json.data[0].pincodes);
    await page.getByLabel('Colour by').selectOption('cod');
    await page.waitForURL(/colour=cod/);
    assert.deepEqual(await colours.getByRole('listitem').allInnerTexts(), ['Not covered', 'No COD', 'COD']);
    await visit.expectAccessible();
    await visit.end();
  });

  it('says what is under the pointer, and a click opens it', async () => {
    const visit = await at.signedIn('/map?state=GA');
    const { page } = visit;
    await counts(visit).waitFor();
    const box = (await canvas(visit).boundingBox())!;
    const tip = page.locator('.tip');
    // a dot is near somewhere on the way from the middle
    for (let step = 0; step < 60 && !(await tip.isVisible()); step++)
      await page.mouse.move(box.x + box.width / 2 + 3 * step, box.y + box.height / 2);
    const text = await tip.innerText();
    assert.match(text, /^40\d{4} .*, Goa: .* deliver/);
    await page.mouse.down();
    await page.mouse.up();
    await page.getByRole('heading', { level: 1, name: text.slice(0, 6) }).waitFor();
    await page.goBack();
    await counts(visit).waitFor();
    assert.equal(await page.getByLabel('State').inputValue(), 'GA');
    await visit.end();
  });

  it('is moved by a finger, and by two drawn nearer and moved, on a phone; a tap opens a pincode', async () => {
    const visit = await at.signedIn('/map?state=GA', { viewport: PHONE, hasTouch: true });
    const { page } = visit;
    await counts(visit).waitFor();
    const drawn = async (): Promise<string> => {
      await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
      return page.evaluate<string>(`document.querySelector('canvas').toDataURL()`);
    };
    /** The picture after a touch, which a browser may draw some pictures later: the first that stays. */
    const other = async (earlier: string, what: string): Promise<string> => {
      let [last, times] = [earlier, 0];
      for (let pictures = 0; pictures < MOST_PICTURES && times < STAYS; pictures++) {
        const picture = await drawn();
        times = picture === earlier ? 0 : picture === last ? times + 1 : 1;
        last = picture;
      }
      assert.ok(times === STAYS, what);
      return last;
    };
    const session = await page.context().newCDPSession(page);
    await canvas(visit).scrollIntoViewIfNeeded();
    // before its place is read: what comes late moves it
    const all = await other('', 'the map is drawn');
    const { x, y, width, height } = (await canvas(visit).boundingBox())!;
    const [middleX, middleY] = [x + width / 2, y + height / 2];
    /** Each finger goes from its first place to its last one, both from the middle. */
    const touch = async (...fingers: [from: [number, number], to: [number, number]][]): Promise<void> => {
      const points = (part: number) =>
        fingers.map(([[fromX, fromY], [toX, toY]], id) => ({
          x: middleX + fromX + (toX - fromX) * part,
          y: middleY + fromY + (toY - fromY) * part,
          id,
        }));
      await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points(0) });
      for (const part of [0.25, 0.5, 0.75, 1])
        await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: points(part) });
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    await touch([
      [0, 0],
      [40, 30],
    ]);
    const moved = await other(all, 'one finger moves it');
    await touch([
      [0, 0],
      [-40, -30],
    ]);
    assert.ok((await other(moved, 'and back')) === all, 'to where it was');
    await touch(
      [
        [-20, 0],
        [-80, 0],
      ],
      [
        [20, 0],
        [80, 0],
      ],
    );
    const near = await other(all, 'two fingers zoom it');
    await touch(
      [
        [-20, 0],
        [20, 20],
      ],
      [
        [20, 0],
        [60, 20],
      ],
    );
    const nearAndMoved = await other(near, 'two fingers move it');
    await touch(
      [
        [-20, 0],
        [-60, -20],
      ],
      [
        [20, 0],
        [-20, -20],
      ],
    );
    assert.ok((await other(nearAndMoved, 'and back')) === near, 'to where they were');
    await touch(
      [
        [-80, 0],
        [-20, 0],
      ],
      [
        [80, 0],
        [20, 0],
      ],
    );
    assert.ok((await other(near, 'two fingers zoom out')) === all, 'to the whole');
    assert.equal(await page.evaluate('visualViewport.scale'), 1, 'the page stays as it is');
    assert.match(page.url(), /\/map\?state=GA$/, 'nothing was opened');
    const tap = async (): Promise<boolean> => {
      for (let step = 0; step < 40 && !/pincodes/.test(page.url()); step++)
        await touch([
          [4 * step - 80, 0],
          [4 * step - 78, 1],
        ]);
      return /\/pincodes\/40\d{4}$/.test(page.url());
    };
    assert.ok(await tap(), page.url());
    await visit.end();
  });

  it('switches COD off at the pincodes of a lasso, through Review', async () => {
    const visit = await at.signedIn('/map?state=GA&courier=dharaline-surface&colour=cod');
    const { page } = visit;
    await counts(visit).waitFor();
    const all = await countOf(visit, /Goa/);
    await page.getByLabel('Draw a lasso').check();
    const box = (await canvas(visit).boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x - 120, y - 120);
    await page.mouse.down();
    for (const [toX, toY] of [
      [120, -120],
      [120, 60],
      [-120, 60],
    ] as const)
      await page.mouse.move(x + toX, y + toY, { steps: 4 });
    await page.mouse.up();
    await page.getByRole('button', { name: 'Without the lasso' }).waitFor();
    const some = await countOf(visit, /Goa/);
    assert.ok(some > 0 && some < all, `${some} of ${all}`);
    const pincodes = (await saved(visit)).slice(1).map((row) => row.slice(0, 6));
    assert.equal(pincodes.length, some);
    await page.getByRole('button', { name: 'COD off' }).click();
    const dialog = page.getByRole('dialog', { name: 'COD off' });
    await dialog.getByRole('region', { name: 'Impact' }).waitFor();
    await visit.expectAccessible();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    const done = page.getByRole('status').filter({ hasText: 'no longer collects cash on delivery' });
    await done.getByRole('link', { name: /^Change \d+$/ }).waitFor();
    for (const pincode of [pincodes[0]!, pincodes.at(-1)!]) {
      const { json } = await at.app.get(`/pincodes/${pincode}`);
      const own = json.data.partners.find(({ partnerId }: { partnerId: string }) => partnerId === 'dharaline-surface');
      assert.ok(own === undefined || !own.services.includes('COD'), pincode);
    }
    await done.getByRole('button', { name: 'Undo' }).click();
    const undo = page.getByRole('dialog', { name: 'Review' });
    await undo.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('status').filter({ hasText: 'Undone by' }).waitFor();
    await visit.end();
  });

  it('moves pincodes to another zone or holds them, and changes nothing when Review is left', async () => {
    const visit = await at.signedIn('/map?state=GA&courier=dharaline-surface&colour=zones');
    const { page } = visit;
    await counts(visit).waitFor();
    await page.getByRole('button', { name: 'Move to a zone' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move to a zone' });
    assert.ok(await dialog.getByRole('button', { name: 'Apply' }).isDisabled());
    await dialog.getByLabel('Zone').selectOption({ index: 1 });
    await dialog.getByRole('region', { name: 'Differences' }).getByText('Zone: ').first().waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Hold' }).click();
    const hold = page.getByRole('dialog', { name: 'Hold' });
    await hold.getByLabel('Reason').fill('Drill');
    const document = hold.getByRole('region', { name: 'Differences' }).getByText('holds/');
    await document.first().waitFor();
    await hold.getByText('and 91 more, until the hold is ended').waitFor();
    await visit.expectAccessible();
    await page.keyboard.press('Escape');
    await hold.waitFor({ state: 'detached' });
    await visit.end();
  });

  it('may be left as soon as it is there', async () => {
    const visit = await at.signedIn('/pincodes');
    const { page } = visit;
    // its frame is still to come then: a canvas that is gone is not drawn
    await page.evaluate(`new MutationObserver((_, observer) => {
      if (document.querySelector('canvas') === null) return;
      observer.disconnect();
      setTimeout(() => history.back(), 30);
    }).observe(document.body, { childList: true, subtree: true })`);
    await page.getByRole('link', { name: 'Map' }).click();
    await page.waitForURL(/\/map/);
    await page.waitForURL(/\/pincodes/);
    await page.evaluate('new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve), 100))');
    await visit.end();
  });

  it('shows a courier itself, without a button that changes, in the dark', async () => {
    const visit = await at.visit('/map', { colorScheme: 'dark' });
    await visit.signIn('partner:himbrahma-hills', 'demo-himbrahma-hills-secret');
    await counts(visit).waitFor();
    const options = await visit.page.getByLabel('Courier', { exact: true }).locator('option').count();
    assert.equal(options, 2, 'all couriers, which is itself, and itself');
    assert.equal(await visit.page.getByRole('button', { name: /COD off|Move to/ }).count(), 0);
    await visit.expectAccessible();
    await visit.end();
  });
});
