/** Documents in CSV: a row of headings, which are members of the documents, and a row for each document. */
import type { ResourceCollection } from '../contract/document-resource.js';
import { COLLECTIONS } from '../model/documents.js';
import { csvLine, readCsv } from './csv.js';
import { cellOf, columnsOf, memberSchema, putMember, valueOf } from '../sheets/documents/flat.js';
import { CommandError, EXIT } from './world.js';

interface CsvDocuments {
  documents: { line: number; document: object }[];
  faults: { line: number; column: string; message: string }[];
}

export const csvHeader = (collection: ResourceCollection): string => csvLine(columnsOf(COLLECTIONS[collection]));

/** @throws a CommandError for a member without a column, which the row would lose */
export function csvDocument(collection: ResourceCollection, document: Readonly<Record<string, unknown>>): string {
  const columns = columnsOf(COLLECTIONS[collection]);
  const lost = Object.keys(document).find((name) => !columns.includes(name));
  if (lost !== undefined)
    throw new CommandError(EXIT.refused, `a document of ${collection} has ${lost}, for which CSV has no column`);
  return csvLine(columns.map((name) => cellOf(document[name])));
}

/** Headings in any order; `limits.maxWeight` is a member of a member. Rows without any text are skipped. */
export function documentsOfCsv(bytes: Buffer, collection: ResourceCollection): CsvDocuments {
  const read: CsvDocuments = { documents: [], faults: [] };
  const sheet = readCsv(bytes);
  if (!sheet.ok) {
    const { line, column, message } = sheet.fault;
    return { documents: [], faults: [{ line, column: `column ${column}`, message }] };
  }
  const [header, ...rows] = sheet.rows.filter(({ cells }) => cells.some((cell) => cell !== ''));
  if (header === undefined) return read;
  const headings = header.cells.map((text) => text.trim());
  const schemas = headings.map((heading) => memberSchema(COLLECTIONS[collection], heading));
  for (const [at, heading] of headings.entries()) {
    const message = schemas[at] === null ? `is no field of ${collection}` : 'is there twice';
    if (schemas[at] === null || headings.indexOf(heading) < at)
      read.faults.push({ line: header.line, column: heading === '' ? `column ${at + 1}` : heading, message });
  }
  if (read.faults.length > 0) return read;
  for (const { line, cells } of rows) {
    const document: Record<string, unknown> = {};
    for (const [at, cell] of cells.entries()) {
      if (cell === '') continue;
      const schema = schemas[at];
      const value = schema ? valueOf(cell, schema) : { ok: false as const, message: 'has no heading' };
      if (value.ok) putMember(document, headings[at]!, value.value);
      else read.faults.push({ line, column: headings[at] ?? `column ${at + 1}`, message: value.message });
    }
    read.documents.push({ line, document });
  }
  return read;
}
