// Only in npm run test:all.
/** Allocation: capacities of couriers added, used up, closed, opened, changed and removed in a browser. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { dayInIndia } from '../../src/console/parts/words.js';
import type { Capacity, Partner } from '../../src/model/documents.js';
import { partnerCredential } from '../support/app.js';
import { needs } from '../support/needs.js';
import { scene } from './scene.js';
import { PHONE, type Visit } from './visit.js';

const PARCEL = {
  serviceTypes: ['PICKUP', 'DELIVERY'],
  fromPincode: '110001',
  toPincode: '560001',
  weight: 1_200,
  paymentType: 'PREPAID',
};
const TRIED = '/allocation?from=110001&to=560001&weight=1.2+kg';
const DAY_MS = 86_400_000;

const dialog = ({ page }: Visit) => page.getByRole('dialog');
const table = ({ page }: Visit) => page.getByRole('table', { name: 'Capacities' });
const row = (visit: Visit, name: string) => table(visit).getByRole('row').filter({ hasText: name });
const press = (visit: Visit, name: string) => visit.page.getByRole('button', { name }).click();
const fill = async (visit: Visit, fields: Record<string, string>): Promise<void> => {
  for (const [label, text] of Object.entries(fields)) await dialog(visit).getByLabel(label, { exact: true }).fill(text);
};
const choose = async (visit: Visit, fields: Record<string, string>): Promise<void> => {
  for (const [label, text] of Object.entries(fields))
    await dialog(visit).getByLabel(label, { exact: true }).selectOption(text);
};
const apply = async (visit: Visit, words: string): Promise<void> => {
  await dialog(visit).getByRole('button', { name: 'Apply' }).click();
  await visit.page.getByRole('status').filter({ hasText: words }).waitFor();
};

describe('Capacities', { skip: needs('Chromium') }, () => {
  const at = scene({ hasRules: false });
  /** Who gets the parcel unless it is full. */
  let courier: Pick<Partner, 'partnerId' | 'name'>;
  const assign = async (shipmentId: string, createAssignmentRecord = true): Promise<string> => {
    const { json, text } = await at.app.ask('assignment', {
      shipmentDetails: { shipmentId, ...PARCEL },
      assignmentPreferences: { assignmentStrategy: 'BEST_MATCH' },
      options: { createAssignmentRecord },
    });
    assert.ok(json.data?.success, text);
    return json.data.assignment.partnerId;
  };
  const stored = async (): Promise<Capacity[]> => (await at.app.send('GET', '/documents/capacities')).json.data;
  const put = async (collection: string, key: string, document: object): Promise<void> => {
    const { status, text } = await at.app.send('PUT', `/documents/${collection}/${key}`, document);
    assert.ok(status < 300, text);
  };
  before(async () => {
    await put('place-groups', 'METRO', { name: 'Metros', pincodes: ['110001', '560001'], status: true });
    await put('allocation-policies', 'house', {
      name: 'House rules',
      priority: 10,
      rules: [{ ruleId: 'by-score', label: 'By score', when: {}, rank: { cost: 'PRICE' }, status: true }],
      status: true,
    });
    const partnerId = await assign('FIRST', false);
    courier = (await at.app.send('GET', `/documents/partners/${partnerId}`)).json.data;
  });

  it('adds one by its form, says it in words, and counts what is assigned', async () => {
    const visit = await at.signedIn('/allocation');
    const { page } = visit;
    await page.getByText('None yet. A capacity says how much a courier takes').waitFor();
    await press(visit, 'Add capacity');
    await dialog(visit).getByText('Fill in whose capacity it is, its name and its limit.').waitFor();
    await choose(visit, { Courier: courier.partnerId, 'Day of': 'ASSIGNED' });
    await fill(visit, { Name: 'Vans', Limit: '2.5' });
    await dialog(visit).getByText('must be a whole number from 1').waitFor();
    assert.ok(await dialog(visit).getByRole('button', { name: 'Apply' }).isDisabled());
    await fill(visit, { Limit: '2' });
    await dialog(visit).getByText('Which parcels: every parcel').click();
    await choose(visit, { Payment: 'PREPAID' });
    await dialog(visit).getByLabel('Metros (METRO)').check();
    await dialog(visit)
      .getByText(`${courier.name}: 2 parcels a day, by assignment. Prepaid, to METRO; gets nothing when full.`)
      .waitFor();
    await visit.expectAccessible();
    await apply(visit, `Vans is a capacity of ${courier.name}.`);
    await row(visit, 'Vans').getByText('0 of 2 today').waitFor();
    assert.equal(await assign('C-1'), courier.partnerId);
    await page.reload();
    await visit.signIn();
    await row(visit, 'Vans').getByText('1 of 2 today').waitFor();
    assert.match(
      await row(visit, 'Vans').innerText(),
      /2 parcels a day, by assignment\s+Prepaid, to METRO; .*\sopen\s/s,
    );
    assert.equal(await assign('C-2'), courier.partnerId);
    assert.notEqual(await assign('C-3'), courier.partnerId);
    await page.reload();
    await visit.signIn();
    await row(visit, 'Vans').getByText('2 of 2 today').waitFor();
    await row(visit, 'Vans').getByText('full', { exact: true }).waitFor();
    await visit.expectAccessible();
    const [{ createdAt, ...document }] = (await stored()) as [Capacity];
    assert.ok(createdAt);
    assert.deepEqual(document, {
      id: document.id,
      partnerId: courier.partnerId,
      name: 'Vans',
      limit: 2,
      unit: 'PARCELS',
      per: 'DAY',
      dayOf: 'ASSIGNED',
      when: { toGroups: ['METRO'], paymentTypes: ['PREPAID'] },
      status: true,
    });
    await visit.end();
  });

  it('changes its limit and keeps what the form does not have', async () => {
    const [{ id, ...document }] = (await stored()) as [Capacity];
    const validTo = '2098-12-31T18:29:59.999Z';
    await put('capacities', String(id), { ...document, validTo });
    const visit = await at.signedIn('/allocation');
    await press(visit, `Change Vans of ${courier.name}`);
    assert.equal(await dialog(visit).getByLabel('Limit', { exact: true }).inputValue(), '2');
    await dialog(visit).getByText('Nothing would change.').waitFor();
    await fill(visit, { Limit: '1,000' });
    await dialog(visit)
      .getByRole('row', { name: /Limit\s+2\s+1000/ })
      .waitFor();
    await apply(visit, `Vans of ${courier.name} is changed.`);
    await row(visit, 'Vans').getByText('2 of 1,000 today').waitFor();
    assert.deepEqual(await stored(), [{ ...document, id, limit: 1_000, validTo }]);
    await visit.end();
  });

  it('closes it to the end of a day, which is today unless another is chosen, and opens it', async () => {
    const visit = await at.signedIn(TRIED);
    const { page } = visit;
    const tried = page.getByRole('table', { name: 'Couriers' }).getByRole('row', { name: courier.partnerId });
    await tried.getByText('chosen').waitFor();
    await press(visit, `Close Vans of ${courier.name}`);
    const today = dayInIndia(new Date());
    assert.equal(await dialog(visit).getByLabel('Until').inputValue(), today);
    await fill(visit, { Until: dayInIndia(new Date(Date.now() - DAY_MS)) });
    await dialog(visit).getByText('Must be today or a day to come').waitFor();
    await fill(visit, { Until: today });
    await dialog(visit).getByText('Parcels that are assigned by then go to other couriers').waitFor();
    await visit.expectAccessible();
    await apply(visit, `Vans of ${courier.name} is closed until the end of `);
    await row(visit, 'Vans')
      .getByText(/^closed until the end of \d+ \w+ \d{4}$/)
      .waitFor();
    await tried.getByText(/full: capacity \d+/).waitFor();
    const [{ closedUntil }] = (await stored()) as [Capacity];
    assert.equal(closedUntil, new Date(Date.parse(`${today}T00:00:00+05:30`) + DAY_MS).toISOString());
    assert.notEqual(await assign('C-4'), courier.partnerId);
    await press(visit, `Open Vans of ${courier.name}`);
    await apply(visit, `Vans of ${courier.name} is open.`);
    await row(visit, 'Vans').getByText('open', { exact: true }).waitFor();
    await tried.getByText('chosen').waitFor();
    assert.equal(await assign('C-5'), courier.partnerId);
    await visit.end();
  });

  it('goes by the present document, not by the page, and takes a closing back', async () => {
    const visit = await at.signedIn('/allocation');
    const [{ id, ...document }] = (await stored()) as [Capacity];
    await row(visit, 'Vans').waitFor();
    await put('capacities', String(id), { ...document, limit: 500 });
    await press(visit, `Close Vans of ${courier.name}`);
    await fill(visit, { Until: '2098-12-31' });
    await dialog(visit)
      .getByRole('row', { name: /Closed until\s+–\s+1 Jan 2099, 00:00 IST/ })
      .waitFor();
    await apply(visit, 'is closed until the end of 31 Dec 2098.');
    assert.equal((await stored())[0]!.limit, 500);
    await visit.page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await apply(visit, 'Undone by');
    await row(visit, 'Vans').getByText('open', { exact: true }).waitFor();
    await visit.end();
  });

  it('is switched off and removed, on a phone and by keys', async () => {
    const visit = await at.signedIn('/allocation', { viewport: PHONE });
    const { page } = visit;
    const byKey = async (name: string): Promise<void> => {
      await page.getByRole('button', { name }).focus();
      await page.keyboard.press('Enter');
    };
    await byKey(`Switch off Vans of ${courier.name}`);
    await apply(visit, `Vans of ${courier.name} no longer counts.`);
    await row(visit, 'Vans').getByText('off', { exact: true }).waitFor();
    assert.equal(await page.getByRole('button', { name: `Close Vans` }).count(), 0);
    await visit.expectAccessible();
    const isWider = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
    assert.ok(!isWider, 'the page does not scroll sideways');
    await byKey(`Remove Vans of ${courier.name}`);
    await visit.expectAccessible();
    await apply(visit, `Vans of ${courier.name} is removed.`);
    await page.getByText('None yet. A capacity says').waitFor();
    assert.deepEqual(await stored(), []);
    await visit.end();
  });

  it('says weights, amounts, dates and couriers that come last in words, by courier', async () => {
    const when = { paymentTypes: ['PREPAID'], urgencies: ['STANDARD', 'EXPRESS'] };
    const lines = [
      { partnerId: 'kachhua-cargo', name: 'Truck', limit: 2_000_000, unit: 'GRAMS', per: 'MONTH', kind: 'SOFT', when },
      { partnerId: 'dharaline-surface', name: 'Cash', limit: 500_000, unit: 'COD_RUPEES', per: 'DAY' },
      {
        partnerId: 'dharaline-surface',
        name: 'Peak',
        limit: 1,
        unit: 'PIECES',
        per: 'DAY',
        validFrom: '2098-01-01T00:00:00+05:30',
      },
    ];
    for (const [index, line] of lines.entries())
      await put('capacities', String(901 + index), { ...line, status: true });
    const visit = await at.signedIn('/allocation');
    await row(visit, 'Truck').waitFor();
    const texts = (await table(visit).getByRole('row').allInnerTexts())
      .slice(1)
      .map((text) => text.replace(/\s+/g, ' '));
    assert.match(
      texts[0]!,
      /^Dharaline .*Cash ₹5,00,000\.00 to collect a day, by pickup Every parcel; .* ₹0\.00 of ₹5,/,
    );
    assert.match(texts[1]!, /^Dharaline .*Peak 1 piece a day, by pickup .* begins 1 Jan 2098/);
    assert.match(
      texts[2]!,
      /^Kachhua .*Truck 2,000 kg a month, .*comes last when full 0 kg of 2,000 kg this month open/,
    );
    await press(visit, 'Change Truck');
    assert.equal(await dialog(visit).getByLabel('Limit', { exact: true }).inputValue(), '2,000 kg');
    await dialog(visit).getByText('Nothing would change.').waitFor();
    await visit.end();
  });

  it('shows a courier nothing of it', async () => {
    const visit = await at.visit('/allocation');
    const { id, secret } = partnerCredential(courier.partnerId);
    await visit.signIn(`partner:${id}`, secret);
    await visit.page.getByRole('heading', { level: 1, name: 'Not for this credential' }).waitFor();
    assert.equal(await visit.page.getByText('Capacities').count(), 0);
    await visit.page.context().close();
  });
});
