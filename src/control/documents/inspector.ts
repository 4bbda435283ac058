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
import { COLLECTION_NAMES, type Documents } from '../../contract/documents/documents.js';
import { documentFaults } from '../../store/rules/document-rules.js';
import { isPartnerRuled, partnerClashes, type PartnerRuled } from '../../store/rules/partner-rules.js';
import { type Change, nameOf, type Put } from '../../store/port.js';
import { type Lookup, referenceFaults } from '../../store/rules/references.js';
import type { Fault } from '../../contract/schema-faults.js';
import { schemaFaults } from '../../store/rules/schema-faults.js';
import type { Catalog, CatalogCollection } from './catalog.js';
import { Existence, Overlay, Wishes } from './overlay.js';
import { isPlaced, PLACES, stillNamed } from './places.js';
import { partnerSignal, RefusedChanges, type Refusal, refusedOf, type Refused, signalsOf } from './refused.js';

export class Inspector {
  #refused = new RefusedChanges();
  /** Refused documents that have to be read again, because what they wait for may have come. */
  readonly #wanted = new Set<Refused>();
  /** Earlier refusals of the documents under inspection, by name: the same refusal is reported once. */
  #former = new Map<string, Refused>();

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
  takeWanted(): Refused[] {
    const wanted = [...this.#wanted].filter((refused) => this.#refused.get(refused) === refused);
    this.#wanted.clear();
    return wanted;
  }

  /** Refuses what another inspector has refused already, without judging it again. */
  refuseAgain(refused: Iterable<Refused>): void {
    for (const each of refused) {
      this.#refused.set(each);
    }
  }

  /**
   * Replaces what is refused by what another inspector refuses. The catalog must then adopt what the other's holds.
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
  admit(collection: CatalogCollection, puts: readonly Put[]): Put[] {
    const overlay = new Overlay(this.catalog, () => false);
    const admitted: Put[] = [];
    for (const put of puts) {
      const faults = ownFaults(put);
      const wishes = new Wishes(new Existence(overlay));
      if (faults.length === 0 && isPlaced(collection)) faults.push(...nameFaults(put, wishes));
      if (faults.length > 0) {
        this.#refuse(put, overlay, faults, [...wishes.signals]);
        continue;
      }
      const dangling = nameFaults(put, overlay);
      if (dangling.length > 0) this.onDangling({ collection, key: put.key, faults: dangling });
      if (isPartnerRuled(collection)) overlay.add(put);
      else admitted.push(put);
    }
    if (!isPartnerRuled(collection)) return admitted;
    this.#refuseClashing(collection, overlay);
    return [...overlay.changes(collection).values()] as Put[];
  }

  /**
   * Those of `changes`, and of the documents refused before, that may be adopted together. The catalog must adopt them
   * before the next call. `isEverything`: the changes are all that differs between store and catalog, so a document
   * that was refused and is not among them no longer exists.
   */
  inspect(changes: readonly Change[], isEverything = false): Change[] {
    const overlay = this.#gather(changes, isEverything);
    this.#judgePuts(overlay);
    this.#refuseDeletions(overlay);
    return this.#accepted(overlay);
  }

  /** The new changes, and the refused ones that may have waited for them, directly or through others. */
  #gather(changes: readonly Change[], isEverything: boolean): Overlay {
    const overlay = new Overlay(this.catalog, (document) => this.#refused.get(document)?.isDeletion === true);
    this.#former = new Map();
    if (isEverything) {
      for (const refused of this.#refused) {
        this.#supersede(refused);
      }
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
    }
  }

  #judgePut(change: Put, overlay: Overlay): void {
    const faults = ownFaults(change);
    if (faults.length > 0) return this.#refuse(change, overlay, faults, []);
    if (nameFaults(change, overlay).length === 0) return;
    const wishes = new Wishes(overlay);
    this.#refuse(change, overlay, nameFaults(change, wishes), [...wishes.signals]);
  }

  /** Of two documents that clash the later one is refused; without it, others may fit. */
  #refuseClashing<C extends PartnerRuled>(collection: C, overlay: Overlay): void {
    const byPartner = new Map<string, Map<Documents[C], Change>>();
    for (const change of overlay.changes(collection).values()) {
      if (change.kind !== 'put') continue;
      const document = change.document as Documents[C];
      const others = byPartner.get(document.partnerId);
      if (others === undefined) byPartner.set(document.partnerId, new Map([[document, change]]));
      else others.set(document, change);
    }
    const partnerIds = [...byPartner.keys()];
    for (const partnerId of partnerIds) {
      const changed = byPartner.get(partnerId) ?? new Map<Documents[C], Change>();
      while (changed.size > 0) {
        const clashes = partnerClashes(
          collection,
          overlay.withChanged(collection, partnerId, changed.keys()),
          (document) => changed.has(document),
        );
        const clashing = new Set(clashes.map(({ document }) => document));
        const certain = clashes.filter(({ other }) => other === null || !clashing.has(other));
        if (certain.length === 0) break;
        for (const { document, field, message } of certain) {
          const change = changed.get(document);
          if (change === undefined) continue;
          this.#refuse(change, overlay, [{ field, message }], [partnerSignal(collection, partnerId)]);
          changed.delete(document);
          // its old version stays with its old partner, and may clash with that one's changes
          const held = this.catalog.find(collection, change.key);
          if (held !== undefined && held.partnerId !== partnerId) partnerIds.push(held.partnerId);
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

/** What is wrong with a document by itself. */
function ownFaults({ collection, document }: Put): Fault[] {
  const faults = schemaFaults(collection, document);
  return faults.length > 0 ? faults : documentFaults(collection, document);
}

/** What a document names that is missing or belongs elsewhere. */
function nameFaults({ collection, document }: Put, lookup: Lookup): Fault[] {
  return referenceFaults(collection, document, lookup);
}

/** A deletion of a document that was never in force is a no-op. */
function isInForce({ collection, key }: Change, catalog: Catalog): boolean {
  return catalog.document(collection, key) !== undefined;
}
