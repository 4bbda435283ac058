/** The fields of a shipment in a sheet, and the usual words for them. */
import type { CellKind } from '../cells/kinds.js';
import { unitInHeading } from '../cells/weights.js';
import { finderOf, OF_DELIVERY, pincodeWords, type TableForm, wordsOf } from '../tables/form.js';
import { plainHeading } from '../tables/headings.js';

/** Sides are centimetres, `value` and `cod_amount` Rupees; a weight has its unit in cell, heading or map. */
export const SHIPMENT_FIELDS = [
  'ref',
  'awb',
  'from',
  'to',
  'weight',
  'length',
  'width',
  'height',
  'payment',
  'value',
  'cod_amount',
  'type',
  'customer',
  'services',
  'date',
  'partner',
  'status',
] as const;
export type ShipmentField = (typeof SHIPMENT_FIELDS)[number];

const KINDS: Readonly<Partial<Record<ShipmentField, CellKind>>> = {
  from: 'pincodes',
  to: 'pincodes',
  weight: 'weight',
  length: 'number',
  width: 'number',
  height: 'number',
  payment: 'payment',
  value: 'money',
  cod_amount: 'money',
  type: 'type',
  date: 'date',
};

const OF_PICKUP = ['pickup', 'origin', 'warehouse', 'from', 'source', 'sender', 'shipper', 'seller'];
const OF_RECIPIENT = [...OF_DELIVERY, 'to', 'drop', 'receiver', 'shipping', 'address'];
/** `order no`, `order number`. */
const numbersOf = (things: readonly string[]): string[] =>
  things.flatMap((thing) => ['', 'no', 'number', 'id', 'code'].map((word) => `${thing} ${word}`));

const WORDS: Readonly<Record<ShipmentField, readonly string[]>> = {
  ref: numbersOf(['order', 'reference', 'ref', 'shipment', 'order reference', 'customer reference']),
  awb: numbersOf(['awb', 'waybill', 'airwaybill', 'tracking', 'consignment', 'docket']),
  from: pincodeWords(OF_PICKUP),
  to: pincodeWords(OF_RECIPIENT),
  weight: [
    'wt',
    ...['dead', 'actual', 'package', 'parcel', 'shipment', 'gross'].flatMap((kind) => [`${kind} weight`, `${kind} wt`]),
  ],
  length: ['package length', 'parcel length'],
  width: ['breadth', 'package width', 'package breadth', 'parcel width', 'parcel breadth'],
  height: ['package height', 'parcel height'],
  payment: ['payment type', 'payment mode', 'payment method', 'pay mode', 'mode of payment'],
  value: ['declared value', 'invoice value', 'order value', 'product value', 'shipment value', 'order amount'],
  cod_amount: [
    'cod amt',
    'cod value',
    'collectable amount',
    'collectable value',
    'collectible amount',
    'amount to collect',
  ],
  type: ['shipment type', 'order type'],
  customer: ['customer id', 'customer code', 'client id', 'client code'],
  services: ['service requirements', 'required services'],
  date: ['ship date', 'shipping date', 'shipment date', 'pickup date', 'booking date', 'dispatch date'],
  partner: ['partner id', 'courier', 'courier id', 'courier partner'],
  status: ['shipment status', 'order status', 'delivery status', 'current status', 'awb status'],
};

const OWN = finderOf(SHIPMENT_FIELDS);
const KNOWN = wordsOf(SHIPMENT_FIELDS, WORDS);
const SIDES: ReadonlySet<string | null> = new Set<ShipmentField>(['length', 'width', 'height']);
const UNIT_AT_THE_END = /[\s_-]*(?:in[\s_-]+)?(?:kilograms?|kgs?|grams?|gms?|g|cms?)$/i;

/** The field of `weight_g`, `Weight in kg` and `length cm`: of the heading without its unit. */
function fieldBeforeUnit(heading: string): string | null {
  const bare = heading.trim().replace(UNIT_AT_THE_END, '');
  if (bare === '' || bare === heading.trim()) return null;
  const field = OWN(bare) ?? KNOWN.get(plainHeading(bare)) ?? null;
  return unitInHeading(heading) === null ? (SIDES.has(field) ? field : null) : field === 'weight' ? field : null;
}

/** Nothing is required: what a use needs, it says. */
export const SHIPMENTS: TableForm = {
  kind: 'shipments',
  names: SHIPMENT_FIELDS,
  required: [],
  find: OWN,
  words: KNOWN,
  wordOf: fieldBeforeUnit,
  kindOf: (field) => KINDS[field as ShipmentField] ?? 'text',
  key: null,
  judgedByRow: true,
};
