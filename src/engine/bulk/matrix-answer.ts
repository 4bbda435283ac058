/** The three forms of a matrix: JSON in the envelope, MessagePack, CSV. */
import { Packr } from 'msgpackr';
import { MATRIX_COLUMNS, NO_VALUE } from '../../contract/matrix.js';
import { unknownFieldWarning } from '../../contract/warnings.js';
import { csvLine } from '../../csv.js';
import { toRupees } from '../../domain/money.js';
import { successHead, successTail } from '../../envelope.js';
import { membersOf, toJson } from '../../json.js';
import { MONEY_DECIMALS } from '../../limits/documents.js';
import { CELLS_PER_STEP } from '../../limits/bulk.js';
import type { EngineContext } from '../context.js';
import type { MatrixCells } from './matrix-cells.js';
import type { MatrixQuestion } from './matrix-request.js';
import { AnswerBytes } from './answer-bytes.js';

type Steps = Generator<undefined, Uint8Array<SharedArrayBuffer>>;
type PricedAt = Pick<EngineContext, 'view' | 'now'>;

/** Rough numbers of bytes, with which a text begins. */
const JSON_BYTES_PER_CELL = 16;
const PACKED_BYTES_PER_CELL = 9;
const CSV_BYTES_PER_CELL = 64;
const ROOM_BYTES = 1_024;

/** The cells of one partner and one pickup. */
interface CellList {
  partnerId: string;
  pickupPincode: string;
  /** The first of them, and the one behind the last. */
  start: number;
  end: number;
}

function* listsOf({ partners, pickupPincodes, deliveryPincodes: { length } }: MatrixQuestion): Generator<CellList> {
  let start = 0;
  for (const { partnerId } of partners)
    for (const pickupPincode of pickupPincodes) {
      yield { partnerId, pickupPincode, start, end: start + length };
      start += length;
    }
}

/** All members, in their order. */
const dataOf = (
  { view, now }: PricedAt,
  { partners, pickupPincodes, deliveryPincodes }: MatrixQuestion,
  { laneNames, reasonCodes }: MatrixCells,
  cells: readonly object[],
) => ({
  partnerIds: partners.map(({ partnerId }) => partnerId),
  pickupPincodes,
  deliveryPincodes,
  pricedAt: new Date(now).toISOString(),
  generation: view.id,
  rateCardVersions: Object.fromEntries(partners.map(({ partnerId, rateCardVersion }) => [partnerId, rateCardVersion])),
  cells,
  lanes: laneNames,
  reasons: reasonCodes,
});

const CELLS = '"cells":[';

/** @param elapsedMs milliseconds since the request arrived */
export function* jsonOf(
  priced: PricedAt,
  question: MatrixQuestion,
  cells: MatrixCells,
  requestId: string,
  elapsedMs: () => number,
): Steps {
  const warnings = question.unknown.map(unknownFieldWarning);
  const further = warnings.length === 0 ? '' : membersOf({ warnings });
  const data = toJson(dataOf(priced, question, cells, []));
  const at = data.indexOf(CELLS) + CELLS.length;
  const text = new AnswerBytes(data.length + cells.totals.length * JSON_BYTES_PER_CELL + ROOM_BYTES);
  text.add(successHead(`"data":${data.slice(0, at)}`));
  yield undefined;
  const columns = Object.entries(columnsOf(cells));
  for (const { partnerId, pickupPincode, start, end } of listsOf(question)) {
    text.add(`${start === 0 ? '' : ','}{${membersOf({ partnerId, pickupPincode })}`);
    for (const [name, column] of columns) {
      text.add(`,"${name}":[`);
      for (let from = start; from < end; from += CELLS_PER_STEP) {
        if (from > start) text.add(',');
        text.addIntegers(column, from, Math.min(from + CELLS_PER_STEP, end));
        yield undefined;
      }
      text.add(']');
    }
    text.add('}');
  }
  text.add(data.slice(at) + successTail(further, requestId, elapsedMs()));
  return text.bytes;
}

/** By the names that the columns have in answers, in their order. */
const columnsOf = ({ totals: total, hours, lanes: lane, reasons: reason }: MatrixCells) => ({
  total,
  hours,
  lane,
  reason,
});

// a matrix has its own names: other readers know no shared structures
const packr = new Packr({ useRecords: false });

/** Every machine that Node.js supports is little-endian. */
const binaryOf = ({ buffer, byteOffset, byteLength }: Int32Array | Int16Array | Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Piece by piece, since a pack of some megabytes at once takes longer than a step may. */
export function* packedOf(priced: PricedAt, question: MatrixQuestion, cells: MatrixCells): Steps {
  const columns = Object.entries(columnsOf(cells));
  const lists = [...listsOf(question)];
  const data = Object.entries(dataOf(priced, question, cells, lists));
  const bytes = new AnswerBytes(cells.totals.length * PACKED_BYTES_PER_CELL + lists.length * ROOM_BYTES);
  bytes.addBytes(Uint8Array.of(MAP_OF_FEW | data.length));
  for (const [name, value] of data) {
    bytes.addBytes(packr.pack(name));
    if (value !== lists) bytes.addBytes(packr.pack(value));
    else {
      bytes.addBytes(Uint8Array.of(LIST, lists.length >> BYTE_BITS, lists.length));
      for (const { partnerId, pickupPincode, start, end } of lists) {
        const ofList = columns.map(([column, values]) => [column, binaryOf(values.subarray(start, end))]);
        bytes.addBytes(packr.pack({ partnerId, pickupPincode, ...Object.fromEntries(ofList) }));
        yield undefined;
      }
    }
    yield undefined;
  }
  return bytes.bytes;
}

/** The heads of a map of up to 15 members, and of a list of up to 65,535 items, whose length follows. */
const MAP_OF_FEW = 0x80;
const LIST = 0xdc;
const BYTE_BITS = 8;

export function* csvOf(question: MatrixQuestion, cells: MatrixCells): Steps {
  const { totals, hours, lanes, reasons, laneNames, reasonCodes } = cells;
  const { deliveryPincodes } = question;
  const text = new AnswerBytes(totals.length * CSV_BYTES_PER_CELL + ROOM_BYTES);
  text.add(`${csvLine(MATRIX_COLUMNS)}${NEWLINE}`);
  for (const { partnerId, pickupPincode, start, end } of listsOf(question)) {
    const head = csvLine([partnerId, pickupPincode, '']);
    for (let from = start; from < end; from += CELLS_PER_STEP) {
      let lines = '';
      let tail = '';
      for (let cell = from; cell < Math.min(from + CELLS_PER_STEP, end); cell++) {
        const [total, hour, lane, reason] = [totals[cell]!, hours[cell]!, lanes[cell]!, reasons[cell]!];
        // neighbours are mostly the same
        const isSame =
          cell > from
          && total === totals[cell - 1]
          && hour === hours[cell - 1]
          && lane === lanes[cell - 1]
          && reason === reasons[cell - 1];
        if (!isSame)
          tail = csvLine([
            '',
            total === NO_VALUE ? '' : toRupees(total).toFixed(MONEY_DECIMALS),
            hour === NO_VALUE ? '' : String(hour),
            lane === NO_VALUE ? '' : laneNames[lane]!,
            reasonCodes[reason]!,
          ]);
        lines += head + deliveryPincodes[cell - start]! + tail + NEWLINE;
      }
      text.add(lines);
      yield undefined;
    }
  }
  return text.bytes;
}

const NEWLINE = '\r\n';
