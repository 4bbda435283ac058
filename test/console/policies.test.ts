// Only in npm run test:all.
/** Several policies: which one is shown, which one counts for a parcel, and what its rules do to it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { connect } from '../../src/client/connect.js';
import { patchDocument } from '../../src/client/operations.js';
import { MAIN } from '../support/app.js';
import { needs } from '../support/needs.js';
import { scene } from './scene.js';
import type { Visit } from './visit.js';

const dialog = ({ page }: Visit) => page.getByRole('dialog');
const fill = async (visit: Visit, fields: Record<string, string>): Promise<void> => {
  for (const [label, text] of Object.entries(fields)) await dialog(visit).getByLabel(label, { exact: true }).fill(text);
};
const apply = async (visit: Visit, words: string): Promise<void> => {
  await dialog(visit).getByRole('button', { name: 'Apply' }).click();
  await visit.page.getByRole('status').filter({ hasText: words }).waitFor();
};

describe('policies', { skip: needs('Chromium') }, () => {
  const at = scene();

  it('shows a policy that was added, so that the next rule is one of it', async () => {
    const visit = await at.signedIn('/allocation');
    const { page } = visit;
    await page.getByRole('heading', { name: 'Rules of Season of market 042' }).waitFor();
    await page.getByRole('button', { name: 'Add policy' }).click();
    await fill(visit, { Id: 'cod-limit', Name: 'COD limit' });
    await apply(visit, 'COD limit is a policy.');
    await page.getByRole('heading', { name: 'Rules of COD limit' }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('policy'), 'cod-limit');
    await page.getByText('In force for all parcels; priority 110; 1 rule.').waitFor();
    await page.getByText('Parcels of cust-market-042 follow Season of market 042.').waitFor();
    await visit.expectAccessible();
    await page.getByRole('combobox', { name: 'Policy', exact: true }).first().selectOption('market-042');
    await page.getByText('the one with the lowest priority number counts.').waitFor();
    assert.equal(await page.getByText('follow Season of market 042').count(), 0);
    await visit.end();
  });

  it('says above the prices that the policy refuses a parcel, or whom it chooses, and leads to why', async () => {
    const pinrate = connect({ url: at.app.app.url, service: MAIN.id, secret: MAIN.secret });
    const [refused, excluded] = ['No COD of ₹25,000 or more', 'Nothing of acme by air'];
    const rules = [
      {
        ...{ ruleId: 'no-cod-of-25-000-or-more', label: refused, when: { codFrom: 25_000 }, status: true },
        refuse: { code: 'PREPAID_ONLY', message: 'Ask for payment in advance' },
      },
      {
        ...{ ruleId: 'acme', label: excluded, when: { customerIds: ['acme'] }, status: true },
        exclude: { partners: ['nabhdoot-air'] },
      },
    ];
    await patchDocument(pinrate, 'allocation-policies', 'cod-limit', { rules });
    const visit = await at.signedIn('/rate?from=110001&to=560001&weight=1.2+kg&cod=26000');
    const { page } = visit;
    await page.getByText(`Policy COD limit: refused by the rule “${refused}”.`).waitFor();
    await visit.expectAccessible();
    const explained = page.waitForResponse(/\/allocation\/explain/);
    await page.getByLabel('COD amount').fill('900');
    await explained;
    await page.getByText('Policy COD limit').waitFor({ state: 'hidden' });
    await page.getByText('Pieces, type, customer').click();
    await page.getByLabel('Customer').fill('acme');
    await page.getByText(`by “${excluded}”.`).waitFor();
    await page.getByRole('link', { name: 'See why' }).click();
    const tried = page.getByRole('table', { name: 'Couriers' }).getByRole('row', { name: 'nabhdoot-air' });
    await tried.getByText(`excluded by “${excluded}”`).waitFor();
    await page.getByLabel('Customer', { exact: true }).first().fill('other');
    await tried.getByText('excluded by').waitFor({ state: 'hidden' });
    await page.getByLabel('COD amount', { exact: true }).fill('26000');
    await page.getByText(`Refused by “${refused}”: Ask for payment in advance.`).waitFor();
    await visit.end();
  });

  it('shows the prices alone when the policy cannot be asked', async () => {
    const visit = await at.signedIn('/rate?from=110001&to=560001&weight=1.2+kg&cod=26000', {}, (page) =>
      page.route('**/allocation/explain', (route) => route.fulfill({ status: 500, body: 'no' })),
    );
    const { page } = visit;
    await page.waitForResponse(/\/allocation\/explain/);
    await page.getByRole('table', { name: 'Offers' }).waitFor();
    assert.equal(await page.getByText('Policy COD limit').count(), 0);
    assert.equal(await page.getByRole('alert').count(), 0);
    await visit.end();
  });
});
