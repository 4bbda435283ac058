/** Sheets of invoices and of what stands next to them, as lines and facts. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { InvoiceLine, UnreadableLine } from '../../../src/reconcile/line.js';
import { factsSetBy, withoutFacts } from '../../../src/reconcile/read/facts.js';
import { INVOICE, ITEMS, ORDERS, ROUTES } from '../../../src/reconcile/read/form.js';
import { glanceAt, InvoiceReader, linesOf } from '../../../src/reconcile/read/invoice.js';
import { invoiceMapOf, keyText } from '../../../src/reconcile/read/map.js';
import { RouteNames } from '../../../src/reconcile/read/names.js';
import { readItems, readRoutes, readShipments } from '../../../src/reconcile/read/shipments.js';
import { SheetFaults } from '../../../src/sheets/tables/faults.js';
import type { TableForm } from '../../../src/sheets/tables/form.js';
import { MapFault, NO_MAP, type SheetMap } from '../../../src/sheets/tables/map.js';
import { dayOrderOf, openTable } from '../../../src/sheets/tables/stream.js';

const ZONES = [
  { id: 1, name: 'North' },
  { id: 2, name: 'South' },
];
const CARD = { partnerId: 'toy', lanes: ['METRO', 'C1'], zones: ZONES };

const open = (text: string, form: TableForm, map: SheetMap = NO_MAP) =>
  // eslint-disable-next-line @typescript-eslint/require-await
  openTable(
    async function* () {
      yield new TextEncoder().encode(text);
    },
    form,
    map,
  );

async function linesIn(text: string, yaml = '', given = {}): Promise<(InvoiceLine | UnreadableLine)[]> {
  const map = invoiceMapOf(`amounts: withTax\n${yaml}`, 'map.yaml');
  const stream = await open(text, INVOICE, withoutFacts(map.invoice.map));
  const reader = new InvoiceReader(stream.table, await dayOrderOf(stream, 'date'), {
    ...{ partnerId: 'toy', cards: [CARD], ignoresUnknown: map.ignoresUnknown },
    basis: { withTax: true, compare: map.compare },
    ...given,
  });
  const lines: (InvoiceLine | UnreadableLine)[] = [];
  for await (const line of linesOf(stream, reader)) lines.push(line);
  return lines;
}

const only = async (text: string, yaml = ''): Promise<InvoiceLine> => (await linesIn(text, yaml))[0] as InvoiceLine;
const unreadable = (lines: readonly (InvoiceLine | UnreadableLine)[]) =>
  lines.map((line) => ('unreadable' in line ? `${line.unreadable.field}: ${line.unreadable.word}` : null));

describe('a line of an invoice', () => {
  it('has its claims by the usual words of headings', async () => {
    const text =
      'AWB No,Order ID,Booking Date,Charged Weight (kg),Zone,Freight Charges,RTO Charges,GST,Discount,Total Amount\n'
      + '="0012",ORD-1,2026-10-07 11:05,1.25,south,"₹1,135.494",0,204.39,5.00,"1,334.88"\n';
    const { awb, ref, date, direction, chargedGrams, billed, totalPaise, amounts } = await only(text);
    assert.deepEqual([awb, ref, date, direction, chargedGrams], ['0012', 'ORD-1', '2026-10-07', 'FORWARD', 1_250]);
    assert.deepEqual(billed, { toZone: { id: '2', name: 'South' } });
    assert.equal(totalPaise, 133_488);
    // each cell is rounded half up; a discount lowers the total whatever its sign
    assert.deepEqual(amounts, { total: 133_488, freight: 113_549, rto: 0, discount: -500, tax: 20_439 });
  });

  it('has its charged weight by the short words too', async () => {
    for (const heading of [
      'Charged Wt (Kg)',
      'Chg Wt (kg)',
      'Chargeable Wt. (kg)',
      'Billed Wt (KG)',
      'Billing Weight (kg)',
    ])
      assert.equal((await only(`AWB,${heading},Total\n1,1.25,30\n`)).chargedGrams, 1_250, heading);
  });

  it('is unreadable by one cell below a usual heading, and the others of a small invoice are not', async () => {
    const text = (cells: string) => `AWB No,Charged Weight (kg),Zone,Total Amount\n${cells}`;
    const four = '1,1.25,south,30\n2,heavy,south,30\n3,1,south,thirty\n4,#REF!,south,30\n5,1,#REF!,30\n';
    assert.deepEqual(unreadable(await linesIn(text(`${four}6,1,south,30\n`))), [
      null,
      'charged_weight: heavy',
      'total: thirty',
      'charged_weight: #REF!',
      'zone: #REF!',
      null,
    ]);
    assert.deepEqual(unreadable(await linesIn(text('1,1,south,30\n2,1,south,thirty\n'))), [null, 'total: thirty']);
    // a column that is mostly of another kind is another column
    await assert.rejects(linesIn(text('1,1,south,30\n2,1,south,thirty\n3,1,south,none\n')), (error) => {
      assert(error instanceof SheetFaults);
      assert.match(error.message, /is taken for total, and its values are not amounts: "thirty", "none"/);
      return true;
    });
  });

  it('is the sum of its columns without a total', async () => {
    const { totalPaise } = await only('awb,freight,cod,discount,tax\n1,100,20.5,10,19.89\n');
    assert.equal(totalPaise, 13_039);
    await assert.rejects(only('awb,freight\n1,100\n', 'compare: [freight]'), /compare is without tax/);
  });

  it('is not the total behind a blank row, whatever stands next to its word', async () => {
    for (const foot of ['Total,INR,30', 'Total,2 shipments,30', 'TOTAL:,Rupees thirty only,', 'Total,,30'])
      for (const headings of ['', 'invoice: {headings: 1}\n']) {
        const lines = await linesIn(`awb,ref,total\n1,a,10\n2,b,20\n\n${foot}\n\n3,c,5\n`, headings);
        assert.deepEqual(
          lines.map(({ awb }) => awb),
          ['1', '2', '3'],
          foot,
        );
      }
  });

  it('has the sum of several columns, in whatever form their amounts are', async () => {
    const yaml = 'invoice: {columns: {tax: [CGST, SGST, IGST]}}\n';
    const rows = [
      '1,₹15.84,Rs.15.84,-,30',
      '2,"(2.97)","1,008.91",NA,30',
      '3,2.97/-,,,30',
      '4,2.97,nil,,30',
      '5,1,#N/A,,30',
    ];
    const lines = await linesIn(`awb,CGST,SGST,IGST,total\n${rows.join('\n')}\n`, yaml);
    assert.deepEqual(
      lines.map((line) => ('unreadable' in line ? line.unreadable.word : line.amounts.tax)),
      [3_168, 100_594, 297, '2.97 nil', '1 #N/A'],
    );
  });

  it('is below the labels of an invoice, which are no headings though fields have their words', async () => {
    const headings = 'Sr. No.,Waybill,Reference No,Shipment Date,Charged Weight (kg),Total Amount';
    const rows = '1,8001,M-1,2026-11-03,0.4,77.88\n2,8002,M-2,2026-11-04,0.4,77.88';
    const labels = [
      'Tara Parcel,,',
      'Invoice Number,TPS/77',
      'Date,16-Nov-2026',
      'Total Amount,155.76',
      'Zone,A,Shipments',
    ];
    for (const gap of ['', '\n'])
      for (let count = 1; count <= labels.length; count++) {
        const lines = await linesIn(`${labels.slice(0, count).join('\n')}\n${gap}${headings}\n${rows}\n`);
        const invoices = lines.map(({ awb, invoice, date }) => [awb, invoice, date]);
        assert.deepEqual(invoices, [
          ['8001', null, '2026-11-03'],
          ['8002', null, '2026-11-04'],
        ]);
      }
    const pages = `${headings}\n${rows}\n\nInvoice Number,TPS/77\n${headings}\n3,8003,M-3,2026-11-05,0.4,77.88\n`;
    assert.equal((await linesIn(pages)).at(-1)!.awb, '8003');
  });

  it('is neither a total at the foot, in whatever words, nor a text alone in its row', async () => {
    const feet = ['Total Amount', 'Invoice Total (Rs.)', 'Total Invoice Value', 'SUB-TOTAL', 'Total Payable:'];
    const notes = ['Amount in words: Rupees thirty only', 'E. & O. E.'];
    const text = [...feet.map((foot) => `${foot},,30`), ...notes.map((note) => `${note},,`)].join('\n');
    const lines = await linesIn(`awb,ref,total\n1,a,10\n2,b,20\n${text}\nTotal Care Ltd,c,5\n`);
    assert.deepEqual(
      lines.map(({ awb }) => awb),
      ['1', '2', 'Total Care Ltd'],
    );
  });

  it('has a weight of whole grams, rounded up, as of a volume divided', async () => {
    const lines = await linesIn(
      'awb,Charged Weight (kg),total\n1,0.2002,9\n2,0.30000000000000004,9\n3,2.9999999999999996,9\n',
    );
    assert.deepEqual(
      lines.map((line) => ('unreadable' in line ? line.unreadable : line.chargedGrams)),
      [201, 300, 3_000],
    );
  });

  it('has the unit of its weight in the heading above, which is joined with its own', async () => {
    const [line] = await linesIn('awb,Weight (kg),Charges\n,Charged Weight,total\n1,1.5,30\n');
    assert.equal((line as InvoiceLine).chargedGrams, 1_500);
  });

  it('rounds half up below 0 too, and takes what programs leave of binary fractions', async () => {
    const lines = await linesIn('awb,total\n1,-0.005\n2,129.80000000000001\n3,(1.015)\n');
    assert.deepEqual(
      lines.map(({ totalPaise }) => totalPaise),
      [0, 12_980, -101],
    );
  });

  it('means words by patterns, in any case; a heading may be that of two fields', async () => {
    const yaml =
      'invoice:\n  columns: {awb: Waybill, direction: Waybill}\n'
      + '  values: {direction: {/^\\(R\\)/: RTO, /^\\d/: FORWARD}}\n  strip: {awb: /^\\(R\\)/}\n';
    const lines = await linesIn('Waybill,total\n(r)123,5\n123,5\nX1,5\n', yaml);
    assert.deepEqual(
      lines.map(({ direction }) => direction),
      ['RTO', 'FORWARD', null],
    );
    const { strip } = invoiceMapOf(yaml, 'map.yaml').invoice;
    assert.equal(keyText('(R)123', strip.awb), '123');
    assert.equal(keyText('AbC', null), 'abc');
  });

  it('is unreadable by a word that nothing explains or an amount that is none, and says which', async () => {
    const text =
      'awb,date,direction,charged_weight,lane,total\n'
      + '1,2026-10-07,FORWARD,500 g,metro,5\n'
      + '2,2026-10-07,Sideways,500 g,METRO,5\n'
      + '3,2026-10-07,,500 g,Mars,5\n'
      + '4,2026-10-07,,heavy,,5\n'
      + '5,2026-10-07,,,,%!f(string=47.25)\n'
      + '6,someday,,,,5\n'
      + '1.23E+14,2026-10-07,,,,5\n'
      + '8,,,,,\n';
    assert.deepEqual(unreadable(await linesIn(text)), [
      ...[null, 'direction: Sideways', 'lane: Mars', 'charged_weight: heavy', 'total: %!f(string=47.25)'],
      ...['date: someday', 'awb: 1.23E+14', 'total: '],
    ]);
    const ignoring = await linesIn(text, 'unknown: ignore');
    assert.deepEqual(unreadable(ignoring), [null, null, null, null, null, null, null, null]);
    assert.deepEqual((ignoring[2] as InvoiceLine).billed, null);
  });

  it('names lanes and zones as the card does', async () => {
    const text = 'awb,lane,total\n1,c1,5\n2,Zone C1 (Metro),5\n3,North>South,5\n4,south,5\n';
    const lines = (await linesIn(text)) as InvoiceLine[];
    const [north, south] = [
      { id: '1', name: 'North' },
      { id: '2', name: 'South' },
    ];
    assert.deepEqual(
      lines.map(({ billed }) => billed),
      [{ lane: 'C1' }, { lane: 'C1' }, { fromZone: north, toZone: south }, { toZone: south }],
    );
    const [mapped] = (await linesIn(
      'awb,lane,total\n1,04_METRO,5\n',
      'invoice: {lanes: {04_METRO: METRO}}',
    )) as InvoiceLine[];
    assert.deepEqual(mapped!.billed, { lane: 'METRO' });
  });

  it('belongs to the partner of its column', async () => {
    const yaml = 'partners: {Toy Surface: toy}\n';
    const lines = await linesIn('awb,courier,total\n1,toy  surface,5\n2,Other,5\n', yaml);
    assert.equal((lines[0] as InvoiceLine).partnerId, 'toy');
    assert.deepEqual(unreadable(lines), [null, 'partner: Other']);
  });

  it('needs an amount, a key, and units and days that are said', async () => {
    const refused = async (text: string): Promise<string> => {
      const error: unknown = await linesIn(text).catch((found: unknown) => found);
      assert(error instanceof SheetFaults, String(error));
      return error.message;
    };
    assert.match(await refused('awb,date\n1,2026-10-07\n'), /no heading of an amount/);
    assert.match(await refused('date,total\n2026-10-07,5\n'), /no heading for awb or ref/);
    assert.match(await refused('awb,charged_weight,total\n1,1.5,5\n'), /says no unit/);
    assert.match(await refused('awb,date,total\n1,05/04/2026,5\n'), /may be two days/);
  });

  it('says of all lines whether totals are whole Rupees, their days and their invoices', async () => {
    const stream = await open('awb,date,invoice,total\n1,2026-10-07,I-1,5\n2,2026-10-05,I-2,6.00\n3,,,7\n', INVOICE);
    const reader = new InvoiceReader(stream.table, null, {
      ...{ partnerId: 'toy', cards: [CARD], basis: { withTax: true, compare: null }, ignoresUnknown: false },
    });
    assert.deepEqual(await glanceAt(stream, reader), {
      ...{ lines: 3, days: { from: '2026-10-05', to: '2026-10-07' }, isInRupees: true },
      numbers: new Set(['I-1', 'I-2']),
    });
  });
});

describe('the map of a reconciliation', () => {
  const refused = (yaml: string): string => {
    try {
      invoiceMapOf(yaml, 'm.yaml');
    } catch (error) {
      assert(error instanceof MapFault);
      return error.message;
    }
    return 'taken';
  };

  it('refuses what it does not know', () => {
    assert.match(refused('invoices: {}'), /invoices is none of/);
    assert.match(refused('amounts: gross'), /amounts: must be withTax or withoutTax/);
    assert.match(refused('compare: [freight, fuel]'), /compare: must be a list of/);
    assert.match(refused('foot: {fsc: much}'), /foot: fsc/);
    assert.match(refused('invoice: {strip: {awb: "#"}}'), /strip: awb: must be a pattern/);
    assert.match(refused('invoice: {values: {direction: {/(/: RTO}}}'), /is no pattern/);
    assert.match(refused('invoice: {columns: {}, oops: 1}'), /oops is none of/);
  });

  it('has amounts at the foot, and what counts for all parcels', () => {
    const map = invoiceMapOf(
      'foot: {fsc: "12,345.60", tax: 2}\nshipments: {set: {from: 110001, payment: ppd}}',
      'm.yaml',
    );
    assert.deepEqual(
      [...map.foot],
      [
        ['fsc', 1_234_560],
        ['tax', 200],
      ],
    );
    assert.deepEqual(factsSetBy(map.shipments.map, 'shipments'), { from: '110001', payment: 'PREPAID' });
    assert.equal(withoutFacts(map.shipments.map).set.size, 0);
    const { shipments } = invoiceMapOf('shipments: {set: {services: PICKUP DELIVERY}}', 'm.yaml');
    assert.deepEqual(factsSetBy(shipments.map, 'shipments'), { services: ['PICKUP', 'DELIVERY'] });
    const wrong = invoiceMapOf('shipments: {set: {from: Delhi}}', 'm.yaml');
    assert.throws(() => factsSetBy(wrong.shipments.map, 'shipments'), /shipments: set: from: must be a pincode/);
  });
});

describe('sheets next to an invoice', () => {
  const strips = { awb: null, ref: /-c$/giu };
  const book = async (text: string, items: ReadonlyMap<string, number> | null = null) =>
    readShipments(await open(text, ORDERS), { strips, items, partners: new Map([['toy surface', 'toy']]) });

  it('are joined by keys without case and without what is stripped', async () => {
    const text =
      'order id,awb,to,weight (g),courier,status\nORD-1-C,,560001,500,Toy Surface,In transit\n,A2,560001,,Other,RTO\n';
    const found = await book(text);
    const first = found.find({ awb: '', ref: 'ord-1' })!;
    assert.deepEqual(found.at(first).facts, { to: '560001', grams: 500, partner: 'toy' });
    assert.deepEqual(found.at(found.find({ awb: 'a2', ref: '' })!).facts, {
      to: '560001',
      status: 'RETURNED',
      partner: 'Other',
    });
  });

  it('refuse a key twice with other cells, unless rows are items', async () => {
    await assert.rejects(book('ref,to\n1,560001\n1,560002\n'), /contradicts this one/);
    assert.equal((await book('ref,to\n1,560001\n1,560001\n')).count, 1);
    const items = await readItems(await open('SKU,Weight (g)\nA,250\nA,250\nB,60\n', ITEMS));
    const found = await book('ref,sku,qty,to\n1,a,2.00,560001\n1,B,1,\n2,C,1,560001\n', items);
    assert.deepEqual(found.at(0).facts, { to: '560001', grams: 560 });
    assert.deepEqual(found.at(1).facts, { to: '560001' }, 'nobody knows what C weighs');
    const light = await readItems(await open('SKU,Weight (g)\nA,1.1\n', ITEMS));
    assert.equal((await book('ref,sku,qty\n1,A,10\n2,A,1\n', light)).at(0).facts.grams, 11);
  });

  it('refuse a contradiction of weights and of routes', async () => {
    await assert.rejects(readItems(await open('sku,weight (g)\nA,250\nA,260\n', ITEMS)), /another row says 250 g/);
    const names = new RouteNames(CARD, NO_MAP);
    const routes = await readRoutes(
      await open('from,to,zone\n110001,560001,South\n110001,560001,south\n', ROUTES),
      names,
      true,
    );
    assert.deepEqual([...routes], [['110001>560001', { toZone: { id: '2', name: 'South' } }]]);
    await assert.rejects(
      readRoutes(await open('to,lane\n560001,METRO\n560001,C1\n', ROUTES), names, true),
      /contradicts another row/,
    );
    await assert.rejects(readRoutes(await open('to,lane\n560001,Mars\n', ROUTES), names, true), /no lane and no zone/);
  });
});
