/**
 * What must hold between documents, asked by every door through which documents come: the import of a dataset, apply
 * and single changes, the store's transaction, and the changes of other programs. What a door leaves out, and why, is
 * in test/unit/model/doors.test.ts.
 */
import type { CollectionName, Surcharge } from './documents.js';
import type { Fault } from './schema-faults.js';
import { type Key, keyOf } from './change.js';
import type { Overlay } from './overlay.js';
import { isCodeOf, type LateCode, lateCodes } from './rules/of-faults.js';
import {
  chargesBeyond,
  EVERYBODY,
  groupByOwner,
  NOBODY,
  PARTNER_RULED,
  type PartnerRuled,
} from './rules/partner-rules.js';
import { referenceFaults, referencesOf } from './rules/references.js';

/** What a document breaks together with others. */
export interface Breach extends Fault {
  collection: CollectionName;
  key: Key;
  /** The document of the same collection that it clashes with, if it is a single one. */
  other: Key | null;
}

/** What the documents that are put name and there is not, belongs elsewhere, or lacks what they need. */
export function* referenceBreaches(after: Overlay): Generator<Breach> {
  for (const collection of after.collections)
    for (const [key, change] of after.changes(collection)) {
      if (change.kind === 'delete') continue;
      for (const fault of referenceFaults(referencesOf(collection, change.document), after))
        yield { collection, key, other: null, ...fault };
    }
}

/** What the documents that are put break of the rules between rows: not what was broken before. */
export function* rowBreaches(after: Overlay): Generator<Breach> {
  let isWithin = true;
  for (const breach of boundedBreaches(after)) {
    isWithin = false;
    yield breach;
  }
  // the number of rows bounds the time that it takes to compare them
  if (!isWithin) return;
  for (const { collection, key, fault } of lateCodesIn(after)) yield { collection, key, other: null, ...fault };
}

function* boundedBreaches(after: Overlay): Generator<Breach> {
  for (const collection of PARTNER_RULED) yield* clashesIn(collection, after);
  for (const owner of groupByOwner('customer-charges', after.puts('customer-charges')).keys())
    for (const { key, fault } of excessCharges(owner, after))
      yield { collection: 'customer-charges', key, other: null, ...fault };
}

function* clashesIn<C extends PartnerRuled>(collection: C, after: Overlay): Generator<Breach> {
  for (const { document, other, field, message } of after.clashes(collection))
    yield { collection, key: keyOf(collection, document), other: other && keyOf(collection, other), field, message };
}

/** The customer charges of an owner that are put although it has as many as it may have without them. */
export function* excessCharges(owner: string, after: Overlay): Generator<{ key: Key; fault: Fault }> {
  const { unchanged, puts } = after.chargesOfOwner(owner);
  for (const { id, ...fault } of chargesBeyond(owner, unchanged, puts)) yield { key: id, fault };
}

/** A percentage of a code whose amount is not known yet, found at the charge or at the surcharge that is put. */
export interface LateCodeBreach {
  collection: 'customer-charges' | 'surcharges';
  key: Key;
  fault: Fault;
  found: LateCode;
}

/**
 * Customer charges that are a percentage of a code which comes after them: those that are put, and those without a
 * change, of surcharges that are put. The price would take such an amount as 0.
 */
export function* lateCodesIn(after: Overlay): Generator<LateCodeBreach> {
  const charges = after.puts('customer-charges').filter(({ of }) => of?.some(isCodeOf));
  if (charges.length > 0) {
    const surcharges = new Map<string, Surcharge[]>();
    for (const row of after.ofOwner('surcharges', EVERYBODY)) {
      const owner = row.partnerId ?? NOBODY;
      const own = surcharges.get(owner);
      if (own === undefined) surcharges.set(owner, [row]);
      else own.push(row);
    }
    for (const charge of charges) {
      const owners = new Set([charge.partnerId ?? NOBODY, NOBODY]);
      const rows = [...owners].flatMap((owner) => surcharges.get(owner) ?? []);
      for (const found of lateCodes([charge], rows)) {
        const { field, message } = found;
        yield { collection: 'customer-charges', key: charge.id, fault: { field, message }, found };
      }
    }
  }
  for (const surcharge of after.puts('surcharges')) yield* lateForCharges(surcharge, after);
}

function* lateForCharges(surcharge: Surcharge, after: Overlay): Generator<LateCodeBreach> {
  const { id, code, partnerId } = surcharge;
  for (const charge of after.unchangedChargesOf(code, partnerId ?? null)) {
    for (const found of lateCodes([charge], [surcharge])) {
      const message = `comes too late for customer charge ${charge.id}: ${found.message}`;
      yield { collection: 'surcharges', key: id, fault: { field: 'order', message }, found };
    }
  }
}
