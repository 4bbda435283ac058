import fc from 'fast-check';
import { randomWorld, seededRng } from '../reference/random.js';
import { Connection, curlOf, requestText } from './connection.js';
import { Judge } from './judge.js';
import { callsIn } from './mix.js';
import { Server } from './server.js';
const [seed, count] = process.argv.slice(2).map(Number) as [number, number];
const server = await Server.start(seed);
const judge = new Judge();
let connection = await Connection.open(server.port);
const found = new Map<string, { n: number; first: string }>();
let n = 0;
for (const call of fc.sample(callsIn(randomWorld(seededRng(seed))), { seed, numRuns: count })) {
  const id = `x-${n++}`;
  try {
    if (connection.isClosed) connection = await Connection.open(server.port);
    const reply = await connection.send(requestText(call.wire, server.nowSeconds, id));
    judge.judge(call, reply, id);
  } catch (error) {
    const message = (error as Error).message;
    const key = `${call.contract.id} ${call.fault?.replaceAll(/\d+/g, 'N') ?? 'valid'} ${message.split('\n')[0]}`.slice(0, 200);
    const known = found.get(key);
    if (known) known.n++; else found.set(key, { n: 1, first: `${curlOf(call.wire)}\n${message}`.slice(0, 1800) });
  }
}
for (const [key, { n: times, first }] of found) console.log(`== ${times} × ${key}\n${first}\n`);
const { errors } = await server.figures();
console.log(errors.length, JSON.stringify(errors.slice(0, 5)).slice(0, 3000));
connection.close();
await server.close();
