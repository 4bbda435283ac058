/** The shapes of rates that couriers send, each with prices that were computed by hand. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readRates } from '../../../src/sheets/rates/read.js';
import { inWords, mapIn, refusalOf, sheetOf } from './texts.js';

const ZONES = ['A', 'B', 'C1', 'C2', 'North', 'ROI', 'ROI (B)'].map((name, at) => ({ id: at + 1, name }));

interface Options {
  map?: string;
  lanes?: string[];
  isPerKg?: boolean;
}

function read(text: string, { map = '', lanes = [], isPerKg = false }: Options = {}) {
  const partner = { partnerId: 'swift', zones: ZONES, lanes };
  const { table, rows, faults } = readRates(sheetOf(text), mapIn(map), partner, isPerKg);
  return { rows, faults: faults.found.map(inWords), assumed: table.reading.assumed, notRead: table.reading.notRead };
}

type Members = Readonly<Record<string, number | string | undefined>>;

/** The weight charge of a parcel by the rows that fit it, in Rupees; null: no row carries it. */
function priceOf(rows: readonly { members: object }[], grams: number, route: Members): number | null {
  const fitting = rows
    .map(({ members }) => members as Members)
    .filter((row) => Object.entries(route).every(([name, value]) => row[name] === value))
    .filter(({ minWeight = 0, maxWeight = Infinity }) => grams > Number(minWeight) && grams <= Number(maxWeight))
    .filter(({ baseWeight, addonWeight }) => Number(addonWeight) > 0 || grams <= Number(baseWeight));
  const prices = fitting.map(({ baseWeight, baseCharge, addonWeight, addonCharge }) => {
    const steps = Math.max(0, Math.ceil((grams - Number(baseWeight)) / Number(addonWeight || 1)));
    return Math.round((Number(baseCharge) + steps * Number(addonCharge)) * 100) / 100;
  });
  return prices.length === 0 ? null : Math.min(...prices);
}

const to = (name: string): Members => ({ toZoneId: ZONES.find((zone) => zone.name === name)!.id });

describe('slabs down, lanes across', () => {
  it('have whole grams, units, and steps', () => {
    const { rows, faults } = read(
      'Weight Slab,Zone A,ZONE B (Metro)\n1-500 gm,30,40\n501-1000 gm,45,60\nAddl 500 gm,15,20.5\n',
    );
    assert.deepEqual(faults, []);
    assert.deepEqual(
      [1, 500, 501, 1_000, 1_001, 2_400].map((grams) => priceOf(rows, grams, to('A'))),
      // 45 + 3 × 15 at 2,400 g
      [30, 30, 45, 45, 60, 90],
    );
    // 60 + 3 × 20.50
    assert.equal(priceOf(rows, 2_400, to('B')), 121.5);
  });

  it('have columns of ranges, with a step that is shorter than its row', () => {
    const text = 'START RANGE,END RANGE,EACH SLAB (in grams),ZONE A,C2\n0,1000,1000,50,66\n1000,,1000,20,29\n';
    const { rows, faults } = read(text, { map: 'units: {from: g, to: g}' });
    assert.deepEqual(faults, []);
    // 50 + 84 × 20; 66 + 84 × 29; 66 + 29
    assert.deepEqual(
      [priceOf(rows, 85_000, to('A')), priceOf(rows, 85_000, to('C2')), priceOf(rows, 1_001, to('C2'))],
      [1_730, 2_502, 95],
    );
    assert.match(read(text).faults[0]!, /^2: START RANGE: says no unit: write "0 g" or "0 kg", or say it by units/);
  });

  it('have each started step from nothing on', () => {
    const { rows } = read('from,to,step,A\n0 kg,5 kg,1 kg,40\n5 kg,10 kg,5 kg,230\n');
    assert.deepEqual(
      [1, 1_000, 1_001, 5_000, 5_001, 10_000, 10_001].map((grams) => priceOf(rows, grams, to('A'))),
      [40, 40, 80, 200, 230, 230, null],
    );
  });

  it('end where the map says how, if they are open', () => {
    const text = 'Weight,A\nUp to 10 kg,120\nAbove 10 kg,11\n';
    assert.deepEqual(read(text).faults, [
      '3: Weight: has no end: say open: flat (one price), step (each started kg on top) or whole (each kg of all) in '
        + 'the map, or a step',
    ]);
    const prices = (open: string): (number | null)[] => {
      const { rows, faults } = read(text, { map: `open: ${open}` });
      assert.deepEqual(faults, []);
      return [10_000, 10_001, 12_500].map((grams) => priceOf(rows, grams, to('A')));
    };
    assert.deepEqual(prices('flat'), [120, 11, 11]);
    assert.deepEqual(prices('step'), [120, 131, 153]);
    // 11 started kg, 13 started kg
    assert.deepEqual(prices('whole'), [120, 121, 143]);
  });

  it('are asked about a slab that is cheaper than the one before', () => {
    const text = 'Weight,A\n0-20 kg,190\n20 KG - 50 Kgs,9\n50KG - 100KG,8\n';
    assert.match(read(text).faults[0]!, /^3: A: is cheaper than the slab before: is it per kg\?/);
    const { rows, faults } = read(text, { map: 'open: step' });
    assert.deepEqual(faults, []);
    // 190 + 30 × 9 + 35 × 8
    assert.equal(priceOf(rows, 85_000, to('A')), 740);
    assert.equal(priceOf(rows, 100_001, to('A')), null);
  });

  it('are not carried where a column begins or ends without a price', () => {
    const { rows, faults, assumed } = read('slab,A,B\n0-500,-,40\n500-1000,50,60\n1000-2000,70,NA\n');
    assert.deepEqual(faults, []);
    assert.deepEqual(
      [500, 501, 2_000].map((grams) => [priceOf(rows, grams, to('A')), priceOf(rows, grams, to('B'))]),
      [
        [null, 40],
        [50, 60],
        [70, null],
      ],
    );
    assert.deepEqual(assumed, [
      { what: 'slabs without a price, which are not carried', count: 2, example: 'A: 0-500' },
    ]);
    assert.deepEqual(
      read('slab,A\n0-500,40\n+500,-\n').rows.map(({ members }) => members),
      [{ toZoneId: 1, baseWeight: 500, baseCharge: 40, addonWeight: 0, addonCharge: 0, maxWeight: 500 }],
    );
    assert.deepEqual(read('slab,A,B\n0-500,#N/A,\n').faults, [
      '2: A: must be an amount such as 1250.50, but is "#N/A"',
    ]);
  });

  it('may be the other way round', () => {
    const { rows, faults } = read('Zone,Up to 500 g,Add. 500 g\nA,30,20\n>B,40,25\n');
    assert.deepEqual(faults, []);
    assert.deepEqual([priceOf(rows, 1_001, to('A')), priceOf(rows, 501, to('B'))], [70, 65]);
  });

  it('have one column for one route', () => {
    assert.deepEqual(read('slab,A,ZONE A\n0-500,30,31\n').faults, ['1: ZONE A: is the same route as A']);
    assert.deepEqual(read('slab,A,A\n0-500,30,31\n').faults, ['1: A: is the same route as A']);
    assert.deepEqual(
      read('Weight,ZONE A,ZONE B\n,LOCAL,Metro\n0-500 g,30,31\n').rows.map(({ members }) => members['toZoneId']),
      [1, 2],
    );
    const { rows, faults } = read('slab,ROI,ROI (B),"jammu, hp"\n0-500,30,31,32\n', {
      map: 'lanes: {"Jammu, HP": C1}',
    });
    assert.deepEqual(faults, []);
    assert.deepEqual(
      rows.map(({ members }) => members['toZoneId']),
      [6, 7, 3],
    );
  });

  it('prefer the lane of a rule to a zone, and take zones of either end', () => {
    const { rows } = read('slab,a,>A,A>,North>B\n0-500,1,2,3,4\n', { lanes: ['A'] });
    assert.deepEqual(
      rows.map(({ members: { lane, fromZoneId, toZoneId } }) => [lane, fromZoneId, toZoneId]),
      [
        ['A', undefined, undefined],
        [undefined, undefined, 1],
        [undefined, 1, undefined],
        [undefined, 5, 2],
      ],
    );
    assert.match(
      read('slab,Within the old city\n0-500,1\n').faults[0]!,
      /^1: Within the old city: is no lane and no zone/,
    );
  });
});

describe('headings of matrices', () => {
  it('may be merged over the names of lanes', () => {
    const sheet = {
      ...sheetOf('Weight,Zone,,\n,A,B,C1\n0-500 g,30,31,32\n+500 g,20,21,22\n'),
      merges: [
        { fromLine: 1, toLine: 1, fromColumn: 1, toColumn: 3 },
        { fromLine: 1, toLine: 2, fromColumn: 0, toColumn: 0 },
      ],
    };
    const { rows, faults } = readRates(sheet, mapIn(''), { partnerId: 'swift', zones: ZONES, lanes: [] }, false);
    assert.deepEqual(faults.found, []);
    assert.deepEqual([priceOf(rows, 501, to('A')), priceOf(rows, 501, to('C1'))], [50, 54]);
  });

  it('may have no heading above the names of rows', () => {
    const { rows, faults } = read(',A,B\nA,12,13\nB,13,10\n', { isPerKg: true });
    assert.deepEqual(faults, []);
    assert.equal(priceOf(rows, 1_001, { fromZoneId: 2, toZoneId: 1 }), 26);
    const { rows: slabs } = read('               ,LOCAL,NORTH\nUp to 500 gm,10,20\n0.5-1 KG,20,30\n');
    assert.deepEqual([priceOf(slabs, 1_000, { lane: 'LOCAL' }), priceOf(slabs, 500, to('North'))], [20, 20]);
  });
});

describe('distances', () => {
  const TEXT =
    'Distance,Up to 50 grams,51 grams to 250 grams,Additional 500 grams or part thereof\n'
    + 'Local,15,25,10\nup to 200 km,35,35,15\n201 to 500,36,40,20\n2001 - >>,37,45,30\n';

  it('are rows with kilometres; a parcel within a city needs a rule', () => {
    assert.match(read(TEXT).faults[0]!, /^2: Distance: needs a rule that gives routes within a city a lane; apply one/);
    const { rows, faults } = read(TEXT, { map: 'lanes: {Local: LOCAL}', lanes: ['LOCAL'] });
    assert.deepEqual(faults, []);
    const route = ({ members: { lane, kmFrom, kmTo } }: { members: Members }) => [lane, kmFrom, kmTo];
    assert.deepEqual(
      rows.filter(({ members }) => members['baseWeight'] === 50).map((row) => route(row as { members: Members })),
      [
        ['LOCAL', undefined, undefined],
        [undefined, undefined, 200.1],
        // above 200, up to and with 500
        [undefined, 200.1, 500.1],
        [undefined, 2_000.1, undefined],
      ],
    );
    // 40 + 2 × 20
    assert.equal(priceOf(rows, 1_250, { kmFrom: 200.1 }), 80);
  });
});

describe('zones by the kilogram', () => {
  const TEXT = 'Zones,A,B,C1\nA,12,13,12.5\nB,13,10,-\nC1,17,17,12\n';

  it('have a price for each started kilogram, from origins down to destinations across', () => {
    const { rows, faults, assumed } = read(TEXT, { isPerKg: true, map: 'set: {minCharge: 450}' });
    assert.deepEqual(faults, []);
    assert.equal(rows.length, 8);
    // 86 started kg × 17; 25 × 13
    assert.equal(priceOf(rows, 85_200, { fromZoneId: 3, toZoneId: 1 }), 1_462);
    assert.equal(priceOf(rows, 25_000, { fromZoneId: 1, toZoneId: 2 }), 325);
    assert.ok(rows.every(({ members }) => members['minCharge'] === 450));
    assert.deepEqual(assumed, [{ what: 'routes without a price, which are not carried', count: 1, example: 'B>C1' }]);
  });

  it('are asked for if it is not said, and refused for unknown zones', () => {
    assert.match(
      refusalOf(() => read(TEXT)).faults[0]!,
      /^1: null: is no shape of rates that is known: slabs of weight .* or --per-kg for zones by zones in Rupees a kilogram$/,
    );
    assert.match(
      read(TEXT.replace('\nC1,', '\nX9,'), { isPerKg: true }).faults[0]!,
      /^4: Zones: there is no zone "X9"/,
    );
    assert.match(refusalOf(() => read('a,b\nx,1\ny,2\n', { isPerKg: true })).faults[0]!, /is no matrix of zones/);
  });
});

describe('lists', () => {
  it('have a price a row, by type, category and slab', () => {
    const text =
      'Type,Category,Slab,Price\nForward charges,A,0-500,30\nForward charges,A,+500,20\n'
      + 'RTO,A,0-500,25\nForward charges,b,0-500,40\n';
    const map = 'columns: {direction: Type, lane: Category}\nvalues: {direction: {Forward charges: FORWARD}}';
    const { rows, faults } = read(text, { map });
    assert.deepEqual(faults, []);
    assert.deepEqual(
      [
        priceOf(rows, 1_200, { direction: 'FORWARD', ...to('A') }),
        priceOf(rows, 500, { direction: 'RTO', ...to('A') }),
        priceOf(rows, 501, { direction: 'RTO', ...to('A') }),
        priceOf(rows, 500, { direction: 'FORWARD', ...to('B') }),
      ],
      [70, 25, null, 40],
    );
  });

  it('are for every route without a column of routes', () => {
    const { rows, faults, assumed } = read('Slab,Rate\n0-500,30\n+500,20\n');
    assert.deepEqual(faults, []);
    assert.deepEqual(
      rows.map(({ members }) => members),
      [{ baseWeight: 500, baseCharge: 30, addonWeight: 500, addonCharge: 20 }],
    );
    assert.deepEqual(assumed, [{ what: 'prices for every route', count: 2, example: 'row 2' }]);
  });

  it('have a step by the map, or prices by the kilogram', () => {
    const text = 'Zone,Rate\nNorth,58\nROI (B),99\n';
    assert.match(read(text).faults[0]!, /^1: step: is needed where no column says a slab: say set: \{step: 500 g\}/);
    const { rows } = read(text, { map: 'set: {step: 500 g}' });
    assert.deepEqual([priceOf(rows, 1_200, to('North')), priceOf(rows, 501, to('ROI (B)'))], [174, 198]);
    const { rows: byKg } = read(text, { isPerKg: true });
    assert.equal(priceOf(byKg, 10_500, to('North')), 638);
    assert.deepEqual(read(`${text}north,60\n`, { map: 'set: {step: 500 g}' }).faults, [
      '4: Zone: is the same route as line 2',
    ]);
  });

  it('have prices in one row, whose names a pattern reads', () => {
    const names = ['a', 'b'].flatMap((lane) => [`fwd_${lane}_fixed`, `fwd_${lane}_additional`, `rto_${lane}_fixed`]);
    const text = `${names.join()}\n29.5,23.6,13.6,33,28.3,20.5\n`;
    const map =
      'columns: {"{direction}_{lane}_{fixed|additional}": price}\n'
      + 'values: {direction: {fwd: FORWARD, rto: RTO}}\nset: {step: 500 g}';
    const { rows, faults } = read(text, { map });
    assert.deepEqual(faults, []);
    assert.equal(rows.length, 4);
    // 33 + 2 × 28.30; without another price each step costs the same
    assert.equal(priceOf(rows, 1_200, { direction: 'FORWARD', ...to('B') }), 89.6);
    assert.equal(priceOf(rows, 1_000, { direction: 'RTO', ...to('A') }), 27.2);
    assert.match(
      read(text, { map: 'columns: {"X_{lane}": price}\nset: {step: 1 kg}' }).faults[0]!,
      /^1: X_\{lane\}: fits no heading/,
    );
    const slabs = read('slab,Price_A,Price_B\n0-500,30,40\n+500,20,25\n', { map: 'columns: {"Price_{lane}": price}' });
    assert.deepEqual([priceOf(slabs.rows, 501, to('A')), priceOf(slabs.rows, 500, to('B'))], [50, 40]);
  });
});
