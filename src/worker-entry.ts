/**
 * The module that a thread runs, of the same build as this one. A bundle keeps this module one folder below the
 * build's, as the sources do: `src/`, or `chunks/`.
 */
export function workerEntry(name: 'control' | 'engine'): URL {
  return new URL(`../workers/${name}${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);
}
