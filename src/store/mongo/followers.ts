/** The followers of this process' store, and how a write waits until they have its changes. */
import type { Timestamp } from 'mongodb';
import { MONGO_FOLLOW_WAIT_MS } from '../../limits/mongo.js';
import type { CollectionName } from '../../model/documents.js';
import { type Subscription, type FollowStatus, StoreUnavailableError } from '../port.js';
import { within } from './unavailable.js';

/** The part of a change feed that its store uses. */
interface Feed {
  /** Resolves when the follower has everything. */
  start(): Promise<void>;
  /** Resolves when the follower has everything up to a moment; with false when waiting is useless. */
  delivered(moment: Timestamp): Promise<boolean>;
  status(): FollowStatus;
  stop(): Promise<void>;
}

interface Follower {
  feed: Feed;
  collections: ReadonlySet<CollectionName>;
}

export class Followers {
  private readonly followers = new Set<Follower>();

  /** @param mark resolves with a moment that is after all earlier commits */
  constructor(
    private readonly mark: () => Promise<Timestamp>,
    private readonly report: (error: Error, message: string) => void,
  ) {}

  async start(feed: Feed, collections: readonly CollectionName[]): Promise<Subscription> {
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
   * Resolves when all followers have a write to `changed`, which was committed at a moment. If that takes too long, or
   * is impossible just now, it is reported; the write is durable anyway.
   */
  async delivered(changed: readonly CollectionName[], moment: Timestamp): Promise<void> {
    const isFollowed = [...this.followers].some(({ collections }) =>
      changed.some((collection) => collections.has(collection)),
    );
    const obstacle = isFollowed ? await this.obstacleTo(moment) : null;
    if (obstacle !== null)
      this.report(
        new StoreUnavailableError(obstacle),
        'a write is durable, but this node does not follow the changes just now',
      );
  }

  /** @throws StoreUnavailableError when it takes too long, or is impossible just now */
  async caughtUp(): Promise<void> {
    if (this.followers.size === 0) return;
    const obstacle = await this.obstacleTo(await within(MONGO_FOLLOW_WAIT_MS, () => this.mark()));
    if (obstacle !== null) throw new StoreUnavailableError(obstacle);
  }

  /** Null: all followers have everything up to the moment. */
  private async obstacleTo(moment: Timestamp): Promise<string | null> {
    let timer: NodeJS.Timeout;
    const late = new Promise<string>((resolve) => {
      timer = setTimeout(
        resolve,
        MONGO_FOLLOW_WAIT_MS,
        `the changes of the store were not delivered within ${MONGO_FOLLOW_WAIT_MS} ms`,
      );
    });
    const seen = Promise.all([...this.followers].map(({ feed }) => feed.delivered(moment)));
    const stuck = seen.then((all) =>
      all.every(Boolean) ? null : 'collections of the store are missing or being restored',
    );
    return Promise.race([stuck, late]).finally(() => clearTimeout(timer));
  }
}
