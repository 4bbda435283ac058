/** The builder thread: one Piscina thread beside the engine's, so that building never takes time from answering. */
import { Piscina } from 'piscina';
import type { BuildResult, BuildTask } from '../index/publisher.js';

export interface Builder {
  /** Rejects when the documents cannot be laid out, or the thread ended. */
  build(task: BuildTask): Promise<BuildResult>;
  close(): Promise<void>;
}

const BUILDER_WORKER = new URL(`../../workers/builder${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);

export function createBuilder(): Builder {
  const threads = new Piscina({
    filename: BUILDER_WORKER.href,
    // kept alive between changes: starting it anew would cost more than most builds
    minThreads: 1,
    maxThreads: 1,
    idleTimeout: Infinity,
    maxQueue: Infinity,
    concurrentTasksPerWorker: 1,
    atomics: 'disabled',
    recordTiming: false,
  });
  // a thread that ends outside a task; one that ends inside rejects the task
  threads.on('error', () => undefined);
  return {
    build: (task) => threads.run(task) as Promise<BuildResult>,
    close: () => threads.destroy(),
  };
}
