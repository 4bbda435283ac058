// Only in npm run test:all.
/** Changes: who changed a rate, and taking it back, seen before it is done. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { connect, type Pinrate } from '../../src/client/connect.js';
import { getDocument, patchDocument } from '../../src/client/operations.js';
import { MAIN } from '../support/app.js';
import { needs } from '../support/needs.js';
import { scene } from './scene.js';
import { PHONE, type Visit } from './visit.js';

const RATE = ['packages', '2003'] as const;
const NOTE = 'new contract from December';

const review = ({ page }: Visit) => page.getByRole('dialog', { name: 'Review' });

describe('Changes', { skip: needs('Chromium') }, () => {
  const at = scene();
  let pinrate: Pinrate;
  before(() => {
    pinrate = connect({ url: at.app.app.url, service: MAIN.id, secret: MAIN.secret });
  });

  /** The number of the change. */
  const setBaseCharge = async (baseCharge: number, note = NOTE): Promise<number> => {
    at.app.clock.nowMs = Date.now();
    await patchDocument(pinrate, ...RATE, { baseCharge }, { query: { note } });
    const { json } = await at.app.get('/changes?limit=1');
    return (json.data as { id: number }[])[0]!.id;
  };
  const baseCharge = async (): Promise<number> =>
    ((await getDocument(pinrate, ...RATE)).data as { baseCharge: number }).baseCharge;

  it('says who changed a rate, and undoes it in five steps', async () => {
    const id = await setBaseCharge(47);
    const visit = await at.signedIn('/');
    const { page } = visit;
    const walk = visit.walk();
    await page.getByRole('link', { name: 'Changes' }).click();
    await page.getByLabel('Courier').selectOption('dharaline-surface');
    const changes = page.getByRole('table', { name: 'Changes' });
    const row = changes.getByRole('row').filter({ hasText: NOTE }).first();
    assert.match(await row.innerText(), new RegExp(`${MAIN.id}[\\s\\S]*1 updated rates`));
    await visit.expectAccessible();
    await row.getByRole('link', { name: String(id) }).click();
    const documents = page.getByRole('table', { name: 'Documents before and after' });
    assert.match(await documents.innerText(), /packages\/2003\s+Base charge\s+₹40\.00\s+₹47\.00/);
    await visit.expectAccessible();
    await page.getByRole('button', { name: 'Undo' }).click();
    const dialog = review(visit);
    assert.match(
      await dialog.getByRole('region', { name: 'Differences' }).innerText(),
      /Base charge\s+₹47\.00\s+₹40\.00/,
    );
    await dialog.getByRole('region', { name: 'Findings' }).waitFor();
    await dialog.getByRole('region', { name: 'Impact' }).waitFor();
    assert.equal(await dialog.getByLabel('Note').inputValue(), `Undo of change ${id}`);
    await visit.expectAccessible();
    assert.equal(await baseCharge(), 47, 'nothing was applied unseen');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    const done = page.getByRole('status').filter({ hasText: 'Undone by' });
    await done.waitFor();
    walk.took(5);
    await done.getByRole('link', { name: `change ${id + 1}` }).click();
    await page.getByRole('heading', { level: 1, name: `Change ${id + 1}` }).waitFor();
    assert.match(await page.locator('.facts').innerText(), new RegExp(`Undo of change ${id}`));
    assert.equal(await baseCharge(), 40);
    await visit.end();
  });

  it('changes nothing when Review is left', async () => {
    const id = await setBaseCharge(48);
    const visit = await at.signedIn(`/changes/${id}`);
    await visit.page.getByRole('button', { name: 'Undo' }).click();
    await review(visit).getByRole('region', { name: 'Impact' }).waitFor();
    await visit.page.keyboard.press('Escape');
    await review(visit).waitFor({ state: 'detached' });
    assert.equal(await baseCharge(), 48);
    await visit.end();
  });

  it('says who changed what since, and undoes it all the same only when that is ticked', async () => {
    const first = await setBaseCharge(49);
    const second = await setBaseCharge(50, 'a later one');
    const visit = await at.signedIn(`/changes/${first}`);
    await visit.page.getByRole('button', { name: 'Undo' }).click();
    const dialog = review(visit);
    const since = dialog.getByRole('alert');
    await since.getByRole('link', { name: `change ${second}` }).waitFor();
    assert.match(await since.innerText(), /packages\/2003: change \d+ by main-system, .* IST \(a later one\)/);
    assert.ok(await dialog.getByRole('button', { name: 'Apply' }).isDisabled());
    await visit.expectAccessible();
    await dialog.getByLabel(/Undo it all the same/).check();
    assert.match(
      await dialog.getByRole('region', { name: 'Differences' }).innerText(),
      /Base charge\s+₹50\.00\s+₹48\.00/,
    );
    // once more, while the review is open
    await setBaseCharge(51);
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await dialog.getByText('Meanwhile it would do something else').waitFor();
    assert.equal(await baseCharge(), 51);
    await dialog.getByRole('button', { name: 'Review again' }).click();
    await dialog.getByText('₹51.00', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await visit.page.getByRole('status').filter({ hasText: 'Undone by' }).waitFor();
    assert.equal(await baseCharge(), 48);
    await visit.end();
  });

  it('keeps the note of a refused change, and says what was changed meanwhile', async () => {
    const id = await setBaseCharge(52);
    const visit = await at.signedIn(`/changes/${id}`);
    await visit.page.getByRole('button', { name: 'Undo' }).click();
    const dialog = review(visit);
    await dialog.getByRole('region', { name: 'Impact' }).waitFor();
    await dialog.getByLabel('Note').fill('as agreed with Meera');
    const later = await setBaseCharge(53, 'between');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await dialog
      .getByRole('alert')
      .getByRole('link', { name: `change ${later}` })
      .waitFor();
    assert.equal(await dialog.getByLabel('Note').inputValue(), 'as agreed with Meera');
    assert.equal(await baseCharge(), 53);
    await visit.page.reload();
    await visit.signIn();
    await visit.page.getByRole('button', { name: 'Undo' }).click();
    assert.equal(await dialog.getByLabel('Note').inputValue(), 'as agreed with Meera');
    await visit.end();
  });

  it('applies errors of the linter only when that is ticked', async () => {
    // a weight between two rows of a courier is priced by none of them
    const id = await setBaseCharge(54);
    const finding = {
      code: 'RATE_GAP',
      severity: 'error',
      message: 'No row prices 1200 g',
      documents: [],
      examples: [],
    };
    const strict: string[] = [];
    const visit = await at.signedIn(`/changes/${id}`, {}, (page) =>
      page.route('**/revert?*', async (route) => {
        const url = new URL(route.request().url());
        if (url.searchParams.get('dryRun') !== 'true') {
          strict.push(url.searchParams.get('strict')!);
          return route.continue();
        }
        const response = await route.fetch();
        const answer = (await response.json()) as { data: { lint: { brings: object[] } } };
        answer.data.lint.brings.push(finding);
        return route.fulfill({ response, json: answer });
      }),
    );
    await visit.page.getByRole('button', { name: 'Undo' }).click();
    const dialog = review(visit);
    await dialog.getByRole('region', { name: 'Findings' }).getByText('No row prices 1.2 kg').waitFor();
    const apply = dialog.getByRole('button', { name: 'Apply' });
    assert.ok(await apply.isDisabled());
    await dialog.getByLabel('Apply in spite of 1 error').check();
    await apply.click();
    await visit.page.getByRole('status').filter({ hasText: 'Undone by' }).waitFor();
    assert.deepEqual(strict, ['false']);
    await visit.end();
  });

  it('applies many removals only when their number is typed', async () => {
    const id = await setBaseCharge(55);
    const forced: string[] = [];
    const refusal = { code: 'GUARD_REMOVALS', message: 'too many', details: { losses: [{ lost: 12 }, { lost: 3 }] } };
    const visit = await at.signedIn(`/changes/${id}`, {}, (page) =>
      page.route('**/revert?*', (route) => {
        const { searchParams } = new URL(route.request().url());
        forced.push(searchParams.get('force')!);
        return searchParams.get('force') === 'true'
          ? route.continue()
          : route.fulfill({ status: 409, json: { success: false, error: refusal } });
      }),
    );
    await visit.page.getByRole('button', { name: 'Undo' }).click();
    const dialog = review(visit);
    await dialog.getByText('15 rows would go').waitFor();
    const typed = dialog.getByLabel('Rows that go');
    await typed.fill('14');
    assert.ok(await dialog.getByRole('button', { name: 'Apply' }).isDisabled());
    assert.deepEqual([...new Set(forced)], ['false']);
    await typed.fill('15');
    await dialog.getByRole('region', { name: 'Differences' }).waitFor();
    assert.ok(forced.includes('true'));
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await baseCharge(), 55);
    await visit.end();
  });

  it('shows a document with its changes', async () => {
    const id = await setBaseCharge(56);
    const visit = await at.signedIn('/documents/packages/2003');
    const { page } = visit;
    await page.getByRole('link', { name: `Change ${id}` }).waitFor();
    assert.match(await page.locator('.facts').first().innerText(), /Base charge\s+₹56\.00\s+Step of weight\s+500 g/);
    await page.getByRole('link', { name: 'Metro North' }).waitFor();
    await visit.expectAccessible();
    await page.getByRole('link', { name: 'Change it where it is on a sheet' }).click();
    await page.getByText('packages/2003 is in the row').waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'All changes of rates of dharaline-surface' }).click();
    await page.getByRole('table', { name: 'Changes' }).waitFor();
    assert.equal(await page.getByLabel('Kind').inputValue(), 'packages');
    await visit.end();
  });

  it('says what to do where there is nothing', async () => {
    const visit = await at.signedIn('/changes?courier=dharaline-surface&collection=holidays');
    await visit.page.getByText('Nothing was changed of this').waitFor();
    await visit.page.getByRole('button', { name: 'Show all changes' }).click();
    await visit.page.getByRole('table', { name: 'Changes' }).waitFor();
    await visit.page.goto(`${visit.origin}/console/changes/999999`);
    await visit.signIn();
    await visit.page.getByRole('alert').filter({ hasText: 'CHANGE_NOT_FOUND' }).waitFor();
    await visit.end();
  });

  it('is readable on a phone, in the dark', async () => {
    await setBaseCharge(57);
    const visit = await at.signedIn('/changes', { viewport: PHONE, colorScheme: 'dark' });
    const { page } = visit;
    await page.getByRole('table', { name: 'Changes' }).waitFor();
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= PHONE.width);
    await visit.expectAccessible();
    await visit.end();
  });
});
