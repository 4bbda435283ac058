/**
 * Collects what the writes of a transaction will look up, so that a few queries can read it before they are worked out.
 */
import type { CollectionName, Documents } from '../../contract/documents/documents.js';
import { isPartnerRuled, type PartnerRuled } from '../rules/partner-rules.js';
import { formerKeyOf, keyOf, type Key, type WriteOp } from '../port.js';
import { referenceFaults, type Lookup } from '../rules/references.js';

type Keys = Map<CollectionName, Set<Key>>;

/** Answers every lookup with "it exists, and nothing follows from it", and remembers the lookup. */
export class Wanted implements Lookup {
  /** Documents of which only the existence and the `_id` matter. */
  readonly existences: Keys = new Map();
  /** Documents of which the contents matter. */
  readonly documents: Keys = new Map();
  /** Partners of which all documents of a collection are needed, because the collection has rules between them. */
  readonly partners = new Map<PartnerRuled, Set<string>>();
  allStates = false;

  find(collection: CollectionName, key: Key): null {
    into(this.documents, collection).add(key);
    return null;
  }

  has(collection: CollectionName, key: Key): boolean {
    into(this.existences, collection).add(key);
    return true;
  }

  hasGstCode(): boolean {
    this.allStates = true;
    return true;
  }

  /** A partner whose documents of a collection must not be changed by two transactions at once. */
  partner(collection: PartnerRuled, partnerId: string): void {
    into(this.partners, collection).add(partnerId);
  }
}

export function wantedBy(writes: readonly (readonly WriteOp[])[]): Wanted {
  const wanted = new Wanted();
  for (const op of writes.flat()) {
    wanted.has(op.collection, op.kind === 'delete' ? op.key : keyOf(op.collection, op.document));
    if (op.kind !== 'delete') wantedByDocument(wanted, op.collection, op.document);
    const formerKey = op.kind === 'insert' ? formerKeyOf(op.collection, op.document) : null;
    if (formerKey !== null) wanted.has(op.collection, formerKey);
  }
  for (const [collection, keys] of wanted.documents)
    for (const key of keys) wanted.existences.get(collection)?.delete(key);
  return wanted;
}

function wantedByDocument<C extends CollectionName>(wanted: Wanted, collection: C, document: Documents[C]): void {
  referenceFaults(collection, document, wanted);
  if (isPartnerRuled(collection)) wanted.partner(collection, (document as Documents[PartnerRuled]).partnerId);
}

function into<K, V>(sets: Map<K, Set<V>>, name: K): Set<V> {
  let set = sets.get(name);
  if (set === undefined) sets.set(name, (set = new Set()));
  return set;
}
