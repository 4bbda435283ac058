/** Reads a table page by page as of one moment, while others write. */
import type { CollectionName, Documents } from '../../model/documents.js';
import type { Key } from '../../model/change.js';
import { AFTER_PINCODES } from './namers.js';
import type { Table } from './table.js';

/** The moments that readers hold. LMDB cannot reuse pages freed after the oldest of them. */
export class Moments {
  readonly #held = new Set<() => void>();
  #isClosed = false;

  /** See `Store.pages`. */
  pages<C extends CollectionName>(
    table: Table<Documents[C], Key>,
    collection: C,
    partnerId: string | null,
    limit: number,
  ): AsyncGenerator<readonly Documents[C][]> {
    return this.inRanges(table, [rangeOf(collection, partnerId)], limit);
  }

  /** The documents in ranges of keys, one range after another; without bounds: all. */
  async *inRanges<D>(
    table: Table<D, Key>,
    ranges: readonly { start?: Key; end?: Key }[],
    limit: number,
  ): AsyncGenerator<readonly D[]> {
    const transaction = table.useReadTransaction();
    const release = (): void => {
      if (this.#held.delete(release)) transaction.done();
    };
    this.#held.add(release);
    try {
      for (const range of ranges) {
        for (let after: Key | null = null; ;) {
          if (this.#isClosed) throw new Error('the store is closed');
          const from: object = after === null ? {} : { start: after, exclusiveStart: true };
          const page: { key: Key; value: D }[] = [...table.getRange({ ...range, ...from, limit, transaction })];
          if (page.length === 0) break;
          after = page.at(-1)!.key;
          yield page.map(({ value }) => value);
        }
      }
    } finally {
      release();
    }
  }

  /** Releases all moments: their readers get an error. */
  close(): void {
    this.#isClosed = true;
    for (const release of [...this.#held]) release();
  }
}

function rangeOf(collection: CollectionName, partnerId: string | null): { start?: Key; end?: Key } {
  if (collection !== 'zone-pincodes' || partnerId === null) return {};
  return { start: `${partnerId}/`, end: `${partnerId}/${AFTER_PINCODES}` };
}
