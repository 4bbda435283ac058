/** The index of a world of documents, built and read in this thread. */
import { Catalog } from '../../../src/control/documents/catalog.js';
import { toRate } from '../../../src/domain/money.js';
import type { GenerationHandle } from '../../../src/index/generation.js';
import type { IndexSource } from '../../../src/index/build-generation.js';
import { IndexPublisher, type PublisherOptions } from '../../../src/control/publisher.js';
import { type GenerationView, Viewer } from '../../../src/index/view.js';
import { buildPartner, type PartnerTask } from '../../../src/index/partner-blocks.js';
import type { World } from '../../reference/types.js';

export const SETTINGS = { gstRate: toRate(18), roadFactor: 1.3 };
export const BUILT_AT = Date.parse('2026-03-11T06:30:00.000Z');

/** The catalog of a store that holds only `world`. */
export async function catalogOf(world: World): Promise<Catalog> {
  return Catalog.of(world);
}

/** Nobody has outcomes. */
export const NO_FIGURES = { outcomesOf: () => ({ lastLineAt: null, shifts: [] }) };

export interface Published {
  publisher: IndexPublisher;
  generations: GenerationHandle[];
  failures: unknown[];
  tasks: PartnerTask[];
}

/** A publisher that has published its first generation. */
export async function published(source: IndexSource, options: Partial<PublisherOptions> = {}): Promise<Published> {
  const result: Omit<Published, 'publisher'> = { generations: [], failures: [], tasks: [] };
  const publisher = new IndexPublisher({
    source,
    settings: SETTINGS,
    build: (task) => {
      result.tasks.push(task);
      return buildPartner(task);
    },
    publish: (generation) => result.generations.push(generation),
    onFailure: (error) => result.failures.push(error),
    now: () => BUILT_AT,
    ...options,
  });
  publisher.start();
  return { publisher, ...result };
}

export async function generationOf(world: World): Promise<GenerationHandle> {
  return (await published(await catalogOf(world))).generations[0]!;
}

export async function viewOf(world: World): Promise<GenerationView> {
  return new Viewer().view(await generationOf(world));
}
