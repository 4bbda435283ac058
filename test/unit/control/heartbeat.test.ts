import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Heartbeat } from '../../../src/control/heartbeat.js';
import { CONTROL_BEAT_MS } from '../../../src/limits/control.js';

const NS_PER_MS = 1e6;

/** A heartbeat whose last beat was so long ago, as the other thread's end sees it. */
function beatenMsAgo(ms: number): Heartbeat {
  const { shared } = new Heartbeat();
  const seen = new Heartbeat(shared);
  new BigInt64Array(shared)[0] = process.hrtime.bigint() - BigInt(ms * NS_PER_MS);
  return seen;
}

describe('a heartbeat', () => {
  it('is not busy until a beat is due', () => {
    assert.equal(new Heartbeat().busyMs(), 0);
    assert.equal(beatenMsAgo(CONTROL_BEAT_MS / 2).busyMs(), 0);
  });

  it('is busy for as long as the beat has been due, and no longer after the next', () => {
    const startedAt = performance.now();
    const heartbeat = beatenMsAgo(CONTROL_BEAT_MS + 5_000);
    const busyMs = heartbeat.busyMs();
    assert.ok(busyMs >= 5_000 && busyMs <= 5_001 + performance.now() - startedAt, `${busyMs} ms`);
    heartbeat.beat();
    assert.equal(heartbeat.busyMs(), 0);
  });

  it('beats in its thread while the event loop turns', (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const heartbeat = new Heartbeat();
    heartbeat.keepBeating();
    new BigInt64Array(heartbeat.shared)[0] = 0n;
    t.mock.timers.tick(CONTROL_BEAT_MS - 1);
    assert.ok(heartbeat.busyMs() > 0);
    t.mock.timers.tick(1);
    assert.equal(heartbeat.busyMs(), 0);
  });
});
