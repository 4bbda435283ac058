/** From edits to what they do to documents, or to all that is wrong with them. */
import type { ResourceCollection } from '../../../contract/document-resource.js';
import { partnerOf } from '../../../model/history.js';
import type { RequestFault } from '../../../model/schema-faults.js';
import { FORMERS_AT_ONCE } from '../../../limits/control.js';
import { MAX_NAMERS } from '../../../limits/store.js';
import { inTurns } from '../../../turn.js';
import { type Change, type Key, keyOf, nameOf, type WriteOp } from '../../../model/change.js';
import { type Store } from '../../../store/port.js';
import type { Catalog } from '../../documents/catalog.js';
import { ChangeOutcome, type OutcomeFault, type DanglingReferrer } from './checks.js';
import { type Edit, edited, type EditObstacle, type ResourceDocument } from './edits.js';
import { FaultList } from './fault-list.js';
import { NO_KEY } from './keys.js';
import { addTo, type Members, valueAt } from '../../../model/members.js';
import { PlaceNames } from './place-names.js';

/** What an edit does to its document; null: there is none. */
export interface DocumentChange {
  collection: ResourceCollection;
  key: Key;
  former: ResourceDocument | null;
  document: ResourceDocument | null;
}

/** What is wrong with an edit: its faults, or that it cannot be made of the document that there is. */
export type EditFault<E extends Edit> = { edit: E } & (
  | { impossible: EditObstacle; fault?: undefined }
  | { fault: RequestFault; impossible?: undefined }
);

interface ChangeVerdict<E extends Edit> {
  /** In the order of the edits, without those that leave their documents as they are. */
  changed: readonly DocumentChange[];
  /** The documents after the edits, in their order; null: there is none. Only without faults. */
  documents: readonly (ResourceDocument | null)[];
  /** The first ones of each document by itself, and then of references and rules; each in the order of the edits. */
  faults: readonly EditFault<E>[];
  /** Of all faults. */
  faultCount: number;
  /** What names what would be gone, as {@link ChangeOutcome.stillNamed} finds it; up to MAX_NAMERS. */
  stillNamed: readonly DanglingReferrer[];
}

/** The documents of the edits as the store has them, by name. */
export type FormerDocuments = ReadonlyMap<string, ResourceDocument>;

export async function formersOf(edits: readonly Edit[], store: Pick<Store, 'getMany'>): Promise<FormerDocuments> {
  const keys = new Map<ResourceCollection, Key[]>();
  for (const { collection, key } of edits) if (key !== NO_KEY) addTo(keys, collection, key);
  const formers = new Map<string, ResourceDocument>();
  for await (const piece of inTurns(readsOf(keys)))
    for (const [collection, some] of piece)
      for (const document of await store.getMany(collection, some))
        formers.set(nameOf({ collection, key: keyOf(collection, document) }), document);
  return formers;
}

/** As many keys in each as are read at once. */
function* readsOf(keys: ReadonlyMap<ResourceCollection, readonly Key[]>): Generator<[ResourceCollection, Key[]]> {
  for (const [collection, own] of keys)
    for (let first = 0; first < own.length; first += FORMERS_AT_ONCE)
      yield [collection, own.slice(first, first + FORMERS_AT_ONCE)];
}

/**
 * Judges edits, each of another document, as one change: references and the rules between documents hold for what is
 * there afterwards. Many are judged in turns, among the documents of one moment; if these change meanwhile, the store
 * refuses the change, and it is planned again.
 * @param now the present, ISO 8601
 */
export async function judge<E extends Edit>(
  edits: readonly E[],
  formers: FormerDocuments,
  present: Catalog,
  now: string,
): Promise<ChangeVerdict<E>> {
  // one edit is not worth the copies that changes of a forked catalog make
  const catalog = edits.length === 1 ? present : present.fork();
  const names = namesAfter(edits, catalog);
  const own = new FaultList<EditFault<E>>();
  const changed: DocumentChange[] = [];
  const documents: (ResourceDocument | null)[] = [];
  const editOf = new Map<string, E>();
  for await (const piece of inTurns(edits))
    for (const edit of piece) {
      const { collection, key } = edit;
      const former = formers.get(nameOf(edit));
      const after = edited(edit, former, now, names, !own.isFull);
      if (!after.ok) {
        if ('impossible' in after) own.add({ edit, impossible: after.impossible });
        else for (const fault of after.faults) own.add({ edit, fault });
        continue;
      }
      const { document } = after;
      documents.push(document);
      if (document === (former ?? null)) continue;
      editOf.set(nameOf(edit), edit);
      changed.push({ collection, key, former: former ?? null, document });
    }
  const changes = changed.map(changeOf);
  const outcome = new ChangeOutcome(changes, catalog);
  const together = new FaultList<EditFault<E>>();
  const add = ({ collection, key, field, message }: OutcomeFault) => {
    const edit = editOf.get(nameOf({ collection, key }))!;
    together.add({
      edit,
      fault: { field, message, code: 'INVALID_VALUE', value: valueAt('given' in edit ? edit.given : null, field) },
    });
  };
  for await (const piece of inTurns(changes))
    for (const change of piece)
      if (change.kind === 'put') for (const fault of outcome.referenceFaults(change)) add(fault);
  // a rule between documents would repeat the document's own fault
  if (own.count + together.count === 0) for (const fault of outcome.faultsTogether()) add(fault);
  const faultCount = own.count + together.count;
  const stillNamed = faultCount > 0 ? [] : await stillNamedIn(outcome);
  return { changed, documents, faults: [...own.kept, ...together.kept], faultCount, stillNamed };
}

/** As many as an answer lists, each once. */
async function stillNamedIn(outcome: ChangeOutcome): Promise<DanglingReferrer[]> {
  const found = new Map<string, DanglingReferrer>();
  for await (const piece of inTurns(outcome.stillNamed()))
    for (const namers of piece) {
      for (const named of namers) found.set(nameOf(named), named);
      if (found.size >= MAX_NAMERS) return [...found.values()].slice(0, MAX_NAMERS);
    }
  return [...found.values()];
}

export function changeOf({ collection, key, document }: DocumentChange): Change {
  return (
    document === null ? { kind: 'delete', collection, key } : { kind: 'put', collection, key, document }
  ) as Change;
}

/** The partners that a change touches, sorted: those of its documents before and after it. */
export function partnersOf(changed: readonly DocumentChange[]): string[] {
  const partnerIds = new Set<string>();
  for (const { collection, former, document } of changed)
    for (const each of [former, document]) {
      const partnerId = each && partnerOf(collection, each);
      if (partnerId) partnerIds.add(partnerId);
    }
  return [...partnerIds].sort();
}

/** Changes as ops that the store refuses if one of the documents has changed meanwhile. */
export function opsOf(changed: readonly DocumentChange[]): WriteOp[] {
  return changed.map((each) => ({ ...changeOf(each), was: each.former }) as WriteOp);
}

/** Places by their names, those of the edits included. */
function namesAfter(edits: readonly Edit[], catalog: Catalog): PlaceNames {
  const given = (collection: ResourceCollection): Members[] =>
    edits.flatMap((edit) =>
      edit.collection === collection && (edit.how === 'put' || edit.how === 'create')
        ? [{ ...edit.given, id: edit.key }]
        : [],
    );
  const withGiven = function* <D extends { id: number }>(documents: readonly D[], own: readonly Members[]) {
    const ids = new Set(own.map(({ id }) => id));
    for (const document of documents) if (!ids.has(document.id)) yield document;
    yield* own as unknown as readonly D[];
  };
  return new PlaceNames(
    () =>
      withGiven(
        catalog.all('states'),
        given('states').filter(({ code }) => typeof code === 'string'),
      ),
    () =>
      withGiven(
        catalog.all('cities'),
        given('cities').filter(({ name }) => typeof name === 'string'),
      ),
    () => pincodesAfter(edits, catalog),
  );
}

/** Ascending, those of the edits included. */
function pincodesAfter(edits: readonly Edit[], catalog: Catalog): readonly { pincode: string }[] {
  const known = catalog.all('pincodes');
  const changed = new Map(
    edits.flatMap(({ collection, key, how }) => (collection === 'pincodes' ? [[String(key), how] as const] : [])),
  );
  if (changed.size === 0) return known;
  const added = [...changed].filter(([, how]) => how !== 'delete').map(([pincode]) => ({ pincode }));
  return [...known.filter(({ pincode }) => !changed.has(pincode)), ...added].sort(byPincode);
}

const byPincode = (a: { pincode: string }, b: { pincode: string }): number => (a.pincode < b.pincode ? -1 : 1);
