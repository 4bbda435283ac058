/** A sheet of orders as the lines of a backtest. */
import { assumedOfOrders, BACKTEST_ORDERS, orderLines } from '../../import/orders.js';
import { SheetFaults } from '../../sheets/tables/faults.js';
import { NO_MAP } from '../../sheets/tables/map.js';
import { NOTHING_READ, type OrderOptions, type ReadRequest, type SheetRead } from './messages.js';
import { withChoices, withMeaning } from './chosen.js';
import { openSheet, titlesOf, withFaults } from './seen-sheet.js';

/** @throws {SheetRefusal} if the file cannot be read */
export async function readOrderSheet({ fileName, bytes, options }: ReadRequest<OrderOptions>): Promise<SheetRead> {
  const map = withMeaning(withChoices(NO_MAP, options.choices), options, ['weight']);
  const { stream, seen } = await openSheet({ name: fileName, bytes }, BACKTEST_ORDERS, map, options.sheet);
  const sheets = await titlesOf(bytes);
  const shown = (of: typeof seen): SheetRead => ({
    ...NOTHING_READ,
    ...of,
    sheets,
    sheet: stream?.table.sheet.number ?? 1,
    faultCount: of.faults.length,
  });
  if (stream === null) return shown(seen);
  const read = { ...shown(seen), reading: stream.table.reading, skipped: assumedOfOrders(stream.table) };
  try {
    const lines = await orderLines(stream, 'BEST_MATCH');
    return { ...read, lines: { text: lines.join('\n'), count: lines.length, replace: null } };
  } catch (error) {
    if (!(error instanceof SheetFaults)) throw error;
    const { faults } = withFaults(seen, error);
    return { ...read, faults, faultCount: faults.length };
  }
}
