/** Messages of the reader in the words of this page, where the command line has options and maps. */
import { inConsoleWords } from '../../parts/words.js';

const HERE: readonly (readonly [RegExp, string])[] = [
  // the command line alone makes pincodes
  [/--create-missing makes [^,;]+[,;] /, ''],
  [/--skip-unknown leaves (it|them) out/, 'tick “Leave out unknown pincodes” to leave $1 out'],
  [/; name one by --sheet, or by sheet in a map: /, '; choose one under “Tab of the workbook”: '],
  [/--create-zones makes (it|them)/, 'tick “Make new zones” to make $1'],
  [/; say which by columns or ignore in a map/, '; choose below which of them is read'],
  [/; say what it is in a map, or ignore it there/, '; choose below what it is, or “not read”'],
  [/say columns: \{.*\} in a map, or one of them, or ignore it/, 'choose below what it is, or “not read”'],
  [/; say columns: \{.*\} in a map/, '; choose below what its columns are'],
  [/; if row \d+ is one, say headings: \d+ in a map/, '; write one above the first line, and drop it again'],
  [/: choose by headings: \d+ and rows: [\d-]+ in a map/, ': leave the others out of the sheet, and drop it again'],
  [/, or say merged: repeat in a map/, ''],
  [/; if it is a note, say (?:leave_out|rows): .* in a map/, '; if it is a note, take it out of the sheet'],
  [/leave the column out by ignore in a map/, 'choose “not read” for the column below'],
  [/; say dates: .+ in the map/, '; choose under “Days” which comes first'],
  [/, or say it by units in the map/, ', or choose it under “Weights”'],
  [/is no word of values: status in the map; it must mean .*/, 'is not known: choose below what it means'],
  [/is no word of couriers in the map, and no partnerId/, 'is no courier that is known: choose below whose it is'],
  [/is no partnerId: say which .* in a map/, 'is no courier that is known: choose below whose it is'],
  [
    /: name the courier, or its column as courier in the map, where .*/,
    ': choose the courier, or its column as “partner”',
  ],
  [/--per-kg/g, '“Prices for each kg”'],
  [/--force/g, '“Import all the same”'],
];

export const inImportWords = (message: string): string =>
  HERE.reduce((text, [pattern, words]) => text.replace(pattern, words), inConsoleWords(message));
