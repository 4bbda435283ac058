// Only in npm run test:deep.
/**
 * Mixed load while the primary is killed again and again: no quote fails, no acknowledged write is lost, and in the end
 * the nodes hold as much memory and as many descriptors as in the beginning. PINRATE_SOAK_MINUTES=20 makes it last that
 * long, with a kill every two minutes.
 */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Held } from './held.js';
import { describeWithControl } from './replica-set.js';
import { Scene } from './scene.js';

const minutes = Number(process.env.PINRATE_SOAK_MINUTES ?? 0);
const PERIOD_MS = minutes > 0 ? 120_000 : 6_000;
const KILLS = minutes > 0 ? Math.ceil((minutes * 60_000) / PERIOD_MS) : 4;
const DOWN_MS = 2_000;
const MAX_GROWTH = 0.05;
/**
 * A node holds a tenth more after some five faults than after the first, and then stays so: in a long soak the first
 * half does not count.
 */
const WARM_UP = minutes > 0 ? KILLS / 2 : 0;
/**
 * Resident memory differs by a tenth from one time to the next: these many at the beginning and at the end are
 * compared.
 */
const COMPARED = 2;

describeWithControl('a soak on a replica set of three', () => {
  let scene: Scene;
  before(async () => {
    scene = await Scene.open();
  });
  after(() => scene?.close());

  it(`of ${KILLS} killed primaries leaves memory and descriptors as they were`, async (t) => {
    const measured: Held[][] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      await scene.during(t, killPrimary);
      // documents that are in memory, and more after each time: without them it must be as before
      await scene.writers.removeDiscounts();
      await scene.calm();
      const held = await Promise.all(scene.nodes.map((node) => node.held()));
      measured.push(held);
      t.diagnostic(
        held
          .map(
            ({ residentBytes, descriptors }) => `${Math.round(residentBytes / 2 ** 20)} MB, ${descriptors} descriptors`,
          )
          .join('; '),
      );
    }
    for (const [n, { name }] of scene.nodes.entries()) {
      for (const what of ['residentBytes', 'descriptors'] as const) {
        const series = measured.slice(WARM_UP).map((held) => held[n]![what]);
        const [began, ended] = [Math.max(...series.slice(0, COMPARED)), Math.min(...series.slice(-COMPARED))];
        assert.ok(ended <= began * (1 + MAX_GROWTH), `${name}, ${what}: ${series.join(', ')}`);
      }
    }
  });

  async function killPrimary(): Promise<void> {
    const { set } = scene;
    const startedAt = performance.now();
    const primary = await set.primary();
    await set.kill(primary);
    await set.primary(primary);
    await pause(DOWN_MS);
    await set.resume(primary);
    await set.whole();
    await pause(Math.max(0, PERIOD_MS - (performance.now() - startedAt)));
  }
});
