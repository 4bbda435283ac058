/** What a file is, by its content: its name may say anything. */
import { MAX_SHEET_FILE_BYTES } from '../../limits/sheets.js';
import { type SheetFile, SheetRefusal, SheetTooLarge } from '../sheet.js';
import { csvSheet } from './csv-sheet.js';
import { decodeText } from './encoding.js';
import { openWorkbook } from './workbook.js';
import { ZipFile } from './zip.js';

const ZIP = [0x50, 0x4b, 0x03, 0x04];
const GZIP = [0x1f, 0x8b];
/** Of Office before 2007, in which locked workbooks of today are packed too. */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
/** UTF-16, as names are written in a compound file. */
const LOCKED = [...'EncryptedPackage'].flatMap((letter) => [letter.charCodeAt(0), 0]);
const PDF = [...'%PDF'].map((letter) => letter.charCodeAt(0));

const SAVE = 'open it in a spreadsheet and save it as .xlsx or CSV';

/**
 * @param separator of a text's cells; undefined: the one that cuts its first lines into equally many
 * @throws {SheetRefusal} if it is nothing that can be read
 */
export async function openSheetFile(bytes: Uint8Array, separator?: string): Promise<SheetFile> {
  if (bytes.length > MAX_SHEET_FILE_BYTES) throw new SheetTooLarge('has more than 32 MiB');
  if (isZip(bytes)) return openZip(bytes);
  refuseOthers(bytes);
  const { text, note } = decodeText(bytes);
  refuseMarkup(text);
  const title = { name: null, number: 1, isHidden: false };
  return { titles: [title], read: () => Promise.resolve(csvSheet(text, separator, note)) };
}

/** Whether a file is packed, as workbooks are: by its first bytes. */
export const isZip = (bytes: Uint8Array): boolean => beginsWith(bytes, ZIP);

/** @throws {SheetRefusal} if the first bytes are those of something else than a text */
export function refuseOthers(bytes: Uint8Array): void {
  if (beginsWith(bytes, COMPOUND))
    throw new SheetRefusal(
      includes(bytes, LOCKED)
        ? 'is a locked workbook: save it without a password'
        : `is a workbook of Excel 97 to 2003 (.xls): ${SAVE}`,
    );
  if (beginsWith(bytes, PDF)) throw new SheetRefusal('is a PDF: ask for the sheet that it was printed from');
  if (beginsWith(bytes, GZIP)) throw new SheetRefusal('is compressed with gzip: unpack it first');
}

/** @throws {SheetRefusal} if a text begins as a web page or as XML does */
export function refuseMarkup(text: string): void {
  if (/^\s*<(!doctype|html|head|body|table|meta|style|div)\b/i.test(text))
    throw new SheetRefusal(`is a web page (HTML), whatever its name says: ${SAVE}`);
  if (/^\s*<\?xml\b/i.test(text)) throw new SheetRefusal(`is XML: ${SAVE}`);
}

function openZip(bytes: Uint8Array): Promise<SheetFile> {
  const zip = new ZipFile(bytes);
  if (zip.has('xl/workbook.bin')) throw new SheetRefusal(`is a binary workbook (.xlsb): ${SAVE}`);
  if (zip.has('content.xml')) throw new SheetRefusal(`is a document of LibreOffice (.ods): ${SAVE}`);
  if (zip.has('EncryptedPackage')) throw new SheetRefusal('is a locked workbook: save it without a password');
  if (!zip.has('[Content_Types].xml') && !zip.has('xl/workbook.xml'))
    throw new SheetRefusal('is a zip file and no workbook: unpack it first');
  return openWorkbook(zip);
}

const beginsWith = (bytes: Uint8Array, wanted: readonly number[], at = 0): boolean =>
  wanted.every((byte, index) => bytes[at + index] === byte);

function includes(bytes: Uint8Array, wanted: readonly number[]): boolean {
  for (let at = bytes.indexOf(wanted[0]!); at !== -1; at = bytes.indexOf(wanted[0]!, at + 1))
    if (beginsWith(bytes, wanted, at)) return true;
  return false;
}
