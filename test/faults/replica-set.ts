/**
 * A real replica set whose members a test may kill, hang and bring back. The program that MONGODB_TEST_CONTROL names
 * does it: it understands `start MEMBERS BASE_PORT`, `uri`, `kill N`, `resume N`, `pause N`, `unpause N` and `stop`,
 * and keeps its state in the folder MONGOD_DIR. Each set has a folder of its own, since two test files may run at once;
 * what the folder MONGOD_DIR holds when they begin, such as the server's program, is linked into it.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'node:test';
import { promisify } from 'node:util';
import { type Document, MongoClient } from 'mongodb';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { find, needs } from '../support/needs.js';
import { freePorts } from './ports.js';
import { until } from './until.js';

/** For the first start, which may download a server. */
const START_TIMEOUT_MS = 300_000;
const CONTROL_TIMEOUT_MS = 60_000;
const PRIMARY_TIMEOUT_MS = 60_000;
/** The program waits 20 s for a member. On a busy machine the member may need longer: then it is started again. */
const RESUME_ATTEMPTS = 3;

/** A `describe` that needs the program. Without it, it is skipped, and the runner lists it. */
export function describeWithControl(name: string, tests: () => void): void {
  describe(name, { skip: needs('MongoDB-control') }, tests);
}

const run = promisify(execFile);

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pinrate-mongod-'));
  const given = process.env.MONGOD_DIR;
  if (given) for (const name of await readdir(given)) await symlink(join(given, name), join(folder, name));
  return folder;
}

export class ReplicaSet {
  private constructor(
    readonly members: number,
    readonly basePort: number,
    private readonly folder: string,
  ) {}

  static async start(members: number): Promise<ReplicaSet> {
    const set = new ReplicaSet(members, await freePorts(members), await newFolder());
    let said: string;
    try {
      said = await set.control('start', String(members), String(set.basePort));
    } catch (error) {
      await set.stop();
      throw error;
    }
    assert.equal(said.trim().split('\n').at(-1), set.uri);
    return set;
  }

  get uri(): string {
    return `mongodb://${this.numbers.map((member) => `127.0.0.1:${this.basePort + member}`).join(',')}/?replicaSet=rs0`;
  }

  /** Of one member alone. */
  uriOf(member: number): string {
    return `mongodb://127.0.0.1:${this.basePort + member}/?directConnection=true`;
  }

  get numbers(): number[] {
    return Array.from({ length: this.members }, (_, member) => member);
  }

  async kill(member: number): Promise<void> {
    await this.control('kill', String(member));
  }

  async resume(member: number): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.control('resume', String(member));
        return;
      } catch (error) {
        if (attempt === RESUME_ATTEMPTS) throw error;
        await this.kill(member);
      }
    }
  }

  async pause(member: number): Promise<void> {
    await this.control('pause', String(member));
  }

  async unpause(member: number): Promise<void> {
    await this.control('unpause', String(member));
  }

  async stop(): Promise<void> {
    await this.control('stop');
    // what the program leaves behind may still write for a moment
    await rm(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  /** Which member the others take for the primary; waits until there is one besides `not`. */
  async primary(not: number | null = null): Promise<number> {
    let found: number | undefined;
    await until(
      async () => {
        for (const member of this.numbers) {
          const hello = member === not ? null : await this.command(member, { hello: 1 }).catch(() => null);
          if (hello?.isWritablePrimary === true) found = member;
        }
        return found !== undefined;
      },
      'a primary',
      PRIMARY_TIMEOUT_MS,
    );
    return found!;
  }

  /** Waits until every member is primary or secondary. */
  async whole(): Promise<void> {
    await until(
      async () => {
        const hellos = await Promise.all(
          this.numbers.map((member) => this.command(member, { hello: 1 }).catch(() => null)),
        );
        return (
          hellos.every((hello) => hello?.isWritablePrimary === true || hello?.secondary === true)
          && hellos.some((hello) => hello?.isWritablePrimary === true)
        );
      },
      'a whole replica set',
      PRIMARY_TIMEOUT_MS,
    );
  }

  /** Of the database `admin` of one member. */
  async command(member: number, command: Document): Promise<Document> {
    const client = new MongoClient(this.uriOf(member), {
      serverSelectionTimeoutMS: 1_000,
      connectTimeoutMS: 1_000,
      socketTimeoutMS: 10_000,
    });
    try {
      return await client.db('admin').command(command);
    } finally {
      await client.close();
    }
  }

  /** Resolves with what the program said. */
  private async control(...task: string[]): Promise<string> {
    const timeout = task[0] === 'start' ? START_TIMEOUT_MS : CONTROL_TIMEOUT_MS;
    const { stdout } = await run(find('MongoDB-control')!, task, {
      cwd: PACKAGE_ROOT,
      env: { ...process.env, MONGOD_DIR: this.folder },
      timeout,
    });
    return stdout;
  }
}
