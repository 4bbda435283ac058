/** Workbooks made by hand, as other programs write them or as somebody means harm. */
import { strToU8, zipSync } from 'fflate';

const SPREADSHEET = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const LISTED = '<sheet name="List" sheetId="7" r:id="rId2"/><sheet name="Other" sheetId="1" r:id="rId1"/>';

const sheetOf = (rows: string): string => `<worksheet ${SPREADSHEET}><sheetData>${rows}</sheetData></worksheet>`;

/** A workbook whose first sheet has these rows, in a part that is not named first. */
export function workbook(rows: string, parts: Readonly<Record<string, string>> = {}): Buffer {
  const relation = (id: string, name: string): string =>
    `<Relationship Id="${id}" Type="${RELATIONSHIPS}/worksheet" Target="worksheets/${name}.xml"/>`;
  const all = {
    'xl/workbook.xml': `<workbook ${SPREADSHEET} xmlns:r="${RELATIONSHIPS}"><sheets>${LISTED}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relation('rId1', 'sheet1')}${relation('rId2', 'sheet2')}</Relationships>`,
    'xl/worksheets/sheet1.xml': sheetOf('<row r="1"><c r="A1" t="e"><v>#REF!</v></c></row>'),
    'xl/worksheets/sheet2.xml': sheetOf(rows),
    ...parts,
  };
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(all).map(([name, text]) => [name, strToU8(text)])), { level: 1 }),
  );
}

const CENTRAL = Buffer.from([0x50, 0x4b, 0x01, 0x02]);
const LOCAL = Buffer.from([0x50, 0x4b, 0x03, 0x04]);

/** The same with other inflated sizes stated, for every part and in both places. */
export function lying(file: Buffer, bytes: number): Buffer {
  const copy = Buffer.from(file);
  for (const [signature, offset] of [
    [CENTRAL, 24],
    [LOCAL, 22],
  ] as const)
    for (let at = copy.indexOf(signature); at !== -1; at = copy.indexOf(signature, at + 1))
      copy.writeUInt32LE(bytes, at + offset);
  return copy;
}

const cell = (name: string): string => `<c r="${name}"><v>110001</v></c>`;
const failed = (name: string): string => `<c r="${name}" t="e"><v>#N/A</v></c>`;
const MANY = 100_001;
/** Spaces between elements that mean nothing, and fold to next to nothing. */
const INFLATED_BYTES = 70 * 1_048_576;

/** Made once. */
const once = (make: () => Buffer): (() => Buffer) => {
  let file: Buffer | undefined;
  return () => (file ??= make());
};
const inflating = once(() => workbook(' '.repeat(INFLATED_BYTES)));

/** Files of some kilobytes, by what is wrong with them. */
export const EVIL: Readonly<Record<string, { file: () => Buffer; message: RegExp }>> = {
  'a row that no sheet has': {
    file: () => workbook(`<row r="1">${cell('A1')}${failed('A4000000000')}</row>`),
    message: /it has a cell A4000000000: a sheet has at most 10,48,576 rows and 16,384 columns/,
  },
  'a row element that no sheet has': {
    file: () => workbook(`<row r="1">${cell('A1')}</row><row r="4000000000"/>`),
    message: /it has a row 4000000000: a sheet has rows 1 to 10,48,576/,
  },
  'a column that no sheet has': {
    file: () => workbook(`<row r="3">${failed('ZZZZZZZ3')}</row>`),
    message: /it has a cell ZZZZZZZ3: /,
  },
  'the far corners of a sheet': {
    file: () => workbook(`<row r="1">${cell('A1')}</row><row r="1048576">${cell('XFD1048576')}</row>`),
    message: /its values span 10,48,576 rows and 16,384 columns, up to XFD1048576: too many/,
  },
  'far corners without values': {
    file: () => workbook(`<row r="1">${failed('A1')}</row><row r="1048576">${failed('XFD1048576')}</row>`),
    message: /its values span/,
  },
  'a place that is none': {
    file: () => workbook(`<row r="1"><c r="A&#49;"><v>1</v></c><c r="${'A'.repeat(1_000)}"/></row>`),
    message: /A{40}… is no position in a sheet/,
  },
  'many rows': {
    file: once(() =>
      workbook(Array.from({ length: MANY }, (_, at) => `<row r="${at + 1}">${cell(`A${at + 1}`)}</row>`).join('')),
    ),
    message: /it has more than 1,00,000 rows with values/,
  },
  'a sheet that inflates': {
    file: inflating,
    message: /it is too large: its parts inflate to more than 64 MiB/,
  },
  'a sheet that inflates beyond what it says': {
    file: () => lying(inflating(), 100),
    message: /it is too large/,
  },
  'shared texts that inflate': {
    file: once(() => workbook(cell('A1'), { 'xl/sharedStrings.xml': ' '.repeat(INFLATED_BYTES) })),
    message: /it is too large/,
  },
  'one long text in many cells': {
    file: () =>
      workbook(`<row r="1">${Array.from({ length: 40 }, () => '<c t="s"><v>0</v></c>').join('')}</row>`, {
        'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(1_048_576)}</t></si></sst>`,
      }),
    message: /its cells have more than 32 MiB of text/,
  },
  'a tag without an end': {
    file: () => workbook(`<row r="1"><c r="${'x'.repeat(20_000_000)}`),
    message: /its XML has a tag without an end/,
  },
  'many attributes': {
    file: () => workbook(`<row r="1"><c ${' r'.repeat(10_000_000)}/></row><row r="0"/>`),
    message: /it has a row 0/,
  },
};
