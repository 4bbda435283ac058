// Only in npm run test:all.
/** Several processes on one port, started, replaced and stopped by their supervisor. Each test runs real processes. */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { after, describe, it as nodeIt } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ACCEPTOR_ARGUMENT } from '../../src/acceptors/messages.js';
import { claimPort } from '../../src/acceptors/port.js';
import { listen } from '../../src/http/uws.js';
import { LOADER, modulePath } from '../support/programs.js';
import { gone, Supervised } from './supervised.js';

const running: Supervised[] = [];
const launched = (supervised: Supervised): Supervised => { running.push(supervised); return supervised; };
const start = async (...args: Parameters<typeof Supervised.started>): Promise<Supervised> => launched(await Supervised.started(...args));
after(() => Promise.all(running.map((supervised) => supervised.end())));

/** Per test, so that the failure names the test that hangs. */
const it = (name: string, test: () => Promise<void>): void => { void nodeIt(name, { timeout: 60_000 }, test); };

describe('acceptors', () => {
  it('share a free port, log one greeting, and stop together', async () => {
    const node = await start({ ACCEPTORS: 3 });
    const pids = await node.pids(3);
    assert(!pids.has(node.process.pid!), 'the supervisor itself accepts no connection');
    assert.equal((await node.line('welcomes')).acceptor, 1);
    node.process.kill('SIGTERM');
    assert.deepEqual(await node.exited, [0, null]);
    assert.deepEqual(node.all('stops').map(({ acceptor }) => acceptor).sort(), [1, 2, 3]);
    assert.equal(node.all('welcomes').length, 1);
    assert.equal(node.stderr, '');
  });

  it('finish requests under way when a Ctrl-C reaches all processes at once, and tolerate a second signal', async () => {
    const node = await start({ ACCEPTORS: 2 });
    const answers = [node.get('/held'), node.get('/held'), node.get('/held')];
    await node.line('holds', 3);
    process.kill(-node.process.pid!, 'SIGINT');
    assert.deepEqual(await Promise.all(answers), ['finished', 'finished', 'finished']);
    assert.deepEqual(await node.exited, [0, null]);
    assert.equal(node.all('stops').length, 2);
    assert.deepEqual(node.all('an acceptor ended unexpectedly and is started again'), []);
  });

  it('are replaced when they die, while the others keep answering', async () => {
    const node = await start({ ACCEPTORS: 3 });
    const before = await node.pids(3);
    const [victim] = before;
    process.kill(victim!, 'SIGKILL');
    const line = await node.line('an acceptor ended unexpectedly and is started again');
    assert.equal(line.acceptor_pid, victim);
    let now: Set<number>;
    do now = await node.pids(2); while ([...now].every((pid) => before.has(pid)));
    const all = await node.pids(3);
    assert(!all.has(victim!));
    assert.equal([...all].filter((pid) => before.has(pid)).length, 2);
    node.process.kill('SIGTERM');
    assert.deepEqual(await node.exited, [0, null]);
  });

  it('stop when their supervisor is killed, and leave the port free for the next one', async () => {
    const node = await start({ ACCEPTORS: 2 });
    const pids = await node.pids(2);
    const held = node.get('/held');
    await node.line('holds');
    node.process.kill('SIGKILL');
    assert.equal(await held, 'finished');
    for (const pid of pids) await gone(pid);
    const next = await start({ ACCEPTORS: 2, PORT: node.port });
    assert.equal(next.port, node.port);
  });

  it('are started again even if one fork fails at once, while the others keep answering', async () => {
    const node = await start({ ACCEPTORS: 2, FAILING_FORK: 3 });
    const [victim, other] = [...await node.pids(2)] as [number, number];
    process.kill(victim, 'SIGKILL');
    await node.line('an acceptor could not be started');
    // only the other one answers at first, then a new one too
    for (let pid = other; pid === other; await sleep(20)) pid = Number(await node.get('/'));
    assert((await node.pids(2)).has(other));
    node.process.kill('SIGTERM');
    assert.deepEqual(await node.exited, [0, null]);
  });

  it('log the reason when the first fork fails at once, and exit', async () => {
    const node = launched(new Supervised({ ACCEPTORS: 2, FAILING_FORK: 1 }));
    assert.deepEqual(await node.exited, [1, null]);
    assert.equal(node.all('an acceptor could not be started').length, 1);
  });

  it('are not started any more after an earlier one failed at once', async () => {
    const node = launched(new Supervised({ ACCEPTORS: 3, FAILING_FORK: 2 }));
    assert.deepEqual(await node.exited, [1, null]);
    assert.deepEqual(node.lines.filter(({ acceptor }) => acceptor === 3), []);
  });

  it('notice a supervisor that ended before they connected to it', async () => {
    const child = fork(modulePath('test/acceptors/late-acceptor'), [ACCEPTOR_ARGUMENT, '1'], { execArgv: [...LOADER] });
    child.disconnect();
    assert.deepEqual(await once(child, 'exit'), [7, null]);
  });

  it('are killed when they do not stop in time, which the exit code shows', async () => {
    const node = await start({ ACCEPTORS: 2, FAKE_FAULT: 'deaf:2', STOP_WITHIN_MS: 500 });
    node.process.kill('SIGTERM');
    assert.deepEqual(await node.exited, [1, null]);
    assert.deepEqual(node.all('an acceptor did not stop in time and is killed').map(({ acceptor }) => acceptor), [2]);
    assert.deepEqual(node.all('stops').map(({ acceptor }) => acceptor), [1]);
  });
});

describe('a start that fails', () => {
  for (const [number, stops] of [[1, []], [2, [1]]] as const) {
    it(`in acceptor ${number} ends all of them with the message of that one`, async () => {
      const node = launched(new Supervised({ ACCEPTORS: 2, FAKE_FAULT: `refuses:${number}` }));
      assert.deepEqual(await node.exited, [1, null]);
      assert.equal(node.stderr, 'pinrate cannot start: the fake refuses\n');
      assert.deepEqual(node.all('stops').map(({ acceptor }) => acceptor), stops);
      assert.deepEqual(node.all('every acceptor listens'), []);
    });
  }

  it('without a message gets one from the supervisor', async () => {
    const node = launched(new Supervised({ ACCEPTORS: 2, FAKE_FAULT: 'crashes:2' }));
    assert.deepEqual(await node.exited, [1, null]);
    assert.equal(node.stderr, 'pinrate cannot start: acceptor 2 ended (SIGKILL) before all of them listened\n');
  });

  it('because another program has the port logs that once, and starts nothing', async () => {
    const foreign = createServer().listen(0, '127.0.0.1');
    await once(foreign, 'listening');
    const { port } = foreign.address() as AddressInfo;
    const node = launched(new Supervised({ ACCEPTORS: 2, PORT: port }));
    assert.deepEqual(await node.exited, [1, null]);
    const toDo = 'end the program that has it, or set PORT to another (0 takes any free one)';
    assert.equal(node.stderr, `pinrate cannot start: cannot listen on 127.0.0.1:${port}: the port is taken: ${toDo}\n`);
    assert.deepEqual(node.lines, []);
    foreign.close();
  });

  it('because another node has acceptors there says so, whether they listen already or not', async () => {
    const starting = await claimPort('127.0.0.1', 0);
    const { port } = starting;
    const first = launched(new Supervised({ ACCEPTORS: 2, PORT: port }));
    assert.deepEqual(await first.exited, [1, null]);
    assert.equal(first.stderr, `pinrate cannot start: cannot listen on 127.0.0.1:${port}: another pinrate with ACCEPTORS starts or runs there\n`);
    starting.release();

    const node = await start({ ACCEPTORS: 2, PORT: port });
    await assert.rejects(claimPort('127.0.0.1', port), /cannot listen on 127\.0\.0\.1:\d+: the port is taken/);
    await assert.rejects(listen('127.0.0.1', port, () => {}), /the port is taken/, 'a node without acceptors cannot join them either');
    node.process.kill('SIGTERM');
    assert.deepEqual(await node.exited, [0, null]);
    (await claimPort('127.0.0.1', port)).release();
  });
});

describe('the metrics of acceptors', () => {
  const valueOf = (text: string, name: string): number => Number(new RegExp(`^${name.replace(/[{}"]/g, '\\$&')} (.*)$`, 'm').exec(text)?.[1]);
  const COUNTED = 'pinrate_http_rejected_total{reason="counted"}';

  it('are those of all acceptors, whichever one answers, and do not fall when one dies', async () => {
    const node = await start({ ACCEPTORS: 3 });
    for (let request = 0; request < 30; request += 1) await node.get('/');
    for (let asked = 0; asked < 6; asked += 1) {
      const text = await node.get('/metrics');
      assert.equal(valueOf(text, COUNTED), 30);
      assert.equal(valueOf(text, 'pinrate_acceptors'), 3);
      assert.equal(valueOf(text, 'pinrate_acceptor_restarts_total'), 0);
    }
    const together = await Promise.all(Array.from({ length: 20 }, () => node.get('/metrics')));
    for (const text of together) assert.equal(valueOf(text, COUNTED), 30);

    const [victim] = await node.pids(1);
    await node.get('/metrics');
    process.kill(victim!, 'SIGKILL');
    await node.line('an acceptor ended unexpectedly and is started again');
    const meanwhile = await node.get('/metrics');
    assert.equal(valueOf(meanwhile, COUNTED), 31);
    let text: string;
    do text = await node.get('/metrics'); while (valueOf(text, 'pinrate_acceptors') < 3);
    assert.equal(valueOf(text, COUNTED), 31);
    assert.equal(valueOf(text, 'pinrate_acceptor_restarts_total'), 1);
  });

  it('omit an acceptor that does not answer in time, and report how many did', async () => {
    const node = await start({ ACCEPTORS: 3, FAKE_FAULT: 'mute:2' });
    for (let asked = 0; asked < 2; asked += 1) assert.equal(valueOf(await node.get('/metrics'), 'pinrate_acceptors'), 2);
  });
});
