/** Stack traces of compiled threads name the sources. A thread does not inherit the source maps of its process. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Config } from '../../src/config.js';
import type { FrontCalls } from '../../src/messages.js';
import { launchWorker } from '../../src/control/remote.js';
import { ThreadSet } from '../../src/pool/threads.js';
import { withFolder } from '../store/fixtures.js';
import { sharedSlots, testGeneration } from './pool/echo.js';

const NOW = 1_700_000_000_000;

/** Uses a module that throws when it is loaded, in its first line; in its source that is line 6. */
function withCompiled(use: (module: URL) => Promise<void>): Promise<void> {
  return withFolder(async (folder) => {
    const path = join(folder, 'thread.js');
    await writeFile(path, `throw new Error('no thread');\n//# sourceMappingURL=thread.js.map\n`);
    const map = { version: 3, sources: ['thread.ts'], names: [], mappings: 'AAKA' };
    await writeFile(`${path}.map`, JSON.stringify(map));
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await use(pathToFileURL(path));
  });
}

describe('the stack trace', { timeout: 20_000 }, () => {
  it('of a control thread names its source', () =>
    withCompiled(async (module) => {
      const reason = await new Promise<Error>((resolve) => {
        const control = launchWorker(module, {} as Config, {} as FrontCalls, resolve);
        control.channel.call('start', null).catch(() => {});
      });
      assert.match(reason.stack!, /no thread[^]*thread\.ts:6:/);
    }));

  it('of a pool thread names its source', () =>
    withCompiled(async (module) => {
      const errors: unknown[] = [];
      const threads = new ThreadSet(module, 1, {
        onError: (error) => errors.push(error),
        onIdle: () => undefined,
        onEnd: () => undefined,
      });
      await threads.start(testGeneration(1, sharedSlots()), NOW).catch((error: unknown) => errors.push(error));
      await threads.retire();
      assert.match((errors[0] as Error).stack!, /no thread[^]*thread\.ts:6:/);
    }));
});
