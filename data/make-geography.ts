/**
 * Makes the tables of `data/geography` from public data; see NOTICE for the sources. Run by `npm run data:geography`;
 * the same packages give the same bytes. An argument names another folder for the output.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { directoryName, namedDistricts } from './geography-maker/city-names.js';
import { makeAliases } from './geography-maker/city-aliases.js';
import { findPositions } from './geography-maker/coordinates.js';
import { makeCities, makePincodes } from './geography-maker/documents.js';
import { findMemberships, type Membership } from './geography-maker/membership.js';
import { placeSeenPincodes, readSeenByCouriers } from './geography-maker/seen-by-couriers.js';
import { readGeoNames, readIsoSubdivisions, readOffices, readTowns } from './geography-maker/sources.js';
import { makeStates, stateFinder } from './geography-maker/states.js';
import { compareText, groupBy } from './geography-maker/tally.js';

/** Field post offices of the army: they have no fixed place, and no carrier delivers there. */
const ARMY_CIRCLE = 'APS CIRCLE';

const FOLDER = process.argv[2] ?? path.join(path.dirname(fileURLToPath(import.meta.url)), 'geography');

/** Writes one document per line, gzipped; returns the size in bytes. */
function writeTable(name: string, documents: readonly object[]): number {
  const lines = documents.map((document) => `${JSON.stringify(document)}\n`).join('');
  const bytes = gzipSync(lines, { level: 9 });
  // node writes no time into the header; with the operating system (byte 9) unknown, equal lines give equal bytes.
  bytes[9] = 255;
  writeFileSync(path.join(FOLDER, `${name}.ndjson.gz`), bytes);
  return bytes.length;
}

function makeGeography(): void {
  const states = makeStates(readIsoSubdivisions());
  const findState = stateFinder(states);
  const offices = readOffices().filter((office) => office.circle !== ARMY_CIRCLE);
  const byPincode = groupBy(offices, (office) => office.pincode);
  const memberships = findMemberships(byPincode);
  const membershipOf = (pincode: string): Membership => {
    const membership = memberships.get(pincode);
    if (!membership) throw new Error(`${pincode} belongs nowhere`);
    return membership;
  };
  const districtKey = ({ state, district }: Membership) => `${findState(state).name}|${district}`;
  const districts = new Set([...memberships.values()].map(districtKey));
  const stale = namedDistricts().filter((key) => !districts.has(key));
  if (stale.length > 0) throw new Error(`no pincode belongs to ${stale.join(', ')}`);

  const { cities, cityOf } = makeCities(memberships, findState);
  /** By the city's id. */
  const namesOfDistricts = (all: Iterable<Membership>) => {
    const names = new Map<number, Set<string>>();
    for (const membership of all) {
      const name = directoryName(findState(membership.state).name, membership.district);
      const { id } = cityOf(membership);
      if (name !== null) names.set(id, (names.get(id) ?? new Set()).add(name));
    }
    return new Map([...names].map(([id, listed]) => [id, [...listed]]));
  };
  const positions = findPositions(byPincode, (pincode) => districtKey(membershipOf(pincode)), readGeoNames());
  const { areas, pincodes: ofDirectory } = makePincodes(
    byPincode,
    (pincode) => cityOf(membershipOf(pincode)),
    positions,
  );

  const aliases = makeAliases({
    states,
    cities,
    pincodes: ofDirectory,
    byPincode,
    towns: readTowns(),
    districts: namesOfDistricts(memberships.values()),
  });
  const named = cities.map((city) => ({ ...city, aliases: aliases.get(city.id) ?? [] }));
  const seen = placeSeenPincodes(readSeenByCouriers(), { states, cities: named, pincodes: ofDirectory });
  const pincodes = [...ofDirectory, ...seen].sort((left, right) => compareText(left.pincode, right.pincode));

  mkdirSync(FOLDER, { recursive: true });
  for (const [name, documents] of Object.entries({ states, cities: named, areas, pincodes })) {
    console.log(`${name}: ${documents.length} documents, ${writeTable(name, documents)} bytes`);
  }
  const sources = groupBy(pincodes, (pincode) => (pincode.latitude === null ? 'none' : pincode.source));
  console.log(`districts: ${districts.size}`);
  console.log(`aliases: ${[...aliases.values()].flat().length}`);
  console.log(`positions: ${[...sources].map(([source, group]) => `${source} ${group.length}`).join(', ')}`);
}

makeGeography();
