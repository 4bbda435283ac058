/** Which row of a partner each line is about, and which rows end because of it. */
import type { ApplyFault } from '../../../contract/document-names.js';
import { isActive, type Period, periodOf } from '../../../domain/dates.js';
import { nameOf } from '../../../model/change.js';
import { filtersOf, kindOf, type MatchedCollection, type MatchedRow, rowOf } from '../../../model/same-row.js';
import type { RowMembers } from '../../../model/row-filters.js';
import { MAX_NAMERS } from '../../../limits/store.js';
import { addTo } from '../../../model/members.js';
import { inTurns } from '../../../turn.js';
import type { FaultList } from './fault-list.js';
import { NO_KEY } from './keys.js';
import { faultOf, type LineEdit, type MatchEdit } from './lines.js';
import { RowSeries } from './row-series.js';

/** The rows of a collection that belong to a partner, or to nobody. */
export interface PartnerRows {
  collection: MatchedCollection;
  /** '': nobody. */
  owner: string;
  rows: readonly MatchedRow[];
  /** A row of any partner. */
  find(id: number): MatchedRow | undefined;
  nowMs: number;
  /** The line of each document whose key a line has, by name. Lines that find their row are added. */
  lineOf: Map<string, number>;
}

/** What a row is for. */
interface Identity {
  filters: string;
  /** The filters and the kind. */
  likeness: string;
}

/** A row that there is. */
interface Candidate extends Period, Identity {
  row: MatchedRow;
  isActive: boolean;
}

/** The row that a line makes. */
interface PlannedRow extends Period, Identity {
  edit: MatchEdit;
  /** Whether the line has its id. */
  isNamed: boolean;
  /** The row that it replaces. */
  former: MatchedRow | undefined;
  isActive: boolean;
  /** The moment before the row of another line follows it; null: it ends as its line says. */
  endsMs: number | null;
}

/** The row that a line is about: by its id, or of those with the same filters. */
type Match = { row?: MatchedRow; candidate?: Candidate; fault?: Pick<ApplyFault, 'field' | 'message' | 'code'> };

/**
 * The row that a line replaces:
 * 1. the one whose id the line has;
 * 2. of the rows with the same filters that count now, or when the line's row begins if that is later, or when it ends
 *    if that was earlier: the one of the same kind (flat or a percentage), and of several the one that begins at the
 *    same moment; if there is none of its kind, the only one, unless another line is of that kind;
 * 3. if the line's row is switched off: one of the same filters, kind and dates that is so;
 * 4. none: the row is a new one.
 * If the line's row begins later than the one that it would replace, or than that of another line, it is a new one, and
 * that one ends the moment before, unless the new one ends earlier than it or is switched off.
 */
export class RowMatcher {
  readonly #candidates: Candidate[] = [];
  /** Those that are active, by their filters. */
  readonly #byFilters = new Map<string, RowSeries<Candidate>>();
  /** Those that are switched off, by their filters and kind. */
  readonly #off = new Map<string, Candidate[]>();
  /** The filters and kinds of the lines. */
  readonly #likenesses = new Set<string>();
  /** Rows that a line of another kind replaces. */
  readonly #taken = new Set<Candidate>();
  readonly #planned: PlannedRow[] = [];
  /** The lines of new rows. */
  readonly #newRows = new Map<string, number>();
  /** When rows end because of a line. */
  readonly #endings = new Map<Candidate, { line: number; endsMs: number }>();

  /** @param faults gets those of lines that are about no row, or may be about several */
  constructor(
    private readonly card: PartnerRows,
    private readonly faults: FaultList<ApplyFault>,
  ) {}

  /** To be called once, before anything is asked. It works in turns. */
  async match(lines: readonly MatchEdit[]): Promise<void> {
    const byFilters = new Map<string, Candidate[]>();
    for await (const piece of inTurns(this.card.rows))
      for (const row of piece) {
        const candidate = { row, isActive: isActive(row), ...this.#identityOf(row), ...periodOf(row) };
        this.#candidates.push(candidate);
        if (candidate.isActive) addTo(byFilters, candidate.filters, candidate);
        else addTo(this.#off, candidate.likeness, candidate);
      }
    for (const [filters, rows] of byFilters) this.#byFilters.set(filters, new RowSeries(rows));
    const identities: Identity[] = [];
    for await (const piece of inTurns(lines))
      for (const { given } of piece) {
        const identity = this.#identityOf(given);
        identities.push(identity);
        this.#likenesses.add(identity.likeness);
      }
    for await (const piece of inTurns(lines.entries()))
      for (const [at, line] of piece) this.#plan(line, identities[at]!);
    this.#endFollowed();
  }

  #identityOf(row: RowMembers): Identity {
    const { collection } = this.card;
    const filters = filtersOf(collection, row);
    return { filters, likeness: JSON.stringify([filters, kindOf(collection, row)]) };
  }

  #plan(edit: MatchEdit, identity: Identity): void {
    const { given, line } = edit;
    const isNamed = 'id' in given;
    const match = isNamed ? this.#matchById(edit) : this.#matchBySameness(given, identity);
    if (match.fault !== undefined) return this.faults.add(faultOf(edit, match.fault));
    const { candidate } = match;
    const own = periodOf(given);
    const follows = candidate?.isActive === true && this.#follows(own, candidate);
    const former = isNamed ? match.row : follows ? undefined : candidate?.row;
    const other = isNamed ? undefined : this.#otherLine(line, former, `${identity.likeness} ${own.fromMs}`);
    if (other !== undefined) {
      const message = `is about the same row as line ${other}`;
      this.faults.add({ ...faultOf(edit, { field: '', message, code: 'INVALID_VALUE' }), otherLine: other });
      return;
    }
    const endsMs = own.fromMs - 1;
    const ends = follows && isActive(given) && own.toMs >= candidate.toMs;
    if (ends && endsMs < (this.#endings.get(candidate)?.endsMs ?? Infinity))
      this.#endings.set(candidate, { line, endsMs });
    const row = rowOf(this.card.collection, given, former);
    this.#planned.push({ edit, isNamed, former, ...identity, endsMs: null, ...periodOf(row), isActive: isActive(row) });
  }

  /** The line that is about the same row already; undefined: this one is the first. */
  #otherLine(line: number, former: MatchedRow | undefined, newName: string): number | undefined {
    const { collection, lineOf } = this.card;
    const [lines, name] =
      former === undefined ? [this.#newRows, newName] : [lineOf, nameOf({ collection, key: former.id })];
    const other = lines.get(name);
    if (other === undefined) lines.set(name, line);
    return other;
  }

  #matchById({ key }: MatchEdit): Match {
    // what is wrong with the id itself, its schema says
    const row = key === NO_KEY ? undefined : this.card.find(key as number);
    if (row === undefined || (row.partnerId ?? '') === this.card.owner) return { row };
    const message = `${key} is a row of another partner`;
    return { fault: { field: 'id', message, code: 'INVALID_VALUE' } };
  }

  #matchBySameness(given: RowMembers, { filters, likeness }: Identity): Match {
    const { collection, nowMs } = this.card;
    const { fromMs, toMs } = periodOf(given);
    const atMs = toMs < nowMs ? toMs : Math.max(nowMs, fromMs);
    const counting = this.#byFilters.get(filters)?.countingAt(atMs) ?? [];
    const ofKind = counting.filter((each) => each.likeness === likeness);
    const alike = ofKind.filter((each) => 'validFrom' in given && each.fromMs === fromMs);
    if (ofKind.length > 1 && alike.length !== 1) {
      const ids = ofKind.slice(0, MAX_NAMERS).map(({ row }) => row.id);
      const more = ofKind.length > ids.length ? ' and others' : '';
      const rows = `${collection} ${ids.join(' and ')}${more}`;
      const message = `may replace ${rows}, which are in force together: write the id of one`;
      return { fault: { field: '', message, code: 'AMBIGUOUS' } };
    }
    const candidate = alike[0] ?? ofKind[0] ?? this.#onlyOther(counting);
    if (isActive(given) || (candidate !== undefined && !this.#follows({ fromMs }, candidate))) return { candidate };
    const isDated = (each: Candidate): boolean =>
      (!('validFrom' in given) || each.fromMs === fromMs) && (!('validTo' in given) || each.toMs === toMs);
    return { candidate: this.#off.get(likeness)?.findLast(isDated) ?? candidate };
  }

  /** Whether a row of a line is to come after a row of the card. */
  #follows({ fromMs }: Pick<Period, 'fromMs'>, candidate: Candidate): boolean {
    return fromMs > this.card.nowMs && fromMs > candidate.fromMs;
  }

  /** The only row that counts, if no line is of its kind. */
  #onlyOther(counting: readonly Candidate[]): Candidate | undefined {
    const [only, another] = counting;
    if (only === undefined || another !== undefined || this.#taken.has(only)) return undefined;
    if (this.#likenesses.has(only.likeness)) return undefined;
    this.#taken.add(only);
    return only;
  }

  /** Rows of lines that the row of another line follows end the moment before, as rows of the card do. */
  #endFollowed(): void {
    const groups = new Map<string, PlannedRow[]>();
    for (const row of this.#planned) addTo(groups, row.likeness, row);
    for (const group of groups.values()) {
      // from the last to the first; rows that a nearer one outlasts end none
      const followers: PlannedRow[] = [];
      const sameMoment: PlannedRow[] = [];
      for (const row of group.sort((a, b) => b.fromMs - a.fromMs)) {
        if (sameMoment[0] !== undefined && sameMoment[0].fromMs > row.fromMs)
          for (const follower of sameMoment.splice(0)) {
            while (followers.length > 0 && followers.at(-1)!.toMs <= follower.toMs) followers.pop();
            followers.push(follower);
          }
        const next = lastUntil(followers, row.toMs);
        if (next !== undefined && next.fromMs - 1 < row.toMs) row.endsMs = next.fromMs - 1;
        if (row.fromMs > this.card.nowMs && row.isActive && !row.isNamed) sameMoment.push(row);
      }
    }
  }

  /** The edits of the lines without faults. */
  *edits(): Generator<[MatchEdit, LineEdit]> {
    for (const { edit, isNamed, former, endsMs } of this.#planned) {
      const given = endsMs === null ? edit.given : { ...edit.given, validTo: momentAt(endsMs) };
      if (isNamed) yield [edit, { ...edit, given }];
      else if (former !== undefined) yield [edit, { ...edit, key: former.id, given: { id: former.id, ...given } }];
      // the store chooses its id
      else yield [edit, { ...edit, how: 'put', given: rowOf(edit.collection, given) }];
    }
  }

  /** The edits of rows that end because a line follows them; not of those that lines are about. */
  *endings(): Generator<LineEdit> {
    const { collection, lineOf } = this.card;
    for (const [{ row }, { line, endsMs }] of this.#endings) {
      if (lineOf.has(nameOf({ collection, key: row.id }))) continue;
      yield { how: 'patch', collection, key: row.id, given: { validTo: momentAt(endsMs) }, line };
    }
  }

  /**
   * Names of rows that lead up to a row to come of the lines, which ended them when it was applied before: they end the
   * moment before it, or before another such row. Were they missing, the same lines again would end them at once.
   */
  *leading(): Generator<string> {
    const begins = new Set<string>();
    const key = (filters: string, beginsMs: number): string => `${filters} ${beginsMs}`;
    for (const { isNamed, filters, fromMs } of this.#planned)
      if (!isNamed && fromMs > this.card.nowMs) begins.add(key(filters, fromMs));
    for (const { filters, fromMs } of this.#endings.keys()) begins.add(key(filters, fromMs));
    const bounded = this.#candidates.filter(({ toMs }) => toMs !== Infinity);
    for (const { row, filters, fromMs, toMs } of bounded.sort((a, b) => b.toMs - a.toMs)) {
      if (!begins.has(key(filters, toMs + 1))) continue;
      yield nameOf({ collection: this.card.collection, key: row.id });
      begins.add(key(filters, fromMs));
    }
  }
}

/** The last of these rows, each of which ends before the one in front of it, that counts until `toMs`. */
function lastUntil<P extends Period>(rows: readonly P[], toMs: number): P | undefined {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle]!.toMs >= toMs) low = middle + 1;
    else high = middle;
  }
  return rows[low - 1];
}

const momentAt = (ms: number): string => new Date(ms).toISOString();
