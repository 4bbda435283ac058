// Only in npm run test:all.
/** Allocation: rules written, moved and switched off in a browser, and a parcel tried on them. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { connect, type Pinrate } from '../../src/client/connect.js';
import { createCredential, getDocument, patchDocument } from '../../src/client/operations.js';
import type { AllocationPolicy } from '../../src/model/documents.js';
import { MAIN, partnerCredential } from '../support/app.js';
import { needs } from '../support/needs.js';
import { scene } from './scene.js';
import { PHONE, type Visit } from './visit.js';

/** Below the amounts to collect that the rules are about. */
const PARCEL = {
  ...{ fromPincode: '110001', toPincode: '560001', weight: 1_200, shipmentType: 'B2C' },
  ...{ paymentType: 'COD', declaredValue: 900 },
};

const dialog = ({ page }: Visit) => page.getByRole('dialog');
const rule = ({ page }: Visit, name: string) =>
  page.getByRole('region', { name: 'Rules' }).getByRole('listitem').filter({ hasText: name });
const fill = async (visit: Visit, fields: Record<string, string>): Promise<void> => {
  for (const [label, text] of Object.entries(fields)) await dialog(visit).getByLabel(label, { exact: true }).fill(text);
};
const apply = async (visit: Visit, words: string): Promise<void> => {
  await dialog(visit).getByRole('button', { name: 'Apply' }).click();
  await visit.page.getByRole('status').filter({ hasText: words }).waitFor();
};

describe('Allocation', { skip: needs('Chromium') }, () => {
  const at = scene({ hasRules: false });
  let pinrate: Pinrate;
  before(() => {
    pinrate = connect({ url: at.app.app.url, service: MAIN.id, secret: MAIN.secret });
  });
  const policyOf = async () => (await getDocument(pinrate, 'allocation-policies', 'house')).data as AllocationPolicy;

  it('begins without a policy: a group, a policy, COD of ₹25,000 and more not to the group', async () => {
    const visit = await at.signedIn('/allocation');
    const { page } = visit;
    await page.getByText('There is no policy').waitFor();
    await visit.expectAccessible();
    await page.getByRole('button', { name: 'Add group' }).click();
    await fill(visit, { Id: 'risky', Name: 'Risky for COD', Pincodes: '560001' });
    await dialog(visit).getByText('Check “Id”.').waitFor();
    await fill(visit, { Id: 'RISKY_COD', Pincodes: '560001, 56000' });
    await dialog(visit).getByText('56000 is no pincode').waitFor();
    assert.ok(await dialog(visit).getByRole('button', { name: 'Apply' }).isDisabled());
    await fill(visit, { Pincodes: '560001\n560002' });
    await visit.expectAccessible();
    await apply(visit, 'Risky for COD is a group of places.');
    await page.getByRole('row', { name: /RISKY_COD\s+2 pincodes/ }).waitFor();
    await page.getByRole('button', { name: 'Write the first' }).click();
    await fill(visit, { Id: 'house', Name: 'House rules' });
    await apply(visit, 'House rules is a policy.');
    await page.getByRole('button', { name: 'Add rule' }).click();
    await fill(visit, { 'The rule in words': 'No high COD to risky places', 'COD amount from': '25,000' });
    await dialog(visit).getByLabel('Payment').selectOption('COD');
    await dialog(visit).getByLabel('To', { exact: true }).selectOption('RISKY_COD');
    await dialog(visit).getByLabel('Then').selectOption('refuse');
    await dialog(visit).getByText('Fill in “Reason shown”.').waitFor();
    await fill(visit, { 'Reason shown': 'Ask for payment in advance' });
    await dialog(visit)
      .getByText('COD, to RISKY_COD, amount to collect from ₹25,000.00: refused: Ask for payment in advance.')
      .waitFor();
    await visit.expectAccessible();
    await apply(visit, 'No high COD to risky places is a rule of House rules.');
    assert.deepEqual((await policyOf()).rules[1]!.when, {
      paymentTypes: ['COD'],
      codFrom: 25_000,
      toGroups: ['RISKY_COD'],
    });
    await visit.end();
  });

  it('lights up the rules while a parcel is typed, and says why', async () => {
    const visit = await at.signedIn('/allocation');
    const { page } = visit;
    await page.getByRole('button', { name: 'Show an example' }).click();
    await rule(visit, 'No high COD').getByText('Did not hold: ₹2,499.50 is to be collected').waitFor();
    await page.getByText(/: the best by BEST_MATCH; /).waitFor();
    await page.getByLabel('COD amount').fill('26000');
    await rule(visit, 'No high COD').getByText('Acted').waitFor();
    await page.getByText('Refused by “No high COD to risky places”: Ask for payment in advance.').waitFor();
    await visit.expectAccessible();
    const { pathname, search } = new URL(page.url());
    const phone = await at.signedIn(pathname.replace('/console', '') + search, { viewport: PHONE });
    await rule(phone, 'No high COD').getByText('Acted').waitFor();
    await phone.expectAccessible();
    await phone.end();
    await visit.end();
  });

  it('splits light prepaid parcels 60 to 40, counted by day', async () => {
    const visit = await at.signedIn('/allocation?from=110001&to=560001&weight=1.2+kg');
    const { page } = visit;
    // each by its name and its id
    const ids = page.getByRole('table', { name: 'Couriers' }).getByRole('rowheader').locator('small');
    await ids.first().waitFor();
    const [one, other] = await ids.allInnerTexts();
    await page.getByRole('button', { name: 'Add rule' }).click();
    await fill(visit, { 'The rule in words': 'Light ones 60 to 40', 'Weight below': '2 kg' });
    await dialog(visit).getByLabel('Payment').selectOption('PREPAID');
    await dialog(visit).getByLabel('Then').selectOption('share');
    await fill(visit, { Couriers: `${one} 60\n${other} 50` });
    await dialog(visit).getByText('The percents must sum to 100: they sum to 110').waitFor();
    await fill(visit, { Couriers: `${one} 60 %` });
    await dialog(visit).getByLabel('Add a courier').selectOption(other!);
    assert.equal(await dialog(visit).getByLabel('Couriers').inputValue(), `${one} 60 %\n${other} 40`);
    await apply(visit, 'Light ones 60 to 40 is a rule');
    await rule(visit, 'Light ones').getByText('Acted').waitFor();
    await page.getByText(`${one}: share “Light ones 60 to 40” (60 %, the first one)`).waitFor();
    await page.getByRole('row', { name: new RegExp(`${one}.*“Light ones 60 to 40”: 60 %, due 0.6, has 1`) }).waitFor();
    const { when, share } = (await policyOf()).rules.at(-1)!;
    assert.deepEqual(when, { paymentTypes: ['PREPAID'], kgTo: 2 });
    assert.deepEqual(share, {
      of: [
        { partner: one, percent: 60 },
        { partner: other, percent: 40 },
      ],
      per: 'DAY',
    });
    // a heavier one, and one with COD, are not of it
    for (const [label, text, was] of [
      ['Weight', '2 kg', 'it weighs 2 kg'],
      ['COD amount', '900', 'it is COD'],
    ] as const) {
      await page.getByLabel(label, { exact: true }).fill(text);
      await rule(visit, 'Light ones').getByText(`Did not hold: ${was}`).waitFor();
    }
    await visit.end();
  });

  it('moves a rule, switches one off, removes one, and takes the last back', async () => {
    const visit = await at.signedIn('/allocation');
    const { page } = visit;
    await page.getByRole('button', { name: 'Move Light ones 60 to 40 up' }).click();
    await apply(visit, 'Light ones 60 to 40 comes before No high COD to risky places.');
    assert.deepEqual(
      (await policyOf()).rules.map(({ ruleId }) => ruleId),
      ['by-score', 'light-ones-60-to-40', 'no-high-cod-to-risky-places'],
    );
    await page.getByRole('button', { name: 'Switch off No high COD to risky places' }).click();
    await apply(visit, 'No high COD to risky places no longer counts.');
    await rule(visit, 'No high COD').getByText('(switched off)').waitFor();
    await page.getByRole('button', { name: 'Remove Light ones 60 to 40' }).click();
    await apply(visit, 'Light ones 60 to 40 is removed.');
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await apply(visit, 'Undone by');
    await rule(visit, 'Light ones').waitFor();
    assert.equal((await policyOf()).rules.length, 3);
    await visit.end();
  });

  it('keeps COD of ₹25,000 and more from a group of couriers', async () => {
    const parcel = 'from=110001&to=560001&weight=1.2+kg&cod=25000';
    const courier = 'nabhdoot-air';
    await patchDocument(pinrate, 'partners', courier, { groups: ['AIR'] });
    const visit = await at.signedIn(`/allocation?${parcel}`);
    const { page } = visit;
    const tried = page.getByRole('table', { name: 'Couriers' }).getByRole('row', { name: courier });
    await tried.waitFor();
    await page.getByRole('button', { name: 'Add rule' }).click();
    await fill(visit, {
      'The rule in words': 'No high COD by air',
      'COD amount from': '25,000',
      Couriers: 'group:AIRS',
    });
    await dialog(visit).getByLabel('Payment').selectOption('COD');
    await dialog(visit).getByText('There is no courier or group group:AIRS').waitFor();
    await fill(visit, { Couriers: 'group:AIR' });
    await dialog(visit).getByText('COD, amount to collect from ₹25,000.00: not group:AIR.').waitFor();
    await apply(visit, 'No high COD by air is a rule of House rules.');
    await tried.getByText('excluded by “No high COD by air”').waitFor();
    await page.getByLabel('COD amount', { exact: true }).fill('24999.99');
    await rule(visit, 'No high COD by air').getByText('Did not hold: ₹24,999.99 is to be collected').waitFor();
    await tried.getByText('excluded by').waitFor({ state: 'hidden' });
    await visit.end();
  });

  it('says before it applies a rule who would get the latest parcels', async () => {
    const couriers: string[] = [];
    for (const shipmentId of ['LATEST-1', 'LATEST-2', 'LATEST-3']) {
      const { json, text } = await at.app.ask('assignment', {
        shipmentDetails: { ...PARCEL, shipmentId, serviceTypes: ['PICKUP', 'DELIVERY'] },
        assignmentPreferences: { assignmentStrategy: 'BEST_MATCH' },
      });
      assert.ok(json.data?.assignment, text);
      couriers.push(json.data.assignment.partnerId);
    }
    const [former] = couriers;
    assert.deepEqual(new Set(couriers), new Set([former]));
    const visit = await at.signedIn('/allocation');
    const { page } = visit;
    await page.getByRole('button', { name: 'Add rule' }).click();
    await fill(visit, { 'The rule in words': 'Not with the best', Couriers: former! });
    const impact = dialog(visit).getByRole('region', { name: 'Impact' });
    await impact
      .getByText(
        /^Of the latest 3 parcels 3 would change courier: ₹\d+\.\d\d (dearer|cheaper) \(₹\d+\.\d\d a parcel\)\.$/,
      )
      .waitFor();
    await impact.getByText('2 couriers gain or lose').click();
    const rows = await impact.getByRole('table', { name: 'Parcels by courier' }).getByRole('row').allInnerTexts();
    assert.match(rows[1]!, /\s0\s+3\s+\+3$/);
    assert.match(rows[2]!, new RegExp(`${former}\\s+3\\s+0\\s+−3$`));
    await visit.expectAccessible();
    await page.setViewportSize(PHONE);
    assert.ok(Number(await impact.evaluate((region) => region.scrollWidth - region.clientWidth)) <= 0);
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= PHONE.width);
    await visit.expectAccessible();
    await dialog(visit).getByLabel('Then').selectOption('refuse');
    await fill(visit, { 'Reason shown': 'Nobody' });
    await impact.getByText('Of the latest 3 parcels none would change courier; 3 would be refused.').waitFor();
    await visit.end();
  });

  it('ranks by landed cost, unless it is far or late; changes a rule and keeps what it does not ask', async () => {
    const visit = await at.signedIn('/allocation');
    const { page } = visit;
    await page.getByRole('button', { name: 'Add rule' }).click();
    await fill(visit, { 'The rule in words': 'COD by what it costs in the end' });
    await dialog(visit).getByLabel('Payment').selectOption('COD');
    await dialog(visit).getByText('Unless all of this holds').click();
    await dialog(visit).getByLabel('Unless: To states').fill('MH');
    await dialog(visit).getByLabel('Then').selectOption('rank');
    await dialog(visit).getByLabel('Cost is').selectOption('LANDED');
    await dialog(visit)
      .getByText('COD, unless to state MH: ranked by what was asked and what it costs in the end.')
      .waitFor();
    await visit.expectAccessible();
    await apply(visit, 'COD by what it costs in the end is a rule');
    const added = (await policyOf()).rules.at(-1)!;
    assert.deepEqual(added.rank, { cost: 'LANDED' });
    assert.equal(added.when.not!.toStates!.length, 1);

    await page.getByRole('button', { name: 'Change COD by what it costs in the end' }).click();
    assert.equal(await dialog(visit).getByLabel('Cost is').inputValue(), 'LANDED');
    await dialog(visit).getByText('Weights of the score').click();
    await fill(visit, { 'An hour is worth': '1.5', 'Counts to': '2036-12-31' });
    await dialog(visit).getByLabel('The last rule, where it holds').check();
    await dialog(visit)
      .getByText('an hour at ₹1.50; then no later rule counts, until 31 Dec 2036, 23:59 IST.')
      .waitFor();
    await visit.expectAccessible();
    await apply(visit, 'COD by what it costs in the end is changed.');
    assert.deepEqual((await policyOf()).rules.at(-1), {
      ...added,
      rank: { cost: 'LANDED', weights: { hourValue: 1.5 } },
      stop: true,
      validTo: '2036-12-31T18:29:59.999Z',
    });
    await visit.end();
  });

  it('shows rules and tries a parcel for a login that may only read, without a button that changes', async () => {
    const { data } = await createCredential(pinrate, {
      ...{ kind: 'service', id: 'support-desk', tier: 'TIER_1', scopes: ['read'] },
    });
    const visit = await at.visit('/allocation?from=110001&to=560001&weight=1.2+kg');
    const { page } = visit;
    await visit.signIn(data.id, data.secret!);
    await page.getByRole('table', { name: 'Couriers' }).waitFor();
    await page.getByRole('link', { name: 'Allocation' }).waitFor();
    assert.ok((await page.getByRole('region', { name: 'Rules' }).getByRole('listitem').count()) > 0);
    assert.equal(await page.getByRole('button', { name: /^(?:Add|Change|Move|Switch|Remove|Close|Run)/ }).count(), 0);
    await visit.expectAccessible();
    await visit.end();
  });

  it('shows nothing of it to a courier', async () => {
    const visit = await at.visit('/allocation');
    const { id, secret } = partnerCredential('dharaline-surface');
    await visit.signIn(`partner:${id}`, secret);
    await visit.page.getByRole('heading', { level: 1, name: 'Not for this credential' }).waitFor();
    assert.equal(await visit.page.getByText('House rules').count(), 0);
    assert.equal(await visit.page.getByRole('link', { name: 'Allocation' }).count(), 0);
    await visit.page.context().close();
  });
});
