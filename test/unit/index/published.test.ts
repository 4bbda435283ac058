import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { BuildResult, BuildTask } from '../../../src/control/publisher.js';
import type { Change } from '../../../src/store/port.js';
import { build } from '../../../workers/builder.js';
import { packageRow, workedWorld } from '../../reference/fixture.js';
import { catalogOf, published, type Published } from './world.js';

const pricier = (baseCharge: number): Change => ({ kind: 'put', collection: 'packages', key: 1, document: packageRow({ id: 1, baseCharge }) }) as Change;

/** Resolves to the next build that waits to be released, once there is one. */
async function nextOf(waiting: ((failure?: Error) => void)[]): Promise<(failure?: Error) => void> {
  while (waiting.length === 0) await turn();
  return waiting.shift()!;
}

/** A publisher whose builds after the first end when the test releases them, in turn. */
async function held() {
  const catalog = await catalogOf(workedWorld());
  const waiting: ((failure?: Error) => void)[] = [];
  let isHeld = false;
  const all: Published = await published(catalog, {
    build: async (task: BuildTask): Promise<BuildResult> => {
      const failure = isHeld ? await new Promise<Error | undefined>((resolve) => waiting.push(resolve)) : undefined;
      if (failure !== undefined) throw failure;
      return build(task);
    },
  });
  isHeld = true;
  const { publisher, generations } = all;
  const change = (baseCharge: number, refresh = true): void => {
    catalog.apply([pricier(baseCharge)], publisher.dirty);
    if (refresh) publisher.refresh();
  };
  const ended: string[] = [];
  const wait = (name: string) => publisher.published().then(() => ended.push(`${name} at ${generations.length}`));
  return { ...all, waiting, change, ended, wait };
}

describe('IndexPublisher.published', () => {
  it('resolves at once when nothing is noted', async () => {
    const { wait, ended } = await held();
    await wait('idle');
    assert.deepEqual(ended, ['idle at 1']);
  });

  it('waits for the build that contains what is noted, and for none after it', async () => {
    const { wait, ended, change, waiting } = await held();
    change(50);
    const first = wait('first');
    change(60);
    const second = wait('second');
    const third = wait('third');
    assert.deepEqual(ended, []);
    waiting.shift()!();
    await first;
    assert.deepEqual(ended, ['first at 2']);
    change(70);
    // the third change is included too, since the build of the second waits a little
    (await nextOf(waiting))();
    await Promise.all([second, third]);
    assert.deepEqual(ended, ['first at 2', 'second at 3', 'third at 3']);
    change(80);
    (await nextOf(waiting))();
    await wait('fourth');
    assert.deepEqual(ended.at(-1), 'fourth at 4');
  });

  it('waits for the running build when nothing was noted since', async () => {
    const { wait, ended, change, waiting } = await held();
    change(50);
    const late = wait('late');
    waiting.shift()!();
    await late;
    assert.deepEqual(ended, ['late at 2']);
  });

  it('resolves when the build fails, and when the change does not affect the index', async () => {
    const { wait, ended, change, waiting, failures, publisher } = await held();
    change(50);
    const failing = wait('failing');
    waiting.shift()!(new Error('no memory'));
    await failing;
    assert.deepEqual([ended, failures.length], [['failing at 1'], 1]);
    void publisher.dirty;
    publisher.refresh();
    await wait('nothing');
    assert.deepEqual(ended.at(-1), 'nothing at 1');
  });
});
