/** Serviceability: from the bytes of a file to zone-pincodes, without a node. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Zone } from '../../../src/model/documents.js';
import { pincode } from '../../../src/sheets/cells/pincodes.js';
import { SERVICEABILITY } from '../../../src/sheets/serviceability/form.js';
import { planServiceability, type PlanOptions } from '../../../src/sheets/serviceability/plan.js';
import { pincodeRows } from '../../../src/sheets/serviceability/rows.js';
import { coverageOf, type Entry, type PartnerCoverage } from '../../../src/sheets/serviceability/state.js';
import { SheetZones } from '../../../src/sheets/serviceability/zones.js';
import { tableOf } from '../../../src/sheets/tables/build.js';
import { Faults } from '../../../src/sheets/tables/faults.js';
import { fixtureZone } from '../../store/fixtures.js';
import { inWords, mapIn, refusalOf, sheetOf } from './texts.js';

const NOWHERE = { states: [], cities: [], areas: [] };
const zone = (id: number, name: string, attributes: ('ODA' | 'HILL')[] = []): Zone => ({
  ...fixtureZone(id, 'swift', NOWHERE),
  name,
  attributes,
});
const ZONES = [
  zone(1, 'Metro'),
  zone(2, 'Rest of India'),
  zone(3, 'North East', ['ODA', 'HILL']),
  zone(4, 'Twin'),
  zone(5, 'TWIN'),
  zone(6, '2'),
];
const PINCODES = ['110001', '110002', '110003', '560001', '793001', '400001'];

interface World extends Partial<Omit<PlanOptions, 'map' | 'zones'>> {
  /** The partner's own entries. */
  entries?: Entry[];
  /** Pincodes that zone 1 covers by its places. */
  inZone1?: string[];
  /** Whether zones that the partner does not have are made. */
  creates?: boolean;
}

function planOf(text: string, map = '', world: World = {}) {
  const { entries = [], inZone1 = [], creates = false, ...options } = world;
  const sheetMap = mapIn(map);
  const faults = new Faults();
  const table = tableOf(sheetOf(text), SERVICEABILITY, sheetMap, { isKey: (cell) => pincode(cell).ok });
  const covered = new Map(
    [...inZone1.map((code) => ({ partnerId: 'swift', zoneId: 1, pincode: code })), ...entries].map((entry) => [
      entry.pincode,
      coverageOf(entry, ZONES[entry.zoneId - 1]!),
    ]),
  );
  const state: PartnerCoverage = {
    partnerId: 'swift',
    zones: ZONES,
    entries: new Map(entries.map((entry) => [entry.pincode, entry])),
    covered,
    pincodes: new Set(PINCODES),
  };
  const created = creates
    ? { firstId: 70, services: ['PICKUP', 'DELIVERY', 'COD'], now: '2026-01-01T00:00:00.000Z' }
    : null;
  const zones = new SheetZones('swift', ZONES, sheetMap.zones, created);
  const all = {
    map: sheetMap,
    zones,
    only: null,
    others: null,
    closesOthers: false,
    zoneWithoutEntry: null,
    placed: new Map(),
    now: '2026-11-29T00:00:00.000Z',
    ...options,
  };
  const plan = planServiceability(pincodeRows(table, faults), state, all, faults);
  const sorted = faults.found.toSorted((a, b) => a.line - b.line);
  return { plan, table, faults: sorted.map(inWords) };
}

/** The documents, or the faults as `line: column: message`; `unknown` has the lines of unknown pincodes. */
function read(text: string, map = '', world: World = {}) {
  const { plan, faults, table } = planOf(text, map, world);
  return {
    documents: plan.entries.map(({ entry }): unknown => entry),
    faults,
    unknown: plan.unknown.map(({ line }) => line),
    reading: table.reading,
    plan,
  };
}

describe('a dirty file of serviceability', () => {
  it('has blanks around its words, and blank rows', () => {
    const { documents, faults } = read(' pincode ,ZONE\n 110001 ,  metro \n,\n   ,  \n\n110002,rest  of india\n');
    assert.deepEqual(faults, []);
    assert.deepEqual(documents, [
      { partnerId: 'swift', zoneId: 1, pincode: '110001' },
      { partnerId: 'swift', zoneId: 2, pincode: '110002' },
    ]);
  });

  it('says yes and no in many ways, and nothing where the zone decides', () => {
    const { documents, faults } = read(
      'pincode,zone,pickup,delivery,prepaid,cod,reverse\n'
        + '110001,1,YES, y ,1,true,TRUE\n'
        + '110002,1,No,N,0,False, no\n'
        + '560001,1,,,,Y,\n'
        + '793001,1,Yes!,2,-,ja,"Y,N"\n',
    );
    const services = (value: boolean) => ({
      PICKUP: value,
      DELIVERY: value,
      PREPAID: value,
      COD: value,
      REVERSE: value,
    });
    assert.deepEqual(
      documents.slice(0, 3).map((document) => (document as { services: unknown }).services),
      [services(true), services(false), { COD: true }],
    );
    assert.deepEqual(faults, [
      '5: pickup: must be Y or N, but is "Yes!"',
      '5: delivery: must be Y or N, but is "2"',
      '5: prepaid: must be Y or N, but is "-"',
      '5: cod: must be Y or N, but is "ja"',
      '5: reverse: must be Y or N, but is "Y,N"',
    ]);
  });

  it('has merged headings, and rows above them', () => {
    const { documents, faults } = read(
      'Swift Logistics,,,\nvalid from July,,,\n\nPincode,Zone,Services,\n,,COD,Pickup\n110001,1,N,Y\n110002,1,x,\n',
    );
    assert.deepEqual(faults, ['7: COD: must be Y or N, but is "x"']);
    assert.deepEqual(documents[0], {
      partnerId: 'swift',
      zoneId: 1,
      pincode: '110001',
      services: { PICKUP: true, COD: false },
    });
  });

  it('has merged headings of which the map ignores some', () => {
    const { documents, faults } = read(
      'Pincode,Zone,Services,\n,,COD,Remarks\n110001,1,N,far\n',
      'ignore: [Services, Remarks]',
    );
    assert.deepEqual(faults, []);
    assert.deepEqual(documents, [{ partnerId: 'swift', zoneId: 1, pincode: '110001', services: { COD: false } }]);
  });

  it('has numbers for pincodes', () => {
    const { documents, faults } = read(
      'pincode,zone\n110001.0,1.0\n560001.00,3\n11000,1\n1100011,1\n110001.5,1\n011001,1\n1.10002E5,1\n',
    );
    assert.deepEqual(
      documents.slice(0, 2).map((document) => (document as { pincode: string }).pincode),
      ['110001', '560001'],
    );
    assert.deepEqual(
      faults,
      ['11000', '1100011', '110001.5', '011001', '1.10002E5'].map(
        (text, at) => `${at + 4}: pincode: must be a pincode of six digits, but is "${text}"`,
      ),
    );
  });

  it('has unknown and double pincodes, and wrong zones', () => {
    const { faults, unknown, plan } = read(
      'pincode,zone\r\n110001,1\r\n999999,1\r\n110002,Metr\r\n110001,3\r\n'
        + '560001,99\r\n793001,twin\r\n400001,2\r\n,1\r\n888888,\r\n',
    );
    assert.deepEqual(unknown, [3, 10]);
    assert.deepEqual(faults, [
      '4: zone: there is no zone "Metr": the nearest are Metro (1), Twin (4), TWIN (5); --create-zones makes it',
      '5: pincode: 110001 is on line 2 already, with another zone: "1" and "3"',
      '6: zone: there is no zone "99": the nearest are 2 (6), Twin (4), TWIN (5); --create-zones makes it',
      '7: zone: "twin" may be Twin (4) or TWIN (5): write the id',
      '8: zone: "2" may be 2 (6) or Rest of India (2): write the name, or the other id',
      '9: pincode: is required',
    ]);
    assert.deepEqual(plan.uncovered, []);
  });
});

describe('what differs at a pincode', () => {
  it('adds to the attributes of the zone, and takes from them', () => {
    const { documents } = read(
      'pincode,zone,oda,hill\n110001,1,Y,\n110002,3,,N\n560001,3,N,N\n793001,3,,\n400001,1,,N\n',
    );
    assert.deepEqual(
      documents.map((document) => (document as { attributes?: unknown }).attributes),
      [['ODA'], ['ODA'], [], undefined, []],
    );
  });

  it('has an amount as it is written', () => {
    const { documents, faults } = read(
      'pincode,zone,max_cod\n110001,1,12.5\n110002,1,0\n560001,1,"₹25,000"\n793001,1,-5\n400001,1,1.005\n',
    );
    assert.deepEqual(
      documents.slice(0, 3).map((document) => (document as { maxCodAmount: unknown }).maxCodAmount),
      [12.5, 0, 25_000],
    );
    assert.deepEqual(faults, [
      '5: max_cod: must not be below 0, but is "-5"',
      '6: max_cod: must have at most 2 decimals, but is "1.005"',
    ]);
  });

  it('is blocked from the start of a day in India to the end of one', () => {
    const { documents } = read(
      'pincode,zone,blocked_from,blocked_to,reason\n'
        + '110001,1,2026-07-01,2026-07-01,Flood\n110002,1,2026-12-31,,Closed\n',
    );
    assert.deepEqual(
      documents.map((document) => (document as { blocked: unknown }).blocked),
      [
        { from: '2026-06-30T18:30:00.000Z', to: '2026-07-01T18:29:59.999Z', reason: 'Flood' },
        { from: '2026-12-30T18:30:00.000Z', to: null, reason: 'Closed' },
      ],
    );
  });

  it('is not blocked by half', () => {
    const { faults } = read(
      'pincode,zone,blocked_from,blocked_to,reason\n'
        + '110001,1,2026-07-01,,\n110002,1,,2026-07-01,\n560001,1,,,Flood\n'
        + '793001,1,2026-07-02,2026-07-01,Flood\n400001,1,2026-02-30,01/07/2026,Flood\n',
    );
    assert.deepEqual(faults, [
      '2: reason: is required with blocked_from',
      '3: blocked_from: is required with blocked_to',
      '4: blocked_from: is required with reason',
      '5: blocked_to: must not be before blocked_from',
      '6: blocked_from: must be a day such as 2026-07-01, but is "2026-02-30"',
      '6: blocked_to: may be two days: "01/07/2026"; say dates: DD/MM/YYYY or MM/DD/YYYY in the map',
    ]);
  });

  it('is not blocked because the map sets the reason of all blocks', () => {
    const { documents, faults } = read(
      'pincode,zone,blocked_from\n110001,1,\n110002,1,2026-07-01\n',
      'set: {reason: Flood}',
    );
    assert.deepEqual(faults, []);
    assert.deepEqual(documents, [
      { partnerId: 'swift', zoneId: 1, pincode: '110001' },
      {
        partnerId: 'swift',
        zoneId: 1,
        pincode: '110002',
        blocked: { from: '2026-06-30T18:30:00.000Z', to: null, reason: 'Flood' },
      },
    ]);
  });

  it('tells a fault of the node by the heading that it comes from', () => {
    const { plan } = planOf('Pincode,Zone,COD,ODA,Max COD,blocked_from,reason\n110001,1,Y,Y,5,2026-07-01,x\n');
    const [line] = plan.entries;
    const fields = ['services.COD', 'attributes[0]', 'maxCodAmount', 'blocked.from', 'blocked.reason', 'zoneId', ''];
    assert.deepEqual(
      fields.map((field) => line!.positionOf(field).column),
      ['COD', 'ODA', 'Max COD', 'blocked_from', 'reason', 'Zone', ''],
    );
  });
});

describe('headings', () => {
  it('may be other words of a field, if the values fit; what is not read is named', () => {
    const { documents, reading } = read('Pin Code,Zone Name,Delivery,State\n110001,Metro,N,Delhi\n');
    assert.deepEqual(documents, [{ partnerId: 'swift', zoneId: 1, pincode: '110001', services: { DELIVERY: false } }]);
    assert.deepEqual(reading.columns, { pincode: 'Pin Code', zone: 'Zone Name', delivery: 'Delivery' });
    assert.deepEqual(reading.notRead, ['State']);
    const text = 'Pin,Zone,Reverse Pickup\n110001,1,Kolkata\n110002,1,Pune\n560001,1,Delhi\n';
    assert.deepEqual(refusalOf(() => read(text)).faults, [
      '1: Reverse Pickup: is taken for reverse, and its values are not Y or N: "Kolkata", "Pune", "Delhi"; '
        + 'say what it is in a map, or ignore it there',
    ]);
  });

  it('that only contain a word are proposed as comments, and never used', () => {
    const text =
      'Origin Pincode,Postal,BD-Zone,Delivery City,ODA CHARGE,Extended Delivery\n110001,110002,NORTH,Pune,5,Y\n';
    const { faults, proposal } = refusalOf(() => read(text));
    assert.deepEqual(faults, ['1: pincode: there is no such heading']);
    assert.deepEqual(proposal!.split('\n'), [
      'headings: 1',
      'columns:',
      '  # pincode: needed; write its heading',
      '  # zone: "BD-Zone"  # NORTH',
      '  # not read: "Origin Pincode"  # 110001',
      '  # not read: "Postal"  # 110002',
      '  # not read: "Delivery City"  # Pune',
      '  # not read: "ODA CHARGE"  # 5',
      '  # not read: "Extended Delivery"  # Y',
      '',
    ]);
  });

  it('and words mean what the map says', () => {
    const map =
      'columns: {pincode: Pin Code, zone: Area Type}\nignore: [State]\nvalues: {zone: {local: Metro}}\nset: {cod: N}';
    const { documents, faults } = read('PIN  CODE,Area type,State\n110001,LOCAL,Delhi\n110002,3,\n', map);
    assert.deepEqual(faults, []);
    assert.deepEqual(documents, [
      { partnerId: 'swift', zoneId: 1, pincode: '110001', services: { COD: false } },
      { partnerId: 'swift', zoneId: 3, pincode: '110002', services: { COD: false } },
    ]);
  });

  it('and zones may be written in any script, however their characters are made', () => {
    // with a nukta of its own
    const map = `columns: {pincode: "पिन कोड"}\nvalues: {zone: {"\u0915\u093c\u0938\u094d\u092c\u093e": Rest of India}}`;
    const { documents, faults } = read('पिन कोड,zone\n110001,\u0958\u0938\u094d\u092c\u093e\n', map);
    assert.deepEqual(faults, []);
    assert.deepEqual(documents, [{ partnerId: 'swift', zoneId: 2, pincode: '110001' }]);
  });

  it('are there once; a column without one is ignored unless a map names it', () => {
    assert.deepEqual(refusalOf(() => read('pincode,zone,ZONE\n110001,1,1\n')).faults, [
      '1: ZONE: is there twice: column B "zone" is zone too; say which by columns or ignore in a map',
    ]);
    assert.deepEqual(read(',Pin,zone\n0,110001,1\n').reading.notRead, ['column A']);
    const { documents } = read(',Pin,\n3,110001,N\n', 'columns: {zone: column A, cod: column C}');
    assert.deepEqual(documents, [{ partnerId: 'swift', zoneId: 3, pincode: '110001', services: { COD: false } }]);
  });

  it('stand above the rows, but a list of one column needs none', () => {
    assert.deepEqual(refusalOf(() => read('pincode,zone\n,\n')).faults, [
      '1: null: there is no row below the headings',
    ]);
    assert.match(refusalOf(() => read('')).faults[0]!, /^1: null: there is no row of headings/);
    const { documents, reading } = read('Swift\n110001\n110002\n', 'set: {zone: Metro}');
    assert.equal(documents.length, 2);
    assert.equal(reading.headings, null);
    assert.deepEqual(reading.leftOut, [{ what: 'remarks', count: 1, example: 'row 1: Swift' }]);
  });

  it('are cut by the sign that cuts the first lines evenly', () => {
    for (const sign of [';', '\t', '|']) {
      const { documents } = read(`pincode${sign}zone\n110001${sign}1\n`);
      assert.deepEqual(documents, [{ partnerId: 'swift', zoneId: 1, pincode: '110001' }]);
    }
    const both = 'pincode;zone,cod\n110001;1,Y\n110002;1,N\n';
    assert.throws(() => sheetOf(both), /may be cut at comma and semicolon: say which by separator in the map/);
    assert.deepEqual(
      sheetOf(`sep=;\n${both}`).rows.map(({ cells }) => cells),
      [
        ['pincode', 'zone,cod'],
        ['110001', '1,Y'],
        ['110002', '1,N'],
      ],
    );
  });
});

describe('a sheet changes what it says and nothing else', () => {
  const own = (pincodeOf: string, more: Partial<Entry> = {}): Entry => ({
    ...{ partnerId: 'swift', zoneId: 2, pincode: pincodeOf },
    ...more,
  });

  it('keeps the zone that covers a pincode, and makes no entry where none is needed', () => {
    const { documents, faults, plan } = read(
      'Pin,ODA\n110001,FALSE\n110002,TRUE\n560001,\n',
      'empty: {oda: not served}',
      {
        inZone1: ['110001', '110002', '560001'],
      },
    );
    assert.deepEqual(faults, []);
    assert.deepEqual(documents, [
      { partnerId: 'swift', zoneId: 1, pincode: '110002', attributes: ['ODA'] },
      { partnerId: 'swift', zoneId: 1, pincode: '560001', services: { PICKUP: false, DELIVERY: false } },
    ]);
    // zone 1 lists no ODA: it gets it, free of charge
    assert.deepEqual(
      plan.zones.map(({ services }) => services.at(-1)),
      [{ serviceTypeId: 'ODA', isAvailable: true, baseCharge: 0 }],
    );
    assert.deepEqual(plan.does, [
      { what: 'zone Metro gets a service of the sheet, free of charge', count: 1, before: null, after: null },
      { what: 'pincodes lose pickup', count: 1, before: 3, after: 2 },
      { what: 'pincodes lose delivery', count: 1, before: 3, after: 2 },
      { what: 'pincodes get ODA', count: 1, before: 0, after: 1 },
    ]);
  });

  it('keeps services, limits and blocks that no column names', () => {
    const blocked = { from: '2026-01-01T00:00:00.000Z', to: null, reason: 'Flood' };
    const former = own('110001', { services: { COD: false }, attributes: ['ODA'], blocked, maxCodAmount: 500 });
    const { documents } = read('pincode,prepaid\n110001,N\n', '', { entries: [former] });
    assert.deepEqual(documents, [{ ...former, services: { COD: false, PREPAID: false } }]);
    const { documents: cleared } = read('pincode,max_cod,cod\n110001,,\n', 'empty: {max_cod: clear, cod: clear}', {
      entries: [former],
    });
    assert.deepEqual(cleared, [{ ...own('110001'), attributes: ['ODA'], blocked }]);
  });

  it('needs a zone only where none covers', () => {
    assert.deepEqual(read('pincode\n110001\n').plan.uncovered, [{ line: 2, column: 'zone', pincode: '110001' }]);
    const { documents } = read('pincode\n110001\n110002\n', 'set: {zone: Rest of India}', { inZone1: ['110001'] });
    assert.deepEqual(documents, [{ partnerId: 'swift', zoneId: 2, pincode: '110002' }]);
  });

  it('counts repetitions once, and refuses contradictions', () => {
    const { plan, faults } = planOf('pincode,zone,cod\n110001,1,Y\n110001,1,Y\n110001,1,N\n');
    assert.deepEqual([plan.repeated, plan.entries.length], [1, 1]);
    assert.deepEqual(faults, ['4: pincode: 110001 is on line 2 already, with another cod']);
  });

  it('takes sets of pincodes for those that are known', () => {
    const { documents } = read('pincode,zone\n110001-110002,1\n7930*,1\n"560001, 400001",1\n');
    assert.deepEqual(
      documents.map((entry) => (entry as Entry).pincode),
      ['110001', '110002', '793001', '560001', '400001'],
    );
  });

  it('makes zones if it may', () => {
    const { plan, faults } = planOf('pincode,zone,oda\n110001,goa,Y\n110002,GOA,N\n560001,Metro,N\n', '', {
      creates: true,
    });
    assert.deepEqual(faults, []);
    assert.deepEqual(
      plan.zones.map(({ id, name, services }) => [id, name, services.map((each) => each.serviceTypeId).join()]),
      [[70, 'goa', 'PICKUP,DELIVERY,COD,ODA']],
    );
    assert.deepEqual(
      plan.entries.map(({ entry }) => entry.zoneId),
      [70, 70, 1],
    );
    assert.deepEqual(plan.does[0], { what: 'new zones', count: 1, before: 6, after: 7 });
  });

  it('makes a zone of one line, however its cells break the name', () => {
    const { plan } = planOf('pincode,zone\n110001,"Far  East"\n110002,"Far\nEast"\n', '', { creates: true });
    assert.deepEqual(
      plan.zones.map(({ name }) => name),
      ['Far East'],
    );
  });

  it('lays one flag over what is covered, and leaves the rest', () => {
    const world = { inZone1: ['110001', '110002'], entries: [own('560001', { attributes: ['ODA'], maxCodAmount: 5 })] };
    const { documents, plan, faults } = read('Pin,zone,cod\n110001,9,N\n793001,9,N\n999999,9,N\n', '', {
      ...world,
      only: ['oda'],
      others: false,
    });
    assert.deepEqual(faults, []);
    assert.deepEqual(documents, [
      { partnerId: 'swift', zoneId: 1, pincode: '110001', attributes: ['ODA'] },
      own('560001', { attributes: [], maxCodAmount: 5 }),
    ]);
    assert.equal(plan.notCovered, 2);
  });

  it('is said to take too much if over a tenth loses its service', () => {
    const world = { inZone1: ['110001', '110002', '110003'] };
    assert.match(
      planOf('pincode,delivery\n110001,N\n', '', world).plan.loss!,
      /^1 of 3 covered pincodes would lose pickup or delivery, or move to another zone: 1 by delivery$/,
    );
    assert.equal(planOf('pincode,cod\n110001,N\n', '', world).plan.loss, null);
  });

  it('is said to take away the service of entries that it removes, unless the place keeps it', () => {
    const { plan } = planOf('pincode,zone\n110001,Rest of India\n', '', {
      entries: [own('110001'), own('560001'), own('110002'), own('400001')],
      zoneWithoutEntry: (code: string) =>
        new Map([
          ['110002', 1],
          ['400001', 2],
        ]).get(code),
    });
    assert.equal(plan.removed, 3);
    assert.equal(
      plan.loss,
      '2 of 4 covered pincodes would lose pickup or delivery, or move to another zone: '
        + '1 by pickup, 1 by delivery, 1 by zone',
    );
    assert.deepEqual(plan.does.slice(0, 2), [
      { what: 'pincodes lose pickup', count: 1, before: 4, after: 3 },
      { what: 'pincodes lose delivery', count: 1, before: 4, after: 3 },
    ]);
  });

  it('closes what a whole list without zones does not name', () => {
    const { documents } = read('pincode\n110001\n', '', { inZone1: ['110001', '110002'], closesOthers: true });
    assert.deepEqual(documents, [
      { partnerId: 'swift', zoneId: 1, pincode: '110002', services: { PICKUP: false, DELIVERY: false } },
    ]);
  });
});
