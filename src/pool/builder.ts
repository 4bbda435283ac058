/** The builder thread: one Piscina thread beside the engine's, so that building never takes time from answering. */
import { Piscina } from 'piscina';
import type { CardDocuments } from '../index/card.js';
import type { BuildResult, BuildTask } from '../index/publisher.js';

export interface Builder {
  /** Rejects when the documents cannot be laid out, or the thread ended. */
  build(task: BuildTask): Promise<BuildResult>;
  close(): Promise<void>;
}

/** As it crosses to the thread: of a card's documents those that the thread does not have. */
export interface BuilderTask extends Omit<BuildTask, 'card'> {
  card: { partnerId: string; documents: Partial<CardDocuments>; cardVersion: string; version: number } | null;
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
  const sent = new SentDocuments();
  return {
    async build(task) {
      const result = await threads.run(sent.withoutKnown(task)) as BuildResult | null;
      if (result !== null) return result;
      // the thread is another one than that which had them
      sent.forget();
      return threads.run(sent.withoutKnown(task)) as Promise<BuildResult>;
    },
    close: () => threads.destroy(),
  };
}

/**
 * What the thread has of each partner: a list that has not changed since it was sent, which is then the same array, is left
 * out. To copy all of a partner's packages for each change of a charge took a sixth of the main thread at 200 changes a second.
 */
class SentDocuments {
  readonly #sent = new Map<string, CardDocuments>();

  withoutKnown(task: BuildTask): BuilderTask {
    const { card } = task;
    if (card === null) return { ...task, card };
    const { documents } = card;
    const { partnerId } = documents.partner;
    const known = this.#sent.get(partnerId);
    this.#sent.set(partnerId, documents);
    const changed = Object.fromEntries(Object.entries(documents).filter(([name, value]) => known?.[name as keyof CardDocuments] !== value));
    return { ...task, card: { ...card, partnerId, documents: changed } };
  }

  forget(): void {
    this.#sent.clear();
  }
}
