/**
 * The control thread of a node, with trouble on request: an operation whose X-Request-Id is `trouble-WAY` or
 * `trouble-WAY-MILLISECONDS` brings it about in the turn of the event loop that takes the request.
 */
import { parentPort } from 'node:worker_threads';
import '../../workers/control.js';

const WAYS: Record<string, (ms: number) => void> = {
  // nothing else of the thread runs meanwhile, and the test's other processes keep the processor
  blocks: (ms) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
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
    const [, way, ms] = /^trouble-([a-z]+)-?([0-9]*)$/.exec(argument?.requestId ?? '') ?? [];
    if (way !== undefined) WAYS[way]!(Number(ms));
  }
});
