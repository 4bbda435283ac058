/** kill -9 during an import of outcomes: all of it counts afterwards or nothing, and what was acknowledged counts. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { OutcomeSums } from '../../src/domain/outcomes/sums.js';
import { openLmdbStore } from '../../src/store/lmdb/store.js';
import { inReferenceForm, referenceSums } from '../reference/outcome-lines.js';
import { LOADER, modulePath } from '../support/programs.js';
import { withFolder } from './fixtures.js';
import { attemptsOf, linesOf } from './outcome-versions.js';

const CHILD = modulePath('test/store/outcomes-child');
const KILLS = 4;
const LONGEST_MS = 400;

it('an import of outcomes that kill -9 interrupts counts as a whole or not at all', { timeout: 120_000 }, () =>
  withFolder(async (path) => {
    await (await openLmdbStore({ path })).close();
    let acknowledged = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const child = spawn(process.execPath, [...LOADER, CHILD, path, String(acknowledged + 1)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        acknowledged = Number(text.trim().split('\n').at(-1));
      });
      await once(child.stdout, 'data');
      await pause(Math.random() * LONGEST_MS);
      child.kill('SIGKILL');
      await once(child, 'close');
      const store = await openLmdbStore({ path });
      const found: OutcomeSums[] = [];
      for await (const page of store.outcomeSums({ partnerId: null, fromWeek: 0, toWeek: 99_999 })) found.push(...page);
      const [line] = await store.page('outcomes', null, 1);
      const version = attemptsOf(acknowledged) === line!.attempts ? acknowledged : acknowledged + 1;
      assert.equal(line!.attempts, attemptsOf(version), `version ${acknowledged} or the next`);
      const lines = linesOf(version);
      const byKey = new Map(lines.map((each) => [each.key, each]));
      for (const kept of await store.page('outcomes', null, lines.length + 1))
        assert.deepEqual(kept, byKey.get(kept.key));
      assert.deepEqual(inReferenceForm(found), referenceSums(lines));
      await store.close();
      acknowledged = version;
    }
  }),
);
