// Only in npm run test:all.
/** A damaged database file ends the start with an error, never with a signal, as LMDB alone would. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { openLmdbStore } from '../../src/store/lmdb/store.js';
import { seededRng } from '../reference/random.js';
import { seedOf } from '../support/depth.js';
import { LOADER, modulePath } from '../support/programs.js';
import { documentsWithPincodes, fixtureAssignment, withFolder } from './fixtures.js';

const SEED = seedOf(20_260_311);
const ROUNDS = 200;
const PAGE_BYTES = 4_096;
/** Where a meta page ends; the rest of it has no meaning. */
const META_BYTES = 24 + 144;
/** An older meta page may still name the process that made the store, which is this one. */
const IN_USE = new RegExp(`is in use by process ${process.pid}: a store has one writing process$`);
const REFUSED = /^the store in .+ cannot be opened: data\.mdb is damaged or not a database: .+$/;

describe(`a damaged file of the LMDB store (PINRATE_TEST_SEED=${SEED})`, () => {
  const rng = seededRng(SEED);
  const below = (end: number): number => Math.floor(rng.next() * end);

  it('is refused when it was shortened, unless only free pages are missing', () =>
    withSoundStore(async (sound, answers) => {
      const { size } = statSync(sound);
      const lengths = Array.from({ length: ROUNDS }, () => below(size));
      const outcomes = await answers(lengths, (file, length) => truncateSync(file, length));
      for (const [index, answer] of outcomes.entries()) {
        if (lengths[index]! < size / 2 && lengths[index]! > 0)
          assert.match(answer, REFUSED, `shortened to ${lengths[index]} of ${size} bytes`);
        else
          assert.match(answer, /^works$|damaged or not a database/, `shortened to ${lengths[index]} of ${size} bytes`);
      }
    }));

  it('is refused, or opens and works, when bytes of its meta pages changed', () =>
    withSoundStore(async (_sound, answers) => {
      const flips = Array.from({ length: ROUNDS }, () =>
        Array.from({ length: 1 + below(3) }, () => ({
          position: below(2) * PAGE_BYTES + below(META_BYTES),
          bits: rng.next() < 0.5 ? 1 << below(8) : 1 + below(255),
        })),
      );
      const outcomes = await answers(flips, (file, bytes) => {
        const content = readFileSync(file);
        for (const { position, bits } of bytes) content[position]! ^= bits;
        writeFileSync(file, content);
      });
      assert.equal(outcomes.length, ROUNDS);
      const odd = outcomes
        .map((answer, index) => ({ answer, flips: JSON.stringify(flips[index]) }))
        .filter(({ answer }) => answer !== 'works' && !REFUSED.test(answer) && !IN_USE.test(answer));
      assert.deepEqual(odd, []);
    }));

  it('ends the start of the program with one line', () =>
    withSoundStore(async (sound) => {
      truncateSync(sound, 100_000);
      const child = spawn(process.execPath, [...LOADER, modulePath('src/main')], {
        env: {
          ...process.env,
          NODE_ENV: 'production',
          SECRETS_KEY: '0123456789abcdef'.repeat(4),
          DATA_DIR: dirname(sound),
          PORT: '0',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let written = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          written += text;
        });
      assert.deepEqual(await once(child, 'close'), [1, null]);
      assert.match(
        written,
        /^pinrate cannot start: the store in .+ cannot be opened: data\.mdb is damaged or not a database: .+\n$/,
      );
    }));
});

type Answers = <D>(damages: readonly D[], damage: (file: string, by: D) => void) => Promise<string[]>;

/** Gives `use` the file of a sound store, and a function that returns what a process makes of damaged copies of it. */
async function withSoundStore(use: (file: string, answers: Answers) => Promise<void>): Promise<void> {
  await withFolder(async (folder) => {
    const path = join(folder, 'sound');
    const store = await openLmdbStore({ path });
    await store.importAll(documentsWithPincodes(2_000).documents);
    for (let count = 0; count < 50; count++) {
      await store.write([{ kind: 'insert', collection: 'assignments', document: fixtureAssignment(`s-${count}`) }]);
    }
    await store.close();
    const sound = join(path, 'data.mdb');
    await use(sound, async (damages, damage) => {
      const paths = damages.map((by, index) => {
        const copy = join(folder, String(index));
        mkdirSync(copy);
        copyFileSync(sound, join(copy, 'data.mdb'));
        damage(join(copy, 'data.mdb'), by);
        return copy;
      });
      return answersOfChild(paths);
    });
  });
}

async function answersOfChild(paths: readonly string[]): Promise<string[]> {
  const child = spawn(process.execPath, [...LOADER, modulePath('test/store/damage-child')], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  child.stdin.end(`${paths.join('\n')}\n`);
  const answers: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) answers.push(line);
  assert.deepEqual(await ended, [0, null], `the child ended at store ${answers.length}`);
  return answers;
}
