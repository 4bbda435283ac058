/**
 * A shared store in memory, and nodes that follow it as they follow MongoDB: each gets the events in commit order, in
 * calls of any size, and a node that starts or reads everything again gets documents and records of one moment.
 */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { Dirty } from '../../../src/index/build-generation.js';
import type { IndexPublisher } from '../../../src/control/publisher.js';
import {
  Catalog,
  CATALOG_COLLECTIONS,
  type CatalogCollection,
  type CatalogDocuments,
} from '../../../src/control/documents/catalog.js';
import { Credentials } from '../../../src/control/documents/credentials.js';
import { Mirror } from '../../../src/control/documents/mirror.js';
import { type Change, nameOf } from '../../../src/model/change.js';
import { type LastGoodChange, type LastGoodRevision, type LastGoodWrite, type Store } from '../../../src/store/port.js';
import { contentsOf } from './inspected.js';

type Event = { change: Change } | { record: LastGoodChange };

export class Cluster {
  readonly documents = new Map<string, Change & { kind: 'put' }>();
  readonly records = new Map<string, LastGoodRevision>();
  readonly #log: Event[] = [];
  /** How many writes of records took effect. */
  recordWrites = 0;

  constructor(puts: readonly Change[] = []) {
    for (const change of puts) this.#apply(change);
  }

  write(change: Change): void {
    this.#apply(structuredClone(change));
    this.#log.push({ change });
  }

  get end(): number {
    return this.#log.length;
  }

  events(from: number, to: number): Event[] {
    return structuredClone(this.#log.slice(from, to));
  }

  keep(writes: readonly LastGoodWrite[]): Promise<void> {
    for (const { collection, key, was, record } of writes) {
      const name = nameOf({ collection, key });
      if ((this.records.get(name)?.revision ?? null) !== was) continue;
      this.recordWrites += 1;
      const stored = record === null ? null : structuredClone({ ...record, revision: randomUUID() });
      if (stored === null) this.records.delete(name);
      else this.records.set(name, stored);
      this.#log.push({ record: { collection, key, record: stored } });
    }
    return Promise.resolve();
  }

  snapshot(): CatalogDocuments {
    const documents = Object.fromEntries(
      CATALOG_COLLECTIONS.map((collection) => [collection, []]),
    ) as unknown as Record<CatalogCollection, unknown[]>;
    for (const { collection, document } of this.documents.values())
      documents[collection as CatalogCollection].push(structuredClone(document));
    return documents as unknown as CatalogDocuments;
  }

  /** Starts a node, which does not write records before `mayKeep`. */
  async start(): Promise<ClusterNode> {
    const node = new ClusterNode(this);
    await node.reset();
    return node;
  }

  #apply(change: Change): void {
    if (change.kind === 'put') this.documents.set(nameOf(change), change);
    else this.documents.delete(nameOf(change));
  }
}

export class ClusterNode {
  readonly catalog = new Catalog();
  readonly mirror: Mirror;
  readonly logged: { fields: Record<string, unknown>; message: string }[] = [];
  #at = 0;
  readonly waiting: LastGoodWrite[] = [];

  constructor(private readonly cluster: Cluster) {
    const publisher = {
      dirty: new Dirty(),
      refresh() {
        this.dirty = new Dirty();
      },
    };
    const note = (fields: Record<string, unknown>, message: string) => this.logged.push({ fields, message });
    this.mirror = new Mirror({
      store: {
        isShared: true,
        writeLastGood: (writes: readonly LastGoodWrite[]) => {
          this.waiting.push(...writes);
          return Promise.resolve();
        },
      } as unknown as Store,
      catalog: this.catalog,
      credentials: new Credentials([]),
      publisher: publisher as unknown as IndexPublisher,
      log: { error: note, warn: note } as unknown as Logger,
      onRefused: () => {},
    });
  }

  async reset(): Promise<void> {
    this.#at = this.cluster.end;
    await this.mirror.reset(this.cluster.snapshot(), {
      records: structuredClone([...this.cluster.records.values()]),
      keyless: [],
    });
  }

  /** Delivers the next events, at most `most`. */
  async follow(most = Infinity): Promise<void> {
    const to = Math.min(this.cluster.end, this.#at + most);
    const events = this.cluster.events(this.#at, to);
    this.#at = to;
    const changes = events.flatMap((event) => ('change' in event ? [event.change] : []));
    const records = events.flatMap((event) => ('record' in event ? [event.record] : []));
    if (events.length > 0) this.mirror.change(changes, records);
  }

  get isBehind(): boolean {
    return this.#at < this.cluster.end;
  }

  /** Lets the records that the node wants to write reach the store. */
  async keep(): Promise<boolean> {
    await this.mirror.settled();
    const writes = this.waiting.splice(0);
    await this.cluster.keep(writes);
    return writes.length > 0;
  }

  /** What is in force, and what is refused in which collections. */
  state(): unknown {
    const refused = [...this.cluster.documents.keys(), ...contentsOf(this.catalog).keys()].filter((name) => {
      const [collection, ...key] = name.split('/');
      const text = key.join('/');
      return [text, Number(text)].some((each) => this.mirror.isRefused(collection as CatalogCollection, each));
    });
    return {
      inForce: [...contentsOf(this.catalog)].sort(([a], [b]) => (a < b ? -1 : 1)),
      refused: [...new Set(refused)].sort(),
      counts: [...this.mirror.refused()].sort(),
    };
  }
}

/** Until nobody has anything to write or to follow. */
export async function quiet(nodes: readonly ClusterNode[]): Promise<void> {
  for (let round = 0; ; round++) {
    if (round > 100) throw new Error('the nodes write records without end');
    let isBusy = false;
    for (const node of nodes) {
      await node.follow();
      if (await node.keep()) isBusy = true;
    }
    if (!isBusy && nodes.every((node) => !node.isBehind)) return;
  }
}
