import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * The module that a thread runs, of the same build as this one. A bundle keeps this module one folder below the
 * build's, as the sources do: `src/`, or `chunks/`.
 */
export function workerEntry(name: 'analyst' | 'control' | 'engine'): URL {
  return new URL(`../workers/${name}${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);
}

/** Then the thread must be started with source maps, so that its stack traces name the sources: it inherits none. */
export function isCompiled({ href }: URL): boolean {
  return href.endsWith('.js');
}

/** A thread that runs a module. Under tsx, as single tests run, it has to ask for that before it imports TypeScript. */
export function startWorker(module: URL, options: WorkerOptions): Worker {
  const start = `import(${JSON.stringify(module.href)})`;
  const program = isCompiled(module)
    ? `process.setSourceMapsEnabled(true); ${start}`
    : `import('tsx/esm/api').then(({ register }) => { register(); return ${start}; })`;
  return new Worker(program, { ...options, eval: true });
}
