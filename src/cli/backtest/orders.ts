/** A file of orders as lines of a backtest. */
import { createReadStream } from 'node:fs';
import { PinrateError } from '../../client/error.js';
import type { Strategy } from '../../domain/strategies.js';
import type { ImportLine } from '../../import/lines.js';
import { placedFaults } from '../../import/node-faults.js';
import { assumedOfOrders, BACKTEST_ORDERS, readOrders } from '../../import/orders.js';
import { leftOutInWords, notReadInWords } from '../../import/words.js';
import { SheetRefusal } from '../../sheets/sheet.js';
import { SheetFaults } from '../../sheets/tables/faults.js';
import { MapFault } from '../../sheets/tables/map.js';
import { openTable } from '../../sheets/tables/stream.js';
import { FileFaults, refusalFault } from '../import/file-faults.js';
import { readMap, sizeOf } from '../import/read-file.js';
import type { Session } from '../session.js';
import { CommandError, EXIT, printable } from '../world.js';

export interface OrderOptions {
  map?: string;
  sheet?: string;
  strategy: Strategy;
  allFaults?: boolean;
}

/**
 * One line an order. How the sheet was read goes to standard error.
 * @throws FileFaults of cells that cannot be read, and CommandError
 */
export async function ordersIn(session: Session, file: string, options: OrderOptions): Promise<ImportLine[]> {
  const map = await readMap(options.map);
  await sizeOf(file);
  const say = (words: string): void => void session.world.err.write(`${printable(words)}\n`);
  try {
    const stream = await openTable(() => createReadStream(file), BACKTEST_ORDERS, map, options.sheet ?? null);
    const { table } = stream;
    notReadInWords(table.unread.map(({ title }) => title)).forEach(say);
    assumedOfOrders(table).forEach(say);
    const { lines, leftOut } = await readOrders(stream, options.strategy);
    leftOutInWords({ leftOut }).forEach(say);
    return lines;
  } catch (error) {
    if (error instanceof MapFault) throw new CommandError(EXIT.usage, error.message);
    if (error instanceof SheetRefusal) throw new FileFaults(file, [refusalFault(error)], 1, true, 'asked');
    if (!(error instanceof SheetFaults)) throw error;
    if (error.proposal !== null && !session.isJson)
      session.print(`A map to start from, as a file for --map:\n${error.proposal}`);
    throw new FileFaults(file, error.faults, error.faults.length, options.allFaults === true, 'asked');
  }
}

/** The refusal of a backtest at the rows of its orders, if it is about these. */
export function placedInOrders(
  error: unknown,
  file: string,
  orders: readonly ImportLine[],
  { allFaults }: Pick<OrderOptions, 'allFaults'>,
): unknown {
  if (!(error instanceof PinrateError)) return error;
  // the first line of the body is the question
  const faults = placedFaults(error, [QUESTION, ...orders]);
  return faults === null ? error : new FileFaults(file, faults, error.faultCount, allFaults === true, 'asked');
}

const QUESTION: ImportLine = { text: '', positionOf: (column) => ({ line: 1, column }) };
