/** A row of a sheet that becomes a row of a partner's card. */
import type { RowMembers } from '../../model/row-filters.js';
import type { SourcePosition } from '../tables/faults.js';

export interface CardRow {
  /** The row's values; empty cells are no members. */
  members: RowMembers;
  /** Members with a value in this row or in another one. */
  said: ReadonlySet<string>;
  positionOf(field: string): SourcePosition;
}
