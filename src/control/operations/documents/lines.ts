/** The lines of a change of many documents. */
import { MAX_APPLY_LINES } from '../../../limits/http.js';
import type { ApplyFault } from '../../../contract/document-names.js';
import {
  isResource,
  MAX_CHOSEN_ID,
  RESOURCE_COLLECTIONS,
  type ResourceCollection,
} from '../../../contract/document-resource.js';
import type { RequestFault } from '../../../model/schema-faults.js';
import { nameOf } from '../../../model/change.js';
import { inTurns } from '../../../turn.js';
import { isMatched, MATCHED_COLLECTIONS, type MatchedCollection } from '../../../model/same-row.js';
import type { Edit } from './edits.js';
import { FaultList } from './fault-list.js';
import { isMembers, type Members } from '../../../model/members.js';
import type { Ids } from '../ids.js';
import { membersOfLine, numberedLines } from '../json-lines.js';
import { isNumbered, keyForm, keyMembersIn, keyOfGiven, NO_KEY, type NumberedResource, shownKey } from './keys.js';

/** An edit and the number of its line, from 1. */
export type LineEdit = Edit & { line: number };
/** A line that finds its row by what the row is for. */
export type MatchEdit = LineEdit & { how: 'match'; collection: MatchedCollection; given: Members };
export const isMatch = (edit: LineEdit): edit is MatchEdit => edit.how === 'match';

/** The edits of the lines that can be read, and what is wrong with the others. */
export interface ReadLines {
  edits: LineEdit[];
  faults: FaultList<ApplyFault>;
}

/** Reads lines of JSON; blank ones are skipped. Null: there are more lines than may be. */
export async function readLines(text: string): Promise<ReadLines | null> {
  const edits: LineEdit[] = [];
  const faults = new FaultList<ApplyFault>();
  const lineOf = new Map<string, number>();
  let count = 0;
  for await (const piece of inTurns(numberedLines(text)))
    for (const [number, line] of piece) {
      if (line === '') continue;
      if (++count > MAX_APPLY_LINES) return null;
      const read = readLine(line);
      if (!read.ok) {
        faults.add({ line: number, collection: read.collection, key: null, ...read.fault });
        continue;
      }
      const edit: LineEdit = { ...read.edit, line: number };
      const first = edit.key === NO_KEY ? undefined : lineOf.get(nameOf(edit));
      if (first === undefined) {
        edits.push(edit);
        lineOf.set(nameOf(edit), number);
        continue;
      }
      const twice = { field: 'key', message: `is on line ${first} already`, code: 'INVALID_VALUE' } as const;
      faults.add({ ...faultOf(edit, twice), otherLine: first });
    }
  return { edits, faults };
}

/** The edits. Those without an `id`, where the collection has ids, create documents with ids that the store chooses. */
export async function numbered(edits: readonly LineEdit[], ids: Pick<Ids, 'take'>): Promise<LineEdit[]> {
  const counts = new Map<NumberedResource, number>();
  for (const edit of edits) if (lacksId(edit)) counts.set(edit.collection, (counts.get(edit.collection) ?? 0) + 1);
  if (counts.size === 0) return [...edits];
  /** The greatest ids that lines choose. */
  const chosen = new Map<ResourceCollection, number>();
  for (const { collection, key } of edits)
    if (counts.has(collection as NumberedResource) && typeof key === 'number' && key <= MAX_CHOSEN_ID)
      chosen.set(collection, Math.max(chosen.get(collection) ?? 0, key));
  const next = new Map<NumberedResource, number>();
  for (const [collection, count] of counts)
    next.set(collection, await ids.take(collection, count, chosen.get(collection)));
  return edits.map((edit) => {
    if (!lacksId(edit)) return edit;
    const id = next.get(edit.collection)!;
    next.set(edit.collection, id + 1);
    return { ...edit, how: 'create', key: id, given: { id, ...edit.given } };
  });
}

function lacksId(edit: LineEdit): edit is LineEdit & { how: 'put'; collection: NumberedResource } {
  return edit.how === 'put' && isNumbered(edit.collection) && !('id' in edit.given);
}

/** A fault of a line's document, as the answer tells it. The caller does not know an id that the store chose. */
export function faultOf(
  { line, collection, key, how }: Pick<LineEdit, 'line' | 'collection' | 'key' | 'how'>,
  { field, message, code }: Pick<ApplyFault, 'field' | 'message' | 'code'>,
): ApplyFault {
  const isUnknown = key === NO_KEY || how === 'create';
  return { line, collection, key: isUnknown ? null : shownKey(collection, key), field, message, code };
}

type ReadLine =
  | { ok: true; edit: Edit }
  | { ok: false; collection: string | null; fault: Pick<RequestFault, 'field' | 'message' | 'code'> };

function refused(
  collection: string | null,
  field: string,
  message: string,
  code: RequestFault['code'] = 'INVALID_VALUE',
): ReadLine {
  return { ok: false, collection, fault: { field, message, code } };
}

const MEMBERS: ReadonlySet<string> = new Set(['collection', 'document', 'match', 'key', 'end', 'delete']);

function readLine(text: string): ReadLine {
  const read = membersOfLine(text);
  if (!read.ok) return { ok: false, collection: null, fault: read.fault };
  const line = read.members;
  const { collection, document, match, key, end, delete: removal } = line;
  if (!isResource(collection)) return refused(null, 'collection', `must be one of ${RESOURCE_COLLECTIONS.join(', ')}`);
  const unknown = Object.keys(line).find((name) => !MEMBERS.has(name));
  if (unknown !== undefined)
    return refused(collection, unknown.slice(0, 100), 'is no member of a line', 'UNKNOWN_FIELD');
  const wishes = [document !== undefined, end !== undefined, removal !== undefined].filter(Boolean).length;
  if (wishes !== 1) return refused(collection, '', 'must have one of document, end and delete');
  if (document !== undefined) {
    if (key !== undefined) return refused(collection, 'key', 'does not go with a document, which has its key');
    if (!isMembers(document)) return refused(collection, 'document', 'must be an object', 'INVALID_TYPE');
    const edit = { collection, key: keyOfGiven(collection, document), given: document };
    if (match === undefined || match === false) return { ok: true, edit: { how: 'put', ...edit } };
    if (match !== true) return refused(collection, 'match', 'must be true or false', 'INVALID_TYPE');
    if (isMatched(collection)) return { ok: true, edit: { how: 'match', ...edit } };
    return refused(collection, 'match', `goes with ${MATCHED_COLLECTIONS.join(', ')} alone`);
  }
  if (match !== undefined) return refused(collection, 'match', 'goes with a document alone');
  const wish = end === undefined ? 'delete' : 'end';
  if (line[wish] !== true) return refused(collection, wish, 'must be true');
  if (typeof key !== 'string' && typeof key !== 'number')
    return refused(
      collection,
      'key',
      `must be ${keyForm(collection)}`,
      key === undefined ? 'REQUIRED' : 'INVALID_TYPE',
    );
  const members = keyMembersIn(collection, String(key));
  if (members === null) return refused(collection, 'key', `must be ${keyForm(collection)}`, 'INVALID_FORMAT');
  return { ok: true, edit: { how: wish, collection, key: keyOfGiven(collection, members) } };
}
