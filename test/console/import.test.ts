// Only in npm run test:all.
/** Import: a courier's sheet from drop to applied, with its faults, its columns and what it would take away. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { connect, type Pinrate } from '../../src/client/connect.js';
import { getDocument, getPincode } from '../../src/client/operations.js';
import { MAIN, partnerCredential } from '../support/app.js';
import { needs } from '../support/needs.js';
import { workbook } from '../unit/sheets/workbooks.js';
import { scene } from './scene.js';
import { PHONE, type Visit } from './visit.js';

const COURIER = 'dharaline-surface';
const LIST = `Dharaline Surface: pincodes of December,,,
Pin Code,City,COD (Y/N),Remark
110001,New Delhi,N,
560001,Bengaluru,Y,call first
`;

const csv = (text: string, name = 'december.csv') => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const drop = ({ page }: Visit, file: ReturnType<typeof csv>) => page.getByLabel('Sheet').setInputFiles(file);
const faults = ({ page }: Visit) => page.getByRole('table', { name: 'Faults' });
const column = ({ page }: Visit, letters: string) => page.getByLabel(new RegExp(`^Column ${letters},`));

describe('Import', { skip: needs('Chromium') }, () => {
  const at = scene();
  let pinrate: Pinrate;
  before(() => {
    at.app.clock.nowMs = Date.now();
    pinrate = connect({ url: at.app.app.url, service: MAIN.id, secret: MAIN.secret });
  });
  const servicesAt = async (pincode: string): Promise<readonly string[]> =>
    (await getPincode(pinrate, pincode)).data.partners.find(({ partnerId }) => partnerId === COURIER)!.services;
  const opened = (kind: string, ...more: Parameters<typeof at.signedIn> extends [unknown?, ...infer M] ? M : never) =>
    at.signedIn(`/import?courier=${COURIER}&kind=${kind}`, ...more);

  it("takes a courier's new serviceability sheet from drop to applied in six steps, and takes it back", async () => {
    const visit = await at.signedIn('/rate');
    const { page } = visit;
    const walk = visit.walk();
    await page.getByRole('link', { name: 'Import' }).click();
    await page.getByLabel('Courier').selectOption('Dharaline Surface Logistics');
    await page.getByLabel('Kind').selectOption('Serviceability');
    await drop(visit, csv(LIST));
    const does = page.getByRole('region', { name: 'What it does' });
    await does.getByText('1 pincode loses COD').waitFor();
    await does.getByText('2 rows read, headings in row 2').waitFor();
    await does.getByText('not read: City, Remark').waitFor();
    await visit.expectAccessible();
    await page.getByRole('button', { name: 'Review' }).click();
    const review = page.getByRole('dialog', { name: 'Review' });
    await review.getByRole('region', { name: 'Differences' }).getByText(`${COURIER}:110001`).first().waitFor();
    assert.equal(await review.getByLabel('Note').inputValue(), 'import serviceability december.csv');
    assert.ok((await servicesAt('110001')).includes('COD'), 'nothing is applied unseen');
    await visit.expectAccessible();
    await review.getByRole('button', { name: 'Apply' }).click();
    const done = page.getByRole('status').filter({ hasText: 'december.csv was imported' });
    await done.waitFor();
    walk.took(6);
    assert.ok(!(await servicesAt('110001')).includes('COD'));
    await visit.expectAccessible();
    await done.getByRole('button', { name: 'Undo' }).click();
    await review.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('status').filter({ hasText: 'Undone by' }).waitFor();
    assert.ok((await servicesAt('110001')).includes('COD'));
    await visit.end();
  });

  it('shows all faults at once, at their cells and by kind, and applies nothing', async () => {
    const rows = [...Array(5).keys()].map((each) => `11000${each + 1},perhaps`);
    const visit = await opened('serviceability');
    await drop(visit, csv(`Pincode,COD\n11000,Y\n999999,Y\n${rows.join('\n')}\n`));
    await visit.page.getByRole('heading', { name: '7 faults of 3 kinds' }).waitFor();
    const cells = await faults(visit).locator('tbody tr').allInnerTexts();
    assert.deepEqual(
      cells.map((each) => each.split('\t').slice(0, 2).join(' ')),
      ['4 COD', '5 COD', '6 COD', '2 Pincode', '3 Pincode'],
    );
    await faults(visit)
      .getByText(/does not know pincode \d{6}; tick “Leave out unknown pincodes” to leave it out$/)
      .waitFor();
    await visit.expectAccessible();
    assert.equal(await visit.page.getByRole('button', { name: 'Review' }).count(), 0);
    await faults(visit).getByRole('button', { name: 'Show all 5' }).click();
    assert.equal(await faults(visit).locator('tbody tr').count(), 7);
    // the corrected sheet, without the pincode that nobody knows
    await drop(visit, csv('Pincode,COD\n110001,N\n999999,Y\n'));
    await faults(visit).getByText('does not know pincode 999999').waitFor();
    await visit.page.getByLabel('Leave out unknown pincodes').check();
    await visit.page.getByRole('button', { name: 'Review' }).waitFor();
    assert.equal(await faults(visit).count(), 0);
    await visit.page.reload();
    await visit.signIn();
    await drop(visit, csv('Pincode,COD\n110001,N\n999999,Y\n'));
    await visit.page.getByRole('button', { name: 'Review' }).waitFor();
    assert.ok(await visit.page.getByLabel('Leave out unknown pincodes').isChecked(), 'a reload loses no tick');
    await visit.end();
  });

  it('puts what the node refuses at the cells, too', async () => {
    const visit = await opened('charges');
    await drop(visit, csv('type,chargeType,value,status\nfuel,percentage,12,Y\ncod,percentage,2,Y\n'));
    const row = faults(visit).getByRole('row').filter({ hasText: 'must be' });
    assert.match(await row.innerText(), /^2\ttype\tmust be one of fsc, docket, cod, insurance/);
    await visit.end();
  });

  it('reads columns as one chooses, keeps that through a reload, and proposes it for the next sheet', async () => {
    const text = 'PC,Collects cash\n110001,N\n';
    const visit = await opened('serviceability');
    const { page } = visit;
    await drop(visit, csv(text));
    await faults(visit).waitFor();
    await column(visit, 'A').selectOption('pincode');
    await column(visit, 'B').selectOption('cod');
    const does = page.getByRole('region', { name: 'What it does' });
    await does.getByText('1 pincode loses COD').waitFor();
    await page.reload();
    await visit.signIn();
    await page.getByText('Drop the courier’s sheet').waitFor();
    await drop(visit, csv(text));
    await does.getByText('1 pincode loses COD').waitFor();
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('status').filter({ hasText: 'was imported' }).waitFor();
    await drop(visit, csv('PC,Collects cash\n110001,Y\n', 'january.csv'));
    await faults(visit).waitFor();
    await page.getByRole('button', { name: 'Read it as then' }).click();
    await does.getByText('1 pincode gets COD').waitFor();
    await visit.end();
  });

  it('reads a column that is not to be read no more', async () => {
    const visit = await opened('serviceability');
    await drop(visit, csv(LIST));
    await column(visit, 'C').selectOption('not read');
    await visit.page.getByText('not read: City, COD (Y/N), Remark').waitFor();
    await visit.end();
  });

  it('says what is wrong with a sheet of another kind, and with what is no sheet', async () => {
    const visit = await opened('transit');
    const { page } = visit;
    await drop(visit, csv(LIST));
    await faults(visit).waitFor();
    await page.getByText('It looks like a sheet of serviceability.').waitFor();
    await visit.expectAccessible();
    await page.getByRole('button', { name: 'Read it as serviceability' }).click();
    await page.getByText('2 rows read, headings in row 2').waitFor();
    assert.equal(await page.getByLabel('Kind').inputValue(), 'serviceability');
    await drop(visit, csv('slab,Metro North>Metro South\n0-500,41\n'));
    await page.getByRole('button', { name: 'Read it as rates' }).waitFor();
    await drop(visit, csv('110001,Y\n560001,N\n411001,Y\n'));
    await faults(visit)
      .getByText(/there is no row of headings: .*; write one above the first line, and drop/)
      .waitFor();
    await page.getByLabel('Kind').selectOption('Transit');
    await drop(visit, csv('%PDF-1.7 …', 'card.pdf'));
    await page.getByRole('alert').filter({ hasText: 'card.pdf is a PDF: ask for the sheet' }).waitFor();
    assert.equal(await faults(visit).count(), 0, 'the former sheet is gone');
    await page.getByLabel('Kind').selectOption('Serviceability');
    await page.getByRole('alert').filter({ hasText: 'is a PDF' }).waitFor();
    await drop(visit, csv(LIST));
    await page.getByRole('button', { name: 'Review' }).waitFor();
    await visit.end();
  });

  it('imports rates of a matrix, and shows what they do', async () => {
    const text = (await getDocument(pinrate, 'zones', '201')).data as { name: string };
    const visit = await opened('rates');
    await drop(visit, csv(`slab,${text.name}>${text.name}\n0-500,41\n+500,20\n`, 'card.csv'));
    const { page } = visit;
    await page.getByText('2 rows read').waitFor();
    await page.getByRole('button', { name: 'Review' }).click();
    const review = page.getByRole('dialog', { name: 'Review' });
    await review.getByRole('region', { name: 'Impact' }).waitFor();
    await review.getByRole('button', { name: 'Cancel' }).click();
    await visit.end();
  });

  it('asks for what cells leave open, and reads them as one says', async () => {
    const { name } = (await getDocument(pinrate, 'zones', '201')).data as { name: string };
    const rates = await opened('rates');
    await drop(rates, csv(`Weight,${name}>${name}\n0-5,41\n5-10,60\n`, 'card.csv'));
    await faults(rates).getByText('or choose it under “Weights”').first().waitFor();
    await rates.page.getByLabel('Weights').selectOption('In kg');
    await rates.page.getByText('1 route ends at 10 kg').waitFor();
    await rates.expectAccessible();
    await rates.end();
    const list = await opened('serviceability');
    await drop(list, csv('Pincode,blocked_from,blocked_to,reason\n110001,05/12/2027,06/12/2027,Strike\n'));
    await faults(list).getByText('choose under “Days” which comes first').first().waitFor();
    assert.equal(await list.page.getByLabel('Weights').count(), 0);
    await list.page.getByLabel('Days').selectOption('Day first, 05/12 is in December');
    await list.page.getByText('1 pincode is blocked').waitFor();
    await list.end();
  });

  it('lets one choose among the tabs of a workbook', async () => {
    const cell = (name: string, value: string) => `<c r="${name}" t="inlineStr"><is><t>${value}</t></is></c>`;
    const rows = `<row r="1">${cell('A1', 'Pincode')}${cell('B1', 'COD')}</row><row r="2">${cell('A2', '560001')}${cell('B2', 'N')}</row>`;
    const visit = await opened('serviceability');
    const { page } = visit;
    const buffer = workbook(rows);
    await page.getByLabel('Sheet').setInputFiles({ name: 'list.xlsx', mimeType: 'application/zip', buffer });
    await page.getByText('1 row read of sheet "List"').waitFor();
    await page.getByLabel('Tab of the workbook').selectOption('2 Other');
    await faults(visit).waitFor();
    await page.getByLabel('Tab of the workbook').selectOption('1 List');
    await page.getByText('1 row read of sheet "List"').waitFor();
    await visit.end();
  });

  it('takes much away only when that is ticked', async () => {
    const covered = (await pincodesOf()).slice(0, 2_000);
    const visit = await opened('serviceability');
    const { page } = visit;
    await drop(visit, csv(`Pincode,Delivery\n${covered.map((each) => `${each},N`).join('\n')}\n`));
    const alert = page.getByRole('alert').filter({ hasText: 'Much would be lost' });
    await alert.waitFor();
    assert.equal(await page.getByRole('button', { name: 'Review' }).count(), 0);
    await visit.expectAccessible();
    await alert.getByLabel('Import all the same').check();
    await page.getByRole('button', { name: 'Review' }).waitFor();
    await visit.end();
  });

  it('asks for the secret again over the page, and reads on', async () => {
    let isRefused = true;
    const visit = await opened('serviceability', {}, (page) =>
      page.route('**/documents/zones?*', (route) =>
        isRefused
          ? route.fulfill({ status: 401, json: { success: false, error: { code: 'UNAUTHORIZED', message: 'no' } } })
          : route.continue(),
      ),
    );
    await drop(visit, csv(LIST));
    const dialog = visit.page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.waitFor();
    isRefused = false;
    await dialog.getByLabel('Secret', { exact: true }).fill(MAIN.secret);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await visit.page.getByRole('button', { name: 'Review' }).waitFor();
    await visit.end();
  });

  it('is not for couriers, and loads its reader when a sheet is dropped', async () => {
    const asked: string[] = [];
    const { id, secret } = partnerCredential(COURIER);
    const visit = await at.visit('/import', {}, async (page) => {
      page.on('request', (request) => asked.push(request.url()));
    });
    await visit.signIn(`partner:${id}`, secret);
    await visit.page.getByRole('heading', { level: 1, name: 'Not for this credential' }).waitFor();
    assert.equal(await visit.page.getByRole('link', { name: 'Import' }).count(), 0);
    assert.ok(asked.every((url) => !/sheets-/.test(url)));
    await visit.end();
  });

  it('fits a phone, in the dark', async () => {
    const visit = await opened('serviceability', { viewport: PHONE, colorScheme: 'dark' });
    await drop(visit, csv('Pincode,COD\n11000,Y\n'));
    await faults(visit).waitFor();
    assert.ok(Number(await visit.page.evaluate('document.documentElement.scrollWidth')) <= PHONE.width);
    await visit.expectAccessible();
    await visit.end();
  });

  const pincodesOf = async (): Promise<string[]> => {
    const { text } = await at.app.get(`/partners/${COURIER}/coverage`);
    return text
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { pincode: string }).pincode);
  };
});
