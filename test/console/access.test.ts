// Only in npm run test:all.
/** Access: logins are made, shown once, changed, rotated and revoked; the node says how it is. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { connect, type Pinrate } from '../../src/client/connect.js';
import {
  checkAvailability,
  createCredential,
  getApiRoot,
  getDocument,
  listCredentials,
  putDocument,
} from '../../src/client/operations.js';
import { MAIN, partnerCredential } from '../support/app.js';
import { needs } from '../support/needs.js';
import { scene } from './scene.js';
import { PHONE, type Visit } from './visit.js';

const row = ({ page }: Visit, name: RegExp) => page.getByRole('table', { name: 'Logins' }).getByRole('row', { name });
const dialog = ({ page }: Visit) => page.getByRole('dialog');

describe('Access', { skip: needs('Chromium') }, () => {
  const at = scene();
  let pinrate: Pinrate;
  before(async () => {
    at.app.clock.nowMs = Date.now();
    pinrate = connect({ url: at.app.app.url, service: MAIN.id, secret: MAIN.secret });
    const { data } = await getDocument(pinrate, 'partners', 'kachhua-cargo');
    await putDocument(pinrate, 'partners', 'acme-parcel', { ...data, partnerId: 'acme-parcel', name: 'Acme Parcel' });
  });
  const loginOf = async (id: string) => (await listCredentials(pinrate)).data.find((each) => each.id === id)!;
  const add = (id: string) =>
    createCredential(pinrate, { kind: 'service', id, tier: 'TIER_1', scopes: ['quote', 'read'] });

  it('makes a login for a courier in six steps, and shows its secret once', async () => {
    const visit = await at.signedIn('/rate');
    const { page } = visit;
    const walk = visit.walk();
    await page.getByRole('link', { name: 'Access' }).click();
    await page.getByRole('button', { name: 'Add login' }).click();
    const form = page.getByRole('dialog', { name: 'Add login' });
    await form.getByLabel('Kind').selectOption('Courier');
    await form.getByLabel('Id').fill('acme-parcel');
    const boxes = await form.getByRole('checkbox').all();
    // quote, assign, read, write: a courier may neither manage nor administer
    assert.deepEqual(await Promise.all(boxes.map((box) => box.isChecked())), [true, false, true, false]);
    await visit.expectAccessible();
    await form.getByRole('button', { name: 'Create' }).click();
    const field = form.getByLabel('Secret', { exact: true });
    const secret = await field.inputValue();
    assert.match(secret, /^[\w-]{43}$/);
    assert.ok(!(await field.isEditable()));
    await visit.expectAccessible();
    await page.keyboard.press('Escape');
    assert.ok(await field.isVisible(), 'it is not lost by a key');
    await form.getByRole('button', { name: 'Done' }).click();
    await row(visit, /partner:acme-parcel/).waitFor();
    walk.took(6);
    assert.ok(!(await visit.traces()).includes(secret), 'nothing is left of it');
    const { caller } = await getApiRoot(connect({ url: visit.origin, partner: 'acme-parcel', secret }));
    assert.deepEqual(caller.scopes, ['quote', 'read']);
    await visit.end();
  });

  it('makes a login for a system, with the ticked scopes', async () => {
    const visit = await at.signedIn('/access');
    const { page } = visit;
    await page.getByRole('button', { name: 'Add login' }).click();
    const form = dialog(visit);
    await form.getByLabel('Kind').selectOption('System');
    await form.getByLabel('Id').fill('no');
    await form.getByText('3 to 50 letters').waitFor();
    assert.ok(await form.getByRole('button', { name: 'Create' }).isDisabled());
    await form.getByLabel('Id').fill('billing');
    await form.getByRole('checkbox', { name: 'assign' }).uncheck();
    await form.getByRole('checkbox', { name: 'write' }).uncheck();
    await form.getByRole('checkbox', { name: 'manage' }).check();
    await form.getByLabel('Tier').selectOption('5,000 requests a minute');
    await form.getByRole('button', { name: 'Create' }).click();
    await form.getByRole('button', { name: 'Done' }).click();
    const { scopes, tier } = await loginOf('billing');
    assert.deepEqual([scopes, tier], [['quote', 'read', 'manage'], 'TIER_2']);
    // once more: the node refuses, and what was typed stays
    await page.getByRole('button', { name: 'Add login' }).click();
    await form.getByLabel('Id').fill('dharaline-surface');
    await form.getByRole('button', { name: 'Create' }).click();
    await form.getByRole('alert').filter({ hasText: 'ALREADY_EXISTS' }).waitFor();
    assert.equal(await form.getByLabel('Id').inputValue(), 'dharaline-surface');
    await page.reload();
    await visit.signIn();
    await page.getByRole('button', { name: 'Add login' }).click();
    assert.equal(await form.getByLabel('Id').inputValue(), 'dharaline-surface', 'a reload loses nothing');
    await visit.end();
  });

  it('rotates a secret, and shows until when the old one counts', async () => {
    const { secret } = (await add('rotated')).data;
    const visit = await at.signedIn('/access');
    await row(visit, /rotated/)
      .getByRole('button', { name: 'Rotate' })
      .click();
    await dialog(visit).getByLabel('The old secret').selectOption('goes on for a week');
    await visit.expectAccessible();
    await dialog(visit).getByRole('button', { name: 'Rotate' }).click();
    const newer = await dialog(visit).getByLabel('Secret', { exact: true }).inputValue();
    await dialog(visit).getByRole('button', { name: 'Done' }).click();
    await row(visit, /rotated/)
      .getByText(/the old one too, until .* IST/)
      .waitFor();
    for (const each of [secret!, newer])
      await getApiRoot(connect({ url: visit.origin, service: 'rotated', secret: each }));
    const [old] = (await loginOf('rotated')).secrets;
    assert.ok(Math.abs(Date.parse(old!.notAfter!) - at.app.clock.nowMs - 7 * 86_400_000) < 60_000);
    // a third one only when that is ticked
    await row(visit, /rotated/)
      .getByRole('button', { name: 'Rotate' })
      .click();
    await dialog(visit).getByRole('button', { name: 'Rotate' }).click();
    await dialog(visit).getByRole('alert').getByText('Two secrets count already').waitFor();
    await dialog(visit).getByLabel('End the oldest secret at once').check();
    await dialog(visit).getByRole('button', { name: 'Rotate' }).click();
    await dialog(visit).getByRole('button', { name: 'Done' }).click();
    await assert.rejects(getApiRoot(connect({ url: visit.origin, service: 'rotated', secret: secret! })), {
      status: 401,
    });
    await visit.end();
  });

  it('changes scopes, revokes, and allows again', async () => {
    const { secret } = (await add('shop')).data;
    const shop = connect({ url: at.app.app.url, service: 'shop', secret: secret! });
    const visit = await at.signedIn('/access');
    await row(visit, /shop/).getByRole('button', { name: 'Change' }).click();
    await dialog(visit).getByRole('checkbox', { name: 'assign' }).check();
    await dialog(visit).getByRole('button', { name: 'Save' }).click();
    await visit.page.getByRole('status').filter({ hasText: 'shop may now: quote, assign, read' }).waitFor();
    assert.deepEqual((await getApiRoot(shop)).caller.scopes, ['quote', 'assign', 'read']);
    await row(visit, /shop/).getByRole('button', { name: 'Revoke' }).click();
    await visit.expectAccessible();
    await dialog(visit).getByRole('button', { name: 'Revoke' }).click();
    await row(visit, /shop/).getByText('revoked').waitFor();
    await assert.rejects(getApiRoot(shop), { status: 401 });
    await row(visit, /shop/).getByRole('button', { name: 'Allow again' }).click();
    await row(visit, /shop/).getByRole('button', { name: 'Revoke' }).waitFor();
    await getApiRoot(shop);
    await visit.end();
  });

  it('does not revoke the last login that may administer, and says why', async () => {
    const visit = await at.signedIn('/access');
    await row(visit, /main-system/)
      .getByRole('button', { name: 'Revoke' })
      .click();
    await dialog(visit).getByText('You are signed in with it').waitFor();
    await dialog(visit).getByRole('button', { name: 'Revoke' }).click();
    await dialog(visit).getByRole('alert').filter({ hasText: 'LAST_ADMIN' }).waitFor();
    await visit.end();
  });

  it('says how the node is, and makes a backup', async () => {
    await checkAvailability(pinrate, {
      pickupPincode: '110001',
      deliveryPincode: '560001',
      weight: 500,
      shipmentType: 'B2C',
      paymentType: 'PREPAID',
      serviceRequirements: ['PICKUP', 'DELIVERY'],
    });
    const visit = await at.signedIn('/access');
    const facts = visit.page.getByRole('region', { name: 'This node' });
    await facts.getByText(/p99 at most [\d.]+ ms since the start/).waitFor();
    const text = await facts.innerText();
    assert.match(text, /healthy\. Every component is healthy[\s\S]*pinrate \d+\.\d+\.\d+[\s\S]*Store/);
    await facts.getByRole('button', { name: 'Back up' }).click();
    // this node's store is in memory: the refusal says what to do
    await facts
      .getByText(/SHA-256|NOT_SUPPORTED/)
      .first()
      .waitFor();
    await visit.expectAccessible();
    await visit.end();
  });

  it('is not for others', async () => {
    const { id, secret } = partnerCredential('dharaline-surface');
    const visit = await at.visit('/access');
    await visit.signIn(`partner:${id}`, secret);
    await visit.page.getByRole('heading', { level: 1, name: 'Not for this credential' }).waitFor();
    assert.equal(await visit.page.getByRole('link', { name: 'Access' }).count(), 0);
    await visit.end();
  });

  it('is usable on a phone, in the dark', async () => {
    const visit = await at.signedIn('/access', { viewport: PHONE, colorScheme: 'dark' });
    const { page } = visit;
    await row(visit, /main-system/).waitFor();
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= PHONE.width);
    await visit.expectAccessible();
    await page.getByRole('button', { name: 'Add login' }).click();
    await dialog(visit).getByLabel('Id').fill('from-a-phone');
    await dialog(visit).getByLabel('Kind').selectOption('System');
    await visit.expectAccessible();
    await dialog(visit).getByRole('button', { name: 'Create' }).click();
    await dialog(visit).getByRole('button', { name: 'Done' }).click();
    assert.equal((await loginOf('from-a-phone')).status, 'ACTIVE');
    await visit.end();
  });
});
