/** The followers of this process' store, and how a write waits until they have its changes. */
import type { ClientSession } from 'mongodb';
import { MONGO_FOLLOW_WAIT_MS } from '../../limits.js';
import type { CollectionName } from '../../contract/documents/documents.js';
import { type Following, type FollowStatus, StoreUnavailable } from '../port.js';
import type { Marks } from './marks.js';

/** The part of a change feed that its store uses. */
interface Feed {
  /** Resolves when the follower has everything. */
  start(): Promise<void>;
  /** Resolves when the follower has everything up to a committed mark; with false when there is nothing to wait for. */
  seen(mark: number): Promise<boolean>;
  status(): FollowStatus;
  stop(): Promise<void>;
}

interface Follower {
  feed: Feed;
  collections: ReadonlySet<CollectionName>;
}

export class Followers {
  private readonly followers = new Set<Follower>();

  constructor(private readonly marks: Marks, private readonly report: (error: Error, message: string) => void) {}

  async start(feed: Feed, collections: readonly CollectionName[]): Promise<Following> {
    const follower = { feed, collections: new Set(collections) };
    await feed.start();
    this.followers.add(follower);
    return {
      status: () => feed.status(),
      stop: async () => {
        this.followers.delete(follower);
        await feed.stop();
      },
    };
  }

  async stop(): Promise<void> {
    await Promise.all([...this.followers].map(({ feed }) => feed.stop()));
    this.followers.clear();
  }

  /**
   * Within a transaction that changes `collections`: writes a mark that shows how far followers are. Null when nobody
   * follows these collections.
   */
  async mark(session: ClientSession, collections: readonly CollectionName[]): Promise<number | null> {
    const isFollowed = [...this.followers].some((follower) => collections.some((collection) => follower.collections.has(collection)));
    return isFollowed ? this.marks.write(session) : null;
  }

  /**
   * Resolves when all followers have everything up to a mark. If that takes too long, or cannot be expected just now,
   * it is reported; the write is durable anyway.
   */
  async delivered(mark: number | null): Promise<void> {
    const obstacle = mark === null ? null : await this.obstacleTo(mark);
    if (obstacle !== null) this.report(new StoreUnavailable(obstacle), 'a write is durable, but this node does not follow the changes just now');
  }

  /** @throws StoreUnavailable when it takes too long, or cannot be expected just now */
  async caughtUp(): Promise<void> {
    if (this.followers.size === 0) return;
    const obstacle = await this.obstacleTo(await this.marks.write());
    if (obstacle !== null) throw new StoreUnavailable(obstacle);
  }

  /** Null: all followers have everything up to the mark. */
  private async obstacleTo(mark: number): Promise<string | null> {
    let timer: NodeJS.Timeout;
    const late = new Promise<string>((resolve) => {
      timer = setTimeout(resolve, MONGO_FOLLOW_WAIT_MS, `the changes of the store were not delivered within ${MONGO_FOLLOW_WAIT_MS} ms`);
    });
    const seen = Promise.all([...this.followers].map(({ feed }) => feed.seen(mark)));
    const stuck = seen.then((all) => (all.every(Boolean) ? null : 'collections of the store are missing or being restored'));
    return Promise.race([stuck, late]).finally(() => clearTimeout(timer));
  }
}
