/** Serviceability: from the bytes of a file to zone-pincodes, without a node. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCsv } from '../../../src/cli/csv.js';
import { Faults, type FileFaults } from '../../../src/cli/import/faults.js';
import { NO_MAP, type SheetMap } from '../../../src/cli/import/map.js';
import { SERVICEABILITY, serviceabilityOf } from '../../../src/cli/import/serviceability.js';
import { tableOf } from '../../../src/cli/import/table.js';
import { ZoneNames } from '../../../src/cli/import/zone-names.js';
import { fixtureZone } from '../../store/fixtures.js';

const NOWHERE = { states: [], cities: [], areas: [] };
const zone = (id: number, name: string, attributes: ('ODA' | 'HILL')[] = []) => ({
  ...fixtureZone(id, 'swift', NOWHERE),
  name,
  attributes,
});
const ZONES = new ZoneNames([
  zone(1, 'Metro'),
  zone(2, 'Rest of India'),
  zone(3, 'North East', ['ODA', 'HILL']),
  zone(4, 'Twin'),
  zone(5, 'TWIN'),
  zone(6, '2'),
]);
const PINCODES = new Set(['110001', '110002', '560001', '793001', '400001']);

/** The documents, or the faults as `line: column: message`; `unknown` has the lines of unknown pincodes. */
function read(text: string, map: SheetMap = NO_MAP): { documents: unknown[]; faults: string[]; unknown: number[] } {
  const sheet = readCsv(Buffer.from(text));
  assert(sheet.ok);
  const faults = new Faults();
  const table = tableOf(sheet.rows, 'f.csv', SERVICEABILITY, map);
  const { lines, unknown } = serviceabilityOf(table, { partnerId: 'swift', zones: ZONES, pincodes: PINCODES }, faults);
  return {
    documents: lines.map((line) => (JSON.parse(line.text) as { document: unknown }).document),
    faults: faults.found.map(({ line, column, message }) => `${line}: ${column}: ${message}`),
    unknown: unknown.map(({ line }) => line),
  };
}

/** The lines for standard error when the table as a whole is refused. */
function refusal(text: string, map: SheetMap = NO_MAP): string[] {
  try {
    read(text, map);
  } catch (error) {
    return (error as FileFaults).lines.slice(1);
  }
  assert.fail('nothing is refused');
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
    const map: SheetMap = { ...NO_MAP, file: 'map.yaml', ignored: new Set(['services', 'remarks']) };
    const { documents, faults } = read('Pincode,Zone,Services,\n,,COD,Remarks\n110001,1,N,far\n', map);
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
    const { faults, unknown } = read(
      'pincode,zone\r\n110001,1\r\n999999,1\r\n110002,Metr\r\n110001,3\r\n'
        + '560001,99\r\n793001,twin\r\n400001,2\r\n,1\r\n888888,\r\n',
    );
    assert.deepEqual(unknown, [3, 10]);
    assert.deepEqual(faults, [
      '4: zone: there is no zone "Metr": the nearest are Metro (1), Twin (4), TWIN (5)',
      '5: pincode: 110001 is on line 2 already',
      '6: zone: there is no zone "99": the nearest are 2 (6), Twin (4), TWIN (5)',
      '7: zone: "twin" may be Twin (4) or TWIN (5): write the id',
      '8: zone: "2" may be 2 (6) or Rest of India (2): write the name, or the other id',
      '9: pincode: is required',
      '10: zone: is required',
    ]);
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
      'pincode,zone,max_cod\n110001,1,12.5\n110002,1,0\n560001,1,"25,000"\n793001,1,-5\n',
    );
    assert.deepEqual(
      documents.slice(0, 2).map((document) => (document as { maxCodAmount: unknown }).maxCodAmount),
      [12.5, 0],
    );
    assert.deepEqual(faults, ['4: max_cod: must be a number, but is "25,000"']);
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
      '6: blocked_to: must be a day such as 2026-07-01, but is "01/07/2026"',
    ]);
  });

  it('is not blocked because the map sets the reason of all blocks', () => {
    const map: SheetMap = { ...NO_MAP, file: 'map.yaml', set: new Map([['reason', 'Flood']]) };
    const { documents, faults } = read('pincode,zone,blocked_from\n110001,1,\n110002,1,2026-07-01\n', map);
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
    const sheet = readCsv(
      Buffer.from('Pincode,Zone,COD,ODA,Max COD,blocked_from,reason\n110001,1,Y,Y,5,2026-07-01,x\n'),
    );
    assert(sheet.ok);
    const table = tableOf(sheet.rows, 'f.csv', SERVICEABILITY, NO_MAP);
    const known = { partnerId: 'swift', zones: ZONES, pincodes: PINCODES };
    const [line] = serviceabilityOf(table, known, new Faults()).lines;
    const fields = ['services.COD', 'attributes[0]', 'maxCodAmount', 'blocked.from', 'blocked.reason', 'zoneId', ''];
    assert.deepEqual(
      fields.map((field) => line!.positionOf(field).column),
      ['COD', 'ODA', 'Max COD', 'blocked_from', 'reason', 'Zone', ''],
    );
  });
});

describe('headings', () => {
  it('that nothing knows are faults with a map to start from', () => {
    assert.deepEqual(refusal('Pin Code,Zone Name,Delivery,State\n110001,Metro,Y,Delhi\n'), [
      'f.csv:1: Pin Code: is no heading of serviceability',
      'f.csv:1: Zone Name: is no heading of serviceability',
      'f.csv:1: State: is no heading of serviceability',
      'f.csv:1: pincode: there is no such heading',
      'f.csv:1: zone: there is no such heading',
      'A map to start from, as a file for --map:',
      'columns:',
      '  pincode: "Pin Code"',
      '  zone: "Zone Name"',
      'ignore:',
      '  - "State"',
    ]);
  });

  it('and words mean what the map says', () => {
    const map: SheetMap = {
      file: 'map.yaml',
      ours: new Map([
        ['pin code', 'pincode'],
        ['area type', 'zone'],
      ]),
      ignored: new Set(['state']),
      values: new Map([['zone', new Map([['local', 'Metro']])]]),
      set: new Map([['cod', 'N']]),
    };
    const { documents, faults } = read('PIN  CODE,Area type,State\n110001,LOCAL,Delhi\n110002,3,\n', map);
    assert.deepEqual(faults, []);
    assert.deepEqual(documents, [
      { partnerId: 'swift', zoneId: 1, pincode: '110001', services: { COD: false } },
      { partnerId: 'swift', zoneId: 3, pincode: '110002', services: { COD: false } },
    ]);
  });

  it('and zones may be written in any script, however their characters are made', () => {
    const map: SheetMap = {
      ...NO_MAP,
      file: 'map.yaml',
      ours: new Map([['पिन कोड', 'pincode']]),
      // with a nukta of its own
      values: new Map([['zone', new Map([['\u0915\u093c\u0938\u094d\u092c\u093e', 'Rest of India']])]]),
    };
    const { documents, faults } = read('पिन कोड,zone\n110001,\u0958\u0938\u094d\u092c\u093e\n', map);
    assert.deepEqual(faults, []);
    assert.deepEqual(documents, [{ partnerId: 'swift', zoneId: 2, pincode: '110001' }]);
  });

  it('are there once, and each column with cells has one', () => {
    assert.deepEqual(refusal('pincode,zone,ZONE\n110001,1,1\n110002,1,1,stray\n'), [
      'f.csv:1: ZONE: is there twice: column 2 is zone too',
      'f.csv:3: column 4: has no heading',
    ]);
  });

  it('stand above the rows, and rows below them', () => {
    const [missing] = refusal('Swift\n110001,Metro\n110002,Metro\n');
    assert.match(missing!, /^f\.csv:2: there is no row of headings: serviceability has pincode, zone, pickup, /);
    assert.deepEqual(refusal('pincode,zone\n,\n'), ['f.csv:1: there is no row below the headings']);
    assert.match(refusal('')[0]!, /^f\.csv:1: there is no row of headings/);
  });

  it('are between commas', () => {
    const message = (name: string) => [`f.csv:1: has ${name} between its cells: save it as CSV with commas`];
    assert.deepEqual(refusal('pincode;zone;max_cod\n110001;1;12,5\n110002;1;\n'), message('semicolons'));
    assert.deepEqual(refusal('pincode\tzone\n110001\t1\n'), message('tabs'));
    assert.match(refusal('Code,Area\n1,a;b\n2,c;d\n')[0]!, /there is no row of headings/);
  });
});
