import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Compile } from 'typebox/compile';
import { DATASET_COLLECTIONS, buildDataset, type Dataset } from '../../data/demo-maker/build.js';
import { demoFiles, makeDemo } from '../../data/demo-maker/demo.js';
import { writeDataset } from '../../data/demo-maker/folder.js';
import { readGeography } from '../../data/demo-maker/geography.js';
import { nabhdootAir } from '../../data/demo-maker/partners/nabhdoot-air.js';
import { generatePartners } from '../../data/generate.js';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { COLLECTIONS, type Package, type Partner, type PincodeRow, type Zone } from '../../src/model/documents.js';
import { formatDatasetErrors, readDataset } from '../../src/store/dataset/dataset.js';
import type { CardWorld } from '../reference/documents.js';
import { Fraction } from '../reference/exact.js';
import { chooseLaneRule } from '../reference/lanes.js';

const folderOf = (name: string): string => join(PACKAGE_ROOT, 'data', name, '/');
const demoFolder = folderOf('demo');
const geographyFolder = folderOf('geography');
const geography = readGeography();
const demo = makeDemo(geography);

const partner = (partnerId: string): Partner => demo.partners.find((row) => row.partnerId === partnerId)!;
const ofPartner = <T extends { partnerId: string | null }>(rows: readonly T[], partnerId: string): T[] =>
  rows.filter((row) => row.partnerId === partnerId);

/** A partner's active zone for a pincode by docs/rules.md#coverage, straight over the documents. */
function zoneFinder(dataset: Dataset, partnerId: string): (row: PincodeRow) => Zone | undefined {
  const zones = ofPartner(dataset.zones, partnerId)
    .filter((zone) => zone.status)
    .sort((a, b) => a.id - b.id);
  const assigned = new Map(ofPartner(dataset['zone-pincodes'], partnerId).map((row) => [row.pincode, row.zoneId]));
  return (row) =>
    zones.find((zone) => zone.id === assigned.get(row.pincode))
    ?? zones.find((zone) => zone.geographical.areas.some((id) => row.areaIds.includes(id)))
    ?? zones.find((zone) => zone.geographical.cities.includes(row.cityId))
    ?? zones.find((zone) => zone.geographical.states.includes(row.stateId));
}

function coveredPincodes(partnerId: string): PincodeRow[] {
  const zoneOf = zoneFinder(demo, partnerId);
  return geography.pincodes.filter((row) => zoneOf(row) !== undefined);
}

/** A moment within the rows that are in force for years. */
const MOMENT = '2027-06-15T06:00:00.000Z';

/** An end of a route: its zone, and its city and state. */
interface End {
  zone: Zone;
  place: Pick<PincodeRow, 'cityId' | 'stateId'>;
}

interface Route {
  shipmentType: 'B2B' | 'B2C';
  paymentType?: 'COD' | 'PREPAID';
  from: End;
  to: End;
}

function laneOf(partnerId: string, from: End, to: End, at: string): string | null {
  const [pickup, delivery] = [from, to].map((end) => ({ ...end, place: end.place as PincodeRow, entry: null }));
  const facts = { ends: { pickup: pickup!, delivery: delivery! }, km: new Fraction(0n) };
  return chooseLaneRule(demo as unknown as CardWorld, partnerId, facts, new Date(at))?.lane ?? null;
}

/** The forward rows that price a route: of those that match, the ones that name the most, then the payment type. */
function rowsFor(
  partnerId: string,
  { shipmentType, paymentType = 'PREPAID', from, to }: Route,
  at = MOMENT,
): Package[] {
  const lane = laneOf(partnerId, from, to, at);
  const inForce = ofPartner(demo.packages, partnerId).filter(
    (row) =>
      row.status
      && (row.direction ?? 'FORWARD') === 'FORWARD'
      && (row.lane ?? lane) === lane
      && (row.shipmentType === null || row.shipmentType === shipmentType)
      && (row.fromZoneId ?? from.zone.id) === from.zone.id
      && (row.toZoneId ?? to.zone.id) === to.zone.id
      && (row.validFrom === null || row.validFrom! <= at)
      && (row.validTo === null || at <= row.validTo!),
  );
  const namedZones = (row: Package): number => Number(Boolean(row.fromZoneId)) + Number(Boolean(row.toZoneId));
  /** A pair of zones goes before a lane, and a lane before one zone. */
  const named = (row: Package): number => (row.lane ? 2 : [0, 1, 3][namedZones(row)]!);
  const most = Math.max(...inForce.map(named));
  const naming = inForce.filter((row) => named(row) === most);
  const ofPayment = naming.filter((row) => row.paymentType === paymentType);
  return ofPayment.length > 0 ? ofPayment : naming.filter((row) => !row.paymentType);
}

const hoursOf = ({ hours, days }: Partner['transit'][number]): number => hours ?? 24 * days!;

/** Ends in two zones: in one city where that can be, and in two states. */
function routesBetween(from: Zone, to: Zone): [End, End][] {
  const place = { cityId: 1, stateId: 1 };
  const elsewhere = { cityId: 2, stateId: 2 };
  const apart: [End, End] = [
    { zone: from, place },
    { zone: to, place: elsewhere },
  ];
  return from === to ? [apart, [apart[0], { zone: to, place }]] : [apart];
}

const [NEW_DELHI, MUMBAI, LEH, NUBRA, TAWANG] = ['110001', '400001', '194101', '194401', '790104'];
const [SHILLONG, PORT_BLAIR, OOTY, KAVARATTI] = ['793001', '744101', '643001', '682555'];

/** Rupees of one row for a weight; infinite where it does not carry the weight. */
function rowCharge(row: Package, grams: number): number {
  const above = Math.max(0, grams - row.baseWeight);
  const isWithin = grams > (row.minWeight ?? 0) && grams <= (row.maxWeight ?? Infinity);
  if (!isWithin || (above > 0 && row.addonWeight === 0)) return Infinity;
  const steps = above === 0 ? 0 : Math.ceil(above / row.addonWeight);
  return Math.max(row.minCharge ?? 0, row.baseCharge + steps * row.addonCharge);
}

/** Rupees before any other charge; infinite where the partner has no row or does not cover an end. */
function weightCharge(partnerId: string, from: string, to: string, grams: number): number {
  const zoneOf = zoneFinder(demo, partnerId);
  const places = [geography.pincode(from), geography.pincode(to)];
  const ends = places.flatMap((place) => zoneOf(place) ?? []).map((zone, i) => ({ zone, place: places[i]! }));
  const [start, end] = ends;
  if (start === undefined || end === undefined) return Infinity;
  const rows = rowsFor(partnerId, { shipmentType: 'B2C', from: start, to: end });
  return Math.min(...rows.map((row) => rowCharge(row, grams)));
}

describe('demo dataset: files', () => {
  it('are what the generator produces now', () => {
    const files = demoFiles(demo, geography);
    assert.deepEqual(readdirSync(demoFolder).sort(), [...files.keys()].sort());
    for (const [name, content] of files) {
      assert.equal(
        readFileSync(join(demoFolder, name), 'utf8') === content,
        true,
        `${name} is stale: npm run data:demo`,
      );
    }
  });

  it('hold a document of the collection on every line', () => {
    for (const collection of DATASET_COLLECTIONS) {
      const schema = Compile(COLLECTIONS[collection]);
      const lines = readFileSync(join(demoFolder, `${collection}.ndjson`), 'utf8').split('\n');
      assert.equal(lines.pop(), '', `${collection} ends with a newline`);
      for (const [i, line] of lines.entries())
        assert.ok(schema.Check(JSON.parse(line)), `${collection}:${i + 1} ${line}`);
    }
  });

  it('pass every rule of the import', async () => {
    const result = await readDataset(demoFolder, { geographyFolder });
    assert.ok(result.ok, result.ok ? '' : formatDatasetErrors(result));
  });

  it('say of the zones without COD that they have none, and their partners accept it', () => {
    const missing = demo.partners.flatMap(({ partnerId, accepted }) =>
      (accepted ?? [])
        .filter(({ code }) => code === 'SERVICE_MISSING')
        .flatMap(({ documents }) => documents)
        .map((name) => demo.zones.find((zone) => zone.partnerId === partnerId && name === `zones/${zone.id}`)!),
    );
    for (const { description } of missing) assert.match(description, /no COD$/);
    assert.deepEqual(
      missing.map(({ partnerId, name }) => `${partnerId}: ${name}`),
      [
        'nabhdoot-air: Ladakh',
        'nabhdoot-air: High Himalaya',
        'nabhdoot-air: Islands',
        'dharaline-surface: High Himalaya and Ladakh',
        'dharaline-surface: Islands',
        'dakshinpath-courier: Lakshadweep',
        'himbrahma-hills: Border outposts',
      ],
    );
  });

  it('stay under 3 MB', () => {
    const bytes = [...demoFiles(demo, geography).values()].reduce(
      (sum, content) => sum + Buffer.byteLength(content),
      0,
    );
    assert.ok(bytes < 3_000_000, `${bytes} bytes`);
  });
});

describe('demo dataset: partners', () => {
  it('are at least 8, one of them INACTIVE', () => {
    assert.ok(demo.partners.length >= 8);
    assert.deepEqual(
      demo.partners.filter((row) => row.status === 'INACTIVE').map((row) => row.partnerId),
      ['thardoot-parcel'],
    );
    for (const { partnerId } of demo.partners) assert.match(partnerId, /^[a-z][a-z-]{2,49}$/);
  });

  it('are of different kinds', () => {
    const freight = partner('gajavahan-freight');
    assert.deepEqual([freight.shipmentTypes, freight.paymentTypes, freight.cft], [['B2B'], ['PREPAID'], 7]);
    assert.ok(freight.limits.maxWeight >= 1_000_000);
    const others = demo.partners.filter((row) => row.partnerId !== 'haatwala-ecom');
    assert.ok(others.every((row) => row.limits.maxCodAmount < partner('haatwala-ecom').limits.maxCodAmount));
    const [surface, economy] = [partner('dharaline-surface'), partner('kachhua-cargo')];
    assert.ok(
      economy.transit.every((row, i) => row.hours! > surface.transit[i]!.hours!),
      'economy is slower than surface',
    );
    const [cheap, usual] = ['kachhua-cargo', 'dharaline-surface'].map((id) =>
      weightCharge(id, NEW_DELHI, MUMBAI, 10_000),
    );
    assert.ok(cheap! < usual!, 'and cheaper');
  });

  it('name no delivery window in a zone that differs from their own', () => {
    for (const { partnerId, services } of demo.zones) {
      const { deliveryWindow } = partner(partnerId);
      const named = services.find(({ serviceTypeId }) => serviceTypeId === 'DELIVERY')?.additionalInfo?.deliveryWindow;
      const own = deliveryWindow === undefined ? '09:00-21:00' : `${deliveryWindow.from}-${deliveryWindow.to}`;
      if (named !== undefined) assert.equal(named, own, partnerId);
    }
  });

  it('have the credentials that the README names', () => {
    const expected = [
      ['service', 'main-system', 'UNLIMITED'],
      ...demo.partners.map((row) => ['partner', row.partnerId, 'TIER_1']),
    ];
    assert.deepEqual(
      demo.credentials.map((row) => [row.kind, row.id, row.tier]),
      expected,
    );
    for (const { id, status, secrets } of demo.credentials) {
      assert.equal(status, 'ACTIVE');
      assert.deepEqual(secrets, [{ version: 1, secret: `demo-${id}-secret`, notAfter: null }]);
    }
  });

  it('have only invented contact addresses', () => {
    for (const { contact, partnerId } of demo.partners) {
      assert.match(contact.phone, /^\+91-00000-\d{5}$/);
      assert.match(contact.email, /@[a-z-]+\.example$/);
      assert.equal(contact.trackingUrl, `https://track.${partnerId}.example/{trackingNumber}`);
    }
  });

  it('have consistent figures', () => {
    const cityNames = new Set(geography.cities.map((city) => city.name));
    for (const { partnerId, performance } of demo.partners) {
      assert.ok(performance.monthlyVolume <= performance.totalShipments, partnerId);
      const onRoutes = performance.topRoutes.reduce((sum, route) => sum + route.shipments, 0);
      assert.ok(onRoutes > 0 && onRoutes <= performance.totalShipments, partnerId);
      for (const { route } of performance.topRoutes)
        for (const name of route.split(' - ')) assert.ok(cityNames.has(name), route);
      const perShipment = performance.avgMonthlyRevenue / Math.max(1, performance.monthlyVolume);
      const isPlausible = performance.monthlyVolume === 0 ? perShipment === 0 : perShipment > 40 && perShipment < 2_000;
      assert.ok(isPlausible, `${partnerId} ₹${perShipment}`);
    }
  });

  it('have transit rows from 0 km without gaps, the national ones up to over 4,000 km', () => {
    for (const { partnerId, transit } of demo.partners) {
      assert.equal(transit[0]!.distanceFrom, 0, partnerId);
      for (const [i, row] of transit.slice(1).entries()) {
        assert.equal(row.distanceFrom, transit[i]!.distanceTo, partnerId);
        assert.ok(hoursOf(row) > hoursOf(transit[i]!), partnerId);
      }
    }
    for (const id of NATIONAL) assert.ok(partner(id).transit.at(-1)!.distanceTo > 4_000, id);
  });
});

describe('demo dataset: operations', () => {
  const isTime = /^([01][0-9]|2[0-3]):[0-5][0-9]$/;
  const infoOf = (zone: Zone, service: string) =>
    zone.services.find(({ serviceTypeId }) => serviceTypeId === service)?.additionalInfo;
  const vehicleOf = (zone: Zone) => infoOf(zone, 'PICKUP')?.vehicleType;

  it('deliver in their own windows, or in the default one', () => {
    const windows = demo.partners.map(({ deliveryWindow }) => deliveryWindow);
    assert.ok(windows.includes(undefined));
    const given = windows.filter((window) => window !== undefined);
    assert.ok(new Set(given.map(({ from, to }) => `${from}-${to}`)).size >= 4);
    for (const { from, to } of given) assert.ok(isTime.test(from) && isTime.test(to) && from < to, `${from}-${to}`);
    assert.deepEqual(partner('dharaline-surface').deliveryWindow, { from: '10:00', to: '19:00' });
  });

  it('deliver in each zone within the partner’s window', () => {
    for (const zone of demo.zones) {
      const { from, to } = partner(zone.partnerId).deliveryWindow ?? { from: '09:00', to: '21:00' };
      const window = infoOf(zone, 'DELIVERY')?.deliveryWindow;
      if (window === undefined) continue;
      const [opens, closes] = window.split('-');
      assert.ok(opens! >= from && closes! <= to, `${zone.partnerId} ${zone.name}: ${window}`);
    }
  });

  it('name the vehicle of the pickup where the zone defines it', () => {
    const vehicles = new Set(demo.zones.map(vehicleOf));
    assert.deepEqual([...vehicles].sort(), ['Bike', 'Jeep', 'Light truck', 'Truck', 'Van', undefined]);
    for (const { partnerId } of demo.partners) {
      assert.ok(
        ofPartner(demo.zones, partnerId).some((zone) => vehicleOf(zone) !== undefined),
        partnerId,
      );
    }
  });
});

const NATIONAL = ['nabhdoot-air', 'dharaline-surface', 'kachhua-cargo', 'haatwala-ecom', 'gajavahan-freight'];

describe('demo dataset: coverage', () => {
  it('national carriers cover over 95 % of the pincodes', () => {
    for (const id of NATIONAL) {
      const share = coveredPincodes(id).length / geography.pincodes.length;
      assert.ok(share > 0.95, `${id} ${share}`);
    }
  });

  it('the regional carrier covers the South and nothing else', () => {
    const states = new Set(coveredPincodes('dakshinpath-courier').map((row) => row.stateId));
    const south = ['KA', 'TN', 'KL', 'AP', 'TS', 'PY', 'LD'].map((code) => geography.state(code).id);
    assert.deepEqual(
      [...states].sort((a, b) => a - b),
      south.sort((a, b) => a - b),
    );
  });

  it('the same-day carrier covers a few cities, by pincode and by area', () => {
    const covered = coveredPincodes('nagarvega-sameday');
    assert.ok(covered.length > 400 && covered.length < 1_200, `${covered.length}`);
    assert.ok(new Set(covered.map((row) => row.cityId)).size < 25);
    assert.equal(zoneFinder(demo, 'nagarvega-sameday')(geography.pincode('411057'))?.name, 'Pune IT corridor');
    assert.equal(partner('nagarvega-sameday').sameDay && partner('nagarvega-sameday').weekendDelivery, true);
  });

  it('an inactive zone covers nothing', () => {
    assert.ok(demo.zones.some((zone) => !zone.status && zone.partnerId === 'kachhua-cargo'));
    assert.equal(zoneFinder(demo, 'kachhua-cargo')(geography.pincode('744211')), undefined);
  });

  it('ODA and HILL zones cover the districts that carriers surcharge', () => {
    for (const [id, code, attributes] of [
      ['himbrahma-hills', TAWANG, ['ODA', 'HILL']],
      ['himbrahma-hills', LEH, ['ODA', 'HILL']],
      ['himbrahma-hills', SHILLONG, ['HILL']],
      ['nabhdoot-air', LEH, ['ODA', 'HILL']],
      ['nabhdoot-air', TAWANG, ['ODA', 'HILL']],
      ['nabhdoot-air', NEW_DELHI, []],
      ['dharaline-surface', LEH, ['ODA', 'HILL']],
      ['dharaline-surface', PORT_BLAIR, ['ODA']],
      ['dakshinpath-courier', OOTY, ['HILL']],
      ['dakshinpath-courier', KAVARATTI, ['ODA']],
    ] as const) {
      assert.deepEqual(zoneFinder(demo, id)(geography.pincode(code))?.attributes, attributes, `${id} ${code}`);
    }
  });

  it('a pincode with its own entry leaves the zone of its state and city', () => {
    const zoneOf = zoneFinder(demo, 'himbrahma-hills');
    assert.equal(zoneOf(geography.pincode(NUBRA))?.name, 'Border outposts');
    assert.equal(zoneOf(geography.pincode(LEH))?.name, 'Ladakh');
  });
});

describe('demo dataset: rate cards', () => {
  it('price every pair of zones at every weight that the partner carries', () => {
    for (const { partnerId, shipmentTypes, paymentTypes, limits } of demo.partners) {
      const zones = ofPartner(demo.zones, partnerId).filter((zone) => zone.status);
      const kinds = shipmentTypes.flatMap((shipmentType) =>
        paymentTypes.map((paymentType) => ({ shipmentType, paymentType })),
      );
      for (const kind of kinds) {
        for (const from of zones) {
          for (const to of zones) {
            if (partnerId === 'nagarvega-sameday' && from.name.split(' ')[0] !== to.name.split(' ')[0]) continue;
            for (const [start, end] of routesBetween(from, to)) {
              const rows = rowsFor(partnerId, { ...kind, from: start, to: end })
                .map(({ minWeight, maxWeight, addonWeight, baseWeight }) => ({
                  above: minWeight ?? 0,
                  upTo: Math.min(maxWeight ?? Infinity, addonWeight === 0 ? baseWeight : Infinity),
                }))
                .sort((x, y) => x.above - y.above);
              let reached = 0;
              for (const { above, upTo } of rows) if (above <= reached) reached = Math.max(reached, upTo);
              const isOpen = reached >= limits.maxWeight;
              assert.ok(isOpen, `${partnerId} ${Object.values(kind).join(' ')} ${from.name} to ${to.name}`);
            }
          }
        }
      }
    }
  });

  it('the same-day carrier has no price between cities', () => {
    assert.equal(weightCharge('nagarvega-sameday', NEW_DELHI, MUMBAI, 1_000), Infinity);
    assert.equal(weightCharge('nagarvega-sameday', NEW_DELHI, '110002', 1_000), 64);
  });

  it('contain rows that have ended, rows in force, and inactive rows', () => {
    assert.ok(demo.packages.some((row) => row.validTo !== null && row.validTo! < '2026'));
    assert.ok(demo.packages.some((row) => row.validFrom! <= MOMENT && MOMENT <= row.validTo!));
    assert.ok(demo.packages.some((row) => !row.status));
    assert.ok(demo.packages.some((row) => row.maxWeight !== null && row.addonWeight === 0));
    assert.ok(demo.discounts.some((row) => row.status && row.validTo !== null && row.validTo! < '2026'));
    assert.ok(demo.discounts.some((row) => !row.status));
    assert.ok(demo['customer-charges'].some((row) => row.customerId === 'cust-retail-001'));
    for (const type of ['fsc', 'docket', 'cod', 'insurance']) {
      assert.ok(
        demo['customer-charges'].some((row) => row.partnerId === null && row.type === type),
        type,
      );
    }
    assert.equal(new Set(demo.packages.map((row) => row.packageId)).size, demo.packages.length);
  });

  it('share the weights of a place, so that a heavier slab begins where it is the cheaper one', () => {
    const bounded = demo.packages.filter((row) => typeof row.minWeight === 'number');
    assert.ok(new Set(bounded.map(({ partnerId }) => partnerId)).size >= 7);
    assert.equal(weightCharge('dharaline-surface', NEW_DELHI, '560001', 7_000), 98 + 5 * 29);
    assert.equal(weightCharge('dharaline-surface', NEW_DELHI, '560001', 7_001), 248);
    assert.equal(weightCharge('nabhdoot-air', NEW_DELHI, NEW_DELHI, 3_000), 34 + 5 * 28);
    assert.equal(weightCharge('nabhdoot-air', NEW_DELHI, NEW_DELHI, 3_001), 190);
  });

  it('have some discounts on freight only, and one band in consecutive seasons', () => {
    const onFreight = demo.discounts.filter(({ appliesTo }) => appliesTo === 'FREIGHT');
    assert.deepEqual(
      onFreight.map(({ partnerId }) => partnerId),
      ['dakshinpath-courier', 'gajavahan-freight'],
    );
    assert.ok(onFreight.every(({ status }) => status));
    const seasons = ofPartner(demo.discounts, 'nabhdoot-air').filter((row) => row.fromWeight === 30);
    assert.equal(seasons.length, 3);
    const future = seasons.filter(({ validFrom }) => validFrom! > '2027');
    assert.equal(future.length, 2);
    assert.ok(future[0]!.validTo! < future[1]!.validFrom!);
  });

  it('give prices that a shipper would expect', () => {
    const inRange = (id: string, from: string, to: string, grams: number, low: number, high: number): void => {
      const rupees = weightCharge(id, from, to, grams);
      assert.ok(rupees >= low && rupees <= high, `${id} ${from} to ${to} ${grams} g: ₹${rupees}`);
    };
    inRange('nabhdoot-air', NEW_DELHI, MUMBAI, 500, 45, 70);
    inRange('dharaline-surface', NEW_DELHI, MUMBAI, 10_000, 120, 350);
    inRange('dakshinpath-courier', '560001', '600001', 500, 20, 50);
    inRange('nabhdoot-air', NEW_DELHI, LEH, 500, 80, 160);
    inRange('nagarvega-sameday', '560001', '560034', 2_000, 40, 100);
  });

  it('make the strategies choose differently', () => {
    const candidates = demo.partners.filter(
      (row) =>
        row.status === 'ACTIVE'
        && !row.pickupOnlyFrom
        && row.shipmentTypes.includes('B2C')
        && Number.isFinite(weightCharge(row.partnerId, NEW_DELHI, MUMBAI, 5_000)),
    );
    assert.ok(candidates.length >= 4);
    const hours = (row: Partner): number =>
      row.transit.find((each) => each.distanceFrom <= 1_500 && 1_500 < each.distanceTo)!.hours!;
    const least = (value: (row: Partner) => number): string =>
      candidates.reduce((a, b) => (value(b) < value(a) ? b : a)).partnerId;
    assert.equal(
      least((row) => weightCharge(row.partnerId, NEW_DELHI, MUMBAI, 5_000)),
      'kachhua-cargo',
    );
    assert.equal(least(hours), 'nabhdoot-air');
    assert.equal(
      least((row) => -row.performance.successRate),
      'dharaline-surface',
    );
  });
});

describe('demo generator', () => {
  it('refuses a place that the geography does not contain', () => {
    const zones = [{ ...nabhdootAir.zones[0]!, cities: ['MH/Atlantis'] }];
    assert.throws(() => buildDataset([{ ...nabhdootAir, zones }], geography), /no city 'MH\/Atlantis'/);
    assert.throws(() => geography.area('411057/Atlantis'), /no area/);
  });

  it('refuses a place in two zones and an attribute without its service', () => {
    const [first] = nabhdootAir.zones;
    const build = (zones: (typeof nabhdootAir)['zones']): Dataset =>
      buildDataset([{ ...nabhdootAir, zones }], geography);
    assert.throws(() => build([first!, { ...first!, code: 'TWICE' }]), /both list/);
    assert.throws(() => build([{ ...first!, attributes: ['HILL'] }]), /no HILL service/);
  });
});

describe('generator', () => {
  it('makes the same dataset for the same seed, and another for another seed', () => {
    assert.deepEqual(generatePartners(10, 7, geography), generatePartners(10, 7, geography));
    assert.notDeepEqual(generatePartners(10, 7, geography).packages, generatePartners(10, 8, geography).packages);
  });

  it('makes partners of the sizes that the benchmarks expect, and they can be imported', async () => {
    const dataset = generatePartners(20, 3, geography);
    assert.equal(dataset.partners.length, 20);
    for (const { partnerId } of dataset.partners) {
      const zones = ofPartner(dataset.zones, partnerId).length;
      const packages = ofPartner(dataset.packages, partnerId).length;
      assert.ok(zones >= 8 && zones <= 25, `${partnerId} ${zones} zones`);
      assert.ok(packages >= 60 && packages <= 200, `${partnerId} ${packages} packages`);
    }
    assert.deepEqual(dataset.credentials[0], demo.credentials[0]);
    const folder = mkdtempSync(join(tmpdir(), 'pinrate-generated-'));
    try {
      writeDataset(folder, dataset);
      const result = await readDataset(folder, { geographyFolder });
      assert.ok(result.ok, result.ok ? '' : formatDatasetErrors(result));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
