/** Sheets of what became of parcels: their headings, cells, words and faults, and the lines that they make. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { outcomesInWords } from '../../../src/import/outcome-words.js';
import { OUTCOMES } from '../../../src/sheets/outcomes/form.js';
import { outcomeMapOf, shippedMap } from '../../../src/sheets/outcomes/map.js';
import { type OutcomeSheet, readOutcomes } from '../../../src/sheets/outcomes/read.js';
import type { OutcomeLine, OutcomeReading } from '../../../src/sheets/outcomes/row.js';
import { SHIPPED_MAPS } from '../../../src/sheets/outcomes/shipped-maps.js';
import { SheetFaults } from '../../../src/sheets/tables/faults.js';
import { MapFault, NO_MAP } from '../../../src/sheets/tables/map.js';
import { openTable } from '../../../src/sheets/tables/stream.js';
import { inWords } from './texts.js';
import { workbook } from './workbooks.js';

const OF_SWIFT: OutcomeReading = {
  ...{ by: 'awb', partnerId: 'swift', caller: null },
  isPartnerId: (word) => ['swift', 'slow-cargo'].includes(word),
};
const OF_ANY: OutcomeReading = { ...OF_SWIFT, partnerId: null };
const HEADINGS = 'awb,to,payment,picked_up,status';

async function read(sheet: string | Uint8Array, map = '', reading = OF_SWIFT): Promise<OutcomeSheet> {
  const bytes = typeof sheet === 'string' ? Buffer.from(sheet) : sheet;
  const open = async function* () {
    yield await Promise.resolve(bytes);
  };
  const form = map === '' ? NO_MAP : outcomeMapOf(map, 'map.yaml');
  return readOutcomes(await openTable(open, OUTCOMES, form), reading);
}

async function linesOf(sheet: string | Uint8Array, map = '', reading = OF_SWIFT): Promise<OutcomeLine[]> {
  const lines: OutcomeLine[] = [];
  for await (const { line } of (await read(sheet, map, reading)).lines()) lines.push(line);
  return lines;
}

async function faultsOf(sheet: string, map = '', reading = OF_SWIFT): Promise<string[]> {
  try {
    await read(sheet, map, reading);
  } catch (error) {
    if (error instanceof SheetFaults) return error.faults.map(inWords);
    throw error;
  }
  throw new Error('nothing is refused');
}

describe('a row', () => {
  it('is a line, with the dates of India in UTC and weights in grams', async () => {
    const headings = `${HEADINGS},from,weight (kg),billed weight (g),promised,first attempt,attempts,delivered,returned`;
    const [delivered, returned] = await linesOf(
      `${headings}
A1,560001,COD,2026-09-01 16:07,DELIVERED,110001,1.2,1500,04-Sep-2026,03/09/2026 11:15 AM,1,2026-09-03T05:45:00Z,
A2,560002,Prepaid,2026-09-01 16:07,rto,,,,,,2,,20-Sep-2026 10:00
`,
      'dates: DD/MM/YYYY',
    );
    assert.deepEqual(delivered, {
      awb: 'A1',
      partnerId: 'swift',
      pickupPincode: '110001',
      deliveryPincode: '560001',
      paymentType: 'COD',
      weight: 1200,
      pickedUpAt: '2026-09-01T10:37:00.000Z',
      promisedAt: '2026-09-04T18:29:59.999Z',
      firstAttemptAt: '2026-09-03T05:45:00.000Z',
      deliveredAt: '2026-09-03T05:45:00.000Z',
      attempts: 1,
      billedGrams: 1500,
      status: 'DELIVERED',
    });
    assert.deepEqual([returned!.status, returned!.rtoAt], ['RTO', '2026-09-20T04:30:00.000Z']);
  });

  it('has the members of POST /outcomes as headings, too', async () => {
    const members = 'awb,partnerId,deliveryPincode,paymentType,pickedUpAt,deliveredAt,attempts,status';
    const row = 'A1,swift,560001,COD,2026-09-01T10:00:00Z,2026-09-02T10:00:00Z,1,DELIVERED';
    const [line] = await linesOf(`${members}\n${row}\n`, '', OF_ANY);
    assert.equal(line!.partnerId, 'swift');
    assert.equal(line!.deliveredAt, '2026-09-02T10:00:00.000Z');
  });

  it('counts a day without a time from its beginning for a pickup, else at its end, and says so', async () => {
    const text = `${HEADINGS},delivered\nA1,560001,COD,2026-09-01,DELIVERED,2026-09-01\n`;
    const [line] = await linesOf(text);
    assert.deepEqual([line!.pickedUpAt, line!.deliveredAt], ['2026-08-31T18:30:00.000Z', '2026-09-01T18:29:59.999Z']);
    const { assumed } = (await read(text)).summary.reading;
    assert.deepEqual(
      assumed.map(({ what, count }) => [what.slice(0, 19), count]),
      [['days without a time', 2]],
    );
  });

  it('was attempted when it was delivered, where that was its only attempt', async () => {
    const [once, twice] = await linesOf(
      `${HEADINGS},attempts,delivered
A1,560001,COD,2026-09-01,DELIVERED,1,2026-09-03 10:00
A2,560001,COD,2026-09-01,DELIVERED,2,2026-09-03 10:00
`,
    );
    assert.deepEqual([once!.firstAttemptAt, twice!.firstAttemptAt], ['2026-09-03T04:30:00.000Z', undefined]);
  });

  it('has one attempt more than failed where it was delivered', async () => {
    const lines = await linesOf(
      `${HEADINGS},NDR count\nA1,560001,COD,2026-09-01,DELIVERED,1\nA2,560001,COD,2026-09-01,RTO,3\n`,
    );
    assert.deepEqual(
      lines.map(({ attempts }) => attempts),
      [2, 3],
    );
  });

  it('is known by the order number where that is said, and then needs a status alone', async () => {
    const reading = { ...OF_ANY, by: 'ref', caller: 'service:other-shop' } as const;
    assert.deepEqual(await linesOf('Order ID,Status\n O1 ,OPEN\n', '', reading), [
      { shipmentId: 'O1', caller: 'service:other-shop', status: 'OPEN' },
    ]);
  });

  it('takes what it lacks from the map', async () => {
    const map = 'set: {payment: PREPAID, from: 122001}';
    const [line] = await linesOf('awb,to,picked_up,status\nA1,560001,2026-09-01,OPEN\n', map);
    assert.deepEqual([line!.paymentType, line!.pickupPincode], ['PREPAID', '122001']);
  });
});

describe('faults of a row', () => {
  it('are words of the status that the map lacks, each by its cell', async () => {
    const map = 'values: {status: {Delivered: DELIVERED}}\ncolumns: {status: Current Status}';
    const rows = ['A1,560001,COD,2026-09-01,Delivered', 'A2,560001,COD,2026-09-01,NDR', 'A3,560001,COD,2026-09-01,'];
    assert.deepEqual(await faultsOf(`awb,to,payment,picked_up,Current Status\n${rows.join('\n')}\n`, map), [
      '3: Current Status: NDR is no word of values: status in the map; it must mean DELIVERED, RTO, LOST, OPEN',
      '4: Current Status: is required: what became of it',
    ]);
  });

  it('are words of which a proposed map has each once, with its rows', async () => {
    const rows = ['A1,560001,COD,2026-09-01,NDR', 'A2,560001,COD,2026-09-01,Held', 'A3,560001,COD,2026-09-01,NDR'];
    const refused = read(`${HEADINGS}\n${rows.join('\n')}\n`, 'columns: {awb: awb}');
    await assert.rejects(refused, ({ proposal }: SheetFaults) => {
      assert.deepEqual(proposal!.split('\n'), [
        'values:',
        '  status:',
        '    "NDR":  # 2 rows: DELIVERED, RTO, LOST, OPEN',
        '    "Held":  # 1 row: DELIVERED, RTO, LOST, OPEN',
        '',
      ]);
      return true;
    });
  });

  it('are dates before the pickup', async () => {
    const text = `${HEADINGS},delivered,returned
A1,560001,COD,2026-09-03 10:00,DELIVERED,2026-09-03 09:59,
A2,560001,COD,2026-09-03 10:00,RTO,,2026-09-02
A3,560001,COD,2026-09-03 10:00,DELIVERED,2026-09-03 10:00,
`;
    assert.deepEqual(await faultsOf(text), [
      '2: delivered: is before the pickup: 2026-09-03 09:59, picked up 2026-09-03 10:00',
      '3: returned: is before the pickup: 2026-09-02, picked up 2026-09-03 10:00',
    ]);
  });

  it('are rows of one parcel that contradict each other; one that repeats another counts once', async () => {
    const row = 'A1,560001,COD,2026-09-01,OPEN';
    const { summary, lines } = await read(`${HEADINGS}\n${row}\n${row}\nA2,560001,COD,2026-09-01,OPEN\n`);
    assert.deepEqual([summary.count, summary.reading.repeated, summary.byStatus.OPEN], [2, 1, 2]);
    const sent: number[] = [];
    for await (const each of lines()) sent.push(each.row);
    assert.deepEqual(sent, [2, 4]);
    assert.deepEqual(await faultsOf(`${HEADINGS}\n${row}\nA1,560001,PREPAID,2026-09-01,LOST\n`), [
      '3: awb: "A1" is in line 2 too, with another paymentType, status',
    ]);
  });

  it('are cells that nobody can read, and those that a sum needs', async () => {
    const text = `${HEADINGS},attempts
1.23E+14,560001,COD,2026-09-01,OPEN,
A2,56001,COD,2026-09-01,OPEN,
A3,560001,card,2026-09-01,OPEN,
A4,560001,COD,2026-02-30,OPEN,
A5,560001,COD,,OPEN,
A6,560001,COD,2026-09-01,OPEN,often
A7,560001,COD,05/12/2026,OPEN,
`;
    const faults = await faultsOf(text);
    assert.deepEqual(
      faults.map((fault) => fault.split(': ').slice(0, 2).join(': ')),
      ['2: awb', '3: to', '4: payment', '5: picked_up', '6: picked_up', '7: attempts', '8: picked_up'],
    );
    assert.equal(faults[4], '6: picked_up: is required: when it was picked up');
  });

  it('are columns that are missing, with a map to start from', async () => {
    assert.deepEqual(await faultsOf('awb,status\nA1,OPEN\n'), [
      '1: to: there is no such heading',
      '1: payment: there is no such heading',
      '1: picked_up: there is no such heading',
    ]);
    const [fault] = await faultsOf(`${HEADINGS}\nA1,560001,COD,2026-09-01,OPEN\n`, '', OF_ANY);
    assert.match(fault!, /^1: null: nothing says whose parcels these are: .* partner in the map, where partners says /);
  });

  describe('with a column of couriers', () => {
    const of = (...words: readonly string[]): string =>
      `${HEADINGS},partner\n${words.map((word, at) => `A${at},560001,COD,2026-09-01,OPEN,${word}\n`).join('')}`;
    const MAP = 'partners: {Swift Air: swift}';
    const lacks = (word: string): string => `${word} is no word of partners in the map, and no partnerId`;

    it('are words that are neither in the map nor a partnerId, with or without a courier for all rows', async () => {
      assert.deepEqual(await faultsOf(of('Swift Air', 'Slow', 'swift'), MAP, OF_ANY), [`3: partner: ${lacks('Slow')}`]);
      assert.deepEqual(await faultsOf(of('Swift Air', 'swift'), '', OF_SWIFT), [`2: partner: ${lacks('Swift Air')}`]);
    });

    it('are rows of another courier than the one for all rows', async () => {
      assert.deepEqual(await faultsOf(of('swift', 'slow-cargo')), [
        '3: partner: slow-cargo is another courier than swift, whose parcels these are said to be',
      ]);
    });

    it('are empty cells where no courier is for all rows', async () => {
      assert.deepEqual(await faultsOf(of('swift', ''), '', OF_ANY), ['3: partner: is required: whose parcel it is']);
      assert.deepEqual(
        (await linesOf(of('swift', ''))).map(({ partnerId }) => partnerId),
        ['swift', 'swift'],
      );
    });

    it('are none where the map ignores the column', async () => {
      const [line] = await linesOf(of('Slow'), 'ignore: [partner]');
      assert.equal(line!.partnerId, 'swift');
    });

    it('are none where all are partnerIds', async () => {
      assert.deepEqual(
        (await linesOf(of('slow-cargo', 'swift'), '', OF_ANY)).map(({ partnerId }) => partnerId),
        ['slow-cargo', 'swift'],
      );
    });

    it('are in a proposed map, with their rows', async () => {
      const refused = read(of('Slow', 'Swift Air', 'Slow', 'Quick'), MAP, OF_ANY);
      await assert.rejects(refused, ({ proposal }: SheetFaults) => {
        const stub = ['partners:', '  "Slow":  # 2 rows: the partnerId', '  "Quick":  # 1 row: the partnerId', ''];
        assert.deepEqual(proposal!.split('\n'), stub);
        return true;
      });
    });
  });
});

describe('people', () => {
  const PEOPLE = ['Asha Example', '+91-00000-12345', 'asha@mail.example', '12 Invented Lane'];
  const TEXT = `Consignee Name,Mobile,E-mail,Address,${HEADINGS}
${PEOPLE.join(',')},A1,560001,COD,2026-09-01,OPEN
${PEOPLE.join(',')},A2,560001,COD,2026-09-01,CANCELLED
`;

  it('are in no line and in no word about the sheet', async () => {
    const map = 'leave_out: [{status: CANCELLED}]';
    const { summary } = await read(TEXT, map);
    const all = JSON.stringify([await linesOf(TEXT, map), summary, outcomesInWords(summary)]);
    for (const text of PEOPLE) assert(!all.includes(text), text);
    assert.deepEqual(summary.reading.notRead, ['Consignee Name', 'Mobile', 'E-mail', 'Address']);
  });

  it('are in no proposed map', async () => {
    const refused = read(TEXT.replace('picked_up', 'date of something'), '');
    await assert.rejects(refused, (error) => {
      assert(error instanceof SheetFaults);
      assert.match(error.proposal!, /# not read: "Consignee Name"\n/);
      for (const text of PEOPLE) assert(!error.proposal!.includes(text), text);
      return true;
    });
  });

  it('are no column of a map', () => {
    for (const heading of ['Consignee Name', 'customer_mobile', 'ReceivedBy Name', 'Address Line 1', 'E-Mail'])
      assert.throws(() => outcomeMapOf(`columns: {ref: ${heading}}`, 'map.yaml'), MapFault, heading);
    for (const heading of ['Consignee Pincode', 'Address Pin', 'Courier Name'])
      assert.doesNotThrow(() => outcomeMapOf(`columns: {to: ${heading}}`, 'map.yaml'), heading);
  });
});

describe('a map', () => {
  it('begins with a shipped one, and has the last word', () => {
    const map = outcomeMapOf(
      `like: nabhdoot-air
columns: {delivered: Dlv Dt, promised: }
values: {status: {"ndr": LOST, Held by customs: OPEN}}
leave_out: [{status: Test}]
`,
      'map.yaml',
    );
    const base = shippedMap('nabhdoot-air');
    assert.deepEqual(map.columns.get('delivered'), ['Dlv Dt']);
    assert.equal(map.columns.has('promised'), false);
    const words = map.values.get('status')!;
    assert.deepEqual(
      [words.get('ndr'), words.get('held by customs'), words.get('delivered')],
      ['LOST', 'OPEN', 'DELIVERED'],
    );
    assert.equal(map.leaveOut.length, base.leaveOut.length + 1);
    assert.throws(() => outcomeMapOf('like: nobody', 'map.yaml'), /like: must be one of dharaline-surface/);
  });

  it('is shipped for five sheets, and means one of four by each word', () => {
    assert.equal(SHIPPED_MAPS.size, 5);
    for (const name of SHIPPED_MAPS.keys())
      for (const [word, meaning] of shippedMap(name).values.get('status')!)
        assert.match(meaning, /^(?:DELIVERED|RTO|LOST|OPEN)$/, `${name}: ${word}`);
  });
});

it('reads a workbook, with its numbers of days', async () => {
  const inline = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const headings = HEADINGS.split(',').map(inline).join('');
  const row = `${inline('A1')}<c><v>560001</v></c>${inline('COD')}<c><v>46266.5</v></c>${inline('OPEN')}`;
  const file = workbook(`<row r="1">${headings}</row><row r="2">${row}</row>`);
  const lines: OutcomeLine[] = [];
  const open = async function* () {
    yield await Promise.resolve(new Uint8Array(file));
  };
  const stream = await openTable(open, OUTCOMES, NO_MAP, 'List');
  for await (const { line } of (await readOutcomes(stream, OF_SWIFT)).lines()) lines.push(line);
  assert.deepEqual(
    lines.map(({ deliveryPincode, pickedUpAt }) => [deliveryPincode, pickedUpAt]),
    [['560001', '2026-09-01T06:30:00.000Z']],
  );
});

it('says figures of which the sheet says nothing', async () => {
  const { summary } = await read(`${HEADINGS},attempts\nA1,560001,COD,2026-09-01,OPEN,0\n`);
  assert.deepEqual(summary.missing, ['on time', 'hours to the first attempt']);
  assert(outcomesInWords(summary).includes('no figure of on time: the sheet does not say it'));
});
