// Only in npm run test:all.
/** How long a person waits. The best of several tries counts: this machine does other things, too. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { needs } from '../support/needs.js';
import { scene } from './scene.js';

const TRIES = 5;
const FIRST_PAGE_MS = 1_000;
const ANSWER_MS = 100;

/** When the first page can be used, in milliseconds after the address was opened. */
const PAGE_CLOCK = `new MutationObserver((_, observer) => {
  if (document.querySelector('form[aria-label=Shipment] input') === null) return;
  window.usableMs = performance.now();
  observer.disconnect();
}).observe(document, { childList: true, subtree: true })`;

/** From the last key on Rate to the frame after its answer. */
const ANSWER_CLOCK = `(() => {
  let typedMs = 0;
  window.answersMs = [];
  addEventListener('input', () => (typedMs = performance.now()), true);
  new MutationObserver(() => {
    if (typedMs === 0 || document.querySelector('[aria-busy=false]') === null) return;
    const sinceMs = typedMs;
    typedMs = 0;
    requestAnimationFrame(() => window.answersMs.push(performance.now() - sinceMs));
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['aria-busy'] });
})()`;

describe('a person who waits', { skip: needs('Chromium') }, () => {
  const at = scene();

  it('has the first page within a second, with an empty cache', async () => {
    const times: number[] = [];
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const visit = await at.visit('/rate');
      await visit.page.getByLabel('Stay signed in on this computer').check();
      await visit.useDemo();
      await visit.page.getByRole('heading', { level: 1, name: 'Rate' }).waitFor();
      await visit.page.addInitScript(PAGE_CLOCK);
      const session = await visit.page.context().newCDPSession(visit.page);
      await session.send('Network.clearBrowserCache');
      await visit.page.reload();
      await visit.page.waitForFunction('window.usableMs');
      times.push(await visit.page.evaluate<number>('window.usableMs'));
      await visit.end();
    }
    assert.ok(Math.min(...times) <= FIRST_PAGE_MS, times.map(Math.round).join());
  });

  it('has an answer on Rate within 100 ms of the last key', async () => {
    const question = '/rate?from=110001&to=560001&weight=1.2+kg&cod=2499.50';
    const visit = await at.signedIn(question, {}, (page) => page.addInitScript(ANSWER_CLOCK));
    const { page } = visit;
    await page.getByRole('table', { name: 'Offers' }).waitFor();
    for (let attempt = 1; attempt <= TRIES; attempt++) {
      await page.getByLabel('Weight').fill(`${attempt} kg`);
      await page.waitForFunction(`window.answersMs.length === ${attempt}`);
    }
    const times = await page.evaluate<number[]>('window.answersMs');
    assert.ok(Math.min(...times) <= ANSWER_MS, times.map(Math.round).join());
    await visit.end();
  });
});
