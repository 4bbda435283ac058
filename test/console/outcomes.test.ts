// Only in npm run test:all.
/** Import of outcomes: a courier's tracking sheet from drop to counted, with its words, its faults and its map. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { needs } from '../support/needs.js';
import { scene } from './scene.js';
import { PHONE, type Visit } from './visit.js';

const SHEETS = join(PACKAGE_ROOT, 'data', 'outcomes');
const COURIER = 'dharaline-surface';
const HEADINGS = 'AWB,Destination Pincode,Payment Mode,Pickup Date,Delivery Date,Status,Consignee Name';

const file = (name: string, text: string | Buffer) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const shipped = (name: string) => file(name, readFileSync(join(SHEETS, name)));
const sheetOf = (...lines: string[]) => file('tracking.csv', `${[HEADINGS, ...lines].join('\n')}\n`);
const drop = ({ page }: Visit, dropped: ReturnType<typeof file>, label = 'Sheet') =>
  page.getByLabel(label, { exact: true }).setInputFiles(dropped);
const does = ({ page }: Visit) => page.getByRole('region', { name: 'What it does' });
const faults = ({ page }: Visit) => page.getByRole('table', { name: 'Faults' });
const importIt = async (visit: Visit) => {
  await visit.page.getByRole('button', { name: 'Import', exact: true }).click();
  const done = visit.page.getByRole('status').filter({ hasText: 'was imported' });
  await done.waitFor();
  return done;
};

describe('Import of outcomes', { skip: needs('Chromium') }, () => {
  const at = scene();
  const opened = (
    courier: string,
    ...more: Parameters<typeof at.signedIn> extends [unknown?, ...infer M] ? M : never
  ) => at.signedIn(`/import?courier=${courier}&kind=outcomes`, ...more);

  it('recognises the form of a sheet, tries it, imports it, and knows it when it comes again', async () => {
    const visit = await at.signedIn('/import');
    const { page } = visit;
    await page.getByLabel('Courier', { exact: true }).selectOption(COURIER);
    await page.getByLabel('Kind').selectOption('Outcomes');
    await drop(visit, shipped('dharaline-surface.csv'));
    await does(visit).getByText('by the map dharaline-surface').waitFor();
    const counts = does(visit).getByText(/^[\d,]+ parcels \(dharaline-surface [\d,]+\): [\d,]+ new, 0 replaced/);
    await counts.waitFor();
    await does(visit)
      .getByRole('row', { name: /^Returned [\d,]+ RETURNED TO SHIPPER [\d,]+$/ })
      .waitFor();
    await visit.expectAccessible();
    // nobody's name was read
    assert.ok(!(await page.content()).includes('Consignee Nobody'));
    assert.equal(await page.getByLabel(/^Column .*CONSIGNEE/).count(), 0);
    const done = await importIt(visit);
    assert.equal(await done.getByRole('button', { name: 'Undo' }).count(), 0, 'no undo where there is none');
    await visit.expectAccessible();
    await drop(visit, shipped('dharaline-surface.csv'));
    await does(visit)
      .getByText(/: 0 new, 0 replaced, which said something else before, [\d,]+ known already\.$/)
      .waitFor();
    await visit.end();
  });

  it('asks what words mean, leaves out those that count nowhere, and proposes that for the next sheet', async () => {
    const lines = [
      'A-1,560001,COD,2026-09-01,2026-09-05,Done,Nobody 1',
      'A-2,560001,COD,2026-09-01,,Sent back,Nobody 2',
      'A-3,560001,COD,2026-09-01,,Never came,Nobody 3',
    ];
    const visit = await opened(COURIER);
    const { page } = visit;
    await drop(visit, sheetOf(...lines));
    await faults(visit).getByText('Done is not known: choose below what it means').waitFor();
    await visit.expectAccessible();
    assert.equal(await page.getByRole('button', { name: 'Import', exact: true }).count(), 0);
    await page.getByLabel('Done means').selectOption('Delivered');
    await page.getByLabel('Sent back means').selectOption('Returned');
    await page.getByLabel('Never came means').selectOption('Not counted: rows with it are left out');
    await does(visit)
      .getByText(/^2 parcels \(dharaline-surface 2\): 2 new/)
      .waitFor();
    await does(visit).getByText('by its headings, without a map').waitFor();
    await page.reload();
    await visit.signIn();
    await drop(visit, sheetOf(...lines));
    await does(visit)
      .getByText(/^2 parcels/)
      .waitFor();
    await importIt(visit);
    await drop(visit, sheetOf('A-2,560001,COD,2026-09-01,2026-09-09,Done,Nobody 2'));
    await page.getByRole('button', { name: 'Read it as then' }).click();
    await does(visit)
      .getByText(/: 0 new, 1 replaced/)
      .waitFor();
    await visit.end();
  });

  it('puts faults at their lines and columns, those of the node too, and imports nothing', async () => {
    const visit = await opened(COURIER);
    const { page } = visit;
    await drop(
      visit,
      sheetOf(
        'A-11,560001,COD,2026-09-10,2026-09-05,Delivered,Nobody',
        'A-12,56000,COD,2026-09-01,2026-09-05,Delivered,Nobody',
        'A-13,560001,COD,2026-09-01,,Delivered,Nobody',
        'A-14,560001,COD,2026-09-01,2026-09-05,Delivered,Nobody',
      ),
    );
    await faults(visit)
      .getByRole('row', { name: /^2 Delivery Date is before the pickup/ })
      .waitFor();
    await faults(visit)
      .getByRole('row', { name: /^3 Destination Pincode/ })
      .waitFor();
    await faults(visit)
      .getByRole('row', { name: /^4 Delivery Date/ })
      .waitFor();
    await does(visit).getByText('3 faults: nothing is imported').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Import', exact: true }).count(), 0);
    await visit.end();
  });

  it("takes an aggregator's sheet, whose couriers are words, by choosing and by a map of one's own", async () => {
    const visit = await opened('');
    const { page } = visit;
    await drop(visit, shipped('setumarg.csv'));
    await faults(visit).getByText('is no courier that is known: choose below whose it is').first().waitFor();
    const words = page.getByRole('table', { name: 'Words' });
    await words.getByRole('combobox').first().selectOption('Dharaline Surface Logistics');
    await page.getByText('How it is meant').click();
    await drop(visit, { ...shipped('setumarg.yaml'), mimeType: 'application/yaml' }, 'Map');
    await does(visit).getByText('by the map setumarg.yaml').waitFor();
    await does(visit)
      .getByText(/^[\d,]+ parcels \(.*, .*\): [\d,]+ new/)
      .waitFor();
    await visit.expectAccessible();
    await visit.end();
  });

  it('lets one choose the form, and says whose parcels are missing', async () => {
    const visit = await opened('');
    const { page } = visit;
    await drop(visit, shipped('haatwala-ecom.csv'));
    await faults(visit).getByText('nothing says whose parcels these are: choose the courier').waitFor();
    await page.getByLabel('Courier', { exact: true }).selectOption('haatwala-ecom');
    await does(visit).getByText('by the map haatwala-ecom').waitFor();
    await page.getByLabel('Form').selectOption('As from gajavahan-freight');
    await faults(visit).getByText('there is no heading "Docket No", which the map names').waitFor();
    await page.getByLabel('Form').selectOption('The one that fits');
    await does(visit).getByText('by the map haatwala-ecom').waitFor();
    await visit.end();
  });

  it('fits a phone, in the dark', async () => {
    const visit = await opened('nabhdoot-air', { viewport: PHONE, colorScheme: 'dark' });
    await drop(visit, shipped('nabhdoot-air.csv'));
    await does(visit).getByText('by the map nabhdoot-air').waitFor();
    assert.ok(Number(await visit.page.evaluate('document.documentElement.scrollWidth')) <= PHONE.width);
    await visit.expectAccessible();
    await visit.end();
  });
});
