// Only in npm run test:all.
/** Today: the day in sums, why a shipment went where it did, and shipments confirmed, cancelled, reassigned, moved. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { connect, type Pinrate } from '../../src/client/connect.js';
import {
  applyDocuments,
  assignShipment,
  calculateCharges,
  createCredential,
  getDecision,
  getShipment,
  listAttempts,
  reassignShipment,
} from '../../src/client/operations.js';
import { rupees } from '../../src/words.js';
import { MAIN, partnerCredential } from '../support/app.js';
import { needs } from '../support/needs.js';
import { scene } from './scene.js';
import { PHONE, type Visit } from './visit.js';

const form = ({ page }: Visit, name: string) => page.getByRole('form', { name });
const facts = ({ page }: Visit, name: string) =>
  page.locator('dl.facts dt').filter({ hasText: name }).locator('+ dd').innerText();
const find = async ({ page }: Visit, number: string): Promise<void> => {
  await page.getByLabel('Shipment', { exact: true }).fill(number);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
};

describe('Today', { skip: needs('Chromium') }, () => {
  const at = scene({ hasRules: false });
  let pinrate: Pinrate;
  /** Another system of the house. */
  let shop: Pinrate;
  /** The courier that gets every parcel of this file. */
  let courier: string;
  const assign = async (shipmentId: string, more: object = {}, by = pinrate): Promise<string> => {
    const { data } = await assignShipment(by, {
      shipmentDetails: {
        shipmentId,
        serviceTypes: ['PICKUP', 'DELIVERY'],
        fromPincode: '110001',
        toPincode: '560001',
        weight: 1_200,
        paymentType: 'PREPAID',
        shipmentType: 'B2C',
        declaredValue: 2_499.5,
        ...more,
      },
      assignmentPreferences: { assignmentStrategy: 'BEST_MATCH' },
    });
    assert.ok(data.success, JSON.stringify(data));
    return data.assignment.partnerId;
  };
  const lifecycleOf = async (shipmentId: string) => (await getShipment(pinrate, shipmentId)).data.lifecycle;

  before(async () => {
    const { url } = at.app.app;
    at.app.clock.nowMs = Date.now();
    pinrate = connect({ url, service: MAIN.id, secret: MAIN.secret });
    const { data } = await createCredential(pinrate, {
      kind: 'service',
      id: 'shop',
      tier: 'UNLIMITED',
      scopes: ['assign', 'read'],
    });
    shop = connect({ url, service: 'shop', secret: data.secret! });
    courier = await assign('SHIP-1');
    const createdAt = new Date().toISOString();
    const capacity = {
      id: 1,
      partnerId: courier,
      name: 'Vans',
      limit: 8,
      unit: 'PARCELS',
      per: 'DAY',
      dayOf: 'ASSIGNED',
    };
    const group = { groupId: 'METRO', name: 'Metros', pincodes: ['560001'], status: true, createdAt };
    await applyDocuments(pinrate, [
      { collection: 'capacities', document: { ...capacity, status: true, createdAt } },
      { collection: 'place-groups', document: group },
    ]);
    for (const id of ['SHIP-2', 'SHIP-3', 'SHIP-4']) assert.equal(await assign(id), courier);
    assert.equal(await assign('WEB-77', {}, shop), courier);
  });

  it('sums up the day by courier and hour, and shows which capacities are used', async () => {
    const visit = await at.signedIn('/today');
    const { page } = visit;
    await page.getByRole('row', { name: new RegExp(`${courier}\\s+5\\s+100.0 %`) }).waitFor();
    await page.getByRole('img', { name: /^Parcels by hour: \d\d o’clock 5$/ }).waitFor();
    await page.waitForTimeout(500);
    await page.getByRole('row', { name: new RegExp(`^Vans\\s.*${courier}\\s+5 of 8 parcels a day\\s+open`) }).waitFor();
    await visit.expectAccessible();
    await visit.end();
  });

  it('counts what nobody carried, by reason', async () => {
    const question = {
      ...{ partnerId: courier, pickupPincode: '110001', deliveryPincode: '560001', weight: 50_000 },
      ...({ paymentType: 'PREPAID', shipmentType: 'B2C' } as const),
    };
    assert.equal((await calculateCharges(pinrate, question)).data.available, false);
    const visit = await at.signedIn('/today');
    const row = visit.page.getByRole('table', { name: 'Refusals', exact: true }).getByRole('row');
    await row.filter({ hasText: /weight exceeds what the courier carries\s*a price\s*1$/ }).waitFor();
    await visit.expectAccessible();
    await visit.end();
  });

  it('says why a shipment went to its courier', async () => {
    const visit = await at.signedIn('/today');
    const { page } = visit;
    await find(visit, 'SHIP-1');
    const { sentence } = (await getDecision(pinrate, 'SHIP-1')).data;
    const why = page.getByRole('region', { name: 'Why this courier' });
    await why.getByText(sentence, { exact: true }).waitFor();
    assert.match(await facts(visit, 'State'), /^assigned/);
    assert.match(await facts(visit, 'Assigned'), /by service:main-system, BEST_MATCH$/);
    await why.getByText('Rules and couriers').click();
    await why.getByRole('row', { name: new RegExp(`${courier}\\s+chosen`) }).waitFor();
    await page.getByRole('row', { name: new RegExp(`^1\\s.*${courier}\\s+assigned`) }).waitFor();
    await visit.expectAccessible();
    await visit.end();
  });

  it('finds a shipment that another system has assigned, and by the search box', async () => {
    const visit = await at.signedIn('/rate');
    const { page } = visit;
    await page.getByRole('searchbox', { name: 'Search' }).fill('WEB-77');
    await page.keyboard.press('Enter');
    await page.getByText('by service:shop').waitFor();
    await page.waitForURL('**/console/today/WEB-77?caller=service%3Ashop');
    await page.getByRole('region', { name: 'Why this courier' }).locator('.notice').waitFor();
    await page.getByRole('link', { name: 'Today' }).first().click();
    await find(visit, 'WEB-78');
    await page.getByText('No shipment of your login has the number WEB-78').waitFor();
    await visit.expectAccessible();
    await visit.end();
  });

  it('confirms a shipment with its AWB, by which it is found from then on', async () => {
    const visit = await at.signedIn('/today?shipment=SHIP-2');
    const { page } = visit;
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await form(visit, 'Confirm the shipment').getByLabel('AWB').fill('7712345678');
    await visit.expectAccessible();
    await page.getByRole('button', { name: 'Confirm the shipment' }).click();
    await page.getByRole('status').filter({ hasText: 'with the AWB 7712345678.' }).waitFor();
    const { state, awb } = await lifecycleOf('SHIP-2');
    assert.deepEqual([state, awb], ['CONFIRMED', '7712345678']);
    await page.getByRole('button', { name: 'Confirm', exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Today' }).first().click();
    await find(visit, '7712345678');
    await page.getByRole('heading', { level: 1, name: 'Shipment SHIP-2' }).waitFor();
    await visit.end();
  });

  it('reassigns a shipment to the best other courier, with its cost before and after', async () => {
    const visit = await at.signedIn('/today/SHIP-1');
    const { page } = visit;
    await page.getByRole('button', { name: 'Reassign', exact: true }).click();
    const reassign = form(visit, 'Reassign the shipment');
    await reassign.getByText('The best other courier gets it, by the policy and the rates of now.').waitFor();
    await reassign.getByLabel('Reason').selectOption('PICKUP_MISSED');
    await reassign.getByLabel('Note').fill('Van broke down');
    await visit.expectAccessible();
    await page.getByRole('button', { name: 'Reassign the shipment' }).click();
    const done = page.getByRole('status').filter({ hasText: 'has it now.' });
    await done.waitFor();
    const [former, current] = (await listAttempts(pinrate, 'SHIP-1')).data;
    assert.notEqual(current!.partnerId, courier);
    const words = await done.innerText();
    for (const { cost } of [former!, current!]) assert.ok(words.includes(`₹${rupees(cost!)}`), words);
    await page.getByRole('row', { name: /^1\s.*reassigned.*It was not picked up: Van broke down/ }).waitFor();
    await page.getByRole('button', { name: `Why attempt 1 went to ${courier}` }).click();
    await page.getByRole('region', { name: 'Why attempt 1 went where it did' }).locator('.notice').waitFor();
    await visit.expectAccessible();
    await visit.end();
  });

  it('says that a named courier cannot carry it, and leaves it where it is', async () => {
    const visit = await at.signedIn('/today/SHIP-3');
    const { page } = visit;
    const { candidates } = (await getDecision(pinrate, 'SHIP-3')).data;
    const incapable = candidates.find(({ result }) => result === 'INCAPABLE')!.partnerId;
    await page.getByRole('button', { name: 'Reassign', exact: true }).click();
    await form(visit, 'Reassign the shipment').getByLabel('To').selectOption(incapable);
    await page.getByRole('button', { name: 'Reassign the shipment' }).click();
    await page
      .getByRole('alert')
      .filter({ hasText: /It stays with .* cannot carry this shipment/ })
      .waitFor();
    assert.equal((await lifecycleOf('SHIP-3')).attempt, 1);
    await visit.end();
  });

  it('changes nothing where somebody was faster, and shows the shipment as it is', async () => {
    const visit = await at.signedIn('/today/SHIP-3');
    const { page } = visit;
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await form(visit, 'Cancel the shipment').waitFor();
    await reassignShipment(pinrate, 'SHIP-3', { attempt: 1, reason: 'PRICE' });
    await page.getByRole('button', { name: 'Cancel the shipment' }).click();
    await page.getByRole('alert').filter({ hasText: 'attempt 2 is the current one. Nothing was done' }).waitFor();
    await page.getByRole('row', { name: /^2\s/ }).waitFor();
    assert.equal((await lifecycleOf('SHIP-3')).state, 'ASSIGNED');
    await visit.end();
  });

  it('cancels a shipment on a phone', async () => {
    const visit = await at.signedIn('/today/SHIP-3', { viewport: PHONE });
    const { page } = visit;
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    const cancel = form(visit, 'Cancel the shipment');
    await cancel.getByLabel('Reason').selectOption('STOCK');
    await visit.expectAccessible();
    await page.getByRole('button', { name: 'Cancel the shipment' }).click();
    await page.getByRole('status').filter({ hasText: 'Cancelled: nobody carries it.' }).waitFor();
    await page.getByText(/^cancelled, .*, nothing is in stock, attempt 2$/).waitFor();
    const { state, reason } = await lifecycleOf('SHIP-3');
    assert.deepEqual([state, reason], ['CANCELLED', 'STOCK']);
    await visit.end();
  });

  it('moves the parcels of a courier after a try, and says which stay', async () => {
    const others = (await getDecision(pinrate, 'SHIP-4')).data.candidates.map(({ partnerId }) => partnerId);
    await assign('SHIP-5', { excludePartners: others.filter((each) => each !== courier) });
    const visit = await at.signedIn('/today');
    const { page } = visit;
    const move = form(visit, 'Move a courier’s parcels');
    const moving = page.getByRole('button', { name: 'Move them' });
    await move.getByLabel('Courier').selectOption(courier);
    await move.getByLabel('Metros').check();
    assert.ok(await moving.isDisabled());
    await page.route('**/shipments/reassign', () => undefined);
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByRole('status').filter({ hasText: 'Trying: 0 parcels so far' }).getByText('Stop').click();
    await page.getByRole('alert').filter({ hasText: 'Nothing has moved: try it again.' }).waitFor();
    assert.ok(await moving.isDisabled());
    await page.unroute('**/shipments/reassign');
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByText('3 parcels would move. 1 stays.').waitFor();
    assert.equal((await getShipment(pinrate, 'SHIP-4')).data.partnerId, courier);
    const moves = page.getByRole('table', { name: 'Moves' });
    await moves.getByRole('row', { name: /\s3\s+₹/ }).waitFor();
    await page.getByRole('table', { name: 'Stay' }).getByRole('link', { name: 'SHIP-5' }).waitFor();
    await visit.expectAccessible();
    await move.getByLabel('Reason').selectOption('SERVICE');
    assert.ok(await moving.isDisabled(), 'another order must be tried first');
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByText('Moves 3 parcels of').waitFor();
    await moving.click();
    await page.getByRole('status').filter({ hasText: '3 parcels have moved. 1 stays.' }).waitFor();
    assert.notEqual((await getShipment(pinrate, 'SHIP-4')).data.partnerId, courier);
    assert.notEqual((await getShipment(shop, 'WEB-77')).data.partnerId, courier);
    await visit.end();
    const phone = await at.signedIn('/today', { viewport: PHONE });
    await phone.page.getByRole('img', { name: /^Parcels by hour/ }).waitFor();
    await phone.expectAccessible();
    await phone.end();
  });

  it('has no buttons without the scope assign, and no page for a courier', async () => {
    const { data } = await createCredential(pinrate, {
      kind: 'service',
      id: 'support',
      tier: 'TIER_1',
      scopes: ['read'],
    });
    const visit = await at.visit('/today/SHIP-4?caller=service:main-system');
    await visit.signIn('support', data.secret!);
    const { page } = visit;
    await page.getByRole('region', { name: 'Why this courier' }).locator('.notice').waitFor();
    for (const name of ['Confirm', 'Cancel', 'Reassign'])
      assert.equal(await page.getByRole('button', { name }).count(), 0);
    await page.getByRole('link', { name: 'Today' }).first().click();
    await page.getByRole('heading', { name: 'Capacities' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Move them' }).count(), 0);
    await page.context().close();
    const own = await at.visit('/today');
    const { id, secret } = partnerCredential(courier);
    await own.signIn(`partner:${id}`, secret);
    await own.page.getByRole('heading', { level: 1, name: 'Not for this credential' }).waitFor();
    await own.page.context().close();
  });
});
