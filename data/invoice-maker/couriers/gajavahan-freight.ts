/** Freight by the docket: places by name, a rate a kilogram, totals in whole Rupees, and sums between the lines. */
import { type Courier, numberedDay, rupees } from '../invoice.js';
import { ORDER_HEADINGS, orderRow } from '../order-sheet.js';

const LINES_OF_A_PAGE = 20;
/** As a PDF breaks them. */
const PLACES = ['BANG\nALOR E', 'MUMBAI', 'PUNE', 'LUCK\nNOW', 'AHMEDABAD'];

export const gajavahanFreight: Courier = {
  name: 'gajavahan-freight',
  partnerId: 'gajavahan-freight',
  seed: 53,
  basis: { withTax: false, compare: null, columns: ['freight', 'fsc', 'cod', 'insurance', 'other'] },
  orders: {
    prefix: 'PO-',
    awb: (number) => `G0${String(4_100_000 + number * 17)}`,
    partnerIds: ['gajavahan-freight'],
    grams: (random) => 1_000 * random.integer(25, 380),
    hasSides: false,
    paidBy: () => 'PREPAID',
    value: (random) => 5_000 * random.integer(2, 30),
    type: 'B2B',
  },
  usual: { inRupees: true },
  headings: [
    ...['Docket No', 'Bkg Date', 'Bkg City', 'Dly City', 'Charged Weight (kg)', 'Rate/KG', 'Freight AMT', 'FSC Amount'],
    ...['ROV Charge', 'COD Charge', 'ODA Charge', 'Handling Charge', 'Misc Charge', 'Invoice Value', 'COD Value'],
    'Total Charge',
  ],
  between: (number, lines) => {
    if (number === 0 || (number % LINES_OF_A_PAGE !== 0 && number !== lines.length)) return [];
    const sum = (from: number): string =>
      rupees(lines.slice(from, number).reduce((paise, { amounts }) => paise + amounts.total, 0));
    const row = (name: string, total: string): string[] => [name, ...Array.from({ length: 14 }, () => ''), total];
    const from = LINES_OF_A_PAGE * (Math.ceil(number / LINES_OF_A_PAGE) - 1);
    return [
      row('PAGE TOTAL', sum(from)),
      ...(number === lines.length ? [row('GRAND TOTAL', sum(0))] : [row('SUB TOTAL', sum(0))]),
    ];
  },
  rowOf: ({ order, amounts, charged, claim: { unreadable } }, number) => {
    const cell = (field: string, text: string): string => (unreadable?.field === field ? unreadable.text : text);
    return [
      ...[order.awb, numberedDay(order.date), 'DELHI', PLACES[number % PLACES.length]!],
      ...[cell('charged_weight', String(charged / 1_000)), rupees(amounts.freight / (charged / 1_000))],
      ...[amounts.freight, amounts.fsc, amounts.insurance, amounts.cod, 0, 0, amounts.other].map(rupees),
      ...[order.value.toFixed(2), '0.00', rupees(amounts.total)],
    ];
  },
  faults: (draft) => {
    const { heavier } = draft;
    const line: typeof draft.line = (claim, own) => draft.line(claim, own);
    const twice = line();
    return [
      [line(), line(), line()],
      [line(heavier(3))],
      [line(heavier(40))],
      [line({ charged: 40_000 }, { grams: 90_000 })],
      [twice, draft.again(twice, { whole: 'DUPLICATE' })],
      [draft.bill(draft.unknownOrder(), { whole: 'NOT_BOOKED' })],
      [line({ whole: 'CANCELLED' }, { status: 'Cancelled' })],
      [line({ add: { freight: 12_000 } })],
      [line({ add: { fsc: 4_500 } })],
      [line({ add: { insurance: 10_000 } })],
      [line({ add: { cod: 25_000 } })],
      [line({ add: { other: 35_000 } })],
      [line({ addTotal: 20_000 })],
      [line(heavier(10, { add: { fsc: 2_500, insurance: 1_000 } }))],
      [line({ unreadable: { field: 'charged_weight', text: 'as per list' } })],
    ];
  },
  orderHeadings: ORDER_HEADINGS,
  orderRows: (order) => [orderRow(order)],
};
