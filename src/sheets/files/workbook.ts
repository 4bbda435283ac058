/** A workbook: its sheets, and the shared texts and formats that their cells need. */
import { MAX_SHEET_CHARACTERS, MAX_SHEET_FILLED_CELLS, MAX_WORKBOOK_LIST_ITEMS } from '../../limits/sheets.js';
import { type SheetFile, SheetRefusal, type SheetTitle, SheetTooLarge } from '../sheet.js';
import { type CellFormat, formatOf } from './formats.js';
import { type SharedParts, TextReader } from './shared.js';
import { worksheet } from './worksheet.js';
import { forEachToken, ownedText } from './xml.js';
import type { ZipFile } from './zip.js';

/** @throws {SheetRefusal} if it lacks a part that it needs */
export async function openWorkbook(zip: ZipFile): Promise<SheetFile> {
  const paths = new Map<string, string>();
  const shared = { sharedStrings: 'xl/sharedStrings.xml', styles: 'xl/styles.xml' };
  await forEachToken(partOf(zip, 'xl/_rels/workbook.xml.rels'), (token, reader) => {
    if (token !== 'opened' || reader.name !== 'Relationship') return;
    const path = pathOf(reader.attribute('Target') ?? '');
    const kind = (reader.attribute('Type') ?? '').split('/').at(-1);
    if (kind === 'sharedStrings' || kind === 'styles') shared[kind] = path;
    else if (paths.size < MAX_WORKBOOK_LIST_ITEMS) paths.set(reader.attribute('Id') ?? '', path);
  });
  const titles: SheetTitle[] = [];
  const pathOfTitle = new Map<SheetTitle, string>();
  let isFrom1904 = false;
  await forEachToken(partOf(zip, 'xl/workbook.xml'), (token, reader) => {
    if (token !== 'opened') return;
    if (reader.name === 'workbookPr') isFrom1904 ||= /^(?:1|true)$/.test(reader.attribute('date1904') ?? '');
    if (reader.name !== 'sheet') return;
    const path = paths.get(reader.attribute('id') ?? '') ?? '';
    // charts have a sheet of their own, without cells
    if (/chartsheets|dialogsheets|macrosheets/.test(path) || titles.length >= MAX_WORKBOOK_LIST_ITEMS) return;
    const isHidden = (reader.attribute('state') ?? 'visible') !== 'visible';
    const title = { name: ownedText(reader.attribute('name') ?? ''), number: titles.length + 1, isHidden };
    titles.push(title);
    pathOfTitle.set(title, path);
  });
  if (titles.length === 0) throw new SheetRefusal('is a workbook without a sheet');
  let parts: Promise<SharedParts> | undefined;
  return {
    titles,
    read: async (title) => {
      const { texts, formats } = await (parts ??= sharedParts(zip, shared, isFrom1904));
      return worksheet(partOf(zip, pathOfTitle.get(title) ?? ''), title, { texts, formats, isFrom1904 });
    },
  };
}

async function sharedParts(
  zip: ZipFile,
  paths: { sharedStrings: string; styles: string },
  isFrom1904: boolean,
): Promise<SharedParts> {
  // one after the other: what they inflate to is bounded together
  const texts = await textsOf(zip.pieces(paths.sharedStrings));
  return { texts, formats: await formatsOf(zip.pieces(paths.styles)), isFrom1904 };
}

function partOf(zip: ZipFile, name: string): AsyncIterable<string> {
  if (!zip.has(name)) throw new SheetRefusal(`is no workbook, or is damaged: there is no part ${name}`);
  return zip.pieces(name);
}

const pathOf = (path: string): string => (path.startsWith('/') ? path.slice(1) : `xl/${path}`);

async function textsOf(pieces: AsyncIterable<string>): Promise<string[]> {
  const texts: string[] = [];
  let characters = 0;
  const text = new TextReader();
  await forEachToken(pieces, (token, reader) => {
    text.see(token, reader);
    if (token !== 'closed' || reader.name !== 'si') return;
    const taken = text.take();
    characters += taken.length;
    if (texts.length === MAX_SHEET_FILLED_CELLS || characters > MAX_SHEET_CHARACTERS)
      throw new SheetTooLarge('is too large: it has more texts than cells may have');
    texts.push(taken);
  });
  return texts;
}

async function formatsOf(pieces: AsyncIterable<string>): Promise<CellFormat[]> {
  const codes = new Map<string, string>();
  const styles: CellFormat[] = [];
  let isOfCells = false;
  await forEachToken(pieces, (token, reader) => {
    if (token === 'text') return;
    if (reader.name === 'cellXfs') isOfCells = token === 'opened';
    if (token !== 'opened') return;
    const format = reader.attribute('numFmtId');
    if (reader.name === 'numFmt' && format !== undefined)
      codes.set(format, ownedText(reader.attribute('formatCode') ?? ''));
    if (reader.name === 'xf' && isOfCells) styles.push(formatOf(Number(format ?? 0), codes.get(format ?? '')));
    if (Math.max(styles.length, codes.size) > MAX_WORKBOOK_LIST_ITEMS)
      throw new SheetRefusal('is damaged: it has more formats than a workbook has');
  });
  return styles;
}
