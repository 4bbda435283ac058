/**
 * Judges the changes of a store that other programs write to as well. A document that breaks its schema, a reference or
 * a rule between a partner's documents is refused, and its last good version stays in force. A refused document is
 * judged again when something changes that it may have waited for; documents that wait for each other are accepted
 * together.
 *
 * A deletion always takes effect, even if documents still name the deleted one: a rate of a deleted zone matches
 * nothing. The exceptions are states, cities and areas, without which there is no geography: they stay until nothing in
 * force names them.
 */
import { COLLECTION_NAMES, type Documents, type Zone } from '../../model/documents.js';
import { excessCharges, lateCodesIn } from '../../model/judge.js';
import { Overlay } from '../../model/overlay.js';
import { ownFaults } from '../../model/rules/document-rules.js';
import {
  groupByOwner,
  isPartnerRuled,
  ownerOf,
  partnerClashes,
  type RuledCollection,
} from '../../model/rules/partner-rules.js';
import { type Change, inOrder, keyOf, nameOf, type PutChange } from '../../model/change.js';
import {
  isMissing,
  missingFault,
  type Reference,
  referenceFaults,
  referencesOf,
} from '../../model/rules/references.js';
import type { Fault } from '../../model/schema-faults.js';
import type { Catalog, CatalogCollection } from './catalog.js';
import { lossOf } from './entry-services.js';
import { isPlaced, PLACES, stillNamed } from './places.js';
import { readerOf } from './reader.js';
import {
  ownerSignal,
  RefusedChanges,
  type Refusal,
  refusedOf,
  type RefusedDocument,
  signalOf,
  signalsOf,
} from './refused.js';

export class Inspector {
  #refused = new RefusedChanges();
  /** Refused documents that have to be read again, because what they wait for may have come. */
  readonly #wanted = new Set<RefusedDocument>();
  /** Earlier refusals of the documents under inspection, by name: the same refusal is reported once. */
  #former = new Map<string, RefusedDocument>();

  constructor(
    private readonly catalog: Catalog,
    /** Called once for each change that is refused. */
    private readonly onRefused: (refusal: Refusal) => void,
    /** Called for each document that is admitted although it names a missing one. */
    private readonly onDangling: (refusal: Refusal) => void = () => {},
  ) {}

  /** The documents of the store that are refused at present. */
  get refused(): Pick<RefusedChanges, 'get' | 'greatestKey' | typeof Symbol.iterator> {
    return this.#refused;
  }

  /** The refused documents that must be read and inspected again since the last call. */
  takeWanted(): RefusedDocument[] {
    const wanted = [...this.#wanted].filter((refused) => this.#refused.get(refused) === refused);
    this.#wanted.clear();
    return wanted;
  }

  /** Refuses what another inspector has refused already, without judging it again. */
  refuseAgain(refused: Iterable<RefusedDocument>): void {
    for (const each of refused) this.#refused.set(each);
  }

  /**
   * Adopts the refusals of another inspector. The catalog must then adopt the other's documents.
   */
  replaceBy(other: Inspector): void {
    const before = this.#refused;
    this.#refused = other.#refused;
    for (const refused of this.#refused) {
      if (before.get(refused)?.fingerprint !== refused.fingerprint) this.onRefused(refused);
      if (refused.change === null && refused.waitsFor.length > 0) this.#wanted.add(refused);
    }
  }

  /**
   * The documents of a collection that a starting node may adopt. The collections that it names must have been adopted
   * before. A document that names a missing one is admitted, since it also stays in force on a node that was running
   * when the other one was deleted. The exceptions are places, without which there is no geography.
   */
  admit(collection: CatalogCollection, puts: readonly PutChange[]): PutChange[] {
    const overlay = this.#newOverlay();
    const admitted: PutChange[] = [];
    for (const put of puts) {
      const faults = ownFaults(put.collection, put.document);
      const references = faults.length === 0 ? referencesOf(put.collection, put.document) : [];
      if (isPlaced(collection)) faults.push(...references.filter((each) => isMissing(each, overlay)).map(missingFault));
      if (faults.length > 0) {
        this.#refuse(put, overlay, faults, waitsFor(references, overlay));
        continue;
      }
      const dangling = referenceFaults(references, overlay);
      if (dangling.length > 0) this.onDangling({ collection, key: put.key, faults: dangling });
      if (isPartnerRuled(collection)) overlay.add(put);
      else admitted.push(put);
    }
    if (!isPartnerRuled(collection)) return admitted;
    this.#refuseClashing(collection, overlay);
    this.#refuseLate(overlay);
    return [...overlay.changes(collection).values()] as PutChange[];
  }

  /**
   * Those of `changes`, and of the documents refused before, that may be adopted together. The catalog must adopt them
   * before the next call. `isEverything`: the changes are all that differs between store and catalog, so a refused
   * document that is not among them no longer exists.
   */
  inspect(changes: readonly Change[], isEverything = false): Change[] {
    const overlay = this.#gather(changes, isEverything);
    this.#judgePuts(overlay);
    // documents judged together with a change that is refused now may not fit the rest
    while (this.#refuseLate(overlay) || this.#refuseLosses(overlay)) this.#judgePuts(overlay);
    this.#refuseDeletions(overlay);
    return this.#accepted(overlay);
  }

  /** The new changes, and the refused ones that may have waited for them, directly or through others. */
  #gather(changes: readonly Change[], isEverything: boolean): Overlay {
    const overlay = this.#newOverlay();
    this.#former = new Map();
    if (isEverything) {
      for (const refused of this.#refused) this.#supersede(refused);
    }
    for (const change of changes) {
      overlay.add(change);
      this.#supersede(change);
    }
    if (!this.#refused.hasWaiting) return overlay;
    const causes = [...changes];
    for (const cause of causes) {
      for (const signal of signalsOf(cause, this.catalog, this.#former.get(nameOf(cause))?.change)) {
        for (const refused of this.#refused.waitingFor(signal)) {
          const { change } = refused;
          if (change === null) this.#wanted.add(refused);
          if (change === null || overlay.changes(change.collection).has(change.key)) continue;
          overlay.add(change);
          causes.push(change);
        }
      }
    }
    return overlay;
  }

  /** Over what documents may name: what is in force, without the places that the store has deleted. */
  #newOverlay(): Overlay {
    return new Overlay(
      readerOf(this.catalog, (collection, key) => this.#refused.get({ collection, key })?.isDeletion === true),
    );
  }

  #supersede(change: Pick<Refusal, 'collection' | 'key'>): void {
    const refused = this.#refused.get(change);
    if (refused === undefined) return;
    this.#former.set(nameOf(change), refused);
    this.#refused.delete(change);
  }

  /** Collection by collection, so that each put finds the surviving documents that it names. */
  #judgePuts(overlay: Overlay): void {
    for (const collection of COLLECTION_NAMES) {
      for (const change of overlay.changes(collection).values()) {
        if (change.kind === 'put') this.#judgePut(change, overlay);
      }
      if (isPartnerRuled(collection)) this.#refuseClashing(collection, overlay);
      if (collection === 'customer-charges') this.#refuseExcessCharges(overlay);
    }
  }

  #refuseExcessCharges(overlay: Overlay): void {
    for (const { collection, key, field, message } of [...excessCharges(overlay)]) {
      const change = overlay.changes(collection).get(key) as PutChange;
      const owner = ownerOf(collection, change.document as Documents['customer-charges']);
      this.#refuse(change, overlay, [{ field, message }], [ownerSignal(collection, owner)]);
    }
  }

  /** Refuses percentages of codes that come too late. Whether there were any. */
  #refuseLate(overlay: Overlay): boolean {
    const breaches = [...lateCodesIn(overlay)];
    for (const { collection, key, field, message, cause } of breaches) {
      const change = overlay.changes(collection).get(key);
      if (change !== undefined) this.#refuse(change, overlay, [{ field, message }], [nameOf(cause)]);
    }
    return breaches.length > 0;
  }

  /** Refuses zones that lose a service which an entry in force needs. Whether there were any. */
  #refuseLosses(overlay: Overlay): boolean {
    let isAny = false;
    for (const change of [...overlay.changes('zones').values()]) {
      const loss = change.kind === 'put' ? lossOf(change.document as Zone, overlay, this.catalog) : undefined;
      if (loss === undefined) continue;
      this.#refuse(change, overlay, [loss.fault], [nameOf({ collection: 'zone-pincodes', key: loss.entry })]);
      isAny = true;
    }
    return isAny;
  }

  #judgePut(change: PutChange, overlay: Overlay): void {
    const faults = ownFaults(change.collection, change.document);
    if (faults.length > 0) return this.#refuse(change, overlay, faults, []);
    const references = referencesOf(change.collection, change.document);
    const nameFaults = referenceFaults(references, overlay);
    if (nameFaults.length > 0) this.#refuse(change, overlay, nameFaults, waitsFor(references, overlay));
  }

  /** Of two documents that clash the later one is refused; without it, others may fit. */
  #refuseClashing<C extends RuledCollection>(collection: C, overlay: Overlay): void {
    const putsOf = groupByOwner(collection, overlay.puts(collection));
    const queue = [...putsOf.keys()];
    for (const owner of queue) {
      const puts = putsOf.get(owner) ?? [];
      let clashes: Map<Documents[C], Fault>;
      while ((clashes = certainClashes(collection, owner, puts, overlay)).size > 0) {
        for (const [document, fault] of clashes) {
          const key = keyOf(collection, document);
          const change = overlay.changes(collection).get(key)!;
          this.#refuse(change, overlay, [fault], [ownerSignal(collection, owner)]);
          // its old version stays with its old owner, and may clash with that one's changes
          const held = this.catalog.find(collection, key);
          const former = held === undefined ? owner : ownerOf(collection, held);
          if (former !== owner) queue.push(former);
        }
      }
    }
  }

  #refuseDeletions(overlay: Overlay): void {
    for (const collection of PLACES) {
      for (const [change, namer] of stillNamed(collection, overlay, this.catalog)) {
        this.#refuse(change, overlay, [{ field: '', message: `was deleted and is still named by ${namer}` }], [namer]);
      }
    }
  }

  #accepted(overlay: Overlay): Change[] {
    const accepted: Change[] = [];
    for (const collection of COLLECTION_NAMES) {
      for (const change of overlay.changes(collection).values()) {
        this.#refused.delete(change);
        if (change.kind === 'put' || isInForce(change, this.catalog)) accepted.push(change);
      }
    }
    return accepted;
  }

  #refuse(change: Change, overlay: Overlay, faults: readonly Fault[], waitsFor: readonly string[]): void {
    overlay.drop(change);
    const before = this.#refused.get(change) ?? this.#former.get(nameOf(change));
    const refused = refusedOf(change, faults, waitsFor);
    this.#refused.set(refused);
    if (before?.fingerprint !== refused.fingerprint) this.onRefused(refused);
  }
}

/** What a document with a faulty reference may wait for: what it lacks, and what has to belong elsewhere. */
function waitsFor(references: readonly Reference[], overlay: Overlay): string[] {
  const wanted = references.filter(
    (each) => each.mustMatch !== undefined || each.needs !== undefined || isMissing(each, overlay),
  );
  return [...new Set(wanted.map(signalOf))];
}

/**
 * Those of an owner's `puts`, except refused ones, that clash with a document that does not clash itself: they cannot
 * be accepted, whatever else is refused. Empty: no two documents clash.
 */
function certainClashes<C extends RuledCollection>(
  collection: C,
  owner: string,
  puts: readonly Documents[C][],
  overlay: Overlay,
): Map<Documents[C], Fault> {
  const changes = overlay.changes(collection);
  const current = puts.filter((document) => changes.has(keyOf(collection, document)));
  const changed = new Set(current.sort(inOrder(collection)));
  const certain = new Map<Documents[C], Fault>();
  if (changed.size === 0) return certain;
  const documents = [...overlay.unchangedOf(collection, owner), ...changed];
  const clashes = partnerClashes(collection, documents, (document) => changed.has(document));
  const clashing = new Set(clashes.map(({ document }) => document));
  for (const { document, other, field, message } of clashes) {
    const isCertain = other === null || !clashing.has(other);
    if (isCertain && !certain.has(document)) certain.set(document, { field, message });
  }
  return certain;
}

/** A deletion of a document that was never in force is a no-op. */
function isInForce({ collection, key }: Change, catalog: Catalog): boolean {
  return catalog.document(collection, key) !== undefined;
}
