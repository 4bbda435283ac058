/** The counts that the threads of a node share. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import type { CounterAddition } from '../../../src/domain/allocation/counters.js';
import { CountBoard, keyOf } from '../../../src/index/count-board.js';

const END_MS = 1_000;
const addition = (counter: string, add: number[], window = 20_000): CounterAddition => ({
  counter,
  window,
  add,
  limit: null,
  endsAtMs: END_MS,
});

describe('a board of counts', () => {
  it('adds what is reserved to what is stored, for every thread', () => {
    const board = new CountBoard();
    const other = new CountBoard(board.shared);
    board.set(keyOf('a', 20_000), [5, 1], END_MS);
    assert.deepEqual(other.valuesOf('a', 20_000), [5, 1]);
    const two = [addition('a', [2, 0]), addition('b', [1])];
    const round = other.reserve(two);
    assert.deepEqual([board.valuesOf('a', 20_000), board.valuesOf('b', 20_000)], [[7, 1], [1]]);
    board.settle(two, round);
    board.set(keyOf('a', 20_000), [7, 4], END_MS);
    assert.deepEqual(other.valuesOf('a', 20_000), [7, 4], 'nothing is reserved any more');
    board.release(two, board.reserve(two));
    assert.deepEqual([board.valuesOf('a', 20_000), board.valuesOf('b', 20_000)], [[7, 4], [1]]);
  });

  it('drops what is reserved; of parcels that were on their way it counts what is stored, once', () => {
    const board = new CountBoard();
    board.set(keyOf('a', 20_000), [5, 1], END_MS);
    const [one, other] = [[addition('a', [2, 7])], [addition('a', [1, 1]), addition('b', [4])]];
    const [formerOne, formerOther] = [board.reserve(one), board.reserve(other)];
    board.dropReservations();
    assert.deepEqual([board.valuesOf('a', 20_000), board.valuesOf('b', 20_000)], [[5, 1], [0]]);
    const present = new CountBoard(board.shared).reserve(one);
    board.release(one, formerOne);
    assert.deepEqual(board.valuesOf('a', 20_000), [7, 8], 'it was dropped before');
    board.settle(other, formerOther);
    assert.deepEqual([board.valuesOf('a', 20_000), board.valuesOf('b', 20_000)], [[8, 9], [4]]);
    board.settle(one, present);
    assert.deepEqual(board.valuesOf('a', 20_000), [8, 9]);
    board.forget(0);
    board.release(other, formerOther);
    assert.deepEqual(board.valuesOf('a', 20_000), [8, 9]);
  });

  it('knows windows and counters apart, and has nothing of the others', () => {
    const board = new CountBoard();
    board.set(keyOf('a', 1), [1], END_MS);
    assert.deepEqual([board.valuesOf('a', 2), board.valuesOf('b', 1), board.valuesOf('a/1', 1)], [[], [], []]);
  });

  it('drops windows that are over, and keeps the others with what is reserved', () => {
    const board = new CountBoard();
    for (let window = 0; window < 2_000; window++) board.set(keyOf('c', window), [window], window);
    board.reserve([{ ...addition('c', [3], 1_500), endsAtMs: 1_500 }]);
    board.forget(1_000);
    assert.deepEqual(
      [board.valuesOf('c', 999), board.valuesOf('c', 1_000), board.valuesOf('c', 1_500)],
      [[], [1_000], [1_503]],
    );
    board.set(keyOf('d', 1), [8], 2_000);
    assert.deepEqual([board.valuesOf('d', 1), board.valuesOf('c', 1_999)], [[8], [1_999]]);
  });

  it('leaves counters out for which there is no room, and takes them once others are gone', () => {
    const board = new CountBoard();
    for (let window = 0; window < 20_000; window++) board.set(keyOf('many', window), [1], window);
    assert.deepEqual([board.valuesOf('many', 0), board.valuesOf('many', 19_999)], [[1], []]);
    board.forget(15_000);
    board.set(keyOf('many', 19_999), [1], 19_999);
    assert.deepEqual(board.valuesOf('many', 19_999), [1]);
  });

  it('loses nothing when threads reserve at the same time', async () => {
    const ROUNDS = 20_000;
    const board = new CountBoard();
    const module = new URL(
      `../../../src/index/count-board.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`,
      import.meta.url,
    );
    const program = `
      const { workerData, parentPort } = require('node:worker_threads');
      (async () => {
        if (workerData.module.endsWith('.ts')) (await import('tsx/esm/api')).register();
        const { CountBoard } = await import(workerData.module);
        const board = new CountBoard(workerData.shared);
        for (let round = 0; round < ${ROUNDS}; round++) {
          board.whileLocked(() => {
            const [had = 0] = board.valuesOf('shared', 1);
            board.reserve([{ counter: 'shared', window: 1, add: [1], limit: null, endsAtMs: 1 }]);
            const [has] = board.valuesOf('shared', 1);
            if (has !== had + 1) throw new Error(had + ' and 1 is ' + has);
          });
        }
        parentPort.postMessage('done');
      })();`;
    await Promise.all(
      [1, 2, 3].map(
        () =>
          new Promise<void>((resolve, reject) => {
            const worker = new Worker(program, {
              eval: true,
              workerData: { module: module.href, shared: board.shared },
            });
            worker.once('message', () => resolve());
            worker.once('error', reject);
          }),
      ),
    );
    assert.deepEqual(board.valuesOf('shared', 1), [3 * ROUNDS]);
  });
});
