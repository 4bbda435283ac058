import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildPartner } from '../../../src/index/partner-blocks.js';
import type { Change } from '../../../src/model/change.js';
import { packageRow, workedWorld } from '../../reference/fixture.js';
import { catalogOf, published } from './world.js';

const pricier = (baseCharge: number): Change =>
  ({ kind: 'put', collection: 'packages', key: 1, document: packageRow({ id: 1, baseCharge }) }) as Change;

/** A publisher, and who waits for it: `ended` has each with the number of generations by then. */
async function watched() {
  const catalog = await catalogOf(workedWorld());
  const broken = { isSo: false };
  const all = await published(catalog, {
    build: (task) => {
      if (broken.isSo) throw new Error('no memory');
      return buildPartner(task);
    },
  });
  const { publisher, generations } = all;
  const change = (baseCharge: number): void => {
    catalog.apply([pricier(baseCharge)], publisher.dirty);
    publisher.refresh();
  };
  const ended: string[] = [];
  const wait = (name: string) => publisher.published().then(() => ended.push(`${name} at ${generations.length}`));
  return { ...all, broken, change, ended, wait };
}

describe('IndexPublisher.published', () => {
  it('resolves at once when nothing is noted', async () => {
    const { wait, ended } = await watched();
    await wait('idle');
    assert.deepEqual(ended, ['idle at 1']);
  });

  it('waits for the build that contains what is noted, and for none after it', async () => {
    const { wait, ended, change } = await watched();
    change(50);
    await wait('first');
    assert.deepEqual(ended, ['first at 2'], 'a single change is built at once');
    change(60);
    const second = wait('second');
    change(70);
    const third = wait('third');
    assert.deepEqual(ended, ['first at 2'], 'builds rest in between');
    await Promise.all([second, third]);
    assert.deepEqual(ended, ['first at 2', 'second at 3', 'third at 3']);
  });

  it('resolves when the build fails, and when the change does not affect the index', async () => {
    const { wait, ended, change, broken, failures, publisher } = await watched();
    broken.isSo = true;
    change(50);
    await wait('failing');
    assert.deepEqual([ended, failures.length], [['failing at 1'], 1]);
    broken.isSo = false;
    void publisher.dirty;
    publisher.refresh();
    await wait('nothing');
    assert.deepEqual(ended.at(-1), 'nothing at 1', 'nothing of the index was noted');
  });
});
