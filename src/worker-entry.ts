/**
 * The module that a thread runs, of the same build as this one. A bundle keeps this module one folder below the
 * build's, as the sources do: `src/`, or `chunks/`.
 */
export function workerEntry(name: 'control' | 'engine'): URL {
  return new URL(`../workers/${name}${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);
}

/** Then the thread must be started with source maps, so that its stack traces name the sources: it inherits none. */
export function isCompiled({ href }: URL): boolean {
  return href.endsWith('.js');
}
