/**
 * The builder thread: one Piscina thread in addition to the engine's, so that building never takes time from answering.
 * Everything requested in one turn travels in one message: a message per request costs noticeably more when many
 * changes arrive each second.
 */
import { Piscina } from 'piscina';
import type { BuildResult, BuildTask } from '../control/publisher.js';
import { BUILD_MESSAGE_TASKS, MAX_BUILDER_YOUNG_MEGABYTES } from '../limits.js';

export interface Builder {
  /** Rejects when the documents cannot be laid out, or the thread ended. */
  build(task: BuildTask): Promise<BuildResult>;
  close(): Promise<void>;
}

interface Pending {
  task: BuildTask;
  resolve(result: BuildResult): void;
  reject(error: unknown): void;
}

const BUILDER_WORKER = new URL(`../../workers/builder${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);

/** `worker`: the file whose default export takes the tasks of a message to their outcomes. */
export function createBuilder(worker = BUILDER_WORKER): Builder {
  const threads = new Piscina({
    filename: worker.href,
    // kept alive between changes: starting it again would cost more than most builds
    minThreads: 1,
    maxThreads: 1,
    idleTimeout: Infinity,
    maxQueue: Infinity,
    concurrentTasksPerWorker: 1,
    atomics: 'disabled',
    recordTiming: false,
    resourceLimits: { maxYoungGenerationSizeMb: MAX_BUILDER_YOUNG_MEGABYTES },
  });
  // reports a thread that ends outside a task; one that ends inside rejects the task
  threads.on('error', () => undefined);
  // when Piscina gives up on a thread that cannot be started again, tasks that wait for it would wait forever
  threads.on('workerDestroy', () => setImmediate(() => { if (threads.threads.length === 0) void threads.destroy(); }));
  let gathered: Pending[] = [];

  function sendGathered(): void {
    const all = gathered;
    gathered = [];
    for (let start = 0; start < all.length; start += BUILD_MESSAGE_TASKS) void send(all.slice(start, start + BUILD_MESSAGE_TASKS));
  }

  async function send(sent: readonly Pending[]): Promise<void> {
    try {
      const outcomes = await threads.run(sent.map(({ task }) => task)) as PromiseSettledResult<BuildResult>[];
      outcomes.forEach((outcome, index) => {
        if (outcome.status === 'fulfilled') sent[index]!.resolve(outcome.value);
        else sent[index]!.reject(outcome.reason);
      });
    } catch (error) {
      // the thread ended: only the request that caused it must fail
      if (sent.length === 1) sent[0]!.reject(error);
      else for (const one of sent) void send([one]);
    }
  }

  return {
    build: (task) => new Promise((resolve, reject) => {
      if (gathered.length === 0) queueMicrotask(sendGathered);
      gathered.push({ task, resolve, reject });
    }),
    close: () => threads.destroy(),
  };
}
