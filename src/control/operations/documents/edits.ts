/** What people do to documents, one at a time, and what a document is afterwards. */
import { isDeepStrictEqual } from 'node:util';
import { MAX_CHOSEN_ID, type ResourceCollection } from '../../../contract/document-resource.js';
import { COLLECTIONS, type Documents, type Partner, type Zone } from '../../../model/documents.js';
import type { RequestFault } from '../../../model/schema-faults.js';
import { KnownFields } from '../../../model/unknown-fields.js';
import type { Key } from '../../../model/change.js';
import { type MatchedCollection, rowOf } from '../../../model/same-row.js';
import { labelFaults } from '../../../model/rules/label-faults.js';
import { faultsOfDocument } from '../rates/document-faults.js';
import { canEnd, ended } from './endings.js';
import { isNumbered, keyMembersOf } from './keys.js';
import type { Members } from '../../../model/members.js';
import { patched } from './merge-patch.js';
import type { PlaceNames } from './place-names.js';

export type ResourceDocument = Documents[ResourceCollection];

/**
 * `put` creates or replaces, `create` only creates, `match` (of a MatchedCollection) replaces a row that keeps its names
 * and dates, `restore` makes it just what it was: null, that it is gone.
 */
export type Edit = { collection: ResourceCollection; key: Key } & (
  | { how: 'put' | 'create' | 'match' | 'patch'; given: Members }
  | { how: 'end' }
  | { how: 'delete' }
  | { how: 'restore'; given: ResourceDocument | null }
);

/** Why an edit cannot be made of the document that there is. */
export type EditObstacle = 'DOCUMENT_NOT_FOUND' | 'ALREADY_EXISTS' | 'CANNOT_END';

/** The document after an edit; null: there is none. The former one itself if it stays as it was. */
type EditResult =
  | { ok: true; document: ResourceDocument | null }
  | { ok: false; impossible: EditObstacle }
  | { ok: false; faults: readonly RequestFault[] };

/**
 * @param former the document that there is; undefined: none
 * @param now the present, ISO 8601
 * @param isShown whether its faults are shown: otherwise nobody needs to know which names were probably meant
 */
export function edited(
  edit: Edit,
  former: ResourceDocument | undefined,
  now: string,
  names: PlaceNames,
  isShown = true,
): EditResult {
  const { collection } = edit;
  const sound = (value: object | null, faults?: readonly { field: string; message: string }[]): EditResult =>
    soundOf(collection, value, former, isShown, faults);
  if (edit.how === 'create' && former !== undefined) return { ok: false, impossible: 'ALREADY_EXISTS' };
  // what was there may come back, whatever texts it has
  if (edit.how === 'restore') return sound(edit.given);
  if (edit.how === 'match') {
    const given = rowOf(collection as MatchedCollection, edit.given, former);
    return edited({ ...edit, how: 'put', given }, former, now, names, isShown);
  }
  if (edit.how === 'put' || edit.how === 'create') {
    const { document, faults } = names.resolved(collection, completed(collection, edit.given, former, now));
    const outOfReach = former === undefined && edit.how === 'put' ? choiceFaults(edit) : [];
    return sound(document, [...outOfReach, ...faults, ...labelFaults(document, former)]);
  }
  if (former === undefined) return { ok: false, impossible: 'DOCUMENT_NOT_FOUND' };
  if (edit.how === 'delete') return { ok: true, document: null };
  if (edit.how === 'end') {
    if (!canEnd(collection)) return { ok: false, impossible: 'CANNOT_END' };
    const document = ended(collection, former, now);
    // another program may have written what breaks the schema
    return document === former ? { ok: true, document } : sound(document);
  }
  const { document, faults } = names.resolved(collection, patched(former, edit.given, COLLECTIONS[collection]));
  const touched = touchedAt(document, former, now);
  return sound(touched, [...fixedFaults(collection, edit.given), ...faults, ...labelFaults(touched, former)]);
}

/** `value` is the document if nothing is wrong with it. */
function soundOf(
  collection: ResourceCollection,
  value: object | null,
  former: object | undefined,
  isShown: boolean,
  faults: readonly { field: string; message: string }[] = [],
): EditResult {
  const found: RequestFault[] = faults.map((fault) => ({ ...fault, code: 'INVALID_VALUE' }));
  const known = new Set(found.map(({ field }) => field));
  if (value !== null) {
    const own = faultsOfDocument(collection, value as never);
    const shown = isShown ? withSuggestions(collection, value, own) : own;
    found.push(...shown.filter(({ field }) => !known.has(field)));
  }
  if (found.length > 0) return { ok: false, faults: found };
  const document = value as ResourceDocument | null;
  return { ok: true, document: isDeepStrictEqual(document, former) ? (former as ResourceDocument) : document };
}

function choiceFaults({ collection, key }: Edit): { field: string; message: string }[] {
  if (!isNumbered(collection) || (key as number) <= MAX_CHOSEN_ID) return [];
  return [{ field: 'id', message: `must be at most ${MAX_CHOSEN_ID} when you choose it` }];
}

const FIXED = ['createdAt', 'updatedAt'] as const;

function fixedFaults(collection: ResourceCollection, patch: Members): { field: string; message: string }[] {
  return [...keyMembersOf(collection), ...FIXED]
    .filter((name) => name in patch)
    .map((field) => ({ field, message: 'cannot be patched' }));
}

/** Unknown fields with the names that were probably meant. */
function withSuggestions(
  collection: ResourceCollection,
  value: object,
  faults: readonly RequestFault[],
): readonly RequestFault[] {
  if (!faults.some(({ code }) => code === 'UNKNOWN_FIELD')) return faults;
  const unknown = new Map(
    new KnownFields(COLLECTIONS[collection]).unknownIn(value).map(({ field, didYouMean }) => [field, didYouMean]),
  );
  return faults.map((fault) => {
    if (fault.code !== 'UNKNOWN_FIELD') return fault;
    const didYouMean = unknown.get(fault.field) ?? null;
    return { ...fault, didYouMean, expectedFormat: didYouMean ?? 'no such member' };
  });
}

/** The figures of a courier that nothing is known of. */
const NO_PERFORMANCE: Partner['performance'] = {
  successRate: 0,
  totalShipments: 0,
  monthlyVolume: 0,
  averageDeliveryTime: 0,
  avgMonthlyRevenue: 0,
  customerSatisfaction: 0,
  topRoutes: [],
};

/**
 * The document with what may be left out:
 * 1. what the former one says;
 * 2. createdAt, updatedAt and assignedAt the present; description empty; the performance of a partner without figures.
 */
function completed(
  collection: ResourceCollection,
  given: Members,
  former: ResourceDocument | undefined,
  now: string,
): Members {
  const byDefault: Members = {
    createdAt: now,
    updatedAt: now,
    assignedAt: now,
    description: '',
    performance: NO_PERFORMANCE,
  };
  const { properties, required } = COLLECTIONS[collection] as { properties: object; required?: readonly string[] };
  const result: Members = {};
  // in the order of the schema, as in an import; unknown members stay, for their faults
  for (const name of Object.keys(properties)) {
    if (name in given) result[name] = given[name];
    else if (name in byDefault && required?.includes(name))
      result[name] = (former as Members | undefined)?.[name] ?? byDefault[name];
  }
  const complete = { ...result, ...given };
  return collection === 'zones' ? withBaseCharges(complete) : complete;
}

/** As in an import: an available service without a charge costs nothing. */
function withBaseCharges(zone: Members): Members {
  const { services } = zone as Partial<Zone>;
  if (!Array.isArray(services)) return zone;
  const isFree = (service: unknown) =>
    (service as Zone['services'][number] | null)?.isAvailable === true && (service as Members).baseCharge === undefined;
  return services.some(isFree)
    ? { ...zone, services: services.map((service) => (isFree(service) ? { ...service, baseCharge: 0 } : service)) }
    : zone;
}

/** A patch that changes something changes `updatedAt`, where there is one. */
function touchedAt(document: Members, former: ResourceDocument, now: string): Members {
  return 'updatedAt' in former && !isDeepStrictEqual(document, former) ? { ...document, updatedAt: now } : document;
}
