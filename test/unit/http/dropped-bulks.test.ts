/** Bulks whose caller goes away are counted, also those that nobody has read. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { BulkEvents } from '../../../src/engine/bulk/question.js';
import { bulkRoutes } from '../../../src/http/routes/bulks.js';

it('a bulk that is dropped counts its lines, and one line while it waits', () => {
  const counted: unknown[] = [];
  let events: BulkEvents | null = null;
  let cancels = 0;
  const [route] = bulkRoutes({
    bulks: {
      isFull: () => false,
      submit: (_: unknown, given: BulkEvents) => {
        events = given;
        return { cancel: () => void cancels++ };
      },
    },
    admitMore: () => null,
    respond: {},
    metrics: { bulkLines: { inc: (labels: object, count: number) => counted.push([labels, count]) } },
    now: () => 0,
  } as unknown as Parameters<typeof bulkRoutes>[0]);
  const exchangeOf = () => ({
    ...{
      credential: { kind: 'service', id: 'main-system' },
      conventions: { accept: '', prefer: '' },
      query: '',
      received: new Uint8Array(),
    },
    onAbandoned: null as (() => void) | null,
  });
  const waiting = exchangeOf();
  route!.handle(waiting as never, {} as never);
  waiting.onAbandoned!();
  const read = exchangeOf();
  route!.handle(read as never, {} as never);
  void events!.admit({ counted: 1, lines: 250, detail: 'full' });
  read.onAbandoned!();
  assert.deepEqual(counted, [
    [{ detail: 'unknown', outcome: 'dropped' }, 1],
    [{ detail: 'full', outcome: 'dropped' }, 250],
  ]);
  assert.equal(cancels, 2);
});
