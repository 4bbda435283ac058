// Only in npm run test:deep.
/** How long a person waits. One of several tries has to be quick: this machine does other things, too. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { needs } from '../support/needs.js';
import { until } from '../support/until.js';
import { scene } from './scene.js';

const TRIES = 20;
const FIRST_PAGE_MS = 1_000;
const ANSWER_MS = 100;
const MAP_MS = 200;
/** 50 a second. */
const FRAME_MS = 20;

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

/** Until `counting` is cancelled. */
const FRAME_CLOCK = `(() => {
  window.framesMs = [];
  const count = (timeMs) => { window.framesMs.push(timeMs); window.counting = requestAnimationFrame(count); };
  window.counting = requestAnimationFrame(count);
})()`;

/** Tries until it was quick once. @param attempt the milliseconds of a try */
async function isQuick(atMostMs: number, attempt: (number: number) => Promise<number>): Promise<void> {
  const times: number[] = [];
  while (times.length < TRIES && Math.min(...times) > atMostMs) times.push(await attempt(times.length + 1));
  assert.ok(Math.min(...times) <= atMostMs, times.map(Math.round).join());
}

describe('a person who waits', { skip: needs('Chromium') }, () => {
  const at = scene();
  const ofIndia = scene({ isWhole: true });

  it('has the first page within a second, with an empty cache', async () => {
    const visit = await at.visit('/rate');
    const { page } = visit;
    await page.getByLabel('Stay signed in on this computer').check();
    await visit.useDemo();
    await page.getByRole('heading', { level: 1, name: 'Rate' }).waitFor();
    await page.addInitScript(PAGE_CLOCK);
    const session = await page.context().newCDPSession(page);
    await isQuick(FIRST_PAGE_MS, async () => {
      await session.send('Network.clearBrowserCache');
      await page.reload();
      await until(() => page.evaluate<boolean>('window.usableMs > 0'), 'the page');
      return page.evaluate<number>('window.usableMs');
    });
    await visit.end();
  });

  it('has an answer on Rate within 100 ms of the last key', async () => {
    const question = '/rate?from=110001&to=560001&weight=1.2+kg&cod=2499.50';
    const visit = await at.signedIn(question, {}, (page) => page.addInitScript(ANSWER_CLOCK));
    const { page } = visit;
    await page.getByRole('table', { name: 'Offers' }).waitFor();
    await isQuick(ANSWER_MS, async (number) => {
      await page.getByLabel('Weight').fill(`${number}00 g`);
      await until(() => page.evaluate<boolean>(`window.answersMs.length >= ${number}`), 'the answer');
      return page.evaluate<number>(`window.answersMs[${number - 1}]`);
    });
    await visit.end();
  });

  it('sees all of India on the map within 200 ms, and 50 frames a second while it moves', async () => {
    const visit = await ofIndia.signedIn('/map');
    const { page } = visit;
    const canvas = page.locator('canvas');
    await isQuick(MAP_MS, async (number) => {
      if (number > 1) await page.reload();
      await page.getByRole('table', { name: 'Counts' }).waitFor();
      const drawn = await page.evaluate<number[]>(
        "performance.getEntriesByName('map-draw').map(({ duration }) => duration)",
      );
      assert.ok(drawn.length > 0);
      return Math.max(...drawn);
    });
    const { x, y } = (await canvas.boundingBox())!;
    await isQuick(FRAME_MS, async () => {
      await page.evaluate(FRAME_CLOCK);
      await page.mouse.move(x + 300, y + 200);
      await page.mouse.down();
      for (let step = 1; step <= 60; step++) await page.mouse.move(x + 300 + 3 * step, y + 200 + step);
      await page.mouse.up();
      const frames = await page.evaluate<number[]>('(cancelAnimationFrame(window.counting), window.framesMs)');
      assert.ok(frames.length > 10);
      return median(frames.slice(1).map((timeMs, index) => timeMs - frames[index]!));
    });
    await visit.end();
  });
});

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;
