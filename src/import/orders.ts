/** A sheet of orders as lines of a backtest. */
import type { Strategy } from '../domain/strategies.js';
import { SHIPMENTS } from '../sheets/shipments/form.js';
import { bodyOf, ShipmentReader, type SheetShipment } from '../sheets/shipments/row.js';
import { Faults, SheetFaults } from '../sheets/tables/faults.js';
import type { TableForm } from '../sheets/tables/form.js';
import { dayOrderOf, type TableStream } from '../sheets/tables/stream.js';
import type { Table } from '../sheets/tables/table.js';

/** Headings as of `pinrate rate`. */
export const BACKTEST_ORDERS: TableForm = { ...SHIPMENTS, required: ['from', 'to', 'weight'] };

/** What no column says. */
export const assumedOfOrders = (table: Table): string[] => [
  ...(table.has('date') ? [] : ['assumed: assigned now, since no column says when']),
  ...(table.has('partner') ? [] : ['assumed: nobody has them, since no column says who']),
];

/**
 * One line an order, as JSON text: the node checks them.
 * @throws {SheetFaults} of cells that cannot be read
 */
export async function orderLines(stream: TableStream, strategy: Strategy): Promise<string[]> {
  const now = new Date().toISOString();
  const reader = new ShipmentReader(stream.table, await dayOrderOf(stream, 'date'));
  const faults = new Faults();
  const orders: string[] = [];
  for await (const rows of stream.batches())
    for (const row of rows) orders.push(JSON.stringify(orderOf(reader.read(row, faults), row.line, strategy, now)));
  if (faults.found.length > 0) throw new SheetFaults(faults.found);
  return orders;
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
