/** The fields of an invoice's sheet and of the sheets next to it, and the usual words for them. */
import type { CellKind } from '../../sheets/cells/kinds.js';
import { SHIPMENT_FIELDS, SHIPMENTS } from '../../sheets/shipments/form.js';
import { finderOf, type TableForm, wordsOf } from '../../sheets/tables/form.js';
import { AMOUNTS } from '../line.js';

const CLAIMS = ['direction', 'charged_weight', 'lane', 'zone', 'from_zone', 'invoice'] as const;
export const INVOICE_FIELDS = [...SHIPMENT_FIELDS, ...CLAIMS, ...AMOUNTS] as const;
export type InvoiceField = (typeof INVOICE_FIELDS)[number];

const ZONE_WORDS = {
  lane: ['lane', 'lane name', 'lane code'],
  zone: ['zone', 'zone name', 'zone code', 'delivery zone', 'to zone', 'destination zone'],
  from_zone: ['from zone', 'origin zone', 'pickup zone'],
};

const INVOICE_WORDS: Readonly<Record<string, readonly string[]>> = {
  ...ZONE_WORDS,
  direction: ['shipment direction', 'leg'],
  charged_weight: ['charged', 'chg', 'chargeable', 'chargable', 'billed', 'billing'].flatMap((kind) => [
    `${kind} weight`,
    `${kind} wt`,
  ]),
  invoice: ['invoice no', 'invoice number', 'bill no', 'bill number'],
  total: ['total amount', 'total charge', 'total charges', 'billing amount', 'billed amount', 'bill amount'],
  freight: [
    'freight charge',
    'freight charges',
    'freight amount',
    'forward charge',
    'forward charges',
    'basic freight',
  ],
  rto: ['rto charge', 'rto charges', 'rto amount', 'rto freight'],
  fsc: ['fuel surcharge', 'fuel charge', 'fsc amount', 'fsc charge', 'fsc charges'],
  cod: ['cod charge', 'cod charges', 'cod fee'],
  docket: ['docket charge', 'docket charges', 'awb charge', 'awb charges'],
  insurance: ['insurance charge', 'insurance charges', 'fov', 'fov charge', 'fov charges', 'rov charge', 'rov charges'],
  other: ['other charge', 'other charges', 'misc charge', 'misc charges'],
  discount: ['discount amount'],
  tax: ['gst', 'gst amount', 'tax amount', 'total gst', 'total tax'],
};

const MONEY: ReadonlySet<string> = new Set(AMOUNTS);
const OWN_OF_INVOICE = finderOf(INVOICE_FIELDS);
const WORDS_OF_INVOICE = new Map([...SHIPMENTS.words, ...wordsOf([...CLAIMS, ...AMOUNTS], INVOICE_WORDS)]);

/** What a line needs is checked once its columns are known. */
export const INVOICE: TableForm = {
  ...SHIPMENTS,
  kind: 'an invoice',
  names: INVOICE_FIELDS,
  find: OWN_OF_INVOICE,
  words: WORDS_OF_INVOICE,
  kindOf: (field): CellKind =>
    MONEY.has(field) ? 'money' : field === 'charged_weight' ? 'weight' : SHIPMENTS.kindOf(field),
};

const ITEM_WORDS = {
  sku: ['sku', 'sku id', 'sku code', 'master sku', 'channel sku', 'item sku', 'product sku'],
  quantity: ['quantity', 'qty', 'order qty', 'order quantity', 'item quantity', 'product quantity'],
};
const OF_ORDERS = [...SHIPMENT_FIELDS, 'sku', 'quantity'];

/** Orders, of which each row may be an item. */
export const ORDERS: TableForm = {
  ...SHIPMENTS,
  names: OF_ORDERS,
  find: finderOf(OF_ORDERS),
  words: new Map([...SHIPMENTS.words, ...wordsOf(['sku', 'quantity'], ITEM_WORDS)]),
  kindOf: (field) => (field === 'quantity' ? 'number' : SHIPMENTS.kindOf(field)),
};

/** What a piece of a SKU weighs. */
export const ITEMS: TableForm = {
  kind: 'items',
  names: ['sku', 'weight'],
  required: ['sku', 'weight'],
  find: finderOf(['sku', 'weight']),
  words: new Map([
    ...wordsOf(['sku'], ITEM_WORDS),
    ...wordsOf(['weight'], { weight: ['weight', 'item weight', 'unit weight'] }),
  ]),
  wordOf: (heading, map) => (SHIPMENTS.wordOf?.(heading, map) === 'weight' ? 'weight' : null),
  kindOf: (field) => (field === 'weight' ? 'weight' : 'text'),
  key: null,
};

const OF_ROUTES = ['from', 'to', 'lane', 'zone', 'from_zone'];

/** The lane or zone that the house holds for two ends. */
export const ROUTES: TableForm = {
  kind: 'routes',
  names: OF_ROUTES,
  required: ['to'],
  find: finderOf(OF_ROUTES),
  words: new Map([
    ...[...SHIPMENTS.words].filter(([, field]) => field === 'from' || field === 'to'),
    ...wordsOf(['lane', 'zone', 'from_zone'], ZONE_WORDS),
  ]),
  kindOf: (field) => (field === 'from' || field === 'to' ? 'pincodes' : 'text'),
  key: null,
};
