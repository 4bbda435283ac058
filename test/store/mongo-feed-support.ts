/** A follower that mirrors a real MongoDB's documents through a feed, and a connection to the server that can fail. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { MongoClient, type Db, type Document, type RunCommandOptions, type Timestamp } from 'mongodb';
import type { CollectionName, Documents } from '../../src/model/documents.js';
import { documentOf } from '../../src/store/mongo/documents.js';
import { Feed } from '../../src/store/mongo/feed.js';
import { mark, STATE_COLLECTION } from '../../src/store/mongo/state.js';
import { keyOf, type Change, type Key } from '../../src/model/change.js';
import { type Follower } from '../../src/store/port.js';

export const COLLECTIONS = ['zone-pincodes', 'packages'] as const satisfies readonly CollectionName[];
type Mirrored = (typeof COLLECTIONS)[number];

export class Mirror implements Follower<Mirrored> {
  readonly documents = new Map<string, Map<Key, unknown>>();
  readonly calls: ('reset' | readonly Change[])[] = [];
  /** Called in each call, before the mirror applies it. */
  during: (call: 'reset' | readonly Change[]) => void | Promise<void> = () => {};
  isResetting = false;
  /** While this is pending, the mirror asks not to be notified of more. */
  rest: Promise<void> = Promise.resolve();

  rested(): Promise<void> {
    return this.rest;
  }

  async reset(documents: { [K in Mirrored]: Documents[K][] }): Promise<void> {
    this.isResetting = true;
    this.calls.push('reset');
    await this.during('reset');
    for (const collection of COLLECTIONS)
      this.documents.set(
        collection,
        new Map(documents[collection].map((document) => [keyOf(collection, document as never), document])),
      );
    this.isResetting = false;
  }

  async change(changes: readonly Change[]): Promise<void> {
    assert(!this.isResetting && changes.length > 0);
    this.calls.push(changes);
    await this.during(changes);
    for (const change of changes) {
      const rows = this.documents.get(change.collection)!;
      if (change.kind === 'delete') rows.delete(change.key);
      else rows.set(change.key, change.document);
    }
  }

  get resets(): number {
    return this.calls.filter((call) => call === 'reset').length;
  }

  changes(): Change[] {
    return this.calls.flatMap((call) => (call === 'reset' ? [] : call));
  }
}

export interface Followed {
  /** The database as another program sees it. */
  foreign: Db;
  foreignClient: MongoClient;
  /** The client of the feed. */
  client: MongoClient;
  feed: Feed;
  /** Resolves with a moment that is after all earlier commits. */
  mark: () => Promise<Timestamp>;
  mirror: Mirror;
  reports: string[];
  recoveries: string[];
  hooks: {
    /** Called before each command of the feed's cursors; the command throws what this throws. */
    beforeCommand: (body: Document) => void | Promise<void>;
    /** Called with each command that fails, and why. */
    failed: (body: Document, error: Error) => void;
  };
  /** Resolves when everything committed so far was delivered. */
  caughtUp(): Promise<void>;
  /** Asserts that the mirror has the same documents as the database. */
  assertSame(): Promise<void>;
  end(): Promise<void>;
}

/**
 * A feed of a new database, not started.
 * @param through the proxy of its connections
 */
export async function followed(uri: string, through?: Proxy): Promise<Followed> {
  const foreignClient = await MongoClient.connect(uri);
  const foreign = foreignClient.db(`pinrate-test-${randomUUID()}`);
  for (const collection of [...COLLECTIONS, STATE_COLLECTION]) await foreign.createCollection(collection);
  const client = await MongoClient.connect(
    through === undefined ? uri : `mongodb://127.0.0.1:${through.port}/?directConnection=true`,
    { serverSelectionTimeoutMS: 2_000, connectTimeoutMS: 2_000 },
  );
  const on = another(foreignClient, foreign, client);
  return {
    ...on,
    async end() {
      await on.end();
      await client.close();
      await foreign.dropDatabase();
      await foreignClient.close();
    },
  };
}

/** Another feed of the same database. */
export function another(foreignClient: MongoClient, foreign: Db, client: MongoClient): Followed {
  const db = client.db(foreign.databaseName);
  const mirror = new Mirror();
  const reports: string[] = [];
  const recoveries: string[] = [];
  const hooks: Followed['hooks'] = { beforeCommand: () => {}, failed: () => {} };
  const hooked = Object.assign(Object.create(db) as Db, {
    command: async (body: Document, options: RunCommandOptions) => {
      await hooks.beforeCommand(body);
      return db.command(body, options).catch((error: Error) => {
        hooks.failed(body, error);
        throw error;
      });
    },
  });
  const feed = new Feed({
    client,
    db: hooked,
    collections: COLLECTIONS,
    follower: mirror,
    prepare: () => enableImages(db),
    missing: () => missing(db),
    remember: async () => {},
    trouble: (error, message) => reports.push(`${message}: ${error.message}`),
    recovered: (message) => recoveries.push(message),
  });
  return {
    foreign,
    foreignClient,
    client,
    feed,
    mark: () => mark(client, db),
    mirror,
    reports,
    recoveries,
    hooks,
    caughtUp: async () => {
      assert(await feed.delivered(await untilWritten(() => mark(client, db))), 'collections are missing');
    },
    assertSame: async () => assert.deepEqual(mirror.documents, await contents(foreign)),
    end: () => feed.stop(),
  };
}

async function untilWritten(write: () => Promise<Timestamp>): Promise<Timestamp> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      if (attempt === 20) throw error;
      await new Promise((resume) => setTimeout(resume, 100));
    }
  }
}

async function enableImages(db: Db): Promise<void> {
  const gone = await missing(db);
  for (const collection of COLLECTIONS)
    if (!gone.includes(collection))
      await db.command({ collMod: collection, changeStreamPreAndPostImages: { enabled: true } });
}

async function missing(db: Db): Promise<string[]> {
  const there = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
  return COLLECTIONS.filter((collection) => !there.includes(collection));
}

export async function contents(db: Db): Promise<Map<string, Map<Key, unknown>>> {
  const all = new Map<string, Map<Key, unknown>>();
  for (const collection of COLLECTIONS) {
    const rows = (await db.collection(collection).find().toArray()).map((stored): Document =>
      documentOf(collection, stored),
    );
    all.set(collection, new Map(rows.map((row) => [keyOf(collection, row as never), row])));
  }
  return all;
}

/** A pincode of a partner in a zone. */
export function assigned(number: number, zoneId = 1): Documents['zone-pincodes'] {
  return {
    partnerId: `partner-${number % 7}`,
    zoneId,
    pincode: String(110_000 + number),
    assignedAt: '2026-01-01T00:00:00.000Z',
  };
}

/** A proxy to a server, whose connections can be cut, or hang. */
export class Proxy {
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((near) => this.#join(near));
  #hangs = false;

  private constructor(private readonly uri: string) {}

  static async open(uri: string): Promise<Proxy> {
    const proxy = new Proxy(uri);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Connections are accepted, but nothing passes through them. */
  hang(): void {
    this.#hangs = true;
    for (const socket of this.#sockets) socket.pause();
  }

  resume(): void {
    this.#hangs = false;
    for (const socket of this.#sockets) socket.resume();
  }

  cut(): void {
    // not resetAndDestroy: after it Node 20 may never exit
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #join(near: Socket): void {
    const { hostname, port } = new URL(this.uri);
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(from);
      if (this.#hangs) from.pause();
      from.on('data', (bytes) => to.write(bytes));
      from.on('error', () => {});
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
    }
  }
}
