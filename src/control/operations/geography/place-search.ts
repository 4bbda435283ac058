/** The names of all places as one text: the places with most pincodes come first, so the first hits are the best. */
import type { Catalog } from '../../documents/catalog.js';
import type { PLACE_KINDS } from '../../../contract/places.js';
import { OTHER_STATE_NAMES } from '../../../domain/state-names.js';
import type { Area, City, PincodeRow, State } from '../../../model/documents.js';
import { derivedFrom } from '../../../model/derived.js';

/** A place, with what a search has to know of it. */
export interface KnownPlace {
  kind: (typeof PLACE_KINDS)[number];
  /** null: a pincode. */
  id: number | null;
  name: string;
  aliases: readonly string[];
  cityId: number | null;
  stateId: number;
  /** Ascending. */
  pincodes: readonly string[];
}

export interface FoundPlace {
  place: KnownPlace;
  /** null: the text was found in the name. */
  alias: string | null;
}

const NAMES_END = '\n';

export interface PlaceTexts {
  all: PlaceSearch;
  /** States and cities alone, which are few. */
  regions: PlaceSearch;
}

/** The places of the present catalog. */
export function placeTexts(catalog: Catalog): PlaceTexts {
  const { states, cities, areas, pincodes } = catalog.geographyDocuments();
  return textsOf(pincodes, areas, cities, states);
}

const textsOf = derivedFrom(
  (
    pincodes: readonly PincodeRow[],
    areas: readonly Area[],
    cities: readonly City[],
    states: readonly State[],
  ): PlaceTexts => {
    const places = knownPlaces(pincodes, areas, cities, states);
    const regions = places.filter(({ kind }) => kind === 'STATE' || kind === 'CITY');
    return { all: new PlaceSearch(places), regions: new PlaceSearch(regions) };
  },
);

function knownPlaces(
  pincodes: readonly PincodeRow[],
  areas: readonly Area[],
  cities: readonly City[],
  states: readonly State[],
): KnownPlace[] {
  const [ofState, ofCity, ofArea] = [new Map(), new Map(), new Map()] as [Lists, Lists, Lists];
  for (const { pincode, stateId, cityId, areaIds } of pincodes) {
    add(ofState, stateId, pincode);
    add(ofCity, cityId, pincode);
    for (const id of areaIds) add(ofArea, id, pincode);
  }
  const stateOf = new Map(cities.map(({ id, stateId }) => [id, stateId]));
  const known = new Set(states.map(({ id }) => id));
  const places: KnownPlace[] = [
    ...states.map((document) => {
      const aliases = [document.code, ...(OTHER_STATE_NAMES[document.code] ?? [])];
      return placeOf('STATE', document, aliases, null, document.id, ofState.get(document.id));
    }),
    ...cities.map((document) =>
      placeOf('CITY', document, document.aliases ?? [], document.id, document.stateId, ofCity.get(document.id)),
    ),
    ...areas.map((document) =>
      placeOf('AREA', document, [], document.cityId, stateOf.get(document.cityId) ?? 0, ofArea.get(document.id)),
    ),
    ...pincodes.map((document) =>
      placeOf('PINCODE', document, [], document.cityId, document.stateId, [document.pincode]),
    ),
  ];
  // a place of a city or a state that another program has removed has no location
  return places
    .filter(({ cityId, stateId }) => known.has(stateId) && (cityId === null || stateOf.has(cityId)))
    .sort((a, b) => b.pincodes.length - a.pincodes.length || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

type Lists = Map<number, string[]>;

function add(lists: Lists, id: number, pincode: string): void {
  const list = lists.get(id);
  if (list === undefined) lists.set(id, [pincode]);
  else list.push(pincode);
}

const placeOf = (
  kind: KnownPlace['kind'],
  document: State | City | Area | PincodeRow,
  aliases: readonly string[],
  cityId: number | null,
  stateId: number,
  pincodes: readonly string[] = [],
): KnownPlace => ({
  kind,
  id: 'id' in document ? document.id : null,
  name: 'name' in document ? document.name : document.pincode,
  aliases,
  cityId,
  stateId,
  pincodes,
});

export class PlaceSearch {
  /** Each name between two {@link NAMES_END}. */
  readonly #text: string;
  /** Where the name after each {@link NAMES_END} begins; the last entry is the end. */
  readonly #starts: Uint32Array;
  readonly #placeOf: Uint32Array;
  /** 0: the place's own name; n: its nth alias. */
  readonly #rank: Uint8Array;

  constructor(private readonly places: readonly KnownPlace[]) {
    const names = places.flatMap(({ name, aliases }, place) =>
      [name, ...aliases].map((each, rank) => ({ text: normalised(each), place, rank })),
    );
    this.#text = NAMES_END + names.map(({ text }) => text + NAMES_END).join('');
    this.#placeOf = Uint32Array.from(names, ({ place }) => place);
    this.#rank = Uint8Array.from(names, ({ rank }) => rank);
    this.#starts = new Uint32Array(names.length + 1).fill(NAMES_END.length, 0, 1);
    for (const [at, { text }] of names.entries())
      this.#starts[at + 1] = this.#starts[at]! + text.length + NAMES_END.length;
  }

  /**
   * The first places that are wanted, the best first, at most `most`:
   *
   * 1. those with a name that is the text;
   * 2. those with a name that has it from the beginning of a word;
   * 3. those whose own name contains it.
   */
  find(text: string, most: number, isWanted: (place: KnownPlace) => boolean): FoundPlace[] {
    const needle = normalised(text);
    const [whole, inWords, within] = [0, 1, 2].map(() => new Hits(this.places, isWanted)) as [Hits, Hits, Hits];
    let name = 0;
    // no generator here: a short text is found tens of thousands of times
    for (let at = this.#text.indexOf(needle); at !== -1; at = this.#text.indexOf(needle, at + 1)) {
      const beginsWord = !isOfWord(this.#text.charCodeAt(at - 1));
      if (!beginsWord && within.size >= most) continue;
      while (this.#starts[name + 1]! <= at) name++;
      const place = this.#placeOf[name]!;
      const rank = this.#rank[name]!;
      if (at === this.#starts[name] && this.#text.startsWith(NAMES_END, at + needle.length)) whole.add(place, rank);
      else if (beginsWord) inWords.add(place, rank);
      else if (rank === 0) within.add(place, rank);
      if (inWords.size < most) continue;
      // only whole names are still missing, which are faster to find by themselves
      for (const found of this.#occurrences(NAMES_END + needle + NAMES_END, NAMES_END.length))
        if (whole.size < most) whole.add(this.#placeOf[found.name]!, this.#rank[found.name]!);
      break;
    }
    // the first way in which a place was found counts
    const best = new Map([...whole, ...inWords, ...within]);
    for (const [place, rank] of [...inWords, ...whole]) best.set(place, rank);
    return [...best].slice(0, most).map(([at, rank]) => {
      const place = this.places[at]!;
      return { place, alias: rank === 0 ? null : place.aliases[rank - 1]! };
    });
  }

  /** All places with a name that has the text from the beginning of a word. */
  havingWord(text: string): Set<KnownPlace> {
    const found = new Set<KnownPlace>();
    for (const { at, name } of this.#occurrences(normalised(text), 0))
      if (!isOfWord(this.#text.charCodeAt(at - 1))) found.add(this.places[this.#placeOf[name]!]!);
    return found;
  }

  /** Where `text` is found, and the number of the name that begins so many characters after, or before, that. */
  *#occurrences(text: string, nameAfter: number): Generator<{ at: number; name: number }> {
    let name = 0;
    for (let at = this.#text.indexOf(text); at !== -1; at = this.#text.indexOf(text, at + 1)) {
      while (this.#starts[name + 1]! <= at + nameAfter) name++;
      yield { at, name };
    }
  }
}

/** The places that a search has found in one way, each with the first of its names. */
class Hits extends Map<number, number> {
  constructor(
    private readonly places: readonly KnownPlace[],
    private readonly isWanted: (place: KnownPlace) => boolean,
  ) {
    super();
  }

  add(place: number, rank: number): void {
    if (!this.has(place) && this.isWanted(this.places[place]!)) this.set(place, rank);
  }
}

/** Lower case, one blank between words, whatever separates them: `pune mh` of `Pune, MH`. `&` is `and`. */
export const normalised = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/[\s,]+/g, ' ')
    .trim();

/** Whether the whole text is one of the place's names. */
export function isCalled({ name, aliases }: KnownPlace, text: string): boolean {
  const wanted = normalised(text);
  return [name, ...aliases].some((each) => normalised(each) === wanted);
}

/** Letters and digits; all that is no ASCII counts as a letter. */
const isOfWord = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code > 127;
