/** Workbooks made by hand, as other programs write them or as somebody means harm. */
import { strToU8, zipSync } from 'fflate';

const SPREADSHEET = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const LISTED = '<sheet name="List" sheetId="7" r:id="rId2"/><sheet name="Other" sheetId="1" r:id="rId1"/>';

const sheetOf = (rows: string): string => `<worksheet ${SPREADSHEET}><sheetData>${rows}</sheetData></worksheet>`;

const lettersOf = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : lettersOf(Math.floor(column / 26) - 1) + lettersOf(column % 26);

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
const MANY = 2_000_001;
/** Spaces between elements that mean nothing, and fold to next to nothing. */
const INFLATED_BYTES = 201_000_000;

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
    message: /states a cell A4000000000: a sheet has at most 1,048,576 rows and 16,384 columns/,
  },
  'a row element that no sheet has': {
    file: () => workbook(`<row r="1">${cell('A1')}</row><row r="4000000000"/>`),
    message: /states a row 4000000000: a sheet has rows 1 to 1,048,576/,
  },
  'a column that no sheet has': {
    file: () => workbook(`<row r="3">${failed('ZZZZZZZ3')}</row>`),
    message: /states a cell ZZZZZZZ3: /,
  },
  'the far corners of a sheet': {
    file: () => workbook(`<row r="1">${cell('A1')}</row><row r="1048576">${cell('XFD1048576')}</row>`),
    message: /has a filled cell XFD1048576 further than 10,000 rows from the others/,
  },
  'far corners without values': {
    file: () => workbook(`<row r="1">${failed('A1')}</row><row r="1048576">${failed('XFD1048576')}</row>`),
    message: /has a filled cell XFD1048576 further than/,
  },
  'a place that is none': {
    file: () => workbook(`<row r="1"><c r="A&#49;"><v>1</v></c><c r="${'A'.repeat(1_000)}"/></row>`),
    message: /A{40}… is no position in a sheet/,
  },
  'a cell far to the right': {
    file: () => workbook(`<row r="1">${cell('A1')}${cell('ZZ1')}</row><row r="2">${cell('XFD2')}</row>`),
    message: /has a filled cell XFD2 further than 1,000 columns from the others/,
  },
  'columns that are spread over the sheet': {
    file: once(() => {
      const names = Array.from({ length: 17 }, (_, at) => lettersOf(at * 1_000));
      const wide = names.map((name) => cell(`${name}1`)).join('');
      const rows = Array.from({ length: 2_000 }, (_, at) => `<row>${cell(`${names[16]!}${at + 2}`)}</row>`).join('');
      return workbook(`<row r="1">${wide}</row>${rows}`);
    }),
    message: /has values that span too many rows and columns, up to /,
  },
  'many cells': {
    file: once(() => workbook(`<row>${'<c><v>1</v></c>'.repeat(100)}</row>`.repeat(Math.ceil(MANY / 100)))),
    message: /has more than 2,000,000 filled cells/,
  },
  'a sheet that inflates': {
    file: inflating,
    message: /is too large: its parts inflate to more than 200 MB/,
  },
  'a sheet that inflates beyond what it says': {
    file: () => lying(inflating(), 100),
    message: /is too large/,
  },
  'shared texts that inflate': {
    file: once(() => workbook(cell('A1'), { 'xl/sharedStrings.xml': ' '.repeat(INFLATED_BYTES) })),
    message: /is too large/,
  },
  'one long text in many cells': {
    file: () =>
      workbook(`<row r="1">${Array.from({ length: 70 }, () => '<c t="s"><v>0</v></c>').join('')}</row>`, {
        'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(1_048_576)}</t></si></sst>`,
      }),
    message: /has cells with more than 64 MiB of text/,
  },
  'a tag without an end': {
    file: () => workbook(`<row r="1"><c r="${'x'.repeat(20_000_000)}`),
    message: /its XML has a tag without an end/,
  },
  'many attributes': {
    file: () => workbook(`<row r="1"><c ${' r'.repeat(10_000_000)}/></row><row r="0"/>`),
    message: /its XML has a tag without an end/,
  },
  'many shared texts': {
    file: once(() =>
      workbook(cell('A1'), { 'xl/sharedStrings.xml': `<sst>${'<si><t>a</t></si>'.repeat(2_000_001)}</sst>` }),
    ),
    message: /has more texts than cells may have/,
  },
};
