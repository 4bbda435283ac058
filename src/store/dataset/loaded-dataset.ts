/** The documents of a dataset that were read so far, each with its line. References are looked up here. */
import {
  DATASET_COLLECTIONS,
  type CollectionName,
  type DatasetCollection,
  type Documents,
} from '../../model/documents.js';
import { keyOf, type Key } from '../../model/change.js';
import type { Lookup } from '../../model/rules/references.js';

/** The position of a key whose document was refused: it exists, but its contents are unknown. */
const BROKEN = -1;

export class LoadedCollection<C extends CollectionName> {
  readonly documents: Documents[C][] = [];
  /** The line of each document. */
  readonly lines: number[] = [];
  /** Set when the file could not be read to its end: then any key may exist. */
  isUnreadable = false;
  /** Set when a document with a known key was refused. */
  hasBroken = false;
  private readonly positions = new Map<Key, number>();

  constructor(
    readonly collection: C,
    readonly file: string,
  ) {}

  /** Adds a document. Returns the line of the one that has the same key already, or null. */
  add(document: Documents[C], line: number): number | null {
    const key = keyOf(this.collection, document);
    const position = this.positions.get(key);
    if (position === undefined) this.positions.set(key, this.documents.length);
    this.documents.push(document);
    this.lines.push(line);
    return position === undefined || position === BROKEN ? null : this.lines[position]!;
  }

  /** Remembers the key of a value that breaks its schema, so that references to it are not reported as well. */
  addBroken(value: unknown): void {
    const key = typeof value === 'object' && value !== null ? keyOf(this.collection, value as Documents[C]) : undefined;
    if ((typeof key !== 'string' && typeof key !== 'number') || this.positions.has(key)) return;
    this.positions.set(key, BROKEN);
    this.hasBroken = true;
  }

  find(key: Key): Documents[C] | null | undefined {
    const position = this.positions.get(key);
    if (position === undefined) return this.isUnreadable ? null : undefined;
    return position === BROKEN ? null : this.documents[position];
  }
}

export class LoadedDataset implements Lookup {
  private readonly collections = new Map<CollectionName, LoadedCollection<CollectionName>>();

  /** Begins a collection that is read from `file`. */
  open<C extends CollectionName>(collection: C, file: string): LoadedCollection<C> {
    const loaded = new LoadedCollection(collection, file);
    this.collections.set(collection, loaded as unknown as LoadedCollection<CollectionName>);
    return loaded;
  }

  collection<C extends CollectionName>(collection: C): LoadedCollection<C> {
    return (
      (this.collections.get(collection) as LoadedCollection<C> | undefined)
      ?? this.open(collection, `${collection}.ndjson`)
    );
  }

  find<C extends CollectionName>(collection: C, key: Key): Documents[C] | null | undefined {
    return this.collection(collection).find(key);
  }

  has(collection: CollectionName, key: Key): boolean {
    return this.find(collection, key) !== undefined;
  }

  hasGstCode(gstCode: Key): boolean {
    const { documents, hasBroken, isUnreadable } = this.collection('states');
    return hasBroken || isUnreadable || documents.some((state) => state.gstCode === gstCode);
  }

  documents(): { [C in DatasetCollection]: Documents[C][] } {
    const entries = DATASET_COLLECTIONS.map((name) => [name, this.collection(name).documents]);
    return Object.fromEntries(entries) as { [C in DatasetCollection]: Documents[C][] };
  }
}
