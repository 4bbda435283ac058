import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';

import type { AreaDocument, CityDocument, PincodeDocument } from '../../data/geography-maker/documents.js';
import { distancesToNamesakes } from '../../data/geography-maker/namesakes.js';
import { readSeenByCouriers } from '../../data/geography-maker/seen-by-couriers.js';
import type { StateDocument } from '../../data/geography-maker/states.js';
import { MAX_CITY_ALIASES } from '../../src/limits/documents.js';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { onlyInAll } from '../support/depth.js';
import { LOADER, modulePath } from '../support/programs.js';

/** Every shipped pincode has coordinates; only the type allows for one that has none. */
type Pincode = PincodeDocument & { latitude: number; longitude: number };

const COMMITTED = path.join(PACKAGE_ROOT, 'data', 'geography');
const TABLES = ['states', 'cities', 'areas', 'pincodes'] as const;

function textOf(folder: string, table: string): string {
  return gunzipSync(readFileSync(path.join(folder, `${table}.ndjson.gz`))).toString('utf8');
}

function read<Row>(table: string): Row[] {
  const text = textOf(COMMITTED, table);
  assert.ok(text.endsWith('\n'), `${table} ends with a line break`);
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
}

const states = read<StateDocument>('states');
const cities = read<CityDocument>('cities');
const areas = read<AreaDocument>('areas');
const pincodes = read<Pincode>('pincodes');
const stateById = new Map(states.map((state) => [state.id, state]));
const cityById = new Map(cities.map((city) => [city.id, city]));
const areaById = new Map(areas.map((area) => [area.id, area]));
const byPincode = new Map(pincodes.map((pincode) => [pincode.pincode, pincode]));

function find(pincode: string): Pincode {
  const found = byPincode.get(pincode);
  assert.ok(found, `${pincode} is known`);
  return found;
}

const stateCodeOf = (pincode: string) => stateById.get(find(pincode).stateId)?.code;
const cityNameOf = (pincode: string) => cityById.get(find(pincode).cityId)?.name;
const areaNamesOf = (pincode: string) => find(pincode).areaIds.map((id) => areaById.get(id)?.name);

/** Great-circle distance in kilometres; written out here so that the maker's own is not its judge. */
function distanceKm(fromLatitude: number, fromLongitude: number, toLatitude: number, toLongitude: number): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [from, to] = [radians(fromLatitude), radians(toLatitude)];
  const cosine =
    Math.sin(from) * Math.sin(to) + Math.cos(from) * Math.cos(to) * Math.cos(radians(toLongitude - fromLongitude));
  return 6371.0088 * Math.acos(Math.min(1, cosine));
}

function assertDenseIds(rows: readonly { id: number }[]): void {
  rows.forEach((row, index) => assert.equal(row.id, index + 1));
}

describe('states', () => {
  // The short forms of the GST registration numbers, with the state code that opens each number.
  const GST =
    'JK 01, HP 02, PB 03, CH 04, UK 05, HR 06, DL 07, RJ 08, UP 09, BR 10, SK 11, AR 12, NL 13, MN 14, MZ 15, TR 16, '
    + 'ML 17, AS 18, WB 19, JH 20, OD 21, CG 22, MP 23, GJ 24, DH 26, MH 27, KA 29, GA 30, LD 31, KL 32, TN 33, PY 34, '
    + 'AN 35, TS 36, AP 37, LA 38';

  it('are the 36 states and territories, each with its GST code', () => {
    assert.equal(states.length, 36);
    assertDenseIds(states);
    assert.deepEqual(
      new Map(states.map((state) => [state.code, state.gstCode])),
      new Map(
        GST.split(', ')
          .map((pair) => pair.split(' ') as [string, string])
          .sort(),
      ),
    );
  });

  it('are named as in an address, sorted, with ISO codes that belong to the name', () => {
    const names = states.map((state) => state.name);
    assert.deepEqual(names, [...names].sort());
    for (const [code, name] of [
      ['DH', 'Dadra and Nagar Haveli and Daman and Diu'],
      ['OD', 'Odisha'],
      ['CG', 'Chhattisgarh'],
      ['CH', 'Chandigarh'],
      ['UK', 'Uttarakhand'],
      ['TS', 'Telangana'],
      ['PY', 'Puducherry'],
      ['ML', 'Meghalaya'],
      ['MZ', 'Mizoram'],
      ['TN', 'Tamil Nadu'],
    ]) {
      assert.equal(states.find((state) => state.code === code)?.name, name);
    }
    for (const state of states) assert.match(state.name, /^[A-Z][A-Za-z ]+$/);
  });
});

describe('cities', () => {
  it('are the 745 districts with the metros merged, unique in a state and sorted, and Yanam after them', () => {
    // Delhi's eleven districts become one city, and Mumbai's two: 745 - 10 - 1. Ids that were given stay.
    assert.equal(cities.length, 735);
    assertDenseIds(cities);
    const keys = cities.map((city) => `${String(city.stateId).padStart(2, '0')} ${city.name}`);
    assert.equal(new Set(keys).size, cities.length);
    assert.equal(keys.at(-1), '27 Yanam');
    assert.deepEqual(keys.slice(0, -1), keys.slice(0, -1).sort());
    assert.deepEqual(
      [154, 392].map((id) => cityById.get(id)?.name),
      ['Delhi', 'Pune'],
    );
    for (const city of cities) assert.ok(stateById.has(city.stateId));
  });

  it('keep the five names that two states share apart', () => {
    const stateIds = new Map<string, Set<number>>();
    for (const city of cities) stateIds.set(city.name, (stateIds.get(city.name) ?? new Set()).add(city.stateId));
    const shared = [...stateIds].filter(([, ids]) => ids.size > 1).map(([name]) => name);
    assert.deepEqual(shared.sort(), ['Aurangabad', 'Balrampur', 'Bilaspur', 'Hamirpur', 'Pratapgarh']);
  });

  it('are called as people call them', () => {
    const expected: Record<string, string> = {
      '110001': 'Delhi',
      '110092': 'Delhi',
      '400001': 'Mumbai',
      '400053': 'Mumbai',
      '560001': 'Bengaluru',
      '201301': 'Noida',
      '600001': 'Chennai',
      '700001': 'Kolkata',
      '500001': 'Hyderabad',
      '380001': 'Ahmedabad',
      '411001': 'Pune',
      '302001': 'Jaipur',
      '122001': 'Gurugram',
      '160001': 'Chandigarh',
      '682555': 'Lakshadweep',
      '494001': 'Bastar',
      '246761': 'Bijnor',
    };
    for (const [pincode, name] of Object.entries(expected)) assert.equal(cityNameOf(pincode), name, pincode);
    for (const city of cities) {
      assert.match(city.name, /^(?:[A-Z0-9][A-Za-z0-9]*)(?:[ -](?:and|[A-Z0-9][A-Za-z0-9]*))*$/);
      if (!['NTR', 'YSR Kadapa'].includes(city.name)) assert.doesNotMatch(city.name, /[A-Z]{2}/);
    }
  });
});

describe('aliases', () => {
  const stateCode = (city: CityDocument) => stateById.get(city.stateId)?.code ?? '';
  const called = (alias: string) =>
    cities.filter((city) => city.aliases?.includes(alias)).map((city) => `${stateCode(city)}/${city.name}`);

  it('find the city of every name that people use', () => {
    const expected =
      'Kochi KL/Ernakulam, Cochin KL/Ernakulam, Guwahati AS/Kamrup Metropolitan, Bangalore KA/Bengaluru, '
      + 'Mysore KA/Mysuru, '
      + 'Bombay MH/Mumbai, Madras TN/Chennai, Calcutta WB/Kolkata, Poona MH/Pune, Baroda GJ/Vadodara, '
      + 'Trivandrum KL/Thiruvananthapuram, Calicut KL/Kozhikode, Vizag AP/Visakhapatnam, Gurgaon HR/Gurugram, '
      + 'Allahabad UP/Prayagraj, Benares UP/Varanasi, Pondicherry PY/Puducherry, Mangalore KA/Dakshina Kannada, '
      + 'Mangaluru KA/Dakshina Kannada, Belgaum KA/Belagavi, Hubli KA/Dharwad, Gulbarga KA/Kalaburagi, '
      + 'Bellary KA/Ballari, '
      + 'Shimoga KA/Shivamogga, Tumkur KA/Tumakuru, Trichy TN/Tiruchirappalli, Tuticorin TN/Thoothukudi, '
      + 'Tanjore TN/Thanjavur, Ooty TN/The Nilgiris, Sambhajinagar MH/Aurangabad, Dharashiv MH/Osmanabad, '
      + 'Ahilyanagar MH/Ahmednagar, Faizabad UP/Ayodhya, New Delhi DL/Delhi, '
      + 'Vijayawada AP/NTR, Jamshedpur JH/East Singhbhum, Bhubaneswar OD/Khordha, Shillong ML/East Khasi Hills, '
      + 'Rourkela OD/Sundargarh, Hosur TN/Krishnagiri, Pollachi TN/Coimbatore, Baramati MH/Pune, Haldwani UK/Nainital';
    for (const pair of expected.split(', ')) {
      const [, alias, city] = /^(.*) ([A-Z]{2}\/.*)$/.exec(pair) ?? [];
      assert.deepEqual(called(alias ?? ''), [city], pair);
    }
  });

  it('find every city that a town lies in', () => {
    const expected: Record<string, string[]> = {
      Secunderabad: ['TS/Hyderabad', 'TS/Medchal-Malkajgiri'],
      Cyberabad: ['TS/Hyderabad', 'TS/Medchal-Malkajgiri', 'TS/Ranga Reddy'],
      'Navi Mumbai': ['MH/Raigad', 'MH/Thane'],
      Siliguri: ['WB/Darjeeling', 'WB/Jalpaiguri'],
      Kanpur: ['OD/Cuttack', 'UP/Kanpur Nagar'],
    };
    for (const [alias, refs] of Object.entries(expected)) assert.deepEqual(called(alias), refs, alias);
  });

  it('are names, each once, and none of them the city’s own', () => {
    for (const { name, aliases = [] } of cities) {
      const keys = [name, ...aliases].map((one) => one.toLowerCase());
      assert.equal(new Set(keys).size, keys.length, name);
      for (const alias of aliases)
        assert.match(alias, /^(?:24 |[A-Z])[A-Za-zü.]*(?:(?:[ '-]| - | & | ?\()[A-Za-z.]+\)?)*$/, name);
    }
  });

  it('are no names of offices', () => {
    const kinds = /\b(?:[BSH]\.?O|G\.?P\.?O|Cantt|Collectorate|University|Market|Junction|Bus Stand|RS)\b/i;
    // Guntakal Junction is what GeoNames calls the town
    const listed = cities.flatMap(({ aliases = [] }) => aliases).filter((alias) => kinds.test(alias));
    assert.deepEqual(listed, ['Guntakal Junction']);
  });

  it('are some for nearly every city, and many for none', () => {
    const counts = cities.map(({ aliases = [] }) => aliases.length);
    assert.ok(Math.max(...counts) <= MAX_CITY_ALIASES / 2);
    assert.ok(counts.filter((count) => count === 0).length < 40);
    const total = counts.reduce((sum, count) => sum + count, 0);
    assert.ok(total > 5_000 && total < 10_000, `${total} aliases`);
  });

  it('leave the file small', () => {
    assert.ok(statSync(path.join(COMMITTED, 'cities.ndjson.gz')).size < 60_000);
  });
});

describe('areas', () => {
  it('belong each to one pincode of the directory and to its city, in the order of the pincodes', () => {
    assertDenseIds(areas);
    const listed = pincodes.flatMap((pincode) => pincode.areaIds);
    assert.deepEqual(
      listed,
      areas.map((area) => area.id),
    );
    for (const pincode of pincodes) {
      const isOfDirectory = pincode.source !== 'couriers';
      assert.equal(pincode.areaIds.length > 0, isOfDirectory, `the areas of ${pincode.pincode}`);
      for (const id of pincode.areaIds) assert.equal(areaById.get(id)?.cityId, pincode.cityId);
      const names = areaNamesOf(pincode.pincode).map((name) => name?.toLowerCase());
      assert.equal(new Set(names).size, names.length, `${pincode.pincode} has each area once`);
    }
  });

  it('are named after the place, without the kind of office', () => {
    assert.ok(areas.length > 160_000 && areas.length < 165_627);
    for (const area of areas) {
      assert.match(area.name, /^[A-Za-z0-9(]/);
      assert.doesNotMatch(area.name, /\b[BSH]\.?O\b|\bG\.?P\.?O\b|\s\s|^\s|\s$|[^\x20-\x7E]/);
    }
    const shouted = areas.filter((area) => /^[A-Z]{5,}$/.test(area.name));
    assert.ok(shouted.length < 10, shouted.map((area) => area.name).join(', '));
  });

  it('begin with the one to call the pincode by', () => {
    const expected: Record<string, string> = {
      '110001': 'New Delhi',
      '400001': 'Mumbai',
      '560001': 'Bengaluru',
      '700001': 'Kolkata',
      '600001': 'Chennai',
      '302001': 'Jaipur',
      '500001': 'Hyderabad',
      '799001': 'Agartala',
      '504346': 'Indervelli',
      '682555': 'Kavaratti',
      '334002': 'Bikaner',
    };
    for (const [pincode, name] of Object.entries(expected)) assert.equal(areaNamesOf(pincode)[0], name, pincode);
    assert.deepEqual(areaNamesOf('400001'), ['Mumbai', 'Bazargate', 'MPT', 'Stock Exchange', 'Tajmahal', 'Town Hall']);
  });
});

describe('pincodes', () => {
  it('are the 19,584 civil ones of the directory and 2,620 of couriers, once each, sorted', () => {
    assert.equal(pincodes.filter(({ source }) => source !== 'couriers').length, 19_584);
    assert.equal(pincodes.length, 22_204);
    const numbers = pincodes.map((pincode) => pincode.pincode);
    assert.equal(new Set(numbers).size, numbers.length);
    assert.deepEqual(numbers, [...numbers].sort());
    for (const number of numbers) assert.match(number, /^[1-8][0-9]{5}$/);
    for (const army of ['900056', '900099']) assert.ok(!byPincode.has(army));
  });

  it('lie in the state of their city', () => {
    for (const { pincode, cityId, stateId } of pincodes) {
      assert.equal(cityById.get(cityId)?.stateId, stateId, pincode);
    }
  });

  it('lie in the right state where the directory errs or contradicts itself', () => {
    const expected: Record<string, string> = {
      '799001': 'TR',
      '504346': 'TS',
      '813208': 'JH',
      '791701': 'MZ',
      '384316': 'GJ',
      '814131': 'BR',
      '334002': 'RJ',
      '612906': 'TN',
      '781131': 'AS',
      '781029': 'AS',
      '605014': 'PY',
      '533464': 'PY',
      '673310': 'PY',
      '362520': 'DH',
      '396230': 'DH',
      '194101': 'LA',
      '160055': 'PB',
      '744101': 'AN',
    };
    for (const [pincode, code] of Object.entries(expected)) assert.equal(stateCodeOf(pincode), code, pincode);
  });
});

describe('pincodes of couriers', () => {
  const seen = readSeenByCouriers();
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');
  const known = pincodes.filter(({ source }) => source !== 'couriers');

  it('are in their states: those of a city’s name in it, the others by another name or their number', () => {
    assert.equal(seen.length, 2_620);
    const how = { byName: 0, byOther: 0, byNumber: 0 };
    for (const { pincode, stateCode, place } of seen) {
      const { cityId, source } = find(pincode);
      assert.deepEqual([source, stateCodeOf(pincode)], ['couriers', stateCode], pincode);
      const ofState = cities.filter(({ stateId }) => stateById.get(stateId)?.code === stateCode);
      const own = ofState.find(({ name }) => plain(name) === plain(place));
      const others = ofState.filter(({ aliases = [] }) => aliases.some((alias) => plain(alias) === plain(place)));
      if (own !== undefined) {
        assert.equal(cityId, own.id, pincode);
        how.byName++;
      } else if (others.length > 0) {
        assert.ok(
          others.some(({ id }) => id === cityId),
          pincode,
        );
        how.byOther++;
      } else {
        const alike = known.filter(
          (row) => row.pincode.startsWith(pincode.slice(0, 3)) && stateById.get(row.stateId)?.code === stateCode,
        );
        const gaps = alike.map((row) => Math.abs(Number(row.pincode) - Number(pincode)));
        assert.equal(cityId, alike[gaps.indexOf(Math.min(...gaps))]?.cityId, pincode);
        how.byNumber++;
      }
    }
    for (const [way, count] of Object.entries(how)) assert.ok(count > 300, `${count} ${way}`);
    assert.equal(cityNameOf('110098'), 'Delhi');
  });

  it('have the mean position of the other pincodes of their city', () => {
    for (const cityId of new Set(seen.map(({ pincode }) => find(pincode).cityId))) {
      const ofCity = known.filter((row) => row.cityId === cityId);
      const mean = (of: 'latitude' | 'longitude') => ofCity.reduce((sum, row) => sum + row[of], 0) / ofCity.length;
      for (const row of pincodes.filter((each) => each.cityId === cityId && each.source === 'couriers')) {
        assert.ok(Math.abs(row.latitude - mean('latitude')) < 0.0001, row.pincode);
        assert.ok(Math.abs(row.longitude - mean('longitude')) < 0.0001, row.pincode);
      }
    }
  });
});

describe('positions', () => {
  it('are right to half a kilometre where they were looked up', () => {
    const expected: Record<string, [number, number]> = {
      '110001': [28.6205, 77.2128],
      '400001': [18.9364, 72.8355],
      '560001': [12.9818, 77.5931],
      '700001': [22.5736, 88.3483],
      '600001': [13.0948, 80.2832],
      '302001': [26.9179, 75.8084],
      '682555': [10.567, 72.64],
    };
    for (const [pincode, [latitude, longitude]] of Object.entries(expected)) {
      const found = find(pincode);
      const off = distanceKm(found.latitude, found.longitude, latitude, longitude);
      assert.ok(off <= 0.5, `${pincode} is ${off.toFixed(2)} km off`);
    }
  });

  it('are all known, in India, with four decimals and a source', () => {
    const bySource = new Map<string, number>();
    for (const { pincode, latitude, longitude, source } of pincodes) {
      assert.ok(latitude >= 6.7 && latitude <= 37.1 && longitude >= 68.1 && longitude <= 97.5, pincode);
      for (const degrees of [latitude, longitude]) assert.equal(degrees, Number(degrees.toFixed(4)), pincode);
      bySource.set(source, (bySource.get(source) ?? 0) + 1);
    }
    assert.deepEqual([...bySource.keys()].sort(), ['couriers', 'geonames', 'offices', 'prefix']);
    assert.equal(bySource.get('couriers'), 2_620);
    assert.ok((bySource.get('offices') ?? 0) / (pincodes.length - 2_620) > 0.98);
  });

  it('mend the prefixes whose branch offices are invented', () => {
    // The middles of Vadodara's and Pratapgarh's countryside, and of Azamgarh's.
    const centres: Record<string, [number, number]> = { '391': [22.3, 73.4], '230': [25.9, 81.8], '276': [26.0, 83.2] };
    for (const [prefix, [latitude, longitude]] of Object.entries(centres)) {
      const group = pincodes.filter(({ pincode }) => pincode.startsWith(prefix));
      assert.ok(group.length > 20);
      for (const found of group) {
        assert.ok(distanceKm(found.latitude, found.longitude, latitude, longitude) < 110, found.pincode);
      }
    }
  });

  it('agree with the towns of the same name that GeoNames has', () => {
    const named = pincodes.map(({ pincode, latitude, longitude }) => ({
      name: areaNamesOf(pincode)[0] ?? '',
      stateCode: stateCodeOf(pincode) ?? '',
      latitude,
      longitude,
    }));
    const distances = distancesToNamesakes(named, 50_000);
    assert.ok(distances.length > 500, `${distances.length} towns compared`);
    const median = distances[distances.length >> 1] ?? Infinity;
    assert.ok(median <= 1, `the median is ${median.toFixed(2)} km`);
    const near = distances.filter((distance) => distance <= 10).length / distances.length;
    assert.ok(near >= 0.95, `${(near * 100).toFixed(1)} % lie within 10 km`);
  });
});

describe('the maker', { skip: onlyInAll }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'pinrate-geography-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('makes exactly the committed tables', () => {
    execFileSync(process.execPath, [...LOADER, modulePath('data/make-geography'), folder], { cwd: PACKAGE_ROOT });
    // The text rather than the bytes: another release of node may compress differently.
    for (const table of TABLES) assert.ok(textOf(folder, table) === textOf(COMMITTED, table), table);
  });
});
