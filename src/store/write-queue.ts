/**
 * Writes wait here while earlier ones are committed. Writes that arrive meanwhile share the next commit and its flush.
 * A long write has its own commit.
 */
import { STORE_AT_ONCE_OPS } from '../limits/store.js';
import { keyOfOp, nameOf, type WriteOp } from '../model/change.js';
import { type ChangeNote, StoreUnavailableError, type WriteResult } from './port.js';

/** One write: its ops, and the history's note about them; null: they are not for the history. */
export interface Write {
  ops: readonly WriteOp[];
  note: ChangeNote | null;
}

export interface CommitResult {
  /** One for each write of the group. */
  results: readonly WriteResult[];
  /** Resolves when the followers have the changes. The writes are answered then; the next group does not wait. */
  followed?: Promise<void>;
}

/** Another writer has blocked a commit for a while. It may have been killed, and then the block does not end soon. */
export class ContentionError extends Error {}

export interface WriteQueueOptions {
  /**
   * Commits a group of writes in their order.
   * @param deadline of the oldest write, by `performance.now()`
   * @param isAside whether the write was blocked before and is now alone, delaying no others. Otherwise `commit` may
   * reject with {@link ContentionError}
   */
  commit(group: readonly Write[], deadline: number, isAside: boolean): Promise<CommitResult>;
  /** Commits begin at least this far apart while several writes arrive close together. A single write does not wait. */
  gatherMs: number;
  /** Ops of a group, at most; one write may have more. */
  groupOps: number;
  /** Whether a group may change a document twice. */
  mayRepeatKeys: boolean;
  /** A write is refused if its commit has not begun this long after its arrival. */
  deadlineMs: number;
}

interface WaitingWrite extends Write {
  deadline: number;
  resolve: (result: WriteResult) => void;
  reject: (error: Error) => void;
}

export class WriteQueue {
  private waiting: WaitingWrite[] = [];
  /** The chain of all tasks; never rejects. */
  private tasks: Promise<void> = Promise.resolve();
  /** The last commits of waiting writes: the moment of their begin (`performance.now`), and their number of writes. */
  private last = { beganAt: -Infinity, writes: 0 };

  constructor(private readonly options: WriteQueueOptions) {}

  /**
   * Resolves when the write is committed and followed. Rejects as `commit` does; after the deadline with
   * {@link StoreUnavailableError}.
   */
  write(ops: Write['ops'], note: Write['note'] = null): Promise<WriteResult> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ ops, note, deadline: performance.now() + this.options.deadlineMs, resolve, reject });
      if (this.waiting.length === 1) void this.alone(() => this.commitWaiting());
    });
  }

  /** Runs `task` after all earlier writes and tasks, and before all later ones. */
  alone<T>(task: () => T | Promise<T>): Promise<T> {
    const done = this.tasks.then(task);
    this.tasks = done.then(
      () => {},
      () => {},
    );
    return done;
  }

  /** Resolves when all writes and tasks so far are done. */
  settled(): Promise<void> {
    return this.tasks;
  }

  private async commitWaiting(): Promise<void> {
    await this.gather();
    const waiting = this.waiting;
    this.waiting = [];
    this.last = { beganAt: performance.now(), writes: waiting.length };
    for (const group of groupsOf(waiting, this.options)) await this.commit(group);
  }

  private async gather(): Promise<void> {
    // writes that arrive in this turn of the event loop share a commit
    await new Promise((resume) => setImmediate(resume));
    const restMs = this.last.beganAt + this.options.gatherMs - performance.now();
    if (restMs > 0 && Math.max(this.last.writes, this.waiting.length) > 1)
      await new Promise((resume) => setTimeout(resume, restMs));
  }

  /** Never rejects. Late writes are refused first: otherwise the whole group of a late write would be refused. */
  private async commit(all: readonly WaitingWrite[], isAside = false): Promise<void> {
    const now = performance.now();
    const group = all.filter(({ deadline }) => now < deadline);
    for (const write of all) if (now >= write.deadline) write.reject(tooLate());
    if (group.length === 0) return;
    try {
      const { results, followed } = await this.options.commit(group, group[0]!.deadline, isAside);
      const answer = (): void => group.forEach(({ resolve }, index) => resolve(results[index]!));
      if (followed === undefined) answer();
      else void followed.then(answer);
    } catch (error) {
      // aside, so that the conflict of one does not delay the others
      if (error instanceof ContentionError) for (const write of group) void this.commit([write], true);
      else if (group.length === 1 || error instanceof StoreUnavailableError)
        for (const write of group) write.reject(error as Error);
      // repeated one by one, so that only the faulty write fails
      else for (const write of group) await this.commit([write]);
    }
  }
}

function tooLate(): StoreUnavailableError {
  return new StoreUnavailableError('writes before this one have taken too long');
}

type Grouping = Pick<WriteQueueOptions, 'groupOps' | 'mayRepeatKeys'>;

/** Groups of writes that share a commit, in order of arrival. A long write is a group by itself. */
function groupsOf(writes: readonly WaitingWrite[], { groupOps, mayRepeatKeys }: Grouping): WaitingWrite[][] {
  const groups: WaitingWrite[][] = [];
  let room = -1;
  let named = new Set<string>();
  for (const write of writes) {
    const { ops } = write;
    const isLong = ops.length > STORE_AT_ONCE_OPS;
    // a second insert of a key is refused, and changes nothing; nobody is notified of counters
    const isRepeated = !mayRepeatKeys && ops.some((op) => !MAY_REPEAT.has(op.kind) && named.has(nameOfOp(op)));
    if (isLong || isRepeated || ops.length > room) {
      groups.push([]);
      room = groupOps;
      named = new Set();
    }
    groups.at(-1)!.push(write);
    room = isLong ? -1 : room - ops.length;
    if (!mayRepeatKeys) for (const op of ops) named.add(nameOfOp(op));
  }
  return groups;
}

const MAY_REPEAT: ReadonlySet<WriteOp['kind']> = new Set(['insert', 'count']);

function nameOfOp(op: WriteOp): string {
  return nameOf({ collection: op.collection, key: keyOfOp(op) });
}
