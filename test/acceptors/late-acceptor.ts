/** An acceptor that begins to listen to its supervisor only after that has ended; it exits with 7 when it notices. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Acceptor } from '../../src/acceptors/acceptor.js';

while (process.connected) await sleep(5);
Acceptor.ofThisProcess()!.attach(() => process.exit(7));
setTimeout(() => process.exit(0), 1_000);
