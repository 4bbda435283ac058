/** The bill of an aggregator: a product of any courier in each line, AWBs in quotes, kilograms, credits below 0. */
import type { BilledLine } from '../bill.js';
import { type Courier, type InvoiceDraft, kilograms, rupees } from '../invoice.js';
import { ORDER_HEADINGS, orderRow } from '../order-sheet.js';

/** Several words may mean one courier. */
const PRODUCTS: Readonly<Record<string, readonly string[]>> = {
  'dharaline-surface': ['Dharaline Surface - Select  500gm', 'Dharaline Surface_Stressed'],
  'kachhua-cargo': ['Kachhua Surface 10kg'],
  'nabhdoot-air': ['Nabhdoot Air'],
  'haatwala-ecom': ['Haatwala COD Surface 500gm', 'Haatwala Surface'],
};

/** A parcel to where the courier has no zone, billed as one to Mumbai. */
function unpriced(draft: InvoiceDraft): BilledLine {
  const to = draft.farPincode('kachhua-cargo');
  const order = draft.order({ partnerId: 'kachhua-cargo', to, grams: 900, sides: null, payment: 'PREPAID' });
  return draft.biller.unpriced(order, { ...order, to: '400001' });
}

export const setumarg: Courier = {
  name: 'setumarg',
  partnerId: null,
  seed: 23,
  basis: { withTax: true, compare: null, columns: ['freight', 'rto', 'cod'] },
  orders: {
    prefix: '5600',
    awb: (number) => `801257${String(90_000 + number * 13)}`,
    partnerIds: ['dharaline-surface', 'kachhua-cargo', 'nabhdoot-air', 'haatwala-ecom'],
    grams: (random) => 10 * random.integer(12, 600),
    hasSides: true,
    paidBy: (random) => (random.chance(0.5) ? 'COD' : 'PREPAID'),
    value: (random) => 50 * random.integer(6, 90),
    type: 'B2C',
  },
  headings: [
    ...['AWB Code', 'Order ID', 'Courier', 'Billed Weight', 'Applied Weight', 'Charged Weight'],
    ...['Freight Cost (Exclusive GST)', 'GST', 'Billing Amount (Inclusive GST)', 'Forward charges', 'RTO Charges'],
    ...['COD Charges', 'COD Adjusted', 'Original AWB Code', 'Zone', 'Description', 'Awb Assigned Date', 'Awb Status'],
    'Order Value',
  ],
  rowOf: ({ order, amounts, legs, charged, claim: { unreadable } }, number) => {
    const cell = (field: string, text: string): string => (unreadable?.field === field ? unreadable.text : text);
    const products = PRODUCTS[order.partnerId]!;
    const four = (paise: number): string => `${rupees(paise)}00`;
    return [
      ...[`'${order.awb}'`, order.ref, cell('partner', products[number % products.length]!)],
      ...[kilograms(charged), order.grams === null ? '' : kilograms(order.grams), kilograms(charged)],
      ...[four(amounts.total - amounts.tax), four(amounts.tax), cell('total', four(amounts.total))],
      ...[four(amounts.freight), four(amounts.rto), four(amounts.cod), '0.0000', '', `z_${'abcde'[number % 5]}`],
      ...[
        legs.includes('RTO') ? 'Forward and RTO charges' : 'Forward charges',
        `${order.date} 16:${10 + (number % 50)}`,
      ],
      ...[order.status === 'In transit' ? 'Delivered' : order.status, order.value.toFixed(2)],
    ];
  },
  faults: (draft) => {
    const line = draft.line.bind(draft);
    const { heavier } = draft;
    const [twice, credited] = [line(), line()];
    return [
      [line(heavier())],
      [line(heavier(2))],
      [line(heavier(4))],
      [twice, draft.again(twice, { whole: 'DUPLICATE' })],
      [credited, draft.again(credited, { whole: 'CREDIT' })],
      [line({ whole: 'CANCELLED' }, { status: 'Cancelled' })],
      [draft.bill(draft.unknownOrder(), { whole: 'NOT_BOOKED' })],
      [line({ legs: ['FORWARD', 'RTO'] }, { status: 'RTO Delivered', partnerId: 'haatwala-ecom' })],
      [line({ legs: ['FORWARD', 'RTO'], notOwed: { cause: 'DIRECTION', leg: 'RTO' } }, { partnerId: 'haatwala-ecom' })],
      [line({ add: { freight: 700 } })],
      [line({ add: { cod: 2_250 } }, { payment: 'PREPAID' })],
      [line(heavier(1, { add: { cod: 900 } }), { payment: 'COD' })],
      [line({ addTax: 126 })],
      [line({ addTotal: 1_999 })],
      [line({ addTotal: -1 })],
      [unpriced(draft)],
      [line({ unreadable: { field: 'partner', text: 'Ghodaraj Ndd' } })],
      [line({ unreadable: { field: 'total', text: '%!f(string=129.80)' } })],
    ];
  },
  orderHeadings: ORDER_HEADINGS,
  orderRows: (order) => [orderRow(order)],
  encoding: 'utf8-bom',
};
