/** The lines that an import sends to the node, with their positions in the file. */
import type { ResourceCollection } from '../contract/document-resource.js';
import type { MatchedCollection } from '../model/same-row.js';
import type { CardRow } from '../sheets/rates/card-row.js';
import type { SourcePosition } from '../sheets/tables/faults.js';

/** A line of apply. */
export interface ImportLine {
  text: string;
  /** The source of a member of the document, such as `services.COD`; '' is the whole document. */
  positionOf(field: string): SourcePosition;
  /** The pincode that it creates; undefined: none. */
  creates?: string;
}

export const documentLine = (collection: ResourceCollection, document: object): string =>
  JSON.stringify({ collection, document });

/** The node finds the partner's row that this one replaces. An empty cell of a member in `said` removes it. */
export function matchLine(collection: MatchedCollection, partnerId: string, row: CardRow): ImportLine {
  const empty = [...row.said].filter((name) => name !== 'id').map((name) => [name, null] as const);
  const document = { ...Object.fromEntries(empty), ...row.members, partnerId };
  // the column of the id has the key
  const positionOf = (field: string): SourcePosition => row.positionOf(field === 'key' ? 'id' : field);
  return { text: JSON.stringify({ collection, document, match: true }), positionOf };
}
