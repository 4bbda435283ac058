/** Rate matrices: from the bytes of a file to rows of packages, without a node. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { slabOf } from '../../../src/sheets/cells/slabs.js';
import { readRates } from '../../../src/sheets/rates/read.js';
import { inWords, mapIn, sheetOf } from './texts.js';

const ZONES = [
  { id: 1, name: 'Metro' },
  { id: 2, name: 'Rest of India' },
];

function read(text: string, { map = '', lanes = ['A', 'B'] }: { map?: string; lanes?: string[] } = {}) {
  const partner = { partnerId: 'swift', zones: ZONES, lanes };
  const { table, rows, faults } = readRates(sheetOf(text), mapIn(map), partner, false);
  return { table, rows, faults: faults.found.map(inWords) };
}

/** Lane or zones, bounds, and what the row charges: `A 0-500: 40/500 + 30/500`. */
function prices(text: string): string[] {
  const { rows, faults } = read(text);
  assert.deepEqual(faults, []);
  return rows.map(({ members }) => {
    const { lane, fromZoneId, toZoneId, minWeight, maxWeight, baseWeight, baseCharge, addonWeight, addonCharge } =
      members as Record<string, number | undefined>;
    const route = lane ?? `${fromZoneId}>${toZoneId}`;
    return `${route} ${minWeight ?? 0}-${maxWeight ?? ''}: ${baseCharge}/${baseWeight} + ${addonCharge}/${addonWeight}`;
  });
}

describe('a matrix of rates', () => {
  it('has flat slabs, and nothing above the last', () => {
    assert.deepEqual(prices('slab,A\n0-500,40\n500-1000,55.50\n'), [
      'A 0-500: 40/500 + 0/0',
      'A 500-1000: 55.5/1000 + 0/0',
    ]);
  });

  it('has steps behind a slab, without end or up to where the next begins', () => {
    assert.deepEqual(prices('slab,A,B\n0-500,40,12.5\n+500,30,0.1234\n'), [
      'A 0-: 40/500 + 30/500',
      'B 0-: 12.5/500 + 0.1234/500',
    ]);
    assert.deepEqual(prices('slab,A\n0-500,40\n500-1000,60\n+1000,30\n'), [
      'A 0-500: 40/500 + 0/0',
      'A 500-: 60/1000 + 30/1000',
    ]);
  });

  it('goes on top of the price at a weight', () => {
    // 40 + 9 × 30 at 5,000 g; 310 + 5 × 20 at 10,000 g
    assert.deepEqual(prices('slab,A\n0-500,40\n+500,30\n5000+ +1000,20\n10000+ +5000,50\n'), [
      'A 0-5000: 40/500 + 30/500',
      'A 5000-10000: 310/5000 + 20/1000',
      'A 10000-: 410/10000 + 50/5000',
    ]);
    // a started step counts: 40 + 2 × 30 at 1,200 g
    assert.deepEqual(prices('slab,A\n0-500,40\n+500,30\n1200+ +1000,20\n')[1], 'A 1200-: 100/1200 + 20/1000');
    assert.deepEqual(prices('slab,A\n0-5000,40\n5000+ +1000,20\n')[1], 'A 5000-: 40/5000 + 20/1000');
  });

  it('is exact, and rounds the price on which it goes on as a row is rounded', () => {
    // 0.1 + 9 × 0.2 is 1.9000000000000001 in binary; 10 + 9 × 0.0005 = 10.0045, 10 + 9 × 0.0006 = 10.0054
    assert.deepEqual(prices('slab,A\n0-500,0.1\n+500,0.2\n5000+ +1000,1\n')[1], 'A 5000-: 1.9/5000 + 1/1000');
    assert.deepEqual(prices('slab,A\n0-500,10\n+500,0.0005\n5000+ +1000,1\n')[1], 'A 5000-: 10/5000 + 1/1000');
    assert.deepEqual(prices('slab,A\n0-500,10\n+500,0.0006\n5000+ +1000,1\n')[1], 'A 5000-: 10.01/5000 + 1/1000');
  });

  it('has columns of pairs of zones, by id or name', () => {
    assert.deepEqual(prices('SLAB,1>2,rest of india > METRO\n0-500,40,41\n'), [
      '1>2 0-500: 40/500 + 0/0',
      '2>1 0-500: 41/500 + 0/0',
    ]);
  });

  it('takes filters from a map, and headings', () => {
    const map = 'columns: {slab: Weight, A: Local}\nunits: {slab: g}\nset: {paymentType: COD, validFrom: 2026-07-01}';
    const { rows, faults } = read('Weight,Local\n0-500,40\n', { map });
    assert.deepEqual(faults, []);
    assert.deepEqual(rows[0]!.members, {
      paymentType: 'COD',
      validFrom: '2026-06-30T18:30:00.000Z',
      lane: 'A',
      baseWeight: 500,
      baseCharge: 40,
      addonWeight: 0,
      addonCharge: 0,
      maxWeight: 500,
    });
    const { faults: wrong } = read('slab,A\n0-500,40\n', { map: 'set: {baseCharge: 1}' });
    assert.deepEqual(wrong, ['1: baseCharge: is in the map, and is no field of packages that a matrix leaves open']);
    for (const day of ['2026-7-1', '2026-02-30', '1']) {
      const { faults: ofDays } = read('slab,A\n0-500,40\n', { map: `set: {validFrom: ${day}}` });
      assert.deepEqual(ofDays, [`1: validFrom: must be a day such as 2026-07-01, but is "${day}"`]);
    }
    for (const day of ['1-Jul-26', '46204', '2026-07-01']) {
      const { rows: dated } = read('slab,A\n0-500,40\n', { map: `set: {validFrom: ${day}}` });
      assert.equal(dated[0]!.members['validFrom'], '2026-06-30T18:30:00.000Z', day);
    }
    const { faults: ofTwo } = read('slab,A\n0-500,40\n', { map: 'set: {validFrom: 01/07/2026}' });
    assert.match(ofTwo[0]!, /^1: validFrom: may be two days: "01\/07\/2026"; say dates: DD\/MM\/YYYY or /);
  });

  it('tells faults of the node by the cell that they come from', () => {
    const { rows } = read('slab,A\n0-500,40\n+500,30\n');
    const places = ['baseCharge', 'addonCharge', 'addonWeight', 'baseWeight', 'maxWeight'].map((field) => {
      const { line, column } = rows[0]!.positionOf(field);
      return `${field} ${line} ${column}`;
    });
    assert.deepEqual(places, [
      'baseCharge 2 A',
      'addonCharge 3 A',
      'addonWeight 3 A',
      'baseWeight 2 slab',
      'maxWeight 2 slab',
    ]);
  });
});

it('tells a matrix from a table in which a row is called slab', () => {
  assert.equal(read('Rates\nSlab,A\n0-500,40\n').rows[0]!.members['maxWeight'], 500);
  assert.deepEqual(read('lane,baseCharge,packageName\nA,40,Slab\n').rows[0]!.members, {
    lane: 'A',
    baseCharge: 40,
    packageName: 'Slab',
  });
});

describe('faults of a matrix', () => {
  const faultsOf = (text: string): string[] => read(text).faults;

  it('are holes, in slabs and in cells', () => {
    assert.deepEqual(faultsOf('slab,A\n0-500,40\n1000-2000,60\n'), ['3: slab: leaves 500 to 1000 g without a price']);
    assert.deepEqual(faultsOf('slab,A\n2-500,40\n'), ['2: slab: leaves 0 to 2 g without a price']);
    assert.deepEqual(faultsOf('slab,A\n0-500,40\n500-1000,-\n1000-2000,60\n'), [
      '3: A: has no price, between slabs that have one',
    ]);
    assert.deepEqual(faultsOf('slab,A\n0-500,40\n+500,\n5000+ +1000,60\n'), [
      '3: A: has no price, between slabs that have one',
    ]);
    assert.deepEqual(faultsOf('slab,A\n0-500,40\n5000+ +1000,20\n'), ['3: slab: leaves 500 to 5000 g without a price']);
  });

  it('are overlaps', () => {
    assert.deepEqual(faultsOf('slab,A\n0-500,40\n250-1000,50\n'), [
      '3: slab: overlaps the slabs above: 500 g has a price already',
    ]);
    assert.deepEqual(faultsOf('slab,A\n0-500,40\n+500,30\n400+ +100,5\n'), [
      '4: slab: overlaps the slabs above: 500 g has a price already',
    ]);
    assert.deepEqual(faultsOf('slab,A\n0-500,40\n+500,30\n500+ +1000,5\n'), [
      '4: slab: begins at 500 g, where the steps above begin',
    ]);
    assert.deepEqual(faultsOf('slab,A\n0-500,40\n+500,30\n5000+ +1000,5\n5000+ +2000,9\n'), [
      '5: slab: begins at 5000 g, where the steps above begin',
    ]);
    assert.deepEqual(faultsOf('slab,A\n0-500,40\n+500,30\n1000-2000,70\n'), [
      '4: slab: must be above the slab of further steps, which has no end',
    ]);
  });

  it('are slabs out of place, or that are none, without faults that only follow', () => {
    assert.deepEqual(faultsOf('slab,A\n+500,40\n'), ['2: slab: +500 must be below a slab such as 0-500']);
    assert.deepEqual(faultsOf('slab,A\n500+ +500,40\n'), [
      '2: slab: must be below a slab such as 0-500, on top of whose price it comes',
    ]);
    assert.deepEqual(faultsOf('slab,A\n0-500,40\n+500,30\n+1000,20\n'), [
      '4: slab: +1000 must be below a slab such as 0-500',
    ]);
    assert.deepEqual(faultsOf('slab,A\n0-half,40\n500-1000,50\n2000-3000,70\n'), [
      '2: slab: must be a slab such as 0-500, +500 or 5000+ +1000, in grams, '
        + 'or with units: up to 500 g, 0.5-1 kg, add. 500 g, but is "0-half"',
      '4: slab: leaves 1000 to 2000 g without a price',
    ]);
  });

  it('are prices that are none, and more decimals than there may be', () => {
    assert.deepEqual(faultsOf('slab,A,B\n0-500,40.001,free\n+500,30.1234567,-1\n'), [
      '2: A: must have at most 2 decimals, but is "40.001"',
      '3: A: must have at most 6 decimals, but is "30.1234567"',
      '2: B: must be an amount such as 1250.50, but is "free"',
      '3: B: must be an amount such as 1250.50, but is "-1"',
    ]);
    assert.deepEqual(faultsOf('slab,A\n0-500,40.100\n'), []);
  });

  it('are zones that there are not, and routes that are there twice', () => {
    assert.deepEqual(faultsOf('slab,Metro>Nowhere,1>2,metro > 2\n0-500,1,2,3\n'), [
      '1: Metro>Nowhere: there is no zone "Nowhere": the nearest are Metro (1), Rest of India (2)',
      '1: metro > 2: is the same route as 1>2',
    ]);
  });

  it('are none of lanes that no rule gives yet, which are said', () => {
    const { rows, table } = read('slab,A,Zone c (Metro)\n0-500,1,2\n');
    assert.deepEqual(
      rows.map(({ members }) => members['lane']),
      ['A', 'C'],
    );
    assert.deepEqual(table.reading.assumed, [
      { what: 'names read without their frame', count: 1, example: '"Zone c (Metro)" is c' },
      { what: 'names taken for lanes that no rule gives yet', count: 1, example: 'C' },
    ]);
    assert.equal(read('slab,C\n0-500,1\n', { lanes: [] }).rows[0]!.members['lane'], 'C');
  });
});

describe('a slab', () => {
  const slab = (text: string, unit: 'g' | 'kg' | null = 'g') => {
    const read = slabOf(text, unit);
    return read.ok ? read.value : null;
  };
  const range = (from: number | null, to: number | null) => ({ kind: 'RANGE', from, to });

  it('has our forms, in grams', () => {
    assert.deepEqual(slab('0-500'), range(0, 500));
    assert.deepEqual(slab(' 500 - 1000 '), range(500, 1_000));
    assert.deepEqual(slab('+500'), { kind: 'STEP', step: 500 });
    assert.deepEqual(slab('5000+ +1000'), { kind: 'ON_TOP', from: 5_000, step: 1_000 });
    assert.deepEqual(slab('5000++1000'), { kind: 'ON_TOP', from: 5_000, step: 1_000 });
    for (const text of [
      '',
      '500',
      '500-500',
      '500-0',
      '+0',
      '0+ +500',
      '+ 500 +',
      '5000+ +0',
      '0-half',
      '5 kg',
      'per g',
    ])
      assert.equal(slab(text), null, text);
  });

  it('has the forms of couriers, with their units', () => {
    const forms: [string, unknown][] = [
      ['250 gm - 500 gm', range(250, 500)],
      ['51 grams to 250 grams', range(51, 250)],
      ['0.5-1 KG', range(500, 1_000)],
      ['0.25 – 0.5 Kgs', range(250, 500)],
      ['1,000 g - 2,000 g', range(1_000, 2_000)],
      ['Up to 500 gm', range(null, 500)],
      ['Upto 1kg', range(null, 1_000)],
      ['First 500 grams', range(null, 500)],
      ['Add. 500 g', { kind: 'STEP', step: 500 }],
      ['Addl 500 gm', { kind: 'STEP', step: 500 }],
      ['every additional 0.5 kg', { kind: 'STEP', step: 500 }],
      ['Additional 500 grams or part thereof', { kind: 'STEP', step: 500 }],
      ['>10KG', range(10_000, null)],
      ['Above 10 kg', range(10_000, null)],
      ['100KG +', range(100_000, null)],
      ['per kg', { kind: 'PER_KG' }],
      ['Rate per Kg', { kind: 'PER_KG' }],
      ['Addnl 500gm', { kind: 'STEP', step: 500 }],
      ['For every additional 500 Grms', { kind: 'STEP', step: 500 }],
      ['500 gm additional', { kind: 'STEP', step: 500 }],
      ['Each 500 gms thereafter', { kind: 'STEP', step: 500 }],
      ['1st 500 gms', range(null, 500)],
      ['500 gm & below', range(null, 500)],
      ['Above 500 g upto 1 kg', range(500, 1_000)],
      ['> 500 g to 1000 g', range(500, 1_000)],
      ['Above 5 kg, every additional 1 kg', { kind: 'ON_TOP', from: 5_000, step: 1_000 }],
      ['Addl 1 kg above 5 kg', { kind: 'ON_TOP', from: 5_000, step: 1_000 }],
    ];
    for (const [text, expected] of forms) assert.deepEqual(slab(text, null), expected, text);
    assert.deepEqual(slab('1-2', 'kg'), range(1_000, 2_000));
  });

  it('says a unit somewhere, and whole grams', () => {
    for (const [text, message] of [
      ['0-500', /^says no unit: "0-500"; write g or kg, or say it by units in the map$/],
      ['0-0.0005 kg', /^must be whole grams, but is "0-0\.0005 kg"$/],
      ['10KG<20KG', /^must be a slab such as /],
      // exactly 500 g may be in either slab
      ['< 500 g', /^must be a slab such as /],
      ['1,25 kg', /^must be a slab such as /],
    ] as const) {
      const read = slabOf(text, null);
      assert(!read.ok);
      assert.match(read.message, message);
    }
  });
});
