/** The control thread: it owns the store and its documents, and builds the index. */
import { parentPort, workerData } from 'node:worker_threads';
import { pino } from 'pino';
import { createClock } from '../src/clock.js';
import type { Config } from '../src/config.js';
import { Channel } from '../src/control/channel.js';
import { createControl } from '../src/control/control.js';
import { Heartbeat } from '../src/control/heartbeat.js';
import type { ControlData, FrontCalls } from '../src/messages.js';

const data = workerData as ControlData;
new Heartbeat(data.heartbeat).keepBeating();
const config = revived(data.config);
const front = new Channel<FrontCalls>(parentPort!);
// the front writes the lines, in the order in which the threads have sent them
const log = pino({ level: config.logLevel, base: undefined }, { write: (line: string) => front.tell('log', line) });
front.offer(createControl({ config, log, now: createClock(), front }));

/** A Buffer crosses as a Uint8Array. */
function revived(crossed: Config): Config {
  return { ...crossed, secretsKeys: crossed.secretsKeys.map((key) => Buffer.from(key)) };
}
