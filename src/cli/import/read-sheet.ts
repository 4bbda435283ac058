/** The rows of a file, by the ending of its name. */
import { readFile, stat } from 'node:fs/promises';
import { MAX_LINES_BODY_BYTES } from '../../limits/http.js';
import { type CsvRow, readCsv } from '../csv.js';
import { CommandError, EXIT } from '../world.js';
import { FileFaults } from './faults.js';

/** @throws {FileFaults} with line and column if the content does not fit the file's ending */
export async function readSheet(file: string, mayBeWorkbook: boolean): Promise<CsvRow[]> {
  const found = await stat(file).catch(() => null);
  if (found?.isFile() !== true) throw new CommandError(EXIT.usage, `there is no file ${file}`);
  if (found.size > MAX_LINES_BODY_BYTES) throw new CommandError(EXIT.refused, `${file} has more than 32 MiB`);
  if (/\.xlsx$/i.test(file)) {
    if (mayBeWorkbook) return workbook(file);
    throw new CommandError(EXIT.usage, `${file} is a workbook: save its sheet as CSV UTF-8`);
  }
  if (!/\.csv$/i.test(file)) {
    const endings = mayBeWorkbook ? '.csv or .xlsx' : '.csv';
    throw new CommandError(EXIT.usage, `the name of ${file} must end with ${endings}`);
  }
  const read = readCsv(await readFile(file));
  if (read.ok) return read.rows;
  const { line, column, message } = read.fault;
  throw new FileFaults(file, [{ line, column: `column ${column}`, message }], 1);
}

async function workbook(file: string): Promise<CsvRow[]> {
  try {
    // loaded here: no other command needs it
    const { readXlsx } = await import('./xlsx.js');
    return readXlsx(await readFile(file));
  } catch (error) {
    const message = `is no workbook that can be read: ${(error as Error).message}`;
    throw new FileFaults(file, [{ line: 1, column: 'column 1', message }], 1);
  }
}
