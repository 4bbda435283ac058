/** No pincodes: a category of the lane, and the order's id. Fuel and tax stand at the foot alone. */
import { type Courier, kilograms, numberedDay, rupees } from '../invoice.js';
import type { Order } from '../orders.js';

/** Grams of a piece. */
export const SKUS: Readonly<Record<string, number>> = {
  '8904223818706': 127,
  '8904223819093': 150,
  '8904223819468': 240,
  '8904223818850': 515,
  'GIFTBOX-A': 500,
  'COMBO-07': 1_020,
};

const ITEMS: readonly (readonly (readonly [sku: string, quantity: number])[])[] = [
  [['8904223818706', 2]],
  [
    ['8904223819093', 1],
    ['GIFTBOX-A', 1],
  ],
  [['8904223818850', 3]],
  [
    ['COMBO-07', 1],
    ['8904223819468', 2],
  ],
  [['GIFTBOX-A', 4]],
];

const itemsOf = (ref: string): (typeof ITEMS)[number] => ITEMS[Number(ref.slice(2)) % ITEMS.length]!;
const gramsOf = (ref: string): number => itemsOf(ref).reduce((sum, [sku, count]) => sum + SKUS[sku]! * count, 0);

/** Their word for a lane; the map has the other way. */
const CATEGORIES: Readonly<Record<string, string>> = {
  A: '01_LOCAL',
  B: '02_WITHIN_ZONE',
  C1: '03_SPL_METRO',
  C: '04_METRO',
  D: '05_ROI',
  E: '06_SPL_DEST',
  F: '07_ISLAND',
};

export const nabhdootAir: Courier = {
  name: 'nabhdoot-air',
  partnerId: 'nabhdoot-air',
  seed: 41,
  basis: { withTax: false, compare: ['freight', 'cod'], columns: ['freight', 'cod'] },
  orders: {
    prefix: 'GB',
    awb: (number) => `N${String(10_000_000 + number * 3)}`,
    partnerIds: ['nabhdoot-air'],
    grams: (_, ref) => gramsOf(ref),
    hasSides: false,
    paidBy: (random) => (random.chance(0.6) ? 'COD' : 'PREPAID'),
    value: (random) => 99 + 100 * random.integer(2, 30),
    type: 'B2C',
  },
  headings: [
    ...['CONSIGNMENT_NO', 'ZCUST_REF', 'DESTINATION_CATEGORY', 'CHARGED_WEIGHT', 'BASIC_FREIGHT', 'COD_FOD_CHARGE'],
    ...['SUB_TOTAL', 'BOOKING_DATE', 'DELIVERY_CITY'],
  ],
  rowOf: ({ order, amounts, charged, lane, claim: { unreadable } }, number) => {
    const category = unreadable?.field === 'lane' ? unreadable.text : CATEGORIES[lane!]!;
    return [
      ...[order.awb, `${number % 4 === 0 ? '#' : ''}${order.ref}`, category, kilograms(charged)],
      ...[rupees(amounts.freight), rupees(amounts.cod), rupees(amounts.total), numberedDay(order.date)],
      number % 9 === 0 ? 'MÜNNAR' : `HUB ${order.to.slice(0, 3)}`,
    ];
  },
  faults: (draft) => {
    const { heavier } = draft;
    const line: typeof draft.line = (claim, own) => draft.line(claim, own);
    const twice = line();
    return [
      [line(heavier())],
      [line(heavier(2))],
      [line({ route: { lane: 'E' } }, { to: '400001' })],
      [line({ route: { lane: 'F' } }, { to: '560001' })],
      [line(heavier(1, { route: { lane: 'E' } }), { to: '411001' })],
      [twice, draft.again(twice, { whole: 'DUPLICATE' })],
      [draft.bill(draft.unknownOrder(), { whole: 'NOT_BOOKED' })],
      [line({ whole: 'CANCELLED' }, { status: 'Cancelled' })],
      [line({ add: { freight: 500 } })],
      [line({ add: { cod: 2_000 } }, { payment: 'PREPAID' })],
      [line({ add: { cod: 450 } }, { payment: 'COD' })],
      [line(heavier(1, { add: { freight: 300, cod: 700 } }), { payment: 'COD' })],
      [line({ addTotal: 3_000 })],
      [line({ unreadable: { field: 'lane', text: '99_MOON' } })],
    ];
  },
  orderHeadings: [
    'Order No',
    'SKU',
    'Order Qty',
    'Pickup Pin',
    'Customer Pin',
    'Pay Mode',
    'Order Value',
    'COD Amount',
    'Ship Date',
    'Status',
  ],
  orderRows: (order: Order) =>
    itemsOf(order.ref).map(([sku, count]) => [
      ...[order.ref, sku, count.toFixed(2), order.from, order.to, order.payment === 'COD' ? 'COD' : 'PPD'],
      ...[order.value.toFixed(2), order.payment === 'COD' ? order.value.toFixed(2) : '', order.date, order.status],
    ]),
  encoding: 'latin1',
};
