/** Who follows this process' store, and how a write waits until they were told of it. */
import type { ClientSession } from 'mongodb';
import { MONGO_FOLLOW_WAIT_MS } from '../../limits.js';
import type { CollectionName } from '../../schemas/documents.js';
import { type Following, type FollowStatus, StoreUnavailable } from '../port.js';
import type { Marks } from './marks.js';

/** What a change feed is to its store. */
interface Feed {
  /** Resolves when the follower has everything. */
  start(): Promise<void>;
  /** Resolves when the follower was told everything up to a mark that is committed. */
  seen(mark: number): Promise<void>;
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

  /** Within a transaction that changes `collections`: a mark by which followers will tell how far they are; null when nobody follows them. */
  async mark(session: ClientSession, collections: readonly CollectionName[]): Promise<number | null> {
    const isFollowed = [...this.followers].some((follower) => collections.some((collection) => follower.collections.has(collection)));
    return isFollowed ? this.marks.write(session) : null;
  }

  /** Resolves when all followers were told everything up to a mark. If that takes too long it is reported, and what is durable is durable. */
  async told(mark: number | null): Promise<void> {
    if (mark === null || await this.haveSeen(mark)) return;
    this.report(new StoreUnavailable(`not told within ${MONGO_FOLLOW_WAIT_MS} ms`), 'a write is durable, but this node does not follow the changes just now');
  }

  /** @throws StoreUnavailable when it takes too long */
  async caughtUp(): Promise<void> {
    if (this.followers.size === 0) return;
    if (!await this.haveSeen(await this.marks.write())) throw new StoreUnavailable(`the changes of the store were not told within ${MONGO_FOLLOW_WAIT_MS} ms`);
  }

  private async haveSeen(mark: number): Promise<boolean> {
    let timer: NodeJS.Timeout;
    const late = new Promise<false>((resolve) => { timer = setTimeout(resolve, MONGO_FOLLOW_WAIT_MS, false); });
    const seen = Promise.all([...this.followers].map(({ feed }) => feed.seen(mark))).then(() => true);
    return Promise.race([seen, late]).finally(() => clearTimeout(timer));
  }
}
