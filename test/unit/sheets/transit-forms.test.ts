/** Times of transit in the forms that couriers send. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readTransit } from '../../../src/sheets/documents/transit.js';
import { ZoneNames } from '../../../src/sheets/zone-names.js';
import { inWords, mapIn, refusalOf, sheetOf } from './texts.js';

const ZONES = ['North', 'South'].map((name, at) => ({ id: at + 1, name }));

/** `1>2 4 days` of each row. */
function read(text: string, map = ''): string[] {
  const { rows, faults } = readTransit(sheetOf(text), mapIn(map), 'baaz', new ZoneNames(ZONES));
  assert.deepEqual(faults.found.map(inWords), []);
  return rows.map(({ members }) => {
    const { fromZoneId, toZoneId, days, hours } = members as Record<string, number | undefined>;
    return `${fromZoneId}>${toZoneId} ${days === undefined ? `${hours} hours` : `${days} days`}`;
  });
}

const faultsOf = (text: string, map = ''): string[] =>
  refusalOf(() => readTransit(sheetOf(text), mapIn(map), 'baaz', new ZoneNames(ZONES)).faults.throwIfAny()).faults;

const TITLED = 'TAT matrix (days),,\nFrom/To,North,South\nNorth,1,NSS\nSouth,4,1\n';

describe('times of transit', () => {
  it('are a matrix in days, with words for no service', () => {
    const map = 'units: {transit: days}\nvalues: {transit: {NSS: NA}}';
    assert.deepEqual(read(TITLED, map), ['1>1 1 days', '2>1 4 days', '2>2 1 days']);
  });

  it('are asked about where a title says days and the map does not', () => {
    assert.equal(
      faultsOf(TITLED)[0],
      '1: null: "TAT matrix (days)" says days, and the map does not: say units: {transit: days} in it, or hours',
    );
  });

  it('are a list with origin and destination', () => {
    const map = 'columns: {from_zone: Origin, to_zone: Destination, days: TAT (Days)}';
    assert.deepEqual(read('Origin,Destination,TAT (Days)\nNorth,South,4\n', map), ['1>2 4 days']);
  });

  it('count once where a row repeats another, and are refused where it contradicts', () => {
    const text = 'from_zone,to_zone,days\nNorth,South,4\nNorth,South,4 \nSouth,North,3\n';
    const { rows, table } = readTransit(sheetOf(text), mapIn(''), 'baaz', new ZoneNames(ZONES));
    assert.deepEqual([rows.length, table.reading.rows, table.reading.repeated], [2, 3, 1]);
  });

  it('are null in a matrix where a route is not served, and stay where a cell is empty', () => {
    const { rows, table } = readTransit(
      sheetOf('From/To,North,South\nNorth,1,null\nSouth,-,1\n'),
      mapIn('units: {transit: days}'),
      'baaz',
      new ZoneNames(ZONES),
    );
    assert.deepEqual(
      rows.map(({ members }) => members),
      [
        { fromZoneId: 1, toZoneId: 1, days: 1 },
        { fromZoneId: 1, toZoneId: 2, hours: null },
        { fromZoneId: 2, toZoneId: 2, days: 1 },
      ],
    );
    assert.deepEqual(table.notes.all, [
      { what: 'routes without a time, which stay as they are', count: 1, example: 'South>North' },
    ]);
  });

  it('are refused as days from to', () => {
    const text = 'From/To,North,South\nNorth,1,3-4\nSouth,4,1\n';
    assert.deepEqual(faultsOf(text, 'units: {transit: days}'), ['2: South: must be whole days, but is "3-4"']);
  });
});
