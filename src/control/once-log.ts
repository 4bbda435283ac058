import type { Key } from '../model/change.js';
import { MAX_UNREADABLE_LOGGED } from '../limits/control.js';

/** Logs faults of stored records, of each record once. */
export class OnceLog {
  readonly #keys = new Set<Key>();

  constructor(private readonly report: (error: unknown, message: string) => void) {}

  add(key: Key, error: unknown, message: string): void {
    if (this.#keys.has(key) || this.#keys.size === MAX_UNREADABLE_LOGGED) return;
    this.#keys.add(key);
    this.report(error, message);
  }
}
