/** The control plane in the thread that launches it. */
import { MessageChannel } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { Store } from '../../src/store/port.js';
import { Channel } from '../../src/control/channel.js';
import { createControl } from '../../src/control/control.js';
import type { ControlCalls, FrontCalls } from '../../src/messages.js';
import type { LaunchControl } from '../../src/control/remote.js';

/**
 * In this thread, for tests that set the clock, read the log, or reach into the store. What crosses is cloned as
 * between threads.
 */
export function launchHere({
  log,
  now,
  onStore,
}: {
  log: Logger;
  now(): number;
  onStore?(store: Store): void;
}): LaunchControl {
  return (config, front) => {
    const { port1, port2 } = new MessageChannel();
    const channel = new Channel<ControlCalls>(port1);
    channel.offer(front);
    const control = new Channel<FrontCalls>(port2);
    control.offer(createControl({ config, log, now, onStore, front: control }));
    return {
      channel,
      // the caller holds the thread itself
      busyMs: () => 0,
      async ended() {
        port1.close();
      },
    };
  };
}
