/** A node that nears its limit of file descriptors refuses connections, serves the open ones, and recovers. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { DescriptorGuard, ownDescriptors } from '../../../src/http/descriptors.js';
import { DESCRIPTORS_SPARE } from '../../../src/limits/http.js';
import { randomWorld, seededRng } from '../../reference/random.js';
import { withFolder, writeDataset } from '../../store/fixtures.js';
import { request } from '../../support/client.js';
import { onlyInAll } from '../../support/depth.js';
import { freePort, LOADER, modulePath } from '../../support/programs.js';
import { RawConnection, rawRequest } from '../../support/raw.js';
import { until } from '../../support/until.js';

/** What most systems give. With 256 a node may not even load its modules: each thread opens many at once. */
const LIMIT = 1_024;
/** More than the node may have open. */
const CONNECTIONS = 1_300;
const FEW_LEFT = /few file descriptors are left/;
const LIVE = rawRequest('GET', '/health/live', ['Host: a']);

describe('few file descriptors', () => {
  it('stop the acceptance until there are many again, and are logged once', async () => {
    let open = 200;
    let looks = 0;
    let accepts = true;
    let mayStart = false;
    let asked = 0;
    const lines: string[] = [];
    const guard = new DescriptorGuard(
      {
        stopAccepting() {
          accepts = false;
        },
        startAccepting() {
          asked += 1;
          accepts = mayStart;
          return Promise.resolve(accepts);
        },
      },
      { limit: 1_000, countOpen: () => ((looks += 1), open) },
      pino(
        {},
        {
          write: (line: string) => {
            lines.push(line);
          },
        },
      ),
    );
    const looked = async (): Promise<void> => {
      const enough = looks + 3;
      await until(() => looks >= enough);
    };
    guard.start();
    // 800 were free at the start: a margin of 100
    for (let round = 0; round < 2; round++) {
      open = 900;
      await looked();
      assert.ok(accepts);
      open = 901;
      await until(() => !accepts);
      open = 800;
      await looked();
      assert.ok(!accepts);
      mayStart = false;
      asked = 0;
      open = 800 - DESCRIPTORS_SPARE;
      await until(() => asked > 2);
      mayStart = true;
      await until(() => accepts);
    }
    guard.stop();
    assert.equal(lines.filter((line) => FEW_LEFT.test(line)).length, 1);
  });

  it('are counted as Linux does', { skip: process.platform !== 'linux' && 'needs /proc' }, () => {
    const descriptors = ownDescriptors()!;
    assert.ok(descriptors.limit > descriptors.countOpen());
    // the list has the descriptor that it is read with
    assert.ok(Math.abs(descriptors.countOpen() - readdirSync('/proc/self/fd').length) <= 1);
  });

  it(
    'do not keep a node from answering',
    { skip: process.platform === 'linux' ? onlyInAll : 'needs /proc', timeout: 300_000 },
    (t) =>
      withFolder(async (folder) => {
        await writeDataset(join(folder, 'dataset'), randomWorld(seededRng(3)));
        const port = await freePort();
        const node = spawn(
          'sh',
          ['-c', `ulimit -n ${LIMIT}; exec "$@"`, 'sh', process.execPath, ...LOADER, modulePath('src/main')],
          {
            env: {
              PATH: process.env['PATH'],
              PORT: String(port),
              HOST: '127.0.0.1',
              WORKERS: '1',
              DATA_DIR: join(folder, 'store'),
              DATASET: join(folder, 'dataset'),
            },
            stdio: ['ignore', 'pipe', 'inherit'],
          },
        );
        const exited = once(node, 'exit');
        t.after(() => node.kill('SIGKILL'));
        const lines: string[] = [];
        createInterface({ input: node.stdout }).on('line', (line) => {
          lines.push(line);
        });
        const isLive = async (): Promise<boolean> =>
          (await request({ port, path: '/health/live' }).catch(() => null))?.status === 200;
        while (!(await isLive())) {
          assert.deepEqual([node.exitCode, node.signalCode], [null, null], lines.join('\n'));
          await sleep(50);
        }

        const earlier = await RawConnection.open(port);
        const another = (): Socket => connect(port, '127.0.0.1').on('error', () => {});
        const sockets = Array.from({ length: CONNECTIONS }, another);
        // no connection is idle, and one that is refused or closed is replaced: the node is always asked for more
        const asking = setInterval(() => {
          earlier.socket.write(LIVE);
          sockets.forEach((socket, i) => {
            if (socket.closed) sockets[i] = another();
            else if (!socket.connecting) socket.write(LIVE);
          });
        }, 1_000);
        t.after(() => {
          clearInterval(asking);
        });
        await until(() => lines.some((line) => FEW_LEFT.test(line)));
        while (!(await isRefused(port))) await sleep(50);
        const receivedBefore = earlier.received.length;
        await earlier.send(LIVE);
        await earlier.until(new RegExp(`^[^]{${receivedBefore}}[^]*HTTP/1\\.1 200[^]*alive`));
        assert.ok(readdirSync(`/proc/${node.pid!}/fd`).length < LIMIT);

        clearInterval(asking);
        for (const socket of sockets) socket.destroy();
        while (!(await isLive())) await sleep(50);
        earlier.destroy();
        node.kill('SIGTERM');
        assert.deepEqual(await exited, [0, null]);
      }),
  );
});

/** Whether a new connection is refused at once, not left to wait. */
function isRefused(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket: Socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'));
  });
}
