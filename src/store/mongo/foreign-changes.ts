/**
 * Finds the changes that other programs have made. Every write of pinrate to the collections that people change adds a
 * change set in the same transaction (src/store/history.ts); a change without one in its transaction is another
 * program's. One exception writes no new content: a change of SECRETS_KEY.
 *
 * Changes are gathered by the second of their commit, which is the same for every node. A second is complete once the
 * stream has passed it. The stream's first second is left out: a node may have seen only a part of it.
 */
import type { CollectionName, Documents } from '../../model/documents.js';
import type { Entry, ForeignChanges } from '../entry.js';
import { type Change, keyOf } from '../../model/change.js';
import { documentOf } from './documents.js';
import type { StreamEvent } from './events.js';

export class ForeignChangeFinder {
  /** By second, ascending. */
  readonly #entries = new Map<number, Entry[]>();
  /** The last second that is left out. */
  #beganAt = 0;

  /** @param second the stream's first second; earlier gathered changes are dropped */
  begin(second: number): void {
    this.#entries.clear();
    this.#beganAt = second;
  }

  /**
   * Gathers the events of whole transactions.
   * @param changesOf the changes of each event
   */
  add(events: readonly { event: StreamEvent; changes: readonly Change[] }[], own: ReadonlySet<string>): void {
    for (const { event, changes } of events) {
      const second = secondOf(event);
      if (second <= this.#beganAt || own.has(momentOf(event))) continue;
      const entries = this.#entries.get(second) ?? [];
      this.#entries.set(second, entries);
      for (const change of changes) entries.push(entryOf(change, event));
    }
  }

  /** The complete seconds (those before `second`), each once. */
  *before(second: number): Generator<ForeignChanges> {
    for (const [each, entries] of this.#entries) {
      if (each >= second) continue;
      this.#entries.delete(each);
      yield { second: each, entries };
    }
  }
}

export const secondOf = ({ clusterTime }: StreamEvent): number => clusterTime.getHighBitsUnsigned();

/** Identifies a transaction, or a change that is not part of one. */
export const momentOf = ({ clusterTime }: StreamEvent): string => clusterTime.toString();

function entryOf(change: Change, { fullDocumentBeforeChange: former }: StreamEvent): Entry {
  const { collection, key } = change;
  const before = former ? documentOf(collection, former) : null;
  if (change.kind === 'delete') return { collection, key, before, after: null };
  // a document with a changed key is new under its new key
  const isSame = before !== null && hasKey(collection, before, change.document);
  return { collection, key, before: isSame ? before : null, after: change.document };
}

function hasKey<C extends CollectionName>(collection: C, before: Documents[C], after: Documents[C]): boolean {
  return keyOf(collection, before) === keyOf(collection, after);
}
