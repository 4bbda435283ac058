/** Places by what people write: a state by its code, a city as `Pune, MH`, pincodes by sets of them. */
import type { ResourceCollection } from '../../../contract/document-resource.js';
import { emptySetFault, expandSets, isPincodeSet, isSinglePincode } from '../../../domain/pincode-sets.js';
import { OTHER_STATE_NAMES } from '../../../domain/state-names.js';
import { derived } from '../../../model/derived.js';
import { type City, factsOf, type State } from '../../../model/documents.js';
import type { Fault } from '../../../model/schema-faults.js';
import { editDistance } from '../../../model/unknown-fields.js';
import {
  MAX_CITY_ALIASES,
  MAX_NEAREST_PLACES,
  MAX_PLACE_TEXT_LENGTH,
  MAX_PLACES_COMPARED,
  MAX_WRONG_PLACES,
} from '../../../limits/documents.js';
import { replacedAt, valueAt } from '../../../model/members.js';

const KINDS = { states: 'state', cities: 'city' } as const;
type Kind = (typeof KINDS)[keyof typeof KINDS];

interface ReferringCollection {
  references: readonly { field: string; names: string; by?: string; takesSets?: true }[];
}

/** Members of documents that hold the id of a place, or a list of them. */
const membersOf = derived(({ references }: ReferringCollection): { path: string; kind: Kind }[] =>
  references.flatMap(({ field, names, by }) =>
    by === undefined && (names === 'states' || names === 'cities') ? [{ path: field, kind: KINDS[names] }] : [],
  ),
);

/** Members of documents that are lists of pincodes, and of sets of them as they are written. */
const setMembersOf = derived(({ references }: ReferringCollection): string[] =>
  references.flatMap(({ field, takesSets }) => (takesSets ? [field] : [])),
);

/** Of a wrong name, in its fault. */
const MAX_SHOWN_LENGTH = 100;

/** The states, cities and pincodes that may be named. */
export class PlaceNames {
  #stateIds: ReadonlyMap<string, readonly number[]> | null = null;
  #cityIds: ReadonlyMap<string, readonly number[]> | null = null;
  /** How many names more are compared with all others. */
  #comparisons = MAX_PLACES_COMPARED;

  constructor(
    private readonly states: () => Iterable<Pick<State, 'id' | 'code'> & { name?: unknown }>,
    private readonly cities: () => Iterable<Pick<City, 'name' | 'aliases'> & { id: number; stateId: unknown }>,
    /** Ascending. */
    private readonly pincodes: () => readonly { pincode: string }[],
  ) {}

  /**
   * The document with ids in place of names, and pincodes in place of sets. A name that is unknown or ambiguous and a
   * set without a pincode are faults, and stay.
   */
  resolved<D extends object>(collection: ResourceCollection, document: D): { document: D; faults: Fault[] } {
    const faults: Fault[] = [];
    let result: unknown = document;
    for (const { path, kind } of membersOf(factsOf(collection)))
      result = replacedAt(result, path.split('.'), (value, field) =>
        typeof value === 'string' ? this.#idOf(value, kind, field, faults) : value,
      );
    for (const field of setMembersOf(factsOf(collection))) {
      const list = valueAt(result, field);
      if (!Array.isArray(list) || !list.some(isPincodeSet)) continue;
      result = { ...(result as object), [field]: this.#pincodesOf(list, field, faults) };
    }
    return { document: result as D, faults };
  }

  /** With anything wrong in it the list keeps its positions, which faults name: a pincode stands for each sound set. */
  #pincodesOf(list: readonly unknown[], field: string, faults: Fault[]): readonly unknown[] {
    const known = this.pincodes();
    const texts = list.filter((item) => typeof item === 'string');
    const { pincodes, empty } = expandSets(texts, known);
    for (const text of empty.slice(0, MAX_WRONG_PLACES))
      faults.push({ field: `${field}[${list.indexOf(text)}]`, message: emptySetFault(text)! });
    const isSound = (item: unknown): boolean => isPincodeSet(item) || isSinglePincode(item);
    if (empty.length === 0 && list.every(isSound)) return pincodes;
    const without = new Set<unknown>(empty);
    return list.map((item) => (isPincodeSet(item) && !without.has(item) ? known[0]!.pincode : item));
  }

  #idOf(text: string, kind: Kind, field: string, faults: Fault[]): number | string {
    if (faults.length >= MAX_WRONG_PLACES) return text;
    const known = kind === 'state' ? this.#states() : this.#cities();
    const ids = text.length > MAX_PLACE_TEXT_LENGTH ? [] : (known.get(plain(text)) ?? []);
    if (ids.length === 1) return ids[0]!;
    const form = kind === 'state' ? 'a state’s code such as "MH"' : 'a city as "Pune, MH"';
    const shown = text.slice(0, MAX_SHOWN_LENGTH);
    const message =
      ids.length > 1
        ? `"${shown}" is the name of several: their ids are ${ids.join(', ')}`
        : `"${shown}" is no ${kind}: give its id, or ${form}${this.#nearest(text, kind)}`;
    faults.push({ field, message });
    return text;
  }

  /**
   * Those of that very name in other states, since Yanam is not in the state around it; then those of the state that
   * was named, if it is one; of several names of a place the nearest.
   */
  #nearest(text: string, kind: Kind): string {
    if (text.length > MAX_PLACE_TEXT_LENGTH || this.#comparisons-- <= 0) return '';
    const [place, code] = kind === 'state' ? [plain(text), null] : this.#placeAndState(plain(text));
    const spelled =
      kind === 'state'
        ? this.#spellingsOfStates()
        : [...this.#cities()]
            .filter(([name]) => code === null || name.endsWith(`, ${code}`) || withoutState(name) === place)
            .map(([name, ids]) => ({ spelling: code === null ? name : withoutState(name), ids, shown: titled(name) }));
    const known = spelled
      .map(({ spelling, ...each }) => ({ ...each, edits: editDistance(place, spelling) }))
      .sort((a, b) => a.edits - b.edits || (a.shown < b.shown ? -1 : 1));
    const listed = new Set<number>();
    const nearest: string[] = [];
    for (const { shown, ids } of known) {
      if (nearest.length === MAX_NEAREST_PLACES) break;
      if (ids.every((id) => listed.has(id))) continue;
      for (const id of ids) listed.add(id);
      nearest.push(shown);
    }
    return nearest.length === 0 ? '' : `; the nearest are ${nearest.join('; ')}`;
  }

  /** Codes and names, also those that a state had before: each is shown by its code, which is what documents take. */
  #spellingsOfStates(): { spelling: string; ids: readonly number[]; shown: string }[] {
    return [...this.states()].flatMap(({ id, code, name }) =>
      [code, ...(typeof name === 'string' ? [name] : []), ...(OTHER_STATE_NAMES[code] ?? [])]
        .filter((each) => each.length <= MAX_PLACE_TEXT_LENGTH)
        .map((each) => ({ spelling: plain(each), ids: [id], shown: code })),
    );
  }

  /** The parts of `pune, mh` or `pune, maharashtra`; the code is null where no state with cities is named. */
  #placeAndState(text: string): [place: string, code: string | null] {
    const [place, named] = [withoutState(text), text.slice(text.lastIndexOf(',') + 1).trim()];
    for (const { code, name } of this.states()) {
      if (plain(code) !== named && (typeof name !== 'string' || plain(name) !== named)) continue;
      const ending = `, ${plain(code)}`;
      if ([...this.#cities().keys()].some((city) => city.endsWith(ending))) return [place, plain(code)];
    }
    return [text, null];
  }

  #states(): ReadonlyMap<string, readonly number[]> {
    return (this.#stateIds ??= idsByName([...this.states()].map(({ id, code }) => [code, id])));
  }

  /**
   * By name and state, since two cities of a state may have one name. A name stands for:
   *
   * 1. the cities of the state that it is the own name of;
   * 2. without one, those that have it among their other names.
   */
  #cities(): ReadonlyMap<string, readonly number[]> {
    if (this.#cityIds !== null) return this.#cityIds;
    const codes = new Map<unknown, string>([...this.states()].map(({ id, code }) => [id, code]));
    const own: [string, number][] = [];
    const others: [string, number][] = [];
    for (const { id, name, aliases, stateId } of this.cities()) {
      // a document that is not judged yet may name its state, or say anything
      const code = codes.get(stateId) ?? stateId;
      if (typeof code !== 'string') continue;
      own.push([`${name}, ${code}`, id]);
      for (const other of textsIn(aliases)) others.push([`${other}, ${code}`, id]);
    }
    return (this.#cityIds = new Map([...idsByName(others), ...idsByName(own)]));
  }
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.slice(0, MAX_CITY_ALIASES).filter((item) => typeof item === 'string') : [];
}

function idsByName(named: Iterable<[name: string, id: number]>): ReadonlyMap<string, readonly number[]> {
  const ids = new Map<string, number[]>();
  for (const [text, id] of named) {
    if (text.length > MAX_PLACE_TEXT_LENGTH) continue;
    const name = plain(text);
    const same = ids.get(name);
    if (same === undefined) ids.set(name, [id]);
    else if (!same.includes(id)) same.push(id);
  }
  return ids;
}

/** The form in which names are compared: without regard to case, and to blanks around the comma. */
function plain(text: string): string {
  return text.trim().toLowerCase().replaceAll(/\s+/g, ' ').replaceAll(/ ?, ?/g, ', ');
}

/** `pune` of `pune, mh`. */
const withoutState = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf(','))).trim() || name;

/** `pune, mh` as it is written. */
function titled(name: string): string {
  return name
    .replace(/(^|, )([a-z]{2})$/, (_, before: string, code: string) => before + code.toUpperCase())
    .replaceAll(/(^|[ (-])([a-z])/g, (_, before: string, letter: string) => before + letter.toUpperCase());
}
