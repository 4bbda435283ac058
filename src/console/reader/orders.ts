/** A sheet of orders as the lines of a backtest. */
import type { Pinrate } from '../../client/connect.js';
import { assumedOfOrders, BACKTEST_ORDERS, type CourierWords, OrderFaults, readOrders } from '../../import/orders.js';
import { partnerIdTest } from '../../import/outcomes.js';
import { plainText } from '../../sheets/cells/text.js';
import { NO_MAP, type SheetMap } from '../../sheets/tables/map.js';
import {
  type Choices,
  NOTHING_READ,
  type OrderOptions,
  type ReadRequest,
  type SeenWord,
  type SheetRead,
} from './messages.js';
import { withChoices, withMeaning } from './chosen.js';
import { openSheet, titlesOf, withFaults } from './seen-sheet.js';

/** @throws {SheetRefusal} if the file cannot be read @throws {PinrateError} */
export async function readOrderSheet(
  { fileName, bytes, options }: ReadRequest<OrderOptions>,
  pinrate: Pinrate,
): Promise<SheetRead> {
  const map = withWords(withMeaning(withChoices(NO_MAP, options.choices), options, ['weight']), options.choices);
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
  const { table } = stream;
  const read = { ...shown(seen), reading: table.reading, skipped: assumedOfOrders(table) };
  const isPartnerId = table.has('partner') ? await partnerIdTest(pinrate) : () => true;
  try {
    const { lines, couriers, leftOut } = await readOrders(stream, 'BEST_MATCH');
    return {
      ...read,
      reading: { ...table.reading, rows: lines.length, leftOut },
      couriers: unknownIn(couriers, isPartnerId),
      lines: { text: lines.map(({ text }) => text).join('\n'), count: lines.length, replace: null },
    };
  } catch (error) {
    if (!(error instanceof OrderFaults)) throw error;
    const { faults } = withFaults(seen, error);
    return { ...read, faults, faultCount: faults.length, couriers: unknownIn(error.couriers, isPartnerId) };
  }
}

/** A map with what was chosen of the words of couriers. */
function withWords(map: SheetMap, choices: Choices): SheetMap {
  const chosen = Object.entries(choices)
    .filter(([name]) => name.startsWith(OF_COURIER))
    .map(([name, means]) => [plainText(name.slice(OF_COURIER.length)), means] as const);
  const left = chosen.filter(([, means]) => means === '');
  return {
    ...map,
    values: new Map([...map.values, ['partner', new Map(chosen.filter(([, means]) => means !== ''))]]),
    leaveOut: [...map.leaveOut, ...left.map(([word]) => new Map([['partner', [word]]]))],
  };
}

const OF_COURIER = 'partner:';

const unknownIn = (couriers: CourierWords, isPartnerId: (word: string) => boolean): SeenWord[] =>
  [...couriers]
    .filter(([word]) => !isPartnerId(word))
    .sort(([, a], [, b]) => b - a)
    .map(([word, rows]) => ({ field: 'partner', word, rows, means: null }));
