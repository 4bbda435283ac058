import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { madeOnce } from '../../bench/support/made-once.js';

describe('a folder that is made once per run', () => {
  let parent: string;
  let folder: string;
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'pinrate-made-once-'));
    folder = join(parent, 'filled');
  });
  afterEach(() => {
    rmSync(parent, { recursive: true });
  });

  it('is not filled again', async () => {
    assert.equal(await madeOnce(folder, async (filling) => writeFileSync(join(filling, 'who'), 'first')), folder);
    assert.equal(await madeOnce(folder, () => assert.fail('filled again')), folder);
    assert.equal(readFileSync(join(folder, 'who'), 'utf8'), 'first');
  });

  it('appears only when complete, and is filled by one of two scenarios that try at once', async () => {
    const fill = async (filling: string, who: string): Promise<void> => {
      for (const name of ['one', 'two']) {
        assert(!existsSync(folder) || readdirSync(folder).length === 2, 'half of it was visible');
        writeFileSync(join(filling, name), who);
        await turn();
      }
    };
    await Promise.all(['a', 'b'].map((who) => madeOnce(folder, (filling) => fill(filling, who))));
    const [one, two] = ['one', 'two'].map((name) => readFileSync(join(folder, name), 'utf8'));
    assert.equal(one, two);
  });

  it('does not appear if filling it failed', async () => {
    await assert.rejects(
      madeOnce(folder, () => Promise.reject(new Error('no room'))),
      /no room/,
    );
    assert(!existsSync(folder));
  });
});
