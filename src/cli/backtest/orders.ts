/** A file of orders as lines of a backtest. */
import { createReadStream } from 'node:fs';
import type { Strategy } from '../../domain/strategies.js';
import { assumedOfOrders, BACKTEST_ORDERS, orderLines } from '../../import/orders.js';
import { SheetRefusal } from '../../sheets/sheet.js';
import { SheetFaults } from '../../sheets/tables/faults.js';
import { MapFault } from '../../sheets/tables/map.js';
import { openTable } from '../../sheets/tables/stream.js';
import { FileFaults, refusalFault } from '../import/file-faults.js';
import { readMap, sizeOf } from '../import/read-file.js';
import { CommandError, EXIT, type World } from '../world.js';

interface OrderOptions {
  map?: string;
  sheet?: string;
  strategy: Strategy;
}

/**
 * One line an order, as JSON text.
 * @throws FileFaults of cells that cannot be read, and CommandError
 */
export async function ordersIn({ err }: World, file: string, options: OrderOptions): Promise<string[]> {
  const map = await readMap(options.map);
  await sizeOf(file);
  try {
    const stream = await openTable(() => createReadStream(file), BACKTEST_ORDERS, map, options.sheet ?? null);
    for (const words of assumedOfOrders(stream.table)) err.write(`${words}\n`);
    return await orderLines(stream, options.strategy);
  } catch (error) {
    if (error instanceof MapFault) throw new CommandError(EXIT.usage, error.message);
    if (error instanceof SheetRefusal) throw new FileFaults(file, [refusalFault(error)], 1, true, 'asked');
    if (error instanceof SheetFaults) throw new FileFaults(file, error.faults, error.faults.length, false, 'asked');
    throw error;
  }
}
