// Only in npm run test:all.
/**
 * A node whose disk is full: a file that may not grow (RLIMIT_FSIZE, as prlimit sets it for a running process), and
 * where this process may mount one, a small file system.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmdirSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text as textOf } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import type { AllDocuments } from '../../src/store/dataset/dataset.js';
import {
  documentsWithPincodes,
  fixtureDocuments,
  withFolder,
  withoutContracts,
  writeDataset,
} from '../store/fixtures.js';
import { type ClientCredential, type Reply, request, sign } from '../support/client.js';
import { findProgram, LOADER, modulePath } from '../support/programs.js';
import { until } from './until.js';

const SERVICE: ClientCredential = { kind: 'service', id: 'main-system', secret: 'fixture-main-secret' };
const ASSIGN = '/api/v1/shipment-assignment/assign';
const CHARGES = '/api/v1/shipments/calculate-charges';
const QUOTE = {
  pickupPincode: '110001',
  deliveryPincode: '400001',
  weight: 500,
  shipmentType: 'B2C',
  paymentType: 'PREPAID',
};
const PATIENCE_MS = 60_000;
/** More assignments than a full disk takes into free pages, and some at a time. */
const MANY = 4_000;
const AT_ONCE = 20;
const ERROR_LEVEL = 50;
const WARN_LEVEL = 40;

interface Disk {
  name: string;
  /** Why it cannot be had here; null: it can. */
  missing: string | null;
  /** Makes it in an empty folder. */
  make(folder: string): void;
  fill(node: Node, folder: string): void;
  makeRoom(node: Node, folder: string): void;
  remove(folder: string): void;
}

const DATA = 'store/data.mdb';
const FILLER = 'filler';

/** prlimit changes the limit of a running process; a write beyond it fails. */
const LIMITED_FILE: Disk = {
  name: 'a file that may not grow',
  missing: findProgram(undefined, 'prlimit') === undefined ? 'needs prlimit, of util-linux' : null,
  make: () => {},
  fill: (node, folder) => limitFiles(node, String(statSync(join(folder, DATA)).size)),
  makeRoom: (node) => limitFiles(node, 'unlimited'),
  remove: () => {},
};

const SMALL_FILE_SYSTEM: Disk = {
  name: 'a small file system',
  missing: canMount() ? null : 'no file system can be mounted here',
  make: (folder) => mount(folder),
  fill: (_node, folder) => {
    const filler = openSync(join(folder, FILLER), 'w');
    const piece = Buffer.alloc(4_096);
    try {
      for (;;) writeSync(filler, piece);
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
    } finally {
      closeSync(filler);
    }
  },
  makeRoom: (_node, folder) => rmSync(join(folder, FILLER)),
  remove: (folder) => void execFileSync('umount', [folder]),
};

function limitFiles(node: Node, bytes: string): void {
  execFileSync('prlimit', ['--pid', String(node.child.pid), `--fsize=${bytes}:`]);
}

function mount(folder: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', folder], { stdio: 'ignore' });
}

function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'pinrate-mount-'));
  try {
    mount(folder);
    execFileSync('umount', [folder]);
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(folder);
  }
}

class Node {
  readonly lines: { level: number; msg: string; err?: { message: string } }[] = [];
  port = 0;

  private constructor(readonly child: ChildProcess) {}

  static async start(dataDir: string, dataset: string): Promise<Node> {
    const node = new Node(
      spawn(process.execPath, [...LOADER, modulePath('src/main')], {
        stdio: ['ignore', 'pipe', 'ignore'],
        env: {
          PATH: process.env['PATH'],
          HOST: '127.0.0.1',
          PORT: '0',
          WORKERS: '1',
          DATA_DIR: dataDir,
          DATASET: dataset,
          LOG_LEVEL: 'info',
        },
      }),
    );
    const listening = new Promise<void>((resolve) => {
      createInterface({ input: node.child.stdout! }).on('line', (text) => {
        if (!text.startsWith('{')) return;
        const line = JSON.parse(text) as { level: number; msg: string; url?: string };
        node.lines.push(line);
        if (line.url === undefined) return;
        node.port = Number(new URL(line.url).port);
        resolve();
      });
    });
    await Promise.race([
      listening,
      once(node.child, 'exit').then(() => {
        throw new Error('the node ended before it listened');
      }),
    ]);
    return node;
  }

  post(path: string, body: object): Promise<Reply> {
    const headers = { 'content-type': 'application/json', ...sign('POST', path, SERVICE) };
    return request({ port: this.port, method: 'POST', path, headers, body: JSON.stringify(body) });
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Reply> {
    return request({ port: this.port, path, headers });
  }

  assign(shipmentId: string): Promise<Reply> {
    const shipmentDetails = {
      shipmentId,
      fromPincode: '110001',
      toPincode: '400001',
      serviceTypes: ['PICKUP', 'DELIVERY'],
      weight: 500,
      paymentType: 'PREPAID',
    };
    return this.post(ASSIGN, { shipmentDetails, assignmentPreferences: { assignmentStrategy: 'CHEAPEST' } });
  }

  async kill(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }
}

// one is enough where the other cannot be had
for (const disk of [LIMITED_FILE, SMALL_FILE_SYSTEM].filter(
  ({ missing }, _, all) => missing === null || all.every((each) => each.missing !== null),
)) {
  describe(`a full disk: ${disk.name}`, { skip: disk.missing ?? false }, () => {
    it('is 503 with Retry-After, and unhealthy until there is room; quotes go on, and no answered write is lost', () =>
      withNode(disk, async (first, folder, restart) => {
        let node = first;
        const assigned: string[] = [];
        await expectWorking(node, 'before', assigned);
        disk.fill(node, folder);
        const filledAt = performance.now();
        const refused = await fillUp(node, assigned);
        assert.deepEqual(
          [refused.status, refused.json.error.code, refused.headers['retry-after']],
          [503, 'STORE_UNAVAILABLE', '1'],
          refused.text,
        );
        await until(
          async () => (await node.get('/health')).status === 503,
          'the node says that it is unhealthy',
          PATIENCE_MS,
        );
        const again = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => node.assign(`refused-${index}`)));
        assert.deepEqual([...new Set(again.map(({ status }) => status))], [503]);
        assert.equal((await node.post(CHARGES, { ...QUOTE, partnerId: 'swift-air' })).status, 200);
        assert.equal((await node.get('/health')).status, 503, 'its health depends on a write of ordinary size');
        assert.deepEqual(
          node.lines.filter(({ level }) => level >= ERROR_LEVEL),
          [],
        );
        const warnings = node.lines.filter(
          ({ level, msg }) => level === WARN_LEVEL && msg === 'the store could not write',
        );
        const seconds = (performance.now() - filledAt) / 1_000;
        assert.ok(warnings.length >= 1 && warnings.length <= 1 + seconds, `${warnings.length} lines in ${seconds} s`);
        assert.match(
          warnings[0]!.err!.message,
          /^the store in .+ cannot be written: the (disk is full|file has the largest size)/,
        );

        disk.makeRoom(node, folder);
        await until(async () => (await node.get('/health')).status === 200, 'the node is healthy again', PATIENCE_MS);
        await until(
          () => node.lines.some(({ msg }) => msg === 'the store accepts writes again'),
          'the log says so',
          PATIENCE_MS,
        );
        await expectWorking(node, 'after', assigned);
        node = await restart();
        const { json } = await node.get('/api/v1/shipments', sign('GET', '/api/v1/shipments', SERVICE));
        assert.equal(json.pagination.total, assigned.length);
        for (const shipmentId of assigned) assert.equal((await node.assign(shipmentId)).status, 200, shipmentId);
        const shipments = await node.get('/api/v1/shipments', sign('GET', '/api/v1/shipments', SERVICE));
        assert.equal(shipments.json.pagination.total, assigned.length, 'each was assigned already');
      }));

    it('is over for writes although nobody asks for the health', () =>
      withNode(disk, async (node, folder) => {
        disk.fill(node, folder);
        await fillUp(node, []);
        disk.makeRoom(node, folder);
        let tries = 0;
        await until(
          async () => (await node.assign(`later-${tries++}`)).status === 200,
          'an assignment succeeds',
          PATIENCE_MS,
        );
      }));
  });
}

async function withNode(
  disk: Disk,
  use: (node: Node, folder: string, restart: () => Promise<Node>) => Promise<void>,
): Promise<void> {
  await withFolder(async (root) => {
    const [dataset, folder] = [join(root, 'dataset'), join(root, 'disk')];
    await writeDataset(dataset, withoutContracts(prepaidDocuments()));
    mkdirSync(folder);
    disk.make(folder);
    let node: Node | undefined;
    try {
      node = await Node.start(join(folder, 'store'), dataset);
      await use(node, folder, async () => {
        await node!.kill();
        node = await Node.start(join(folder, 'store'), dataset);
        return node;
      });
    } finally {
      await node?.kill();
      disk.remove(folder);
    }
  });
}

/** The fixture, with partners that carry prepaid shipments. */
function prepaidDocuments(): AllDocuments {
  const documents = fixtureDocuments();
  documents['service-types'].push({
    serviceTypeId: 'PREPAID',
    serviceTypeName: 'Prepaid',
    displayName: 'Prepaid',
    category: 'CORE',
  });
  for (const { services } of documents.zones)
    services.push({ serviceTypeId: 'PREPAID', isAvailable: true, baseCharge: 0 });
  return documents;
}

async function expectWorking(node: Node, name: string, assigned: string[]): Promise<void> {
  for (let index = 0; index < AT_ONCE; index++) {
    const shipmentId = `${name}-${index}`;
    const reply = await node.assign(shipmentId);
    assert.equal(reply.status, 200, reply.text);
    assigned.push(shipmentId);
  }
}

/** Assigns until it is refused, and returns that answer. Adds what was assigned. */
async function fillUp(node: Node, assigned: string[]): Promise<Reply> {
  for (let count = 0; count < MANY; count += AT_ONCE) {
    const ids = Array.from({ length: AT_ONCE }, (_, index) => `filling-${count + index}`);
    const replies = await Promise.all(ids.map((shipmentId) => node.assign(shipmentId)));
    assigned.push(...ids.filter((_, index) => replies[index]!.status === 200));
    const refused = replies.find(({ status }) => status !== 200);
    if (refused !== undefined) return refused;
  }
  throw new Error(`the disk took ${MANY} assignments`);
}

describe('an import into a full disk', { skip: process.platform === 'win32' }, () => {
  it('ends the start with a line that names the folder; with room the next start imports', () =>
    withFolder(async (folder) => {
      await writeDataset(join(folder, 'dataset'), withoutContracts(documentsWithPincodes(20_000).documents));
      const start = (limit: string): ChildProcess =>
        spawn('sh', ['-c', `${limit} exec "$0" "$@"`, process.execPath, ...LOADER, modulePath('src/main')], {
          stdio: ['ignore', 'pipe', 'pipe'],
          env: {
            PATH: process.env['PATH'],
            HOST: '127.0.0.1',
            PORT: '0',
            WORKERS: '1',
            DATA_DIR: join(folder, 'store'),
            DATASET: join(folder, 'dataset'),
          },
        });
      const full = start('ulimit -f 1024;');
      const [code, text] = await Promise.all([once(full, 'close'), textOf(full.stderr!)]);
      assert.deepEqual(code, [1, null]);
      assert.match(
        text,
        /^pinrate cannot start: the store in .+\/store cannot be written: the (disk is full|file has).+$/m,
      );
      const roomy = start('');
      try {
        for await (const line of createInterface({ input: roomy.stdout! })) if (line.includes('"listening"')) return;
        assert.fail('the node ended before it listened');
      } finally {
        roomy.kill('SIGKILL');
        await once(roomy, 'exit');
      }
    }));
});
