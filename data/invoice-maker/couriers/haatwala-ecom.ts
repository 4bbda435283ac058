/** One line a waybill: forward and return freight are columns of it, weights are grams, texts are forced. */
import { forced, type Courier, rupees } from '../invoice.js';
import { ORDER_HEADINGS, orderRow } from '../order-sheet.js';

const CHARGES = [
  ...['POD', 'COVID', 'FSC', 'DL', 'RTO', 'DTO', 'COD', 'FS', 'FOV', 'CCOD', 'WOD', 'AIR', 'pickup', 'DPH', 'QC'],
  ...['CWH', 'E2E', 'LM', 'DEMUR', 'LABEL', 'REATTEMPT', 'DOCUMENT', 'ROV', 'PEAK'],
];
const BEHIND = [
  ...['item_shipped', 'fpd', 'atc', 'mcount', 'pdd', 'frd', 'qc_pass', 'qc_atc', 'fuel_base_rate', 'avg_fuel_rate'],
  ...['fuel_hike', 'packaging_type', 'qc', 'qct', 'qty', 'sot'],
];
const HALF = 2;

/** Their letter for a zone of the delivery; the map has the other way. */
const LETTERS: Readonly<Record<string, string>> = {
  'Metro North': 'A',
  'Metro West': 'B1',
  'Metro South': 'B2',
  'Metro East': 'B3',
  'Tier 2 North': 'C1',
  'Tier 2 West and Centre': 'C2',
  'Tier 2 South': 'C3',
  'Tier 2 East': 'C4',
  'Rest of North': 'D1',
  'Rest of Centre': 'D2',
  'Rest of West': 'D3',
  'Rest of South': 'D4',
  'Rest of East': 'D5',
  'North East': 'E',
  'Jammu and Kashmir': 'F',
};

export const haatwalaEcom: Courier = {
  name: 'haatwala-ecom',
  partnerId: 'haatwala-ecom',
  seed: 11,
  basis: { withTax: true, compare: null, columns: ['freight', 'rto', 'fsc', 'cod', 'docket', 'insurance', 'other'] },
  orders: {
    prefix: 'ORD-',
    awb: (number) => `381000${String(40_000_000 + number * 7).padStart(8, '0')}`,
    partnerIds: ['haatwala-ecom'],
    grams: (random) => 50 * random.integer(4, 60),
    hasSides: true,
    paidBy: (random) => (random.chance(0.4) ? 'COD' : 'PREPAID'),
    value: (random) => 100 * random.integer(4, 40) - 1,
    type: 'B2C',
  },
  headings: [
    ...['waybill_num', 'client', 'pickup_date', 'serial_number', 'origin_center', 'client_gstin', 'courier_gstin'],
    ...['package_type', 'product_value', 'cod_amount', 'status', 'charged_weight', 'zone', 'payment_mode'],
    ...['payment_mode_type', 'issuing_bank', ...CHARGES.map((name) => `charge_${name}`), 'IGST', 'CGST', 'SGST/UGST'],
    ...['gross_amount', 'total_amount', 'destination_pin', 'order_id', ...BEHIND],
  ],
  rowOf: ({ order, amounts, legs, charged, toZone, claim: { unreadable } }, number) => {
    const cell = (field: string, text: string): string => (unreadable?.field === field ? unreadable.text : text);
    const charges: Record<string, number> = {
      ...{ FSC: amounts.fsc, DL: amounts.freight, RTO: amounts.rto, COD: amounts.cod, FOV: amounts.insurance },
      ...{ DOCUMENT: amounts.docket, PEAK: amounts.other },
    };
    const half = Math.floor(amounts.tax / HALF);
    const isLocal = order.to.startsWith('11');
    const taxes = isLocal ? [0, half, amounts.tax - half] : [amounts.tax, 0, 0];
    const time = `${String(9 + (number % 9)).padStart(2, '0')}:${String((number * 7) % 60).padStart(2, '0')}:31`;
    return [
      ...[forced(order.awb), 'MERCHANT SURFACE', forced(`${order.date} ${time}`), 'HWE0000117'],
      ...['Delhi_Narela_H (Delhi)', '', '', order.payment === 'COD' ? 'COD' : 'Pre-paid', order.value.toFixed(2)],
      ...[order.payment === 'COD' ? order.value.toFixed(2) : '0.00', legs.includes('RTO') ? 'RTO' : 'Delivered'],
      ...[cell('charged_weight', String(charged)), cell('zone', LETTERS[toZone]!), '', '', ''],
      ...CHARGES.map((name) => rupees(charges[name] ?? 0)),
      ...taxes.map(rupees),
      ...[rupees(amounts.total - amounts.tax), cell('total', rupees(amounts.total)), order.to, order.ref],
      ...BEHIND.map(() => ''),
    ];
  },
  faults: (draft) => {
    const { line, again, heavier } = {
      line: draft.line.bind(draft),
      again: draft.again.bind(draft),
      heavier: draft.heavier,
    };
    const [twice, inParts, credited] = [line(), line({}, { status: 'RTO Delivered' }), line()];
    return [
      [line(heavier())],
      [line(heavier(2))],
      [line(heavier(3))],
      [line({ charged: 500 }, { grams: 2_400, sides: null })],
      [line({ route: { toZoneId: draft.zoneId('North East') } }, { to: '400001' })],
      [line({ route: { toZoneId: draft.zoneId('Rest of East') } }, { to: '560001' })],
      [line(heavier(2, { route: { toZoneId: draft.zoneId('Jammu and Kashmir') } }), { to: '411001' })],
      [twice, again(twice, { whole: 'DUPLICATE' })],
      [again(draft.earlier('HWE0000116'), { whole: 'DUPLICATE' })],
      [inParts, again(inParts, { legs: ['FORWARD', 'RTO'], notOwed: { cause: 'DUPLICATE', leg: 'FORWARD' } })],
      [credited, again(credited, { whole: 'CREDIT' }), again(credited)],
      [draft.bill(draft.unknownOrder(), { whole: 'NOT_BOOKED' })],
      [line({ whole: 'CANCELLED' }, { status: 'Cancelled' })],
      [line({ legs: ['FORWARD', 'RTO'] }, { status: 'RTO Delivered' })],
      [line({ legs: ['FORWARD', 'RTO'], notOwed: { cause: 'DIRECTION', leg: 'RTO' } })],
      [line({ add: { freight: 1_250 } })],
      [line({ add: { fsc: 640 } })],
      [line({ add: { cod: 1_500 } }, { payment: 'COD' })],
      [line({ add: { cod: 4_500 } }, { payment: 'PREPAID' })],
      [line({ add: { docket: 6_000 } })],
      [line({ add: { insurance: 1_000 } })],
      [line({ add: { other: 3_500 } })],
      [line({ addTax: 777 })],
      [line({ addTotal: 950 })],
      [line({ addTotal: -2_000 })],
      [line({ addTotal: 1 })],
      [line({ add: { freight: -800 } })],
      [line({ add: { fsc: 333, cod: 1_111 } }, { payment: 'COD' })],
      [line({ add: { freight: 2_100 }, addTax: 300 })],
      [line(heavier(1, { add: { fsc: 455 } }))],
      [
        line(heavier(1, { route: { toZoneId: draft.zoneId('North East') }, add: { other: 2_500 }, addTotal: 500 }), {
          to: '400050',
        }),
      ],
      [line({ charged: 1_500 }, { grams: null, sides: null })],
      [line({ unreadable: { field: 'charged_weight', text: '1.2 stone' } })],
      [line({ unreadable: { field: 'zone', text: 'Z9' } })],
      [line({ unreadable: { field: 'total', text: '%!f(string=47.25)' } })],
    ];
  },
  orderHeadings: ORDER_HEADINGS,
  orderRows: (order) => [orderRow(order)],
};
