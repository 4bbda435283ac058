/** A text of any length as filled rows: memory does not grow with it. */
import { MAX_STREAMED_ROW_CHARACTERS } from '../../limits/sheets.js';
import { type Note, SheetRefusal, type SheetRow } from '../sheet.js';
import { csvRows } from './csv.js';
import { type ChosenSeparator, separatorIn } from './csv-sheet.js';
import { decodedPieces, encodingOf } from './encoding.js';
import { refuseMarkup } from './file.js';

/** The bytes of a file from its beginning, each time. */
export type OpenBytes = () => AsyncIterable<Uint8Array>;

export interface RowBatch {
  rows: SheetRow[];
  /** Rows between these that have no filled cell; the line of the first one. Those at the end do not count. */
  blank: { count: number; first: number };
}

export interface RowStream {
  /** About encoding and separator. */
  notes: readonly Note[];
  /** From the first row, each time. @throws {SheetRefusal} */
  batches(): AsyncGenerator<RowBatch>;
}

/** So much of the text tells where rows are cut. */
const SAMPLE_CHARACTERS = 65_536;

/** @param separator undefined: as for a text in one piece @throws {SheetRefusal} if it is nothing that can be read */
export async function openRows(open: OpenBytes, separator: string | undefined): Promise<RowStream> {
  const { encoding, note } = await encodingOf(open());
  const pieces = (): AsyncGenerator<string> => wholeRows(decodedPieces(open(), encoding));
  const chosen = separatorIn(await beginningOf(pieces()), separator);
  const notes = [
    ...(note === null ? [] : [note]),
    ...(chosen.note === null ? [] : [{ what: chosen.note, count: 1, example: 'row 1' }]),
  ];
  return { notes, batches: () => rowsOf(pieces(), chosen) };
}

async function beginningOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) {
    text += piece;
    if (text.length >= SAMPLE_CHARACTERS) break;
  }
  refuseMarkup(text);
  return text;
}

async function* rowsOf(pieces: AsyncIterable<string>, { chosen, isSaid }: ChosenSeparator): AsyncGenerator<RowBatch> {
  let line = 1;
  let blank = { count: 0, first: 0 };
  for await (const piece of pieces) {
    const rows: SheetRow[] = [];
    let between = { count: 0, first: 0 };
    const found = csvRows(piece, chosen, line);
    for (let next = found.next(); ; next = found.next()) {
      if (next.done === true) {
        line = next.value;
        break;
      }
      const row = next.value;
      if (isSaid && row.line === 1) continue;
      if (row.cells.every((cell) => cell === '' || cell.trim() === '')) {
        blank = { count: blank.count + 1, first: blank.first || row.line };
        continue;
      }
      between = { count: between.count + blank.count, first: between.first || blank.first };
      blank = { count: 0, first: 0 };
      rows.push({ line: row.line, cells: row.cells, isHidden: false });
    }
    if (rows.length > 0) yield { rows, blank: between };
  }
}

/** The same text in pieces that end where rows end: at an end of line with an even number of quotes before it. */
async function* wholeRows(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let kept = '';
  let isQuoted = false;
  for await (const piece of pieces) {
    let end = -1;
    for (let at = 0; at < piece.length; at++) {
      const code = piece.charCodeAt(at);
      if (code === QUOTE) isQuoted = !isQuoted;
      else if (!isQuoted && isEnd(code, piece.charCodeAt(at + 1))) end = at;
    }
    if (end === -1) kept += piece;
    else {
      yield kept + piece.slice(0, end + 1);
      kept = piece.slice(end + 1);
    }
    if (kept.length > MAX_STREAMED_ROW_CHARACTERS) throw tooLong(kept);
  }
  if (kept !== '') yield kept;
}

const [QUOTE, NEWLINE, RETURN] = [0x22, 0x0a, 0x0d];

/** A carriage return at the end of a piece may be half of an end: it waits for the next one. */
const isEnd = (code: number, next: number): boolean =>
  code === NEWLINE || (code === RETURN && next !== NEWLINE && !Number.isNaN(next));

function tooLong(text: string): SheetRefusal {
  const [first] = text.split(/[\r\n]/, 1);
  return new SheetRefusal(
    `has a row of over ${MAX_STREAMED_ROW_CHARACTERS} characters, or a quote that nothing closes: ${first!.slice(0, 40)}`,
  );
}
