/**
 * Translates the events of the change stream. An event's images of a document before and after the change are exact.
 * The change may alter the document's key, and a document of another program may have no key.
 */
import { BSON, type Document, type ResumeToken, type Timestamp } from 'mongodb';
import type { CollectionName } from '../../model/documents.js';
import { isKeyed, keyOf, type Change, type Key, type PutChange } from '../../model/change.js';
import { documentOf } from './documents.js';

/** Changes were missed, or cannot be translated: only reading everything again helps. */
export class LostChangesError extends Error {
  override readonly name = 'LostChangesError';
}

/** An event as the server sends it, without the fields that are not used. */
export interface StreamEvent {
  _id: ResumeToken;
  operationType: string;
  clusterTime: Timestamp;
  wallTime: Date;
  /** Only in events of a transaction. All events of one transaction have the same cluster time. */
  txnNumber?: unknown;
  /** `dropDatabase` and `invalidate` have none, or one without a collection. */
  ns?: { coll?: string };
  documentKey?: { _id: unknown };
  to?: { coll: string };
  fullDocument?: Document | null;
  fullDocumentBeforeChange?: Document | null;
}

/** How many events, from the first, are complete: all except those of the last transaction, which may have more. */
export function wholeLength(events: readonly StreamEvent[]): number {
  const last = events.at(-1);
  if (last?.txnNumber === undefined) return events.length;
  return (
    1 + events.findLastIndex((event) => event.txnNumber === undefined || !event.clusterTime.equals(last.clusterTime))
  );
}

/** The types of events that are about one document. */
export const CHANGING_EVENTS: readonly string[] = ['insert', 'update', 'replace', 'delete'];

/** The event of a whole collection, in words; null when the event is about one document. */
export function upheaval({ operationType, ns, to }: StreamEvent): string | null {
  if (CHANGING_EVENTS.includes(operationType)) return null;
  return `${operationType}${ns?.coll === undefined ? '' : ` of ${ns.coll}`}${to === undefined ? '' : ` to ${to.coll}`}`;
}

/**
 * Translates events to changes. Remembers the last key of documents without a key, because they may get one again or be
 * deleted.
 */
export class Translator {
  /** By collection and `_id`. */
  readonly #lastKeys = new Map<string, Key>();

  /** Called after everything was read again. @param keyless the documents that were read without keys */
  forget(keyless: readonly PutChange[] = []): void {
    this.#lastKeys.clear();
    for (const { collection, storedId, key } of keyless) this.#lastKeys.set(`${collection}/${storedId!}`, key);
  }

  /**
   * The changes of an event that is not an {@link upheaval}, in the order in which to apply them.
   * @throws LostChangesError when the server no longer has the images of the document, or never had them
   */
  changesOf(event: StreamEvent): Change[] {
    const collection = event.ns!.coll as CollectionName;
    const { operationType, fullDocument: after = null, fullDocumentBeforeChange: before = null } = event;
    if ((operationType !== 'delete' && after === null) || (operationType !== 'insert' && before === null)) {
      throw new LostChangesError(
        `the server has no image of a document of ${collection} before or after its ${operationType}`,
      );
    }
    const formerKey = before === null ? null : this.#formerKey(collection, before);
    if (after === null) {
      this.#lastKeys.delete(identity(collection, before!));
      return [{ kind: 'delete', collection, key: formerKey! }];
    }
    const ownKey = keyIn(collection, after);
    const key = ownKey ?? formerKey ?? idText(after);
    this.#remember(collection, after, key, ownKey === null);
    const put = {
      kind: 'put',
      collection,
      key,
      document: documentOf(collection, after),
      ...(ownKey === null && { storedId: BSON.EJSON.stringify(after._id) }),
    } as Change;
    return formerKey === null || formerKey === key ? [put] : [{ kind: 'delete', collection, key: formerKey }, put];
  }

  #formerKey(collection: CollectionName, before: Document): Key {
    return keyIn(collection, before) ?? this.#lastKeys.get(identity(collection, before)) ?? idText(before);
  }

  #remember(collection: CollectionName, document: Document, key: Key, isKeyless: boolean): void {
    // a document with a key takes it from a document that has lost it
    for (const [other, lastKey] of this.#lastKeys) {
      if (lastKey === key && other.startsWith(`${collection}/`)) this.#lastKeys.delete(other);
    }
    if (isKeyless) this.#lastKeys.set(identity(collection, document), key);
    else this.#lastKeys.delete(identity(collection, document));
  }
}

/** The document's key, or null when one of its fields is missing or of another type than the schema says. */
export function keyIn(collection: CollectionName, document: Document): Key | null {
  if (collection === 'assignments') return assignmentKeyIn(document);
  return isKeyed(collection, document) ? keyOf(collection, documentOf(collection, document)) : null;
}

function assignmentKeyIn(document: Document): Key | null {
  const { shipmentId, caller = null } = document as { shipmentId: unknown; caller?: Partial<Document> | null };
  const hasCaller = caller === null || (typeof caller.kind === 'string' && typeof caller.id === 'string');
  return typeof shipmentId === 'string' && hasCaller ? keyOf('assignments', documentOf('assignments', document)) : null;
}

/** The key of a document that never had one. */
export function idText({ _id }: Document): string {
  return typeof _id === 'string' ? _id : _id instanceof BSON.ObjectId ? _id.toHexString() : BSON.EJSON.stringify(_id);
}

function identity(collection: CollectionName, document: Document): string {
  return `${collection}/${BSON.EJSON.stringify(document._id)}`;
}
