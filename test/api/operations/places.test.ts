/** GET /places: what it finds, in which order, against a plain model, and what people type against the demo. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { searchPlaces } from '../../../src/contract/places.js';
import { OTHER_STATE_NAMES } from '../../../src/domain/state-names.js';
import type { World } from '../../reference/types.js';
import { Rng } from '../../reference/rng.js';
import { TestApp } from '../../support/app.js';
import { createConformance } from '../../support/conformance.js';
import { rounds, seedOf } from '../../support/depth.js';
import { geographyWorld } from './geography.js';

interface PlaceRow {
  kind: string;
  id: number | null;
  name: string;
  alias: string | null;
  city: string | null;
  state: string;
  stateCode: string;
  pincode: string | null;
  pincodes: number;
}

const conformance = createConformance();

async function places(app: TestApp, search: string, kinds?: string): Promise<PlaceRow[]> {
  const query = new URLSearchParams({ search, ...(kinds !== undefined && { kinds }) });
  const { status, headers, json } = await app.get(`/places?${query}`);
  assert.deepEqual(conformance.check('GET', searchPlaces.path, status, headers, json), [], search);
  assert.equal(status, 200);
  return json.data;
}

const brief = ({ kind, name, alias, city, pincode }: PlaceRow): string =>
  [kind, name, alias === null ? '' : `(${alias})`, city ?? '-', pincode ?? '-'].filter((text) => text !== '').join(' ');

describe('what people type', () => {
  let app: TestApp;
  before(async () => {
    app = await TestApp.startDemo();
  });
  after(() => app.close());
  const found = async (search: string, kinds?: string): Promise<string[]> =>
    (await places(app, search, kinds)).map(brief);

  it('is a name, the largest place first, with the pincode that stands for it', async () => {
    const [first, ...others] = await places(app, ' PUNE ');
    const { pincodes, ...rest } = first!;
    assert.deepEqual(rest, {
      ...{ kind: 'CITY', id: rest.id, name: 'Pune', alias: null, city: 'Pune' },
      ...{ state: 'Maharashtra', stateCode: 'MH', pincode: '411001' },
    });
    assert.ok(pincodes > 20 && others.length > 0 && others.every((place) => place.pincodes <= pincodes));
    assert.deepEqual(await found('maharashtra'), ['STATE Maharashtra - -']);
    assert.deepEqual((await found('MH', 'state'))[0], 'STATE Maharashtra (MH) - -');
  });

  it('is another name', async () => {
    assert.equal((await found('poona'))[0], 'CITY Pune (Poona) Pune 411001');
    assert.equal((await found('bombay'))[0], 'CITY Mumbai (Bombay) Mumbai 400001');
  });

  it('is a pincode, or its first digits', async () => {
    assert.deepEqual(await found('411001'), ['PINCODE 411001 Pune 411001']);
    const four = await found('4110');
    assert.equal(four.length, 20);
    assert.ok(four.every((text) => /^PINCODE 4110\d\d /.test(text)));
    assert.deepEqual(four, four.toSorted());
  });

  it('is a name with the beginning of its pincode, or with its city or state', async () => {
    const near = await found('411001 pune');
    assert.equal(near[0], 'CITY Pune Pune 411001');
    assert.ok(near.includes('PINCODE 411001 Pune 411001'));
    for (const text of await found('shivajinagar pune', 'area')) assert.match(text, /^AREA Shivajinagar.* Pune 411/);
    assert.equal((await found('pune mh'))[0], 'CITY Pune Pune 411001');
    assert.deepEqual(await found('560001 pune', 'pincode'), []);
  });

  it('is found at every letter of its city, also where the first two are a code', async () => {
    for (const text of ['p', 'pu', 'pun', 'pune', 'm', 'ma', 'mah'])
      assert.ok((await found(`shivajinagar ${text}`)).includes('AREA Shivajinagar Pune 411005'), text);
    // the code goes first
    assert.match((await found('yanam pu'))[0]!, / Yanam 533464$/);
  });

  it('is first the place that stands for the pincode that is typed', async () => {
    assert.equal((await found('411005 shivaji'))[0], 'AREA Shivajinagar Pune 411005');
  });

  it('is a name as sheets write it, with a comma, "&", or what a state was called', async () => {
    assert.equal((await found('Pune, MH'))[0], 'CITY Pune Pune 411001');
    assert.equal((await found('Pune, Maharashtra'))[0], 'CITY Pune Pune 411001');
    assert.deepEqual(await found('Jammu & Kashmir', 'state'), ['STATE Jammu and Kashmir - -']);
    assert.deepEqual(await found('Orissa', 'state'), ['STATE Odisha (Orissa) - -']);
    assert.equal((await found('Cuttack, Orissa'))[0], 'CITY Cuttack Cuttack 753001');
    assert.equal((await found('Cuttack, OR'))[0], 'CITY Cuttack Cuttack 753001');
    assert.deepEqual(await found(' , '), []);
  });

  it('names a state that the place is not in, or not in any more', async () => {
    assert.equal((await found('Yanam, AP'))[0], 'CITY Yanam Yanam 533464');
    assert.equal((await found('mahe kerala'))[0], 'CITY Mahe Mahe 673310');
    assert.equal((await found('Hyderabad, Andhra Pradesh'))[0], 'CITY Hyderabad Hyderabad 500001');
    assert.ok((await found('shivajinagar mh', 'area')).every((text) => text.startsWith('AREA Shivajinagar')));
  });

  it('is of the kinds that are wanted, and at most 20', async () => {
    for (const kind of ['state', 'city', 'area', 'pincode']) {
      const all = await places(app, kind === 'pincode' ? '1' : 'a', kind);
      assert.ok(all.length > 5 && all.length <= 20 && all.every((place) => place.kind === kind.toUpperCase()), kind);
    }
    const two = new Set((await places(app, 'd', 'state,city')).map(({ kind }) => kind));
    assert.deepEqual([...two].sort(), ['CITY', 'STATE']);
    assert.deepEqual(await found('there is no such place'), []);
  });

  it('is refused where it is nothing, too long, or of no such kind', async () => {
    for (const [query, field] of [
      ['', 'search'],
      ['search=', 'search'],
      ['search=%20', 'search'],
      [`search=${'a'.repeat(101)}`, 'search'],
      ['search=a&kinds=town', 'kinds'],
      ['search=a&kinds=', 'kinds'],
      ['search=a&kinds=city,', 'kinds'],
    ]) {
      const { status, json } = await app.get(`/places?${query}`);
      assert.deepEqual([status, json.error.code, json.error.details[0].field], [400, 'VALIDATION_ERROR', field], query);
    }
  });
});

describe('the order', () => {
  const world = geographyWorld(23);
  let app: TestApp;
  before(async () => {
    app = await TestApp.start(world);
  });
  after(() => app.close());

  const seed = seedOf(46);
  it(`is that of a plain model, for random texts (seed ${seed})`, async () => {
    const rng = new Rng(seed);
    const names = modelOf(world).flatMap((place) => [place.name, ...place.aliases]);
    let filled = 0;
    for (let round = 0; round < rounds(150, 1_500); round++) {
      const name = rng.pick(names);
      const start = rng.int(0, name.length - 1);
      const text = name.slice(start, start + rng.int(1, 5)).replaceAll(/\s/g, '');
      if (text === '') continue;
      const expected = expectedOf(world, text);
      assert.deepEqual((await places(app, text)).map(brief), expected, `"${text}"`);
      filled += Number(expected.length === 20);
    }
    assert.ok(filled > 10, 'some find more than are shown');
  });
});

interface ModelPlace {
  kind: string;
  name: string;
  aliases: readonly string[];
  city: string | null;
  pincodes: string[];
}

const byId = <Row extends { id: number }>(rows: readonly Row[]): Row[] => rows.toSorted((a, b) => a.id - b.id);

function modelOf({ states, cities, areas, pincodes }: World): ModelPlace[] {
  const codes = (fits: (row: World['pincodes'][number]) => boolean): string[] =>
    pincodes.filter(fits).map(({ pincode }) => pincode);
  const cityOf = (id: number): string => cities.find((city) => city.id === id)!.name;
  return [
    ...byId(states).map(({ id, name, code }) => {
      const aliases = [code, ...(OTHER_STATE_NAMES[code] ?? [])];
      return { kind: 'STATE', name, aliases, city: null, pincodes: codes(({ stateId }) => stateId === id) };
    }),
    ...byId(cities).map(({ id, name, aliases = [] }) => {
      return { kind: 'CITY', name, aliases, city: name, pincodes: codes(({ cityId }) => cityId === id) };
    }),
    ...byId(areas).map(({ id, name, cityId }) => {
      const own = codes(({ areaIds }) => areaIds.includes(id));
      return { kind: 'AREA', name, aliases: [], city: cityOf(cityId), pincodes: own };
    }),
    ...pincodes
      .toSorted((a, b) => Number(a.pincode) - Number(b.pincode))
      .map(({ pincode, cityId }) => {
        return { kind: 'PINCODE', name: pincode, aliases: [], city: cityOf(cityId), pincodes: [pincode] };
      }),
  ];
}

function expectedOf(world: World, text: string): string[] {
  const wanted = text.toLowerCase();
  const ways = [
    (name: string) => name === wanted,
    (name: string) => {
      const starts = [...name].map((_, at) => at).filter((at) => name.startsWith(wanted, at));
      return starts.some((at) => at === 0 || !/[a-z0-9\u0080-\uffff]/.test(name[at - 1]!));
    },
  ];
  const found = modelOf(world).flatMap((place) => {
    const names = [place.name, ...place.aliases];
    for (const [rank, fits] of ways.entries()) {
      const at = names.findIndex((name) => fits(name.toLowerCase()));
      if (at !== -1) return [{ place, rank, alias: at === 0 ? null : names[at]! }];
    }
    return place.name.toLowerCase().includes(wanted) ? [{ place, rank: ways.length, alias: null }] : [];
  });
  found.sort(
    (a, b) =>
      a.rank - b.rank
      || b.place.pincodes.length - a.place.pincodes.length
      || (a.place.name < b.place.name ? -1 : a.place.name > b.place.name ? 1 : 0),
  );
  return found.slice(0, 20).map(({ place: { kind, name, city, pincodes }, alias }) => {
    const codes = pincodes.toSorted();
    const head = kind === 'CITY' ? codes.find((code) => code.endsWith('001')) : undefined;
    const pincode = kind === 'STATE' ? null : (head ?? codes[0] ?? null);
    return brief({ kind, name, alias, city, pincode, id: null, state: '', stateCode: '', pincodes: 0 });
  });
}
