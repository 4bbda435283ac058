/** A sheet of orders as lines of a backtest. */
import { createReadStream } from 'node:fs';
import type { Strategy } from '../../domain/strategies.js';
import { SheetRefusal } from '../../sheets/sheet.js';
import { SHIPMENTS } from '../../sheets/shipments/form.js';
import { bodyOf, ShipmentReader, type SheetShipment } from '../../sheets/shipments/row.js';
import { Faults, SheetFaults } from '../../sheets/tables/faults.js';
import { MapFault } from '../../sheets/tables/map.js';
import { dayOrderOf, openTable } from '../../sheets/tables/stream.js';
import { FileFaults, refusalFault } from '../import/file-faults.js';
import { readMap, sizeOf } from '../import/read-file.js';
import { CommandError, EXIT, type World } from '../world.js';

interface OrderOptions {
  map?: string;
  sheet?: string;
  strategy: Strategy;
}

/**
 * One line an order, as JSON text: the node checks them.
 * @throws FileFaults of cells that cannot be read, and CommandError
 */
export async function ordersIn({ err }: World, file: string, options: OrderOptions): Promise<string[]> {
  const map = await readMap(options.map);
  await sizeOf(file);
  try {
    const form = { ...SHIPMENTS, required: ['from', 'to', 'weight'] };
    const stream = await openTable(() => createReadStream(file), form, map, options.sheet ?? null);
    const { table } = stream;
    const now = new Date().toISOString();
    if (!table.has('date')) err.write('assumed: assigned now, since no column says when\n');
    if (!table.has('partner')) err.write('assumed: nobody has them, since no column says who\n');
    const reader = new ShipmentReader(table, await dayOrderOf(stream, 'date'));
    const faults = new Faults();
    const orders: string[] = [];
    for await (const rows of stream.batches())
      for (const row of rows)
        orders.push(JSON.stringify(orderOf(reader.read(row, faults), row.line, options.strategy, now)));
    if (faults.found.length > 0) throw new SheetFaults(faults.found);
    return orders;
  } catch (error) {
    if (error instanceof MapFault) throw new CommandError(EXIT.usage, error.message);
    if (error instanceof SheetRefusal) throw new FileFaults(file, [refusalFault(error)], 1, true, 'asked');
    if (error instanceof SheetFaults) throw new FileFaults(file, error.faults, error.faults.length, false, 'asked');
    throw error;
  }
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
