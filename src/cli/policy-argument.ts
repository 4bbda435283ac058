/** A policy as commands take it. */
import { readFile } from 'node:fs/promises';
import { CommandError, EXIT } from './world.js';

/**
 * The id of a stored policy, or a file that ends in `.json` with a document.
 * @throws CommandError when the file cannot be read, or is no JSON
 */
export async function policyOf(text: string): Promise<{ policyId: string } | { policy: object }> {
  if (!text.endsWith('.json')) return { policyId: text };
  try {
    return { policy: JSON.parse(await readFile(text, 'utf8')) as object };
  } catch (error) {
    throw new CommandError(EXIT.usage, `the policy ${text} cannot be read: ${(error as Error).message}`);
  }
}
