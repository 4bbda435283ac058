/** A login: a credential of the node, without its secrets. */
import type { listCredentials } from '../../../client/operations.js';

export type Login = Awaited<ReturnType<typeof listCredentials>>['data'][number];

/** What every dialog about a login gets. */
export interface LoginDialogProps {
  close(): void;
  /** @param words what was done, as a sentence */
  onDone(words: string): void;
}
