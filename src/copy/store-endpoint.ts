import { COLLECTION_NAMES, type CollectionName, type Documents } from '../model/documents.js';
import type { Key, WriteOp } from '../model/change.js';
import type { Store } from '../store/port.js';
import type { Target } from './endpoint.js';

/** A store to copy from or to. */
export class StoreEndpoint implements Target {
  readonly collections = COLLECTION_NAMES;
  readonly keepsPages = true;

  constructor(private readonly store: Store) {}

  page<C extends CollectionName>(collection: C, after: Key | null, limit: number): Promise<Documents[C][]> {
    return this.store.page(collection, after, limit);
  }

  async isTaken(): Promise<boolean> {
    return !(await this.store.isEmpty());
  }

  async begin(): Promise<void> {}

  async write<C extends CollectionName>(collection: C, documents: readonly Documents[C][]): Promise<void> {
    const result = await this.store.write(
      documents.map((document) => ({ kind: 'put', collection, document }) as WriteOp),
    );
    if (!result.ok) throw new Error(`${collection}: a document is refused: ${JSON.stringify(result.conflict)}`);
  }

  complete(): Promise<void> {
    return this.store.completeImport();
  }

  close(): Promise<void> {
    return this.store.close();
  }
}
