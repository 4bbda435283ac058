import type { Key } from '../../model/change.js';
import { Rows, SortedRows } from './rows.js';

export type OwnedDocument = { id: number; partnerId?: string | null };

const NO_ROWS: readonly never[] = [];

/** undefined: there is no document. */
function ownerOf(document: OwnedDocument | null | undefined): string | undefined {
  return document ? (document.partnerId ?? '') : undefined;
}

/** The rows of one collection, all of them and by the partner that they belong to; '' stands for "no partner". */
export class OwnedRows<D extends OwnedDocument> {
  #rows = new Map<string, SortedRows<D>>();
  #all = new Rows<D>();

  fork(): OwnedRows<D> {
    const fork = new OwnedRows<D>();
    fork.#all = this.#all.fork();
    fork.#rows = new Map(Array.from(this.#rows, ([partnerId, rows]) => [partnerId, rows.fork()]));
    return fork;
  }

  get(key: Key): D | undefined {
    return this.#all.get(key);
  }

  get size(): number {
    return this.#all.size;
  }

  list(): readonly D[] {
    return this.#all.list();
  }

  greatestKey(): Key | undefined {
    return this.#all.greatestKey();
  }

  of(partnerId: string): readonly D[] {
    return this.#rows.get(partnerId)?.list() ?? NO_ROWS;
  }

  /** Applies a change and answers the partners that it concerns. */
  apply(key: Key, document: D | null): string[] {
    const former = ownerOf(this.#all.get(key));
    const owner = ownerOf(document);
    this.#all.apply(key, document);
    if (former !== undefined && former !== owner) this.#rows.get(former)!.apply(key, null);
    if (owner !== undefined) {
      let rows = this.#rows.get(owner);
      if (rows === undefined) this.#rows.set(owner, (rows = new SortedRows()));
      rows.apply(key, document);
    }
    return [former, owner].filter((partnerId) => partnerId !== undefined);
  }
}
