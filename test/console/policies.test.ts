// Only in npm run test:all.
/** Several policies: which one is shown, which one counts for a parcel, and what its rules do to it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
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
    await visit.expectAccessible();
    await visit.end();
  });
});
