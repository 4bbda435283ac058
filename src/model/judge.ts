/**
 * What must hold between documents, asked by every door through which documents come: the import of a dataset, apply
 * and single changes, the store's transaction, and the changes of other programs. What a door leaves out, and why, is
 * in test/unit/model/doors.test.ts.
 */
import type { CollectionName, Surcharge } from './documents.js';
import type { Fault } from './schema-faults.js';
import { type Key, keyOf } from './change.js';
import type { Overlay } from './overlay.js';
import { isCodeOf, lateCodes } from './rules/of-faults.js';
import {
  ALL_OWNERS,
  groupByOwner,
  NOBODY,
  PARTNER_RULED,
  type RuledCollection,
  tooMany,
} from './rules/partner-rules.js';
import { referenceFaults, referencesOf } from './rules/references.js';
import { groupBy } from './members.js';

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

/** Breaches of the rules between rows by the documents that are put, without the breaches from before the change. */
export function* rowBreaches(after: Overlay): Generator<Breach> {
  let isWithin = true;
  for (const breach of boundedBreaches(after)) {
    isWithin = false;
    yield breach;
  }
  // the number of rows bounds the time that it takes to compare them
  if (!isWithin) return;
  yield* lateCodesIn(after);
}

function* boundedBreaches(after: Overlay): Generator<Breach> {
  for (const collection of PARTNER_RULED) yield* clashesIn(collection, after);
  yield* excessCharges(after);
}

function* clashesIn<C extends RuledCollection>(collection: C, after: Overlay): Generator<Breach> {
  for (const { document, other, field, message } of after.clashes(collection))
    yield { collection, key: keyOf(collection, document), other: other && keyOf(collection, other), field, message };
}

/** The customer charges that are put beyond the number that their owner may have. */
export function* excessCharges(after: Overlay): Generator<Breach> {
  const collection = 'customer-charges';
  for (const [owner, puts] of groupByOwner(collection, after.puts(collection)))
    for (const { document, field, message } of tooMany(collection, puts, after.unchangedChargeKeys(owner).length))
      yield { collection, key: document.id, other: null, field, message };
}

/** A percentage of a code whose amount is not known yet, found at the charge or at the surcharge that is put. */
interface LateCodeBreach extends Breach {
  /** The surcharge of a charge, or the charge of a surcharge. */
  cause: { collection: CollectionName; key: Key };
}

/**
 * Customer charges that are a percentage of a code which comes after them, found at each charge that is put, and at
 * each surcharge that is put if the charge does not change. The price would take such an amount as 0.
 */
export function* lateCodesIn(after: Overlay): Generator<LateCodeBreach> {
  const charges = after.puts('customer-charges').filter(({ of }) => of?.some(isCodeOf));
  if (charges.length > 0) {
    const surcharges = groupBy(after.ofOwner('surcharges', ALL_OWNERS), ({ partnerId }) => partnerId ?? NOBODY);
    for (const charge of charges) {
      const owners = new Set([charge.partnerId ?? NOBODY, NOBODY]);
      const rows = [...owners].flatMap((owner) => surcharges.get(owner) ?? []);
      for (const { surcharge, field, message } of lateCodes([charge], rows)) {
        const cause = { collection: 'surcharges', key: surcharge.id } as const;
        yield { collection: 'customer-charges', key: charge.id, other: null, field, message, cause };
      }
    }
  }
  for (const surcharge of after.puts('surcharges')) yield* lateForCharges(surcharge, after);
}

function* lateForCharges(surcharge: Surcharge, after: Overlay): Generator<LateCodeBreach> {
  const { id, code, partnerId } = surcharge;
  for (const charge of after.unchangedChargesOf(code, partnerId ?? null)) {
    for (const found of lateCodes([charge], [surcharge])) {
      const message = `must have a lower order, for customer charge ${charge.id}: ${found.message}`;
      const cause = { collection: 'customer-charges', key: charge.id } as const;
      yield { collection: 'surcharges', key: id, other: null, field: 'order', message, cause };
    }
  }
}
