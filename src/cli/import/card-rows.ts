/** Rows of a file become rows of a partner's card: each replaces the one that it is about, or is a new one. */
import { isInForce, isOver } from '../../domain/dates.js';
import { MAX_CHOSEN_ID } from '../../contract/document-resource.js';
import { columnsOf } from '../flat.js';
import type { Faults, Place } from './faults.js';
import { documentLine, endLine, type ImportLine } from './lines.js';
import { packageNames } from './package-names.js';
import { type CardRow, filtersOf, kindOf, type Members, momentOf, type RowCollection } from './same-row.js';

/** A row of a file. */
export interface FileRow {
  /** What the row says; empty cells are no members. */
  members: Members;
  /** Members that the file speaks of, in this row or in others. */
  said: ReadonlySet<string>;
  placeOf(field: string): Place;
}

export interface Card {
  collection: RowCollection;
  partnerId: string;
  /** The rows of all partners, ended ones too. */
  rows: readonly CardRow[];
  nowMs: number;
}

export interface CardChange {
  lines: ImportLine[];
  /** The partner's rows in force or to come. */
  inForce: readonly number[];
  /** Those of them that no line is about. */
  missing: readonly number[];
}

/** What a row keeps of the one that it replaces when the file does not speak of it. */
const KEPT = ['packageId', 'packageName', 'label', 'order', 'status', 'validFrom', 'validTo'] as const;

interface Replacing {
  row: FileRow;
  id: number;
  former: CardRow | undefined;
}

/** A row of the file as the document that it becomes. */
interface Written {
  row: FileRow;
  document: Record<string, unknown>;
}

/** A row of the card that ends because one of the file follows it. */
interface Ending {
  former: CardRow;
  successor: FileRow;
  endsMs: number;
}

/**
 * The row of the card that a row of the file replaces:
 * 1. the one whose id it names;
 * 2. of the rows with the same filters that count now, or when the row begins if that is later: the one of the same
 *    kind (flat or a percentage), and of several the one that begins at the same moment; if there is none of its kind,
 *    the only one, unless another row of the file is of its kind;
 * 3. none: the row is a new one.
 * If the row begins later than the one that it would replace, or than another row of the file, that one ends the moment
 * before instead, unless the new one ends earlier than it.
 */
export function cardChange(fileRows: readonly FileRow[], card: Card, faults: Faults): CardChange {
  const { collection, partnerId, nowMs } = card;
  const own = card.rows.filter((row) => row.partnerId === partnerId);
  const matcher = new Matcher(card, own, fileRows);
  const ids = new FreeIds(card.rows, fileRows);
  const replacing = new Map<number, Replacing>();
  const ended = new Map<number, Ending>();
  const newRows = new Map<string, FileRow>();
  for (const row of fileRows) {
    const match = matcher.find(row, faults);
    if (match === null) continue;
    const { id } = match;
    const begins = momentOf(row.members, 'validFrom');
    const isLater = match.isBySameness && begins !== null && begins > nowMs && begins > startOf(match.former!);
    const other = isLater || id === null ? newRows.get(sameness(collection, row)) : replacing.get(id)?.row;
    if (other !== undefined) {
      faults.add(row.placeOf(''), `is about the same row as line ${other.placeOf('').line}`);
      continue;
    }
    const former = match.former;
    if (isLater && endOf(row.members) >= endOf(former!) && begins - 1 < (ended.get(id!)?.endsMs ?? Infinity))
      ended.set(id!, { former: former!, successor: row, endsMs: begins - 1 });
    if (isLater || id === null) newRows.set(sameness(collection, row), row);
    const chosen = isLater || id === null ? ids.next() : id;
    replacing.set(chosen, { row, id: chosen, former: isLater ? undefined : former });
  }
  const written = [...replacing.values()].map((each): Written => ({
    row: each.row,
    document: documentOf(collection, partnerId, each),
  }));
  endFollowed(written, card);
  const lines = written.map(({ row, document }): ImportLine => ({
    text: documentLine(collection, document),
    placeOf: row.placeOf,
  }));
  for (const { former, successor, endsMs } of ended.values()) {
    if (replacing.has(former.id)) continue;
    const document = { ...former, validTo: new Date(endsMs).toISOString() };
    lines.push({ text: documentLine(collection, document), placeOf: successor.placeOf });
  }
  const inForce = own.filter((row) => !isOver(row, nowMs)).map(({ id }) => id);
  const followed = followedRows(written, [...ended.values()], own, card);
  const missing = inForce.filter((id) => !replacing.has(id) && !ended.has(id) && !followed.has(id));
  return { lines, inForce, missing };
}

/** Rows of the file that another one without an id follows end the moment before, as rows of the card do. */
function endFollowed(written: readonly Written[], { collection, nowMs }: Card): void {
  const groups = new Map<string, Written[]>();
  for (const each of written) {
    const key = filtersAndKind(collection, each.document);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [each]);
    else group.push(each);
  }
  for (const group of groups.values()) {
    group.sort((a, b) => startOf(a.document) - startOf(b.document));
    for (const [at, { document }] of group.entries()) {
      const next = group.slice(at + 1).find(({ row, document: later }) => {
        const begins = startOf(later);
        const isLater = begins > nowMs && begins > startOf(document);
        const counts = later['status'] !== false && !('id' in row.members);
        return isLater && counts && endOf(later) >= endOf(document);
      });
      if (next === undefined) continue;
      const endsMs = startOf(next.document) - 1;
      if (endsMs < endOf(document)) document['validTo'] = new Date(endsMs).toISOString();
    }
  }
}

/**
 * Rows of the card that lead up to a row to come of the file, which ended them when it was imported before: they end
 * the moment before it, or before another such row. Were they missing, the same file again would end them at once.
 */
function followedRows(
  written: readonly Written[],
  ended: readonly Ending[],
  own: readonly CardRow[],
  { collection, nowMs }: Card,
): ReadonlySet<number> {
  const key = (row: Members, beginsMs: number): string => `${filtersOf(collection, row)} ${beginsMs}`;
  const begins = new Set<string>();
  for (const { row, document } of written)
    if (!('id' in row.members) && startOf(document) > nowMs) begins.add(key(document, startOf(document)));
  for (const { former } of ended) begins.add(key(former as Members, startOf(former)));
  const followed = new Set<number>();
  const byEnd = own.filter((row) => endOf(row) !== Infinity).sort((a, b) => endOf(b) - endOf(a));
  for (const row of byEnd) {
    if (!begins.has(key(row as Members, endOf(row) + 1))) continue;
    followed.add(row.id);
    begins.add(key(row as Members, startOf(row)));
  }
  return followed;
}

/** @param place of a fault of one of them: no row of the file has them */
export const endings = (collection: RowCollection, ids: readonly number[], place: Place): ImportLine[] =>
  ids.map((id) => ({ text: endLine(collection, id), placeOf: () => place }));

const startOf = (row: object): number => momentOf(row as Members, 'validFrom') ?? -Infinity;
const endOf = (row: object): number => momentOf(row as Members, 'validTo') ?? Infinity;

const filtersAndKind = (collection: RowCollection, row: Members): string =>
  JSON.stringify([filtersOf(collection, row), kindOf(collection, row)]);

/** Two new rows of the same sameness would be one row twice. */
const sameness = (collection: RowCollection, { members }: FileRow): string =>
  JSON.stringify([filtersOf(collection, members), kindOf(collection, members), momentOf(members, 'validFrom')]);

interface Match {
  /** null: it is a new row, and the store has none. */
  id: number | null;
  former: CardRow | undefined;
  isBySameness: boolean;
}

class Matcher {
  /** The filters and kinds of the file's rows. */
  readonly #inFile: ReadonlySet<string>;
  /** Rows of another kind that a row of the file replaces. */
  readonly #taken = new Set<CardRow>();
  readonly #byId: ReadonlyMap<number, CardRow>;
  readonly #byFilters = new Map<string, CardRow[]>();

  constructor(
    private readonly card: Card,
    own: readonly CardRow[],
    fileRows: readonly FileRow[],
  ) {
    this.#inFile = new Set(fileRows.map(({ members }) => filtersAndKind(card.collection, members)));
    this.#byId = new Map(card.rows.map((row) => [row.id, row]));
    for (const row of own) {
      const filters = filtersOf(card.collection, row as Members);
      this.#byFilters.set(filters, [...(this.#byFilters.get(filters) ?? []), row]);
    }
  }

  /** null: there is a fault. */
  find(row: FileRow, faults: Faults): Match | null {
    const { members } = row;
    if ('id' in members) return this.#byItsId(row, faults);
    const { collection, nowMs } = this.card;
    const atMs = Math.max(nowMs, momentOf(members, 'validFrom') ?? -Infinity);
    const same = this.#byFilters.get(filtersOf(collection, members)) ?? [];
    const counting = same.filter((each) => isInForce(each, atMs));
    const ofKind = counting.filter((each) => kindOf(collection, each as Members) === kindOf(collection, members));
    const alike = ofKind.filter((each) => 'validFrom' in members && startOf(each) === startOf(members));
    if (ofKind.length > 1 && alike.length !== 1) {
      const ids = ofKind.map(({ id }) => id).join(' and ');
      faults.add(row.placeOf(''), `may replace ${collection} ${ids}, which are in force together: write the id of one`);
      return null;
    }
    const former = alike[0] ?? ofKind[0] ?? this.#onlyOther(counting);
    return { id: former?.id ?? null, former, isBySameness: former !== undefined };
  }

  /** The only row that counts, if it is of another kind than all rows of the file with its filters. */
  #onlyOther(counting: readonly CardRow[]): CardRow | undefined {
    const [former, another] = counting;
    if (former === undefined || another !== undefined || this.#taken.has(former)) return undefined;
    if (this.#inFile.has(filtersAndKind(this.card.collection, former as Members))) return undefined;
    this.#taken.add(former);
    return former;
  }

  #byItsId(row: FileRow, faults: Faults): Match | null {
    const id = row.members['id'];
    const former = this.#byId.get(id as number);
    if (typeof id === 'number' && (former === undefined || former.partnerId === this.card.partnerId))
      return { id, former, isBySameness: false };
    const message = former === undefined ? 'must be a number' : `${id as number} is a row of another partner`;
    faults.add(row.placeOf('id'), message);
    return null;
  }
}

/** Ids above all that there are, as the store chooses them, and that no row of the file has; up to the most allowed. */
class FreeIds {
  readonly #taken: ReadonlySet<number>;
  #last: number;

  constructor(rows: readonly CardRow[], fileRows: readonly FileRow[]) {
    this.#taken = new Set([...rows.map(({ id }) => id), ...fileRows.map(({ members }) => members['id'] as number)]);
    this.#last = rows.reduce((most, { id }) => (id < MAX_CHOSEN_ID ? Math.max(most, id) : most), 0);
  }

  next(): number {
    do this.#last = this.#last < MAX_CHOSEN_ID ? this.#last + 1 : 1;
    while (this.#taken.has(this.#last));
    return this.#last;
  }
}

function documentOf(collection: RowCollection, partnerId: string, { row, id, former }: Replacing) {
  const { members, said } = row;
  const before = former as Members | undefined;
  const kept = (name: string): unknown =>
    (KEPT as readonly string[]).includes(name) && !said.has(name) ? before?.[name] : undefined;
  const own: Members = { id, partnerId };
  const derived: Members = {
    status: true,
    ...(collection === 'packages' && packageNames(members)),
  };
  const document: Record<string, unknown> = {};
  for (const name of columnsOf(collection)) {
    const value = own[name] ?? (name in members ? members[name] : (kept(name) ?? derived[name]));
    if (value !== undefined) document[name] = value;
    // null is as good as none, and stays as it was said
    else if (before?.[name] === null) document[name] = null;
  }
  return document;
}
