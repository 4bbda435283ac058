/** A register: a row for each leg, `(R)` before the AWB of a return, fuel in a column, without tax. */
import type { BilledLine } from '../bill.js';
import { type Courier, type InvoiceDraft, kilograms, namedDay, rupees } from '../invoice.js';
import { ORDER_HEADINGS, orderRow } from '../order-sheet.js';

/** The return of a parcel, for which the card has no row. */
function returned(draft: InvoiceDraft): BilledLine[] {
  const line = draft.line({}, { status: 'RTO Delivered' });
  return [line, draft.biller.unpriced(line.order, line.order, ['RTO'])];
}

export const dharalineSurface: Courier = {
  name: 'dharaline-surface',
  partnerId: 'dharaline-surface',
  seed: 37,
  basis: { withTax: false, compare: null, columns: ['freight', 'fsc', 'other', 'discount'] },
  orders: {
    prefix: 'SO/',
    awb: (number) => `8009${String(2_970_000 + number * 11)}`,
    partnerIds: ['dharaline-surface'],
    grams: (random) => 100 * random.integer(3, 180),
    hasSides: true,
    paidBy: (random) => (random.chance(0.3) ? 'COD' : 'PREPAID'),
    value: (random) => 250 * random.integer(2, 40),
    type: 'B2C',
  },
  headings: [
    ...['CODE', 'SVC', 'PROD', 'TYPE', 'AWB_NO', 'REF NO', 'PICKUP_DT', 'ORIGIN', 'DESTINATION', 'ACT_WT', 'CHRG_WT'],
    ...['PCS', 'FREIGHT', 'FS', 'CAF', 'IDC', 'DISC', 'AMOUNT', 'PIN CODE', 'VALUE'],
  ],
  rowOf: ({ order, amounts, legs, charged, claim: { unreadable } }) => {
    const cell = (field: string, text: string): string => (unreadable?.field === field ? unreadable.text : text);
    const isBack = legs[0] === 'RTO';
    return [
      ...['DLS041', 'PPM', order.payment === 'COD' ? 'CODS' : 'PPDS', 'NDx', `${isBack ? '(R)' : ''}${order.awb}`],
      ...[order.ref, namedDay(order.date), 'DEL-DELHI', `${order.to.slice(0, 3)}-HUB`],
      ...[order.grams === null ? '' : kilograms(order.grams), cell('charged_weight', kilograms(charged)), '1'],
      ...[cell('freight', rupees(amounts.freight)), rupees(amounts.fsc), '0.00', rupees(amounts.other)],
      ...[rupees(-amounts.discount), rupees(amounts.total), order.to, order.value.toFixed(2)],
    ];
  },
  faults: (draft) => {
    const line = draft.line.bind(draft);
    const { heavier } = draft;
    const [twice, credited] = [line(), line({ add: { freight: 1_000 } })];
    return [
      [line(heavier())],
      [line(heavier(2))],
      [twice, draft.again(twice, { whole: 'DUPLICATE' })],
      [credited, draft.again(credited, { add: { freight: 1_000 }, whole: 'CREDIT' })],
      [line({ whole: 'CANCELLED' }, { status: 'Cancelled' })],
      [draft.bill(draft.unknownOrder(), { whole: 'NOT_BOOKED' })],
      [line({ add: { freight: 2_400 } })],
      [line({ add: { fsc: 815 } })],
      [line({ add: { other: 1_200 } })],
      [line({ add: { discount: 650 } }, { grams: 7_400, sides: null })],
      [line({ add: { discount: -300 } })],
      [line(heavier(1, { add: { discount: 900, fsc: 120 } }), { grams: 11_000, sides: null })],
      [line({ addTotal: 1_350 })],
      [line({ addTotal: -1 })],
      [line({ charged: 2_000 }, { grams: null, sides: null })],
      [line({ unreadable: { field: 'charged_weight', text: 'N.A.' } })],
      [line({ unreadable: { field: 'freight', text: '1.250,00' } })],
      [...returned(draft)],
    ];
  },
  orderHeadings: ORDER_HEADINGS,
  orderRows: (order) => [orderRow(order)],
  endOfLine: '\r\n',
};
