// Only in npm run test:all.
/** Backtest on Allocation: what a policy, or a rule that is not applied yet, would have done; and landed costs. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { connect, type Pinrate } from '../../src/client/connect.js';
import {
  applyDocuments,
  assignShipment,
  calculateCharges,
  getDocument,
  importOutcomes,
  listChanges,
} from '../../src/client/operations.js';
import type { AllocationPolicy } from '../../src/model/documents.js';
import { MAIN } from '../support/app.js';
import { needs } from '../support/needs.js';
import { until } from '../support/until.js';
import { scene } from './scene.js';
import { PHONE, type Visit } from './visit.js';

const PARCELS = 12;
const backtest = ({ page }: Visit) => page.getByRole('region', { name: 'Backtest' });
const run = (visit: Visit) => backtest(visit).getByRole('button', { name: 'Run', exact: true }).click();
const tile = (visit: Visit, name: string) =>
  backtest(visit).locator('.tiles > div').filter({ hasText: name }).locator('dd').first();

describe('Backtest', { skip: needs('Chromium') }, () => {
  const at = scene({ hasRules: false });
  let pinrate: Pinrate;
  /** The courier that has all parcels. */
  let courier: string;
  before(async () => {
    at.app.clock.nowMs = Date.now();
    pinrate = connect({ url: at.app.app.url, service: MAIN.id, secret: MAIN.secret });
    for (let number = 1; number <= PARCELS; number++) {
      const { data } = await assignShipment(pinrate, {
        shipmentDetails: {
          shipmentId: `SHIP-${number}`,
          serviceTypes: ['PICKUP', 'DELIVERY'],
          fromPincode: '110001',
          toPincode: '560001',
          weight: 1_200,
          paymentType: 'PREPAID',
          shipmentType: 'B2C',
          declaredValue: 900,
        },
        assignmentPreferences: { assignmentStrategy: 'BEST_MATCH' },
      });
      assert.ok(data.success, JSON.stringify(data));
      courier = data.assignment.partnerId;
    }
    const createdAt = new Date().toISOString();
    const rules = [{ ruleId: 'cod', label: 'No COD', when: { paymentTypes: ['COD'] }, refuse: REFUSAL, status: true }];
    const house = { policyId: 'house', name: 'House rules', priority: 1, status: true, rules, createdAt };
    await applyDocuments(pinrate, [
      { collection: 'allocation-policies', document: { ...house, updatedAt: createdAt } },
      {
        collection: 'landed-terms',
        document: {
          id: 1,
          taxCredit: 'FULL',
          returnHandling: 15,
          valueLossPercent: 2,
          annualRatePercent: 12,
          lateCost: 20,
          status: true,
          createdAt,
        },
      },
    ]);
  });
  const REFUSAL = { code: 'REFUSED', message: 'No cash' };

  it('says of the policy as saved that nothing moves, and which rule never acted', async () => {
    const visit = await at.signedIn('/allocation');
    await run(visit);
    await backtest(visit).getByText('It would have cost the same.').waitFor();
    assert.equal(await tile(visit, 'Other courier').innerText(), '0');
    assert.match(await tile(visit, 'Cost').innerText(), /^(₹[\d,.]+) → \1$/);
    await backtest(visit).getByText('This rule never acted: No COD.').waitFor();
    await visit.expectAccessible();
    await visit.end();
  });

  it('asks about a rule before it is applied: its premium, who gains, and each parcel with its decision', async () => {
    const visit = await at.signedIn('/allocation');
    const { page } = visit;
    await page.getByRole('button', { name: 'Add rule' }).click();
    const dialog = page.getByRole('dialog');
    assert.ok(await dialog.getByRole('button', { name: 'Backtest' }).isDisabled());
    await dialog.getByLabel('The rule in words').fill('Not with the best');
    await dialog.getByLabel('Couriers').fill(courier);
    await dialog.getByRole('button', { name: 'Backtest' }).press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await backtest(visit)
      .locator('option:checked')
      .filter({ hasText: 'with the change: Every parcel: not' })
      .waitFor({ state: 'attached' });
    await run(visit);
    await backtest(visit).getByText(`${PARCELS} of ${PARCELS} parcels would go to another courier.`).waitFor();
    const rules = backtest(visit).getByRole('table', { name: 'What rules cost' });
    await rules.getByRole('row', { name: /^No COD cod 0 0 refuses$/ }).waitFor();
    const premium = await rules.getByRole('row', { name: /^Not with the best/ }).innerText();
    const difference = /₹[\d,.]+/.exec(await backtest(visit).getByText('You would have paid').innerText())![0];
    assert.ok(premium.replace(/\s+/g, ' ').endsWith(`${PARCELS} 0 +${difference.replace(/\.$/, '')}`), premium);
    const shares = backtest(visit).getByRole('table', { name: 'Parcels by courier' });
    await shares.getByRole('row', { name: new RegExp(`${courier} ${PARCELS} 0 −${PARCELS}$`) }).waitFor();
    await visit.expectAccessible();
    await page.setViewportSize(PHONE);
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= PHONE.width);
    await visit.expectAccessible();
    // nothing was applied, and what was typed is still there
    const { rules: saved } = (await getDocument(pinrate, 'allocation-policies', 'house')).data as AllocationPolicy;
    assert.equal(saved.length, 1);
    await page.getByRole('button', { name: 'Add rule' }).click();
    assert.equal(await dialog.getByLabel('The rule in words').inputValue(), 'Not with the best');
    await page.keyboard.press('Escape');
    await backtest(visit).getByRole('link', { name: 'SHIP-3', exact: true }).click();
    await page.getByRole('region', { name: 'Why this courier' }).getByText(courier).first().waitFor();
    await visit.end();
  });

  it('takes a period, a customer, and at most so many; refuses days the wrong way round', async () => {
    const visit = await at.signedIn('/allocation');
    const form = backtest(visit).getByRole('form', { name: 'Backtest' });
    await form.getByLabel('At most').fill('0');
    assert.ok(await form.getByRole('button', { name: 'Run' }).isDisabled());
    await form.getByLabel('At most').fill('5');
    await run(visit);
    await backtest(visit).getByText('0 of 5 parcels would go').waitFor();
    await form.getByLabel('Customer').fill('nobody');
    await run(visit);
    await backtest(visit).getByText('No parcel was assigned in that period').waitFor();
    await form.getByLabel('From day').fill('2027-01-01');
    await form.getByText('Must not be before the first day').waitFor();
    assert.ok(await form.getByRole('button', { name: 'Run' }).isDisabled());
    await visit.end();
  });

  it('takes orders from elsewhere instead, and says which line is wrong', async () => {
    const visit = await at.signedIn('/allocation');
    const order = {
      at: '2026-11-02T10:00:00+05:30',
      partnerId: courier,
      shipmentDetails: {
        ...{ shipmentId: 'ELSEWHERE-1', serviceTypes: ['PICKUP', 'DELIVERY'], weight: 500, shipmentType: 'B2C' },
        ...{ fromPincode: '110001', toPincode: '560001', paymentType: 'COD', declaredValue: 900 },
      },
      assignmentPreferences: { assignmentStrategy: 'BEST_MATCH' },
    };
    const drop = (...orders: object[]) =>
      backtest(visit)
        .getByLabel('Orders')
        .setInputFiles({
          name: 'orders.ndjson',
          mimeType: 'application/x-ndjson',
          buffer: Buffer.from(orders.map((each) => `${JSON.stringify(each)}\n`).join('')),
        });
    await drop(order, { ...order, at: 'yesterday' });
    await run(visit);
    await backtest(visit)
      .getByRole('alert')
      .getByText(/^Line 3: at: /)
      .waitFor();
    await visit.expectAccessible();
    await drop(order);
    await run(visit);
    // the house takes no cash
    await backtest(visit).getByText('0 of 1 parcel would go to another courier.').waitFor();
    assert.equal(await tile(visit, 'Refused').innerText(), '1');
    await backtest(visit).getByRole('button', { name: 'Take the period instead of orders.ndjson' }).click();
    await run(visit);
    await backtest(visit).getByText(`of ${PARCELS} parcels`).first().waitFor();
    await visit.end();
  });

  it('takes a sheet of orders, dropped or pasted, and shows how it was read', async () => {
    const visit = await at.signedIn('/allocation');
    const { page } = visit;
    const form = backtest(visit).getByRole('form', { name: 'Backtest' });
    const drop = (...lines: string[]) =>
      form.getByLabel('Orders').setInputFiles({
        name: 'orders.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(
          ['Order No,Origin Pin,Destination Pin,Mass (kg),COD Amount,Date,Courier', ...lines].join('\n'),
        ),
      });
    await drop(`O-1,110001,560001,1.2,0,13/11/2026,${courier}`, `O-2,110001,5600,1.2,0,13/11/2026,${courier}`);
    const faults = backtest(visit).getByRole('table', { name: 'Faults' });
    await faults.getByText('there is no such heading').waitFor();
    assert.ok(await form.getByRole('button', { name: 'Run' }).isDisabled());
    await backtest(visit)
      .getByLabel(/^Column D,/)
      .selectOption('weight');
    await faults.getByRole('row', { name: /^3 Destination Pin/ }).waitFor();
    await visit.expectAccessible();
    await drop(`O-1,110001,560001,1.2,0,13/11/2026,${courier}`, `O-2,110001,560001,1.2,499,13/11/2026,${courier}`);
    // the columns are as they were chosen
    await run(visit);
    await backtest(visit).getByText('0 of 2 parcels would go to another courier.').waitFor();
    // the house takes no cash
    assert.equal(await tile(visit, 'Refused').innerText(), '1');
    await form.getByText('Paste orders, days and weights').click();
    await form.getByLabel('Or paste them').fill('from\tto\tweight_g\n110001\t560001\t1200\n');
    await backtest(visit).getByText('How the orders were read').click();
    await backtest(visit).getByText('assumed: nobody has them, since no column says who').waitFor();
    await run(visit);
    await backtest(visit).getByText('0 of 1 parcel would go to another courier.').waitFor();
    await page.setViewportSize(PHONE);
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= PHONE.width);
    await visit.expectAccessible();
    await visit.end();
  });

  it('asks whose the names of a sheet are, and says what it cannot compare or has assumed', async () => {
    const visit = await at.signedIn('/allocation');
    const { page } = visit;
    const section = backtest(visit);
    await section.getByLabel('Orders').setInputFiles({
      name: 'names.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        [
          'Order No,From Pin,To Pin,weight_g,Payment,Courier,Cost centre',
          ...['Aravali Express', 'Aravali Express', 'gone-courier', 'Left & Out', ''].map(
            (name, number) => `N-${number},110001,560001,1200,PREPAID,${name},x`,
          ),
        ].join('\n'),
      ),
    });
    const faults = section.getByRole('table', { name: 'Faults' });
    await faults.getByText('Left & Out is no courier that is known: choose below whose it is').waitFor();
    await section.getByText('not read: Cost centre').waitFor();
    await section.getByLabel('Aravali Express means').selectOption(courier);
    await section.getByLabel('Left & Out means').selectOption('');
    await faults.waitFor({ state: 'detached' });
    await visit.expectAccessible();
    await run(visit);
    await section.getByText('0 of 4 parcels would go to another courier.').waitFor();
    await section.getByText('1 parcel without a courier: nobody has carried it yet').waitFor();
    await section.getByText('1 parcel cannot be compared. There is no such courier: gone-courier (1).').waitFor();
    await section.getByText('2 parcels: No outcomes of PREPAID parcels count yet').waitFor();
    await visit.expectAccessible();
    await page.setViewportSize(PHONE);
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= PHONE.width);
    await visit.end();
  });

  it('warns where a policy ranks by landed costs without terms, of a tried parcel too', async () => {
    const { data: terms } = await getDocument(pinrate, 'landed-terms', '1');
    const { data: house } = await getDocument(pinrate, 'allocation-policies', 'house');
    const apply = (status: boolean, rank: object | null) =>
      applyDocuments(pinrate, [
        { collection: 'landed-terms', document: { ...terms, status } },
        { collection: 'allocation-policies', document: { ...house, rank } },
      ]);
    await apply(false, { strategy: 'CHEAPEST', cost: 'LANDED' });
    const visit = await at.signedIn('/allocation?from=110001&to=560001&weight=1.2+kg');
    const warning = 'The policy house ranks by landed costs, of which there are no terms: the price counted.';
    await visit.page.getByRole('region', { name: 'Try a parcel' }).getByText(warning).waitFor();
    await run(visit);
    await backtest(visit).getByText(`${PARCELS} parcels: ${warning}`).waitFor();
    await visit.end();
    await apply(true, null);
  });

  it('shows how far it is, and can be cancelled', async () => {
    const visit = await at.signedIn('/allocation');
    await visit.page.route('**/allocation/backtest', () => undefined);
    await run(visit);
    await backtest(visit).getByRole('progressbar', { name: 'Done' }).waitFor();
    await visit.expectAccessible();
    await backtest(visit).getByRole('button', { name: 'Cancel' }).click();
    await backtest(visit).getByRole('alert').filter({ hasText: 'It ended early' }).waitFor();
    await visit.end();
  });

  it('shows next to a tried price what the parcel costs in the end', async () => {
    const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
    const outcomes = Array.from({ length: 40 }, (_, number) => ({
      ...{ awb: `AWB-${number}`, partnerId: courier, deliveryPincode: '560001', paymentType: 'COD' },
      ...{ pickedUpAt: daysAgo(60), promisedAt: daysAgo(55), attempts: 1 },
      ...(number < 10 ? { status: 'RTO', rtoAt: daysAgo(50) } : { status: 'DELIVERED', deliveredAt: daysAgo(56) }),
    }));
    await importOutcomes(pinrate, outcomes);
    await until(
      async () => {
        const { data } = await calculateCharges(pinrate, {
          ...{ partnerId: courier, pickupPincode: '110001', deliveryPincode: '560001', weight: 1_200 },
          ...{ shipmentType: 'B2C', paymentType: 'COD', codAmount: 2_499.5, includeLanded: true },
        });
        return data.available && data.landed?.evidence.n === outcomes.length;
      },
      'the outcomes count',
      250,
    );
    const visit = await at.signedIn('/allocation?from=110001&to=560001&weight=1.2+kg&cod=2499.50');
    const { page } = visit;
    await page.getByRole('table', { name: 'Couriers' }).getByRole('button', { name: courier }).press('Enter');
    const landed = page.getByRole('list', { name: 'Landed cost' });
    await landed.getByRole('listitem').filter({ hasText: 'Waiting for the cash' }).waitFor();
    const amounts = (await landed.getByRole('listitem').locator('.number').allInnerTexts()).map((text) =>
      Number(text.replace(/[₹+,]/g, '')),
    );
    const total = amounts.pop()!;
    assert.equal(amounts.length, 4);
    assert.equal(Math.round(amounts.reduce((sum, each) => sum + each, 0) * 100), Math.round(total * 100));
    await page.getByRole('list', { name: 'Waterfall' }).waitFor();
    await page.getByRole('link', { name: 'landed terms 1' }).waitFor();
    // each term is a sum that a calculator follows, by the terms of this house
    const terms = await landed.getByRole('listitem').locator('small').allInnerTexts();
    const numbersOf = (text: string): number[] =>
      (text.match(/\d[\d,]*(?:\.\d+)?/g) ?? []).map((each) => Number(each.replaceAll(',', '')));
    const [chance, price, handling, loss, percent] = numbersOf(terms[1]!) as [number, number, number, number, number];
    assert.deepEqual([handling, loss, percent], [15, 49.99, 2]);
    assert.ok(Math.abs((chance / 100) * (price + handling + loss) - amounts[1]!) <= 0.006, terms[1]);
    const [others, collected, rate, days, way, waiting] = numbersOf(terms[2]!) as [number, ...number[]];
    assert.deepEqual([collected, rate, days], [2499.5, 12, way! + waiting!]);
    assert.ok(Math.abs(((others / 100) * 2499.5 * 12 * days!) / 36_500 - amounts[2]!) <= 0.006, terms[2]);
    assert.match(terms[3]!, /^[\d.]+ % late, [\d.]+ % on time, × ₹20\.00$/);
    const stands = page.getByRole('table', { name: 'What the chances stand on' });
    const rows = await stands.getByRole('row').allInnerTexts();
    assert.deepEqual(
      rows.slice(1).map((row) => row.replace(/\s+/g, ' ')),
      ['560001', 'Bengaluru', 'Karnataka', 'all its parcels'].map(
        (at) => `${at} 25.0 % 10 of 40 75.0 % 30 of 40 42.9 %`,
      ),
    );
    await page.getByText('The chance of a return comes from 40 parcels at this pincode.').waitFor();
    await visit.expectAccessible();
    await page.goto(`${at.app.app.url}/console/rate?from=110001&to=560001&weight=1.2+kg&cod=2499.50`);
    await visit.signIn();
    await page.getByRole('table', { name: 'Offers' }).getByRole('button', { name: courier }).click();
    await landed.waitFor();
    const offers = page.getByRole('table', { name: 'Offers' });
    await offers.getByRole('columnheader', { name: 'In the end' }).waitFor();
    for (const box of [0, 1]) await offers.getByRole('checkbox').nth(box).check();
    const compared = page.getByRole('table', { name: 'Compared' });
    await compared.getByRole('row', { name: /^In the end: returns / }).waitFor();
    await compared.getByRole('row', { name: /^Landed cost / }).waitFor();
    const { data: changes } = await listChanges(pinrate, {});
    assert.equal(changes.filter(({ note }) => note?.includes('Not with the best')).length, 0);
    await visit.end();
  });
});
