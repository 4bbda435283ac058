/** What an import sends to the node, with its positions in the file. */
import type { ResourceCollection } from '../../contract/document-resource.js';
import type { MatchedCollection, RowMembers } from '../../model/same-row.js';
import type { SourcePosition } from './faults.js';

/** A row of a file that becomes a row of a partner's card. */
export interface FileRow {
  /** What the row says; empty cells are no members. */
  members: RowMembers;
  /** Members that the file speaks of, in this row or in others. */
  said: ReadonlySet<string>;
  positionOf(field: string): SourcePosition;
}

/** A line of apply. */
export interface ImportLine {
  text: string;
  /** Where a member of the document comes from: `services.COD`; '' is the document as a whole. */
  positionOf(field: string): SourcePosition;
}

export const documentLine = (collection: ResourceCollection, document: object): string =>
  JSON.stringify({ collection, document });

/** The node finds the row of the partner that this one replaces. A member that the file speaks of may be taken away. */
export function matchLine(collection: MatchedCollection, partnerId: string, row: FileRow): ImportLine {
  const empty = [...row.said].filter((name) => name !== 'id').map((name) => [name, null] as const);
  const document = { ...Object.fromEntries(empty), ...row.members, partnerId };
  // what is wrong with the key is in the column of the id
  const positionOf = (field: string): SourcePosition => row.positionOf(field === 'key' ? 'id' : field);
  return { text: JSON.stringify({ collection, document, match: true }), positionOf };
}
