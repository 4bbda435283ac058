/** The changes of the store that are refused, and what each of them waits for. */
import type { CollectionName, Documents } from '../../model/documents.js';
import { isOwned, type OwnerCollection, ownerOf } from '../../model/rules/partner-rules.js';
import { MAX_REFUSAL_FAULTS, MAX_REFUSAL_TEXT_LENGTH, MAX_REFUSED_HELD_CHARACTERS } from '../../limits/control.js';
import { type Change, type Key, nameOf } from '../../model/change.js';
import type { Fault } from '../../model/schema-faults.js';
import type { Reference } from '../../model/rules/references.js';
import type { Catalog } from './catalog.js';
import { measured, NO_DOCUMENT } from './fingerprint.js';

/** A change that is refused, and why. */
export interface Refusal {
  collection: CollectionName;
  key: Key;
  /** Some of them, shortened: a document may have a hundred thousand. */
  faults: readonly Fault[];
}

export interface RefusedDocument extends Refusal {
  /** Of the refused content; see {@link fingerprintOf}. */
  fingerprint: string;
  isDeletion: boolean;
  /** See {@link Change}. */
  storedId: string | undefined;
  /**
   * To be judged again. Null: the document is not held in memory, because it is faulty by itself and waits for nothing,
   * or because it is large and can be read again.
   */
  change: Change | null;
  /** It may be accepted once one of these is signalled; see {@link signalsOf}. */
  waitsFor: readonly string[];
}

export function refusedOf(change: Change, faults: readonly Fault[], waitsFor: readonly string[]): RefusedDocument {
  const { collection, key } = change;
  const { fingerprint, length } =
    change.kind === 'put' ? measured(collection, change.document) : { fingerprint: NO_DOCUMENT, length: 0 };
  return {
    collection,
    key,
    waitsFor,
    fingerprint,
    faults: shortened(faults),
    isDeletion: change.kind === 'delete',
    storedId: change.kind === 'put' ? change.storedId : undefined,
    change: waitsFor.length === 0 || length > MAX_REFUSED_HELD_CHARACTERS ? null : change,
  };
}

/** As many faults, and as much of each, as a log line should show. */
export function shortened(faults: readonly Fault[]): Fault[] {
  const shown = faults
    .slice(0, MAX_REFUSAL_FAULTS)
    .map(({ field, message }) => ({ field: shortText(field), message: shortText(message) }));
  if (faults.length > shown.length)
    shown.push({ field: '', message: `and ${faults.length - shown.length} more faults` });
  return shown;
}

/** A text of a document, at most as long as a log line should show it. */
export function shortText(text: string): string {
  return text.length <= MAX_REFUSAL_TEXT_LENGTH ? text : `${text.slice(0, MAX_REFUSAL_TEXT_LENGTH)}…`;
}

/** The document that a reference names has come or has changed. */
export function signalOf({ collection, key, by }: Pick<Reference, 'collection' | 'key' | 'by'>): string {
  return by === undefined ? nameOf({ collection, key }) : `${by}/${key}`;
}
/** An owner's documents of a collection change. */
export const ownerSignal = (collection: CollectionName, owner: string): string => `${collection} of ${owner}`;

/**
 * The signals that a change gives, even if it is refused in the end: others may have waited for one of them.
 *
 * @param former the refused change that it replaces: another document may have been refused for its sake
 */
export function signalsOf(change: Change, catalog: Catalog, former?: Change | null): string[] {
  const { collection } = change;
  const signals = [nameOf(change)];
  if (isOwned(collection)) {
    const held = catalog.find(collection, change.key);
    if (held !== undefined) signals.push(ownerSignal(collection, ownerOf(collection, held)));
    for (const each of [change, former]) {
      if (each?.kind === 'put')
        signals.push(ownerSignal(collection, ownerOf(collection, each.document as Documents[OwnerCollection])));
    }
  } else if (collection === 'states' && change.kind === 'put')
    signals.push(signalOf({ collection, key: change.document.gstCode, by: 'gstCode' }));
  return signals;
}

export class RefusedChanges implements Iterable<RefusedDocument> {
  readonly #byKey = new Map<CollectionName, Map<Key, RefusedDocument>>();
  readonly #waiting = new Map<string, Set<RefusedDocument>>();
  /** The greatest key of each collection, as long as it is known: a bulk write asks for it a thousand times. */
  readonly #greatest = new Map<CollectionName, number | undefined>();

  *[Symbol.iterator](): Iterator<RefusedDocument> {
    for (const refused of this.#byKey.values()) yield* refused.values();
  }

  /** The greatest number among a collection's keys. */
  greatestKey(collection: CollectionName): number | undefined {
    if (!this.#greatest.has(collection)) {
      let greatest: number | undefined;
      for (const key of this.#byKey.get(collection)?.keys() ?? [])
        if (typeof key === 'number' && !(key <= greatest!)) greatest = key;
      this.#greatest.set(collection, greatest);
    }
    return this.#greatest.get(collection);
  }

  /** Whether any waits for anything. */
  get hasWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  get({ collection, key }: Pick<Refusal, 'collection' | 'key'>): RefusedDocument | undefined {
    return this.#byKey.get(collection)?.get(key);
  }

  waitingFor(signal: string): Iterable<RefusedDocument> {
    return this.#waiting.get(signal) ?? [];
  }

  set(refused: RefusedDocument): void {
    this.delete(refused);
    this.#greatest.delete(refused.collection);
    const others = this.#byKey.get(refused.collection);
    if (others === undefined) this.#byKey.set(refused.collection, new Map([[refused.key, refused]]));
    else others.set(refused.key, refused);
    for (const signal of refused.waitsFor) {
      const waiting = this.#waiting.get(signal);
      if (waiting === undefined) this.#waiting.set(signal, new Set([refused]));
      else waiting.add(refused);
    }
  }

  delete(change: Pick<Refusal, 'collection' | 'key'>): void {
    const refused = this.get(change);
    if (refused === undefined) return;
    this.#byKey.get(refused.collection)!.delete(refused.key);
    this.#greatest.delete(refused.collection);
    for (const signal of refused.waitsFor) {
      const waiting = this.#waiting.get(signal);
      waiting?.delete(refused);
      if (waiting?.size === 0) this.#waiting.delete(signal);
    }
  }
}
