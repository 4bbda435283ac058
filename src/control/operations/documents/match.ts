/** The lines of an apply that match: each replaces the row that is about the same, or is a new one. */
import type { ApplyFault } from '../../../contract/document-names.js';
import type { PlannedRows } from '../../../store/change-query.js';
import type { Catalog } from '../../documents/catalog.js';
import { nameOf } from '../../../model/change.js';
import { addTo } from '../../../model/members.js';
import { FaultList } from './fault-list.js';
import { NO_KEY } from './keys.js';
import { isMatch, type LineEdit, type MatchEdit } from './lines.js';
import { RowMatcher } from './row-matcher.js';

/** The edits of an apply, with the rows that its lines are about. */
interface MatchResult {
  /** Those of the lines, and then those of rows that end because a line follows them. */
  edits: LineEdit[];
  faults: FaultList<ApplyFault>;
  /** Names of rows that lead up to a row to come: they have their ends, and are not missing in the lines. */
  leading(): ReadonlySet<string>;
  /** The rows among which the lines found theirs, as of a change set; null: no line did. */
  rowsAsOf(changeId: number): PlannedRows | null;
  /** Whether the partners' rows are still those among which the lines found theirs. */
  isCurrent(): boolean;
}

/** It works in turns: the rows of a card are those that there were when it began with them. */
export async function matched(
  edits: readonly LineEdit[],
  catalog: Pick<Catalog, 'find' | 'of'>,
  nowMs: number,
): Promise<MatchResult> {
  const groups = new Map<string, MatchEdit[]>();
  const lineOf = new Map<string, number>();
  for (const edit of edits) {
    if (edit.key !== NO_KEY) lineOf.set(nameOf(edit), edit.line);
    if (!isMatch(edit)) continue;
    addTo(groups, `${edit.collection}/${ownerOf(edit)}`, edit);
  }
  const faults = new FaultList<ApplyFault>();
  const found = new Map<LineEdit, LineEdit>();
  const matchers: RowMatcher[] = [];
  const areSame: (() => boolean)[] = [];
  for (const group of groups.values()) {
    const { collection } = group[0]!;
    const owner = ownerOf(group[0]!);
    const rows = catalog.of(collection, owner);
    areSame.push(() => catalog.of(collection, owner) === rows);
    const find = (id: number) => catalog.find(collection, id);
    const matcher = new RowMatcher({ collection, owner, rows, find, nowMs, lineOf }, faults);
    await matcher.match(group);
    for (const [edit, made] of matcher.edits()) found.set(edit, made);
    matchers.push(matcher);
  }
  const own = edits.flatMap((edit) => (isMatch(edit) ? (found.get(edit) ?? []) : [edit]));
  return {
    edits: [...own, ...matchers.flatMap((matcher) => [...matcher.endings()])],
    faults,
    leading: () => new Set(matchers.flatMap((matcher) => [...matcher.leading()])),
    rowsAsOf: (changeId) => {
      if (groups.size === 0) return null;
      const lines = [...groups.values()].map(([first]) => first!);
      const owners = [...new Set(lines.map(ownerOf))];
      const collections = [...new Set(lines.map(({ collection }) => collection))];
      // change sets do not say of nobody's rows whose they are
      return { changeId, collections, partnerIds: owners.includes('') ? null : owners };
    },
    isCurrent: () => areSame.every((isSame) => isSame()),
  };
}

/** The partner whose row a line has; '': nobody's. */
function ownerOf({ given: { partnerId } }: MatchEdit): string {
  return typeof partnerId === 'string' ? partnerId : '';
}
