import { readFile } from 'node:fs/promises';
import type { Audience } from './documents.js';

/**
 * The OpenAPI document of an audience as JSON text. A build has them as files (`src/compile.js`): to make one costs
 * more than the rest of the server's start, on the thread that answers.
 */
export async function openApiText(as: Audience): Promise<string> {
  return (await readPrepared(as)) ?? (await import('./documents.js')).makeOpenApiText(as);
}

/** A bundle keeps this module one folder below the build's. Null: these are the sources. */
async function readPrepared(as: Audience): Promise<string | null> {
  try {
    return await readFile(new URL(`../openapi/${as}.json`, import.meta.url), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
