/** Forms in which couriers send lists of pincodes: read to the same rows, or refused with the cell and what to say. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pincode } from '../../../src/sheets/cells/pincodes.js';
import { SERVICEABILITY } from '../../../src/sheets/serviceability/form.js';
import { pincodeRows } from '../../../src/sheets/serviceability/rows.js';
import { tableOf } from '../../../src/sheets/tables/build.js';
import { Faults } from '../../../src/sheets/tables/faults.js';
import { mapIn, refusalOf, sheetOf } from './texts.js';

const lines = (...rows: readonly string[]): string => rows.map((row) => `${row}\n`).join('');

/** Pincodes, zone, and what is said: `110001 North +cod -oda max 5000 km 35 days 2 embargo`. */
function read(text: string, map = ''): string[] {
  const faults = new Faults();
  const table = tableOf(sheetOf(text), SERVICEABILITY, mapIn(map), { isKey: (cell) => pincode(cell).ok });
  const rows = pincodeRows(table, faults);
  faults.throwIfAny();
  return rows.map(({ ranges, zone, flags, maxCod, numbers: { edlKm, transitDays }, embargo }) =>
    [
      ranges.map(({ from, to }) => (from === to ? from : `${from}-${to}`)).join('+'),
      zone,
      ...Object.entries(flags).map(([field, isOn]) => `${isOn ? '+' : '-'}${field}`),
      ...[maxCod === null ? '' : `max ${maxCod}`, edlKm === undefined ? '' : `km ${edlKm}`],
      ...[transitDays === undefined ? '' : `days ${transitDays}`, embargo === true ? 'embargo' : ''],
    ]
      .filter((part) => part !== '')
      .join(' '),
  );
}

const FORMS: Readonly<Record<string, { text: string; map?: string; rows: string[] }>> = {
  'flags, hubs and serial numbers': {
    text: lines(
      'Sr. No.,Pincode,City,State,Hub,Zone,Prepaid,COD,Pickup,Reverse Pickup,ODA,EDL',
      '1,110001,New Delhi,Delhi,DEL HUB,North,Y,Y,Y,Y,N,N',
      '2,793001,Shillong,Meghalaya,GAU HUB,East,Y,N,N,N,Y,Y',
    ),
    rows: ['110001 North +pickup +prepaid +cod +reverse -oda', '793001 East -pickup +prepaid -cod -reverse +oda'],
  },
  'texts of a list of choices': {
    text: lines(
      'Pincode,Zone,Service Type',
      '110001,North,Prepaid & COD',
      '793001,East,Prepaid only',
      '194101,East,No Service',
    ),
    map: lines(
      'columns: {cod: Service Type, delivery: column C}',
      'values:',
      '  cod: {Prepaid & COD: Y, Prepaid only: N, No Service: N}',
      '  delivery: {Prepaid & COD: Y, Prepaid only: Y, No Service: N}',
    ),
    rows: ['110001 North +delivery +cod', '793001 East +delivery -cod', '194101 East -delivery -cod'],
  },
  'two rows of headings': {
    text: lines('Pincode,Zone,Delivery,,Pickup', ',,Prepaid,COD,', '110001,North,Y,Y,Y', '793001,East,Y,N,N'),
    rows: ['110001 North +pickup +prepaid +cod', '793001 East -pickup +prepaid -cod'],
  },
  'ranges and prefixes': {
    text: lines('Pincode Range,Zone', '110001-110096,North', '400001 to 400104,West', '56*,South'),
    map: 'columns: {pincode: Pincode Range}\nvalues: {pincode: {400001 to 400104: 400001-400104}}',
    rows: ['110001-110096 North', '400001-400104 West', '560000-569999 South'],
  },
  'several pincodes in a cell': {
    text: lines('Zone,Pincodes', 'North,"110001, 110002, 110003"', 'East,793001;793002'),
    map: 'columns: {pincode: Pincodes}',
    rows: ['110001+110002+110003 North', '793001+793002 East'],
  },
  'words for classes of delivery': {
    text: lines('Pincode,Zone,ODA', '110001,North,Regular', '793001,East,ODA-1', '194101,East,ODA-2'),
    map: 'values: {oda: {Regular: N, ODA-1: Y, ODA-2: Y}}',
    rows: ['110001 North -oda', '793001 East +oda', '194101 East +oda'],
  },
  'limits in Indian grouping': {
    text: lines('Pincode,Zone,COD,COD Limit', '110001,North,Y,"50,000"', '793001,East,Y,"Rs.1,00,000"'),
    rows: ['110001 North +cod max 50000', '793001 East +cod max 100000'],
  },
  'names of columns of a database': {
    text: lines('pin_code;zone_name;is_cod;is_prepaid;is_oda', '110001;North;1;1;0', '793001;East;0;1;1'),
    map: 'columns: {cod: is_cod, prepaid: is_prepaid, oda: is_oda}',
    rows: ['110001 North +prepaid +cod -oda', '793001 East +prepaid -cod +oda'],
  },
  'kilometres and days': {
    text: lines('Pincode,Zone,ODA,EDL Distance (KM),TAT (Days)', '110001,North,N,0,2', '793001,East,Y,35,5'),
    rows: ['110001 North -oda km 0 days 2', '793001 East +oda km 35 days 5'],
  },
  'words of status': {
    text: lines(
      'PIN,ZONE,DELIVERY STATUS,COD STATUS,Embargo',
      '110001,North,Active,Active,N',
      '793001,East,Serviceable,Inactive,Y',
    ),
    rows: ['110001 North +delivery +cod', '793001 East +delivery -cod embargo'],
  },
  'both ends': {
    text: lines('Origin Pincode,Destination Pincode,Zone', '110001,560001,South', '110001,793001,East'),
    rows: ['560001 South', '793001 East'],
  },
  'forced texts': {
    text: lines('"Pincode","Zone"', '"=""110001""","North"', "'793001,East", '560 001,South'),
    rows: ['110001 North', '793001 East', '560001 South'],
  },
  'serviceable, by the map': {
    text: lines('Pincode,Zone,Serviceable', '110001,North,Yes', '793001,East,No'),
    map: 'columns: {pickup: column C, delivery: Serviceable}',
    rows: ['110001 North +pickup +delivery', '793001 East -pickup -delivery'],
  },
  'what is not served, by the map': {
    text: lines('Non Serviceable Pincodes', '194101', '194102'),
    map: 'columns: {pincode: Non Serviceable Pincodes}\nset: {pickup: N, delivery: N}',
    rows: ['194101 -pickup -delivery', '194102 -pickup -delivery'],
  },
};

const REFUSED: Readonly<Record<string, { text: string; fault: RegExp }>> = {
  'serviceable alone': {
    text: lines('Pincode,Zone,Serviceable', '110001,North,Yes', '793001,East,No'),
    fault:
      /^1: Serviceable: is not read, and "No" in line 3 may mean no service: say columns: \{pickup: column C, delivery: Serviceable\} in a map, or one of them, or ignore it$/,
  },
  'a list of what is not served': {
    text: lines('Non Serviceable Pincodes', '194101', '194102'),
    fault: /^1: pincode: there is no such heading$/,
  },
  'a remark with digits below': {
    text: lines('Pin Code,Zone', '110001,North', '793001,East', 'Total pincodes: 2,'),
    fault: /^4: Pin Code: must be a pincode .*"Total pincodes: 2"; if it is a note, say rows: 2-3 in a map$/,
  },
  'lists beside each other': {
    text: lines('Pincode,City,Pincode,City', '110001,Delhi,560001,Bengaluru'),
    fault: /^1: Pincode: is there twice: column A "Pincode" is pincode too; say which by columns or ignore in a map$/,
  },
  'days from to': {
    text: lines('Pincode,Zone,TAT (Days)', '110001,North,1-2', '793001,East,4-5'),
    fault:
      /^1: TAT \(Days\): is taken for transit, and its values are not numbers: "1-2", "4-5"; say what it is in a map/,
  },
  'flags with remarks in them': {
    text: lines('Pincode,Zone,COD', '110001,North,Yes*', '793001,East,Yes (upto 5000)'),
    fault: /^2: COD: must be Y or N, but is "Yes\*"$/,
  },
};

describe('a list of pincodes', () => {
  for (const [name, { text, map, rows }] of Object.entries(FORMS))
    it(`is read: ${name}`, () => assert.deepEqual(read(text, map), rows));

  for (const [name, { text, fault }] of Object.entries(REFUSED))
    it(`is refused, with the cell and what to say: ${name}`, () => {
      const { faults } = refusalOf(() => read(text));
      assert.match(faults[0]!, fault);
    });

  it('of two columns with one heading is proposed by their letters', () => {
    const { proposal } = refusalOf(() => read(REFUSED['lists beside each other']!.text));
    assert.match(proposal!, /^ {2}pincode: "column A" .*\n {2}# pincode: "column C" /m);
  });
});
