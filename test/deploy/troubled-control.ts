/**
 * The control thread of a node, with trouble on request: an operation whose X-Request-Id is `trouble-WAY` brings it
 * about in the turn of the event loop that takes the request. `trouble-blocks` lasts until there is a file `free` in
 * the folder of the store.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import '../../workers/control.js';

const LOOK_AGAIN_MS = 20;

const WAYS: Record<string, () => void> = {
  // nothing else of the thread runs meanwhile, and the test's other processes keep the processor
  blocks: () => {
    const cell = new Int32Array(new SharedArrayBuffer(4));
    while (!existsSync(join(process.env['DATA_DIR']!, 'free'))) Atomics.wait(cell, 0, 0, LOOK_AGAIN_MS);
  },
  throws: () => {
    throw new Error('out of documents');
  },
  exits: () => process.exit(0),
  fills: () => {
    for (const kept: unknown[] = []; ;) kept.push(new Array<number>(10_000).fill(kept.length));
  },
};

interface Call {
  argument?: { requestId?: string } | null;
}

parentPort!.on('message', (calls: Call[]) => {
  for (const { argument } of calls) {
    const [, way] = /^trouble-([a-z]+)$/.exec(argument?.requestId ?? '') ?? [];
    if (way !== undefined) WAYS[way]!();
  }
});
