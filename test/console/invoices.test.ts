// Only in npm run test:all.
/** Invoices: from a courier's invoice and the house's orders to what is disputed, and why. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { connect, type Pinrate } from '../../src/client/connect.js';
import { calculateBulkCharges } from '../../src/client/operations.js';
import { MAIN, partnerCredential } from '../support/app.js';
import { needs } from '../support/needs.js';
import { scene } from './scene.js';
import { DESKTOP, PHONE, type Visit } from './visit.js';

const COURIER = 'dharaline-surface';
const INVOICE_HEADINGS = 'AWB No,Order No,Shipment Date,Charged Weight (kg),Total';
const ORDER_HEADINGS = 'Order No,AWB,Pickup Pincode,Delivery Pincode,Weight (kg),Payment Mode';

const csv = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`${lines.join('\n')}\n`),
});

/** As the node prices what the sheets of these tests bill. */
const SHIPMENT = {
  partnerId: COURIER,
  pickupPincode: '110001',
  deliveryPincode: '560001',
  shipmentType: 'B2C',
  paymentType: 'PREPAID',
  shipDate: '2026-11-13',
  assume: { carried: true },
} as const;

describe('Invoices', { skip: needs('Chromium') }, () => {
  const at = scene();
  let pinrate: Pinrate;
  /** What 500 g and 2 kg cost from Delhi to Bengaluru, without tax, in Rupees. */
  let half: number;
  let two: number;
  before(async () => {
    at.app.clock.nowMs = Date.now();
    pinrate = connect({ url: at.app.app.url, service: MAIN.id, secret: MAIN.secret });
    const { data } = await calculateBulkCharges(pinrate, {
      shipments: [
        { ...SHIPMENT, weight: 500 },
        { ...SHIPMENT, weight: 2_000 },
      ],
    });
    [half, two] = data.results.map(({ charges }) => charges!.totalAmount - charges!.gstAmount) as [number, number];
  });

  const order = (number: number) => `O-${number},A-${number},110001,560001,0.5,Prepaid`;
  const line = (number: number, kg: number, amount: number) =>
    `A-${number},O-${number},13/11/2026,${kg},${amount.toFixed(2)}`;
  const opened = (...more: Parameters<typeof at.signedIn> extends [unknown?, ...infer M] ? M : never) =>
    at.signedIn(`/invoices?courier=${COURIER}&basis=withoutTax`, ...more);
  const drop = ({ page }: Visit, label: string, file: ReturnType<typeof csv>) =>
    page.getByLabel(label, { exact: true }).setInputFiles(file);
  const download = async ({ page }: Visit, name: string): Promise<string> => {
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `Download ${name}` }).click(),
    ]);
    assert.equal(saved.suggestedFilename(), name);
    return readFileSync(await saved.path(), 'utf8');
  };

  it('shows where the money of an invoice went, opens a line, and saves a dispute in its own columns', async () => {
    const visit = await at.signedIn('/rate');
    const { page } = visit;
    await page.getByRole('link', { name: 'Invoices' }).click();
    await page.getByLabel('Courier').selectOption('Dharaline Surface Logistics');
    await page.getByLabel('Amounts').selectOption('Without tax');
    const orders = [...Array(40).keys()].map(order);
    await drop(visit, 'Orders', csv('orders.csv', [ORDER_HEADINGS, ...orders, order(99)]));
    const lines = orders.map((_, number) => line(number, 0.5, half));
    lines[3] = line(3, 2, two);
    lines.push(line(5, 0.5, half), 'A-98,O-98,13/11/2026,0.5,50.00');
    lines.splice(8, 0, 'A-6,O-6,13/11/2026,0.5,perhaps');
    await drop(visit, 'Invoice', csv('november.csv', [INVOICE_HEADINGS, ...lines]));
    await visit.expectAccessible();
    await page.getByRole('button', { name: 'Reconcile' }).click();

    const totals = page.getByRole('table', { name: 'Totals' });
    await totals.getByRole('row', { name: /^Lines 43 39 exact/ }).waitFor();
    await totals.getByRole('row', { name: /^Over .* 3 lines$/ }).waitFor();
    await totals.getByRole('row', { name: /^Cannot be read ₹0.00 1 line: total: perhaps \(1\)$/ }).waitFor();
    await totals.getByRole('row', { name: /^Not billed yet .* 1 shipment$/ }).waitFor();
    const causes = await page.getByRole('list', { name: 'Where the money went' }).getByRole('listitem').allInnerTexts();
    assert.deepEqual(
      causes.map((text) => text.split('\n')[0]),
      ['Expected', 'Not among the shipments', 'Billed before', 'Charged weight', 'Cannot be read', 'Billed'],
    );
    const table = page.getByRole('table', { name: 'Lines' });
    assert.equal(await table.getByRole('button').count(), 3);
    await page.getByRole('combobox', { name: 'Cause' }).selectOption('Charged weight');
    await page.getByText('1 line, the largest difference first').waitFor();
    await table.getByRole('button', { name: 'A-3' }).click();
    const steps = await page.getByRole('list', { name: 'Waterfall' }).getByRole('listitem').allInnerTexts();
    assert.deepEqual(
      steps.map((text) => text.split('\n').at(-1)),
      [`₹${half.toFixed(2)}`, `+₹${(two - half).toFixed(2)}`, `₹${two.toFixed(2)}`],
    );
    await table.getByText('500 g, charged 2 kg').waitFor();
    await visit.expectAccessible();

    const dispute = (await download(visit, 'dispute.csv')).split('\r\n');
    assert.equal(dispute[0], `\ufeff${INVOICE_HEADINGS},expected,difference,cause,reason`);
    assert.equal(dispute.length, 5);
    const expected = `${line(3, 2, two)},${half.toFixed(2)},${(two - half).toFixed(2)},WEIGHT,`;
    assert.ok(dispute[1]!.startsWith(expected), dispute[1]);
    assert.equal((await download(visit, 'lines.csv')).split('\r\n').length, 45);
    assert.match(await download(visit, 'unbilled.csv'), /\r\nO-99,A-99,/);
    assert.match(await download(visit, 'report.html'), /^<!doctype html>/);
    assert.equal(JSON.parse(await download(visit, 'summary.json')).invoice.lines, 43);
    await visit.end();
  });

  it('has room for the amounts of a large invoice', async () => {
    for (const viewport of [DESKTOP, PHONE]) {
      const visit = await opened({ viewport });
      const { page } = visit;
      await drop(visit, 'Orders', csv('orders.csv', [ORDER_HEADINGS, order(1)]));
      await drop(visit, 'Invoice', csv('november.csv', [INVOICE_HEADINGS, line(1, 0.5, 1_234_567_890.12)]));
      await page.getByRole('button', { name: 'Reconcile' }).click();
      const amounts = page.getByRole('list', { name: 'Where the money went' }).locator('.number');
      await amounts.getByText('₹1,23,45,67,890.12').waitFor();
      const cut = await amounts.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
      assert.equal(cut, 0);
      await visit.end();
    }
  });

  it('expects a pickup where a person says so, and points to that where most lines lack it', async () => {
    const services = ['PICKUP' as const, 'DELIVERY' as const];
    const { data } = await calculateBulkCharges(pinrate, {
      shipments: [{ ...SHIPMENT, weight: 500, serviceRequirements: services }],
    });
    const { totalAmount, gstAmount, fscCharge, otherCharges } = data.results[0]!.charges!;
    const total = totalAmount - gstAmount;
    const parts = [total - fscCharge - otherCharges, fscCharge, otherCharges].map((amount) => amount.toFixed(2));
    const more = total - half;
    assert.ok(more > 0);
    const visit = await opened();
    const { page } = visit;
    const numbers = [1, 2, 3, 4, 5, 6];
    const lines = numbers.map((number) => [line(number, 0.5, total), ...parts].join());
    await drop(visit, 'Orders', csv('orders.csv', [ORDER_HEADINGS, ...numbers.map(order)]));
    await drop(visit, 'Invoice', csv('november.csv', [`${INVOICE_HEADINGS},Freight,FSC,Other Charges`, ...lines]));
    await page.getByRole('button', { name: 'Reconcile' }).click();
    const hint = page.getByText(`6 of 6 lines that have a price differ by the same +₹${more.toFixed(2)}`);
    await hint.waitFor();
    await page.getByRole('table', { name: 'Lines' }).getByRole('button', { name: 'A-3' }).click();
    const components = page.getByRole('table', { name: 'Components' });
    await components
      .getByRole('row', { name: `Other charges ₹${parts[2]} ₹${Math.abs(otherCharges - more).toFixed(2)}` })
      .waitFor();
    await components.getByRole('row', { name: `Total ₹${total.toFixed(2)} ₹${half.toFixed(2)}` }).waitFor();
    const detail = await page.locator('.opened .detail').boundingBox();
    assert.ok(detail!.x + detail!.width <= DESKTOP.width);
    await visit.expectAccessible();
    await page.getByLabel('Services').selectOption('Picked up and delivered at the door');
    await page.getByRole('button', { name: 'Reconcile' }).click();
    await page
      .getByRole('table', { name: 'Totals' })
      .getByRole('row', { name: /^Lines 6 6 exact/ })
      .waitFor();
    assert.equal(await hint.count(), 0);
    await visit.end();
  });

  it('says before it begins that no weight is read, and that the totals have the tax in them', async () => {
    const visit = await opened();
    const { page } = visit;
    const lines = ['A-1,560001,40.00,7.20,47.20', 'A-2,560001,50.00,9.00,59.00', 'A-3,560001,50.00,9.00,60.00'];
    await drop(visit, 'Invoice', csv('plain.csv', ['AWB,Delivery Pincode,Freight,GST,Total', ...lines]));
    await page.getByRole('button', { name: 'Reconcile' }).waitFor();
    await page.getByText('No column of any sheet is read as a weight').waitFor();
    await page.getByText('The total includes the tax in 2 of 3 lines: choose “With tax” under Amounts.').waitFor();
    await visit.expectAccessible();
    await page.getByLabel('Amounts').selectOption('With tax');
    await drop(visit, 'Orders', csv('orders.csv', [ORDER_HEADINGS, order(1)]));
    await page.getByText('Columns of the orders').waitFor();
    await page.getByRole('button', { name: 'Reconcile' }).waitFor();
    assert.equal(await page.locator('.warn').count(), 0);
    await visit.end();
  });

  it('loses neither a file nor what is typed while large files are read', async () => {
    const visit = await opened({}, (page) =>
      page.addInitScript(`(() => {
        const read = Blob.prototype.arrayBuffer;
        const released = new Promise((resolve) => (globalThis.release = resolve));
        Blob.prototype.arrayBuffer = async function () {
          if (this.name !== 'first.csv') await released;
          return read.call(this);
        };
      })()`),
    );
    const { page } = visit;
    const shown = (name: string) => page.getByText(`${name}; drop a corrected one here`).waitFor();
    await drop(visit, 'Invoice', csv('first.csv', [INVOICE_HEADINGS, line(1, 0.5, half)]));
    await shown('first.csv');
    await drop(visit, 'Invoice', csv('second.csv', [INVOICE_HEADINGS, line(1, 0.5, half)]));
    await drop(visit, 'Orders', csv('orders.csv', [ORDER_HEADINGS, order(1)]));
    await page.getByText('How it is meant').click();
    await page.getByLabel('Tolerance').fill('2');
    await page.getByLabel('Weights', { exact: true }).selectOption('kg');
    await page.evaluate('release()');
    await shown('orders.csv');
    await shown('second.csv');
    assert.equal(await page.getByLabel('Tolerance').inputValue(), '2');
    // the unit is that of the weights that each sheet has
    await page.getByText('Columns of the orders').waitFor();
    await page.getByRole('button', { name: 'Reconcile' }).waitFor();
    await visit.end();
  });

  it('asks what it cannot know: which comes first of day and month, units, columns', async () => {
    const visit = await opened();
    const { page } = visit;
    const lines = ['AWB,Mass,Day,Total', `A-1,0.5,05/11/2026,${half}`];
    await drop(visit, 'Invoice', csv('plain.csv', lines));
    const faults = page.getByRole('table', { name: 'Faults' });
    const day = page.getByLabel(/^Column C,/);
    await day.selectOption('date');
    await faults.getByText('choose under “Days” which comes first').waitFor();
    await page.getByText('How it is meant').click();
    await page.getByLabel('Days').selectOption('DMY');
    await page.getByLabel(/^Column B,/).selectOption('charged_weight');
    await faults.getByText('or choose it under “Weights”').waitFor();
    await page.getByLabel('Weights', { exact: true }).selectOption('kg');
    await page.getByRole('button', { name: 'Reconcile' }).waitFor();
    await visit.expectAccessible();
    await page.getByLabel('Tolerance').fill('much');
    await page.getByRole('button', { name: 'Reconcile' }).waitFor({ state: 'hidden' });
    await page.getByLabel('Tolerance').fill('2');
    await page.getByRole('button', { name: 'Reconcile' }).click();
    // nobody knows where it went
    await page
      .getByRole('row', { name: /^Has no price .* the pickup pincode is not known, PICKUP_UNKNOWN \(1\)$/ })
      .waitFor();
    // the next sheet with these headings may be read in the same way
    await drop(visit, 'Invoice', csv('next.csv', lines));
    await page.getByRole('button', { name: 'Read it as then' }).click();
    await page.getByRole('button', { name: 'Reconcile' }).waitFor();
    assert.equal(await day.inputValue(), 'date');
    await visit.end();
  });

  it('finds in the ledger what an earlier invoice has billed, and saves the next ledger', async () => {
    const visit = await opened();
    const { page } = visit;
    const headings = 'awb,ref,leg,invoice,total';
    await drop(visit, 'Ledger', csv('ledger.csv', [headings, `A-1,O-1,FORWARD,october,${half.toFixed(2)}`]));
    await drop(visit, 'Orders', csv('orders.csv', [ORDER_HEADINGS, order(1), order(2)]));
    await drop(visit, 'Invoice', csv('november.csv', [INVOICE_HEADINGS, line(1, 0.5, half), line(2, 0.5, half)]));
    await page.getByRole('button', { name: 'Reconcile' }).click();
    const causes = page.getByRole('list', { name: 'Where the money went' }).getByRole('listitem');
    await causes.filter({ hasText: 'Billed before' }).getByText('1 line').waitFor();
    await visit.expectAccessible();
    const next = await download(visit, 'ledger.csv');
    assert.deepEqual(next.split('\r\n'), [
      `\ufeff${headings}`,
      `A-1,O-1,FORWARD,october,${half.toFixed(2)}`,
      `A-1,O-1,FORWARD,november.csv,${half.toFixed(2)}`,
      `A-2,O-2,FORWARD,november.csv,${half.toFixed(2)}`,
      '',
    ]);
    // the same invoice again, with its own rows in the ledger: they count for nothing, and are replaced
    await drop(visit, 'Ledger', { ...csv('ledger.csv', []), buffer: Buffer.from(next) });
    await page.getByRole('button', { name: 'Reconcile' }).click();
    await causes.filter({ hasText: 'Billed before' }).getByText('1 line').waitFor();
    assert.equal(await download(visit, 'ledger.csv'), next);
    // under a number of its own it is another invoice, of which all was billed before
    await page.getByText('How it is meant').click();
    await page.getByLabel('Invoice number').fill('december');
    await page.getByRole('button', { name: 'Reconcile' }).click();
    await causes.filter({ hasText: 'Billed before' }).getByText('2 lines').waitFor();
    await drop(visit, 'Ledger', csv('ledger.csv', [headings, 'A-1,O-1,SIDEWAYS,october,1.00']));
    const faults = page.getByRole('table', { name: 'Faults' });
    await faults.getByRole('row', { name: /^2 leg must be FORWARD/ }).waitFor();
    await drop(visit, 'Ledger', csv('ledger.csv', [headings]));
    await page.getByRole('button', { name: 'Reconcile' }).waitFor();
    await visit.end();
  });

  it('lets an unreadable cell of a small invoice be the answer of its line', async () => {
    const visit = await opened();
    const { page } = visit;
    const lines = [line(1, 0.5, half), 'A-2,O-2,13/11/2026,0.5,perhaps', line(3, 0.5, half)];
    await drop(visit, 'Invoice', csv('small.csv', [INVOICE_HEADINGS.replace(',Total', ',Total Amount'), ...lines]));
    await page.getByRole('button', { name: 'Reconcile' }).click();
    await page.getByRole('row', { name: /^Cannot be read ₹0.00 1 line: total: perhaps \(1\)$/ }).waitFor();
    await visit.end();
  });

  it('names what cannot be read, and what a map contradicts', async () => {
    const visit = await opened();
    const { page } = visit;
    await drop(visit, 'Invoice', { ...csv('scan.pdf', []), buffer: Buffer.from('%PDF-1.7') });
    await page.getByRole('alert').filter({ hasText: 'scan.pdf' }).waitFor();
    await drop(visit, 'Invoice', csv('sound.csv', [INVOICE_HEADINGS, line(1, 0.5, half)]));
    await page.getByRole('button', { name: 'Reconcile' }).waitFor();
    await page.getByText('How it is meant').click();
    await drop(visit, 'Map', { ...csv('map.yaml', []), buffer: Buffer.from('amounts: withTax\n') });
    await page.getByRole('alert').filter({ hasText: 'map.yaml says that the amounts are with tax' }).waitFor();
    await visit.end();
  });

  it('is for everybody, in the dark, on a phone too', async () => {
    const visit = await opened({ viewport: PHONE, colorScheme: 'dark' });
    const { page } = visit;
    await drop(visit, 'Orders', csv('orders.csv', [ORDER_HEADINGS, order(1), order(2)]));
    await drop(visit, 'Invoice', csv('november.csv', [INVOICE_HEADINGS, line(1, 2, two), line(2, 0.5, half)]));
    await page.getByRole('button', { name: 'Reconcile' }).click();
    await page.getByRole('table', { name: 'Lines' }).getByRole('button', { name: 'A-1' }).click();
    await visit.expectAccessible();
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= PHONE.width);
    await visit.end();
  });

  it('is not for couriers', async () => {
    const visit = await at.visit('/invoices');
    const { id, secret } = partnerCredential(COURIER);
    await visit.signIn(`partner:${id}`, secret);
    await visit.page.getByRole('navigation', { name: 'Main' }).waitFor();
    assert.equal(await visit.page.getByRole('link', { name: 'Invoices' }).count(), 0);
    await visit.end();
  });
});
