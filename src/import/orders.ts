/** A sheet of orders as lines of a backtest. */
import type { Strategy } from '../domain/strategies.js';
import { isPartnerId } from '../model/fields.js';
import { SHIPMENTS, type ShipmentField } from '../sheets/shipments/form.js';
import { bodyOf, ShipmentReader, type SheetShipment } from '../sheets/shipments/row.js';
import type { Note } from '../sheets/sheet.js';
import { Faults, type Fault, SheetFaults } from '../sheets/tables/faults.js';
import type { TableForm } from '../sheets/tables/form.js';
import { leftOutOf, Notes } from '../sheets/tables/reading.js';
import { dayOrderOf, type TableStream } from '../sheets/tables/stream.js';
import type { Table, TableRow } from '../sheets/tables/table.js';
import { wordStub } from '../sheets/tables/word-stub.js';
import type { ImportLine } from './lines.js';

/** Headings as of `pinrate rate`. */
export const BACKTEST_ORDERS: TableForm = { ...SHIPMENTS, required: ['from', 'to', 'weight'] };

/** What no column of a sheet of shipments says, and is taken. */
export function assumedOfShipments(table: Table): string[] {
  const collected = table.has('cod_amount') ? ', and COD where there is an amount to collect' : '';
  return [
    ...(table.has('type') ? [] : ['assumed: type B2C, since no column says it']),
    ...(table.has('payment') ? [] : [`assumed: payment PREPAID${collected}, since no column says it`]),
  ];
}

/** The same of orders that were assigned. */
export const assumedOfOrders = (table: Table): string[] => [
  ...assumedOfShipments(table),
  ...(table.has('date') ? [] : ['assumed: assigned now, since no column says when']),
  ...(table.has('partner') ? [] : ['assumed: nobody has them, since no column says who']),
];

/** Words of the column of couriers, with the number of their rows. */
export type CourierWords = ReadonlyMap<string, number>;

export interface SheetOrders {
  /** One an order, as JSON text: the node checks them. */
  lines: ImportLine[];
  couriers: CourierWords;
  /** Rows that do not count. */
  leftOut: Note[];
}

export class OrderFaults extends SheetFaults {
  constructor(
    faults: readonly Fault[],
    proposal: string | null,
    readonly couriers: CourierWords,
  ) {
    super(faults, proposal);
  }
}

/** @throws {OrderFaults} of cells that cannot be read */
export async function readOrders(stream: TableStream, strategy: Strategy): Promise<SheetOrders> {
  const { table } = stream;
  const now = new Date().toISOString();
  const reader = new ShipmentReader(table, await dayOrderOf(stream, 'date'));
  const faults = new Faults();
  const leftOut = new Notes();
  const couriers = new Map<string, number>();
  const lines: ImportLine[] = [];
  for await (const rows of stream.batches(leftOut))
    for (const row of rows) {
      const { partner, ...shipment } = reader.read(row, faults);
      if (partner !== null) couriers.set(partner, (couriers.get(partner) ?? 0) + 1);
      if (partner !== null && !isPartnerId(partner)) faults.add(row.position('partner'), noId(partner));
      lines.push({
        text: JSON.stringify(orderOf({ ...shipment, partner }, row.line, strategy, now)),
        positionOf: (member) => positionIn(row, member),
      });
    }
  if (faults.found.length > 0) throw new OrderFaults(faults.found, proposalOf(table, couriers), couriers);
  return { lines, couriers, leftOut: leftOutOf(table, leftOut) };
}

/** Without quotes, so that each name is a kind of fault of its own. */
const noId = (name: string): string => `${name} is no partnerId: say which courier it is by values: partner in a map`;

/** A map with the names that are no ids, to be completed; null: there are none. */
function proposalOf(table: Table, couriers: CourierWords): string | null {
  const names = new Map([...couriers].filter(([word]) => !isPartnerId(word)));
  if (names.size === 0) return null;
  const columns = table.map.file === null ? [table.proposal().trimEnd()] : [];
  return [...columns, 'values:', '  partner:', ...wordStub(names, '    ', 'the partnerId'), ''].join('\n');
}

/** The field of the sheet that a member of a line is made of. */
const FIELD_OF_MEMBER: Readonly<Record<string, ShipmentField>> = {
  'at': 'date',
  'partnerId': 'partner',
  'shipmentDetails.shipmentId': 'ref',
  'shipmentDetails.serviceTypes': 'services',
  'shipmentDetails.fromPincode': 'from',
  'shipmentDetails.toPincode': 'to',
  'shipmentDetails.shipmentType': 'type',
  'shipmentDetails.weight': 'weight',
  'shipmentDetails.pieces': 'weight',
  'shipmentDetails.dimensions.length': 'length',
  'shipmentDetails.dimensions.width': 'width',
  'shipmentDetails.dimensions.height': 'height',
  'shipmentDetails.paymentType': 'payment',
  'shipmentDetails.declaredValue': 'value',
  'shipmentDetails.codAmount': 'cod_amount',
  'shipmentDetails.customerId': 'customer',
};

/** Of a member of an element that of its list. */
function positionIn(row: TableRow, member: string): ReturnType<TableRow['position']> {
  const [list = member] = member.split('[');
  return row.position(FIELD_OF_MEMBER[member] ?? FIELD_OF_MEMBER[list] ?? member);
}

/** What may not be in a shipmentId. */
const FOREIGN = /[^A-Za-z0-9_-]+/g;
const MOST_CHARACTERS = 200;

function orderOf(shipment: SheetShipment, line: number, strategy: Strategy, now: string): object {
  const { ref, awb, date, partner, payment, codAmount } = shipment;
  // the sheet says no payment: what is to be collected does
  const paid = payment ?? ((codAmount ?? 0) > 0 ? 'COD' : 'PREPAID');
  const body = bodyOf({ ...shipment, payment: paid, partner: null, date: null });
  const { pickupPincode: fromPincode, deliveryPincode: toPincode, serviceRequirements = [], ...parcel } = body;
  const shipmentId = (ref ?? awb ?? '').replace(FOREIGN, '-').slice(0, MOST_CHARACTERS) || `line-${line}`;
  const serviceTypes = [...new Set(['PICKUP', 'DELIVERY', ...serviceRequirements])];
  return {
    shipmentDetails: { shipmentId, serviceTypes, fromPincode, toPincode, shipmentType: 'B2C', ...parcel },
    assignmentPreferences: { assignmentStrategy: strategy },
    at: date ?? now,
    ...(partner !== null && { partnerId: partner }),
  };
}
