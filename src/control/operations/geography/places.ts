/** GET /places: what people type, as places. */
import { type Place, searchPlaces as contract } from '../../../contract/places.js';
import { MAX_PLACES_FOUND } from '../../../limits/requests.js';
import { answer, type Api, implement } from '../operation.js';
import { OTHER_STATE_CODES } from '../../../domain/state-names.js';
import {
  type FoundPlace,
  isCalled,
  type KnownPlace,
  normalised,
  type PlaceSearch,
  type PlaceTexts,
  placeTexts,
} from './place-search.js';

/** `jammu and kashmir`. */
const MOST_REGION_WORDS = 3;

export const searchPlaces = implement(contract, ({ query }, { catalog }) => {
  const kinds = query.kinds === undefined ? null : new Set(query.kinds.toUpperCase().split(','));
  const isOfKind = ({ kind }: KnownPlace): boolean => kinds?.has(kind) ?? true;
  const found = new Map<KnownPlace, FoundPlace>();
  const texts = placeTexts(catalog);
  for (const { text, isMeant } of questionsOf(query.search, texts)) {
    const wanted = MAX_PLACES_FOUND - found.size;
    if (wanted === 0) break;
    const isNew = (place: KnownPlace): boolean => isOfKind(place) && !found.has(place) && isMeant(place);
    for (const each of texts.all.find(text, wanted, isNew)) found.set(each.place, each);
  }
  return answer({ data: [...found.values()].map((each) => shown(each, catalog)) });
});

/** A text to look for, and which of the places that have it are meant. */
interface PlaceQuestion {
  text: string;
  isMeant(place: KnownPlace): boolean;
}

/**
 * The ways to read what was typed, the likelier first:
 *
 * 1. all of it is a name: `new delhi`, `4110`;
 * 2. digits are the beginning of a pincode, and the rest a name: `411001 shivaji`; the places that stand for such a
 *    pincode go before others;
 * 3. digits are the beginning of a pincode in the city or the state that the rest names: `411001 pune`;
 * 4. the last words name the city or the state: `shivajinagar pune`;
 * 5. the last words name a state that has no such place: the cities of that name elsewhere go before the places of that
 *    state with a name that only begins so. Yanam is not in the state around it, and states were divided.
 */
function* questionsOf(typed: string, { all, regions }: PlaceTexts): Generator<PlaceQuestion> {
  const words = normalised(typed).split(' ');
  if (words[0] === '') return;
  yield { text: words.join(' '), isMeant: () => true };
  if (words.length === 1) return;
  const digits = words.find((word) => /^\d{1,6}$/.test(word));
  const rest = words.filter((word) => word !== digits).join(' ');
  if (digits !== undefined && rest !== '') {
    yield { text: rest, isMeant: (place) => pincodeFor(place)?.startsWith(digits) === true };
    yield { text: rest, isMeant: ({ pincodes }) => pincodes.some((pincode) => pincode.startsWith(digits)) };
    yield* questionIn(rest, digits, regions);
  }
  for (let last = words.length - 1; last > 0 && last >= words.length - MOST_REGION_WORDS; last--) {
    const [region, text] = [words.slice(last).join(' '), words.slice(0, last).join(' ')];
    for (const inRegion of questionIn(region, text, regions)) {
      if (isState(region, regions) && !all.find(text, 1, inRegion.isMeant).some(({ place }) => isCalled(place, text)))
        yield { text, isMeant: (place) => place.kind === 'CITY' && isCalled(place, text) };
      yield inRegion;
    }
  }
}

/** Whether the whole text is a state's name or code. */
const isState = (text: string, regions: PlaceSearch): boolean =>
  regions.find(codeNow(text), 1, ({ kind }) => kind === 'STATE').some(({ place }) => isCalled(place, codeNow(text)));

/** The state's code of today for one that it is known by elsewhere. */
const codeNow = (text: string): string => OTHER_STATE_CODES[text.toUpperCase()] ?? text;

/**
 * The questions for `text` as a place in a city or a state with a name that has `region` from the beginning of a word;
 * none where there is no such region. A code of elsewhere goes first, and may be the beginning of a name all the same:
 * `pu` is Puducherry to some, and Pune before it is typed to its end.
 */
function* questionIn(region: string, text: string, regions: PlaceSearch): Generator<PlaceQuestion> {
  for (const name of new Set([codeNow(region), region])) {
    const [cities, states] = [new Set<number | null>(), new Set<number>()];
    for (const { kind, cityId, stateId } of regions.havingWord(name))
      if (kind === 'CITY') cities.add(cityId);
      else states.add(stateId);
    const isMeant = ({ kind, cityId, stateId }: KnownPlace): boolean =>
      kind !== 'STATE' && (states.has(stateId) || (kind !== 'CITY' && cities.has(cityId)));
    if (cities.size + states.size > 0) yield { text, isMeant };
  }
}

function shown({ place, alias }: FoundPlace, catalog: Api['catalog']): Place {
  const { kind, id, name, cityId, stateId, pincodes } = place;
  const state = catalog.find('states', stateId)!;
  return {
    kind,
    id,
    name,
    alias,
    city: cityId === null ? null : (catalog.find('cities', cityId)?.name ?? null),
    state: state.name,
    stateCode: state.code,
    pincode: kind === 'STATE' ? null : pincodeFor(place),
    pincodes: pincodes.length,
  };
}

/** Of a city the head office of a district, which ends in 001; else the lowest. */
function pincodeFor({ kind, pincodes }: KnownPlace): string | null {
  const head = kind === 'CITY' ? pincodes.find((pincode) => pincode.endsWith('001')) : undefined;
  return head ?? pincodes[0] ?? null;
}
