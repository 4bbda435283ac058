/** Which sheet of a file is meant. */
import { cellText } from '../cells/text.js';
import { type Sheet, type SheetFile, SheetRefusal, type SheetTitle } from '../sheet.js';
import { SheetFaults } from './faults.js';

const SHOWN_HEADINGS = 6;

/**
 * 1. The sheet that is named, by its name or its number, even a hidden one.
 * 2. The only visible one.
 * 3. The only visible one that fits.
 *
 * @param make throws {@link SheetFaults} for a sheet that does not fit
 * @throws {SheetFaults} of the sheet, or with all sheets if none of several fits, or more than one
 */
export async function inSheet<T>(file: SheetFile, named: string | null, make: (sheet: Sheet) => T): Promise<T> {
  if (named !== null) return make(await file.read(titleOf(file, named)));
  const visible = file.titles.filter(({ isHidden }) => !isHidden);
  const [only, another] = visible;
  if (only === undefined) throw new SheetRefusal(`has hidden sheets alone: name one of ${namesOf(file.titles)}`);
  if (another === undefined) return make(await file.read(only));
  const made: { title: SheetTitle; value: T }[] = [];
  const headings: string[] = [];
  const reasons: string[] = [];
  let refusal: SheetFaults | undefined;
  for (const title of visible) {
    const sheet = await file.read(title);
    headings.push(headingsOf(sheet));
    try {
      made.push({ title, value: make(sheet) });
    } catch (error) {
      if (!(error instanceof SheetFaults)) throw error;
      refusal ??= error;
      reasons.push(`: ${placed(error)}`);
    }
  }
  const [first, second] = made;
  if (first !== undefined && second === undefined) return first.value;
  const why = first === undefined ? 'none of its sheets fits by itself' : 'several of its sheets fit';
  const faults = visible.map(({ name, number }, at) => ({
    line: 1,
    column: null,
    message: `${why}; name one by --sheet, or by sheet in a map: ${number} "${name}" has ${headings[at]}${reasons[at] ?? ''}`,
  }));
  throw new SheetFaults(faults, refusal?.proposal ?? null);
}

/** The first fault with its cell. */
function placed({ faults: [first], message }: SheetFaults): string {
  return first?.column === null || first === undefined ? message : `row ${first.line}, ${first.column}: ${message}`;
}

function titleOf({ titles }: SheetFile, named: string): SheetTitle {
  const wanted = named.trim().toLowerCase();
  const found =
    titles.find(({ name }) => name?.trim().toLowerCase() === wanted)
    ?? titles.find(({ number }) => String(number) === wanted);
  if (found === undefined) throw new SheetRefusal(`has no sheet "${named}": it has ${namesOf(titles)}`);
  return found;
}

const namesOf = (titles: readonly SheetTitle[]): string =>
  titles.map(({ name, number }) => (name === null ? String(number) : `${number} "${name}"`)).join(', ');

/** The widest of the first rows. */
function headingsOf({ rows }: Sheet): string {
  const texts = rows.slice(0, 20).map(({ cells }) => cells.map(cellText).filter((text) => text !== ''));
  const widest = texts.reduce((best, each) => (each.length > best.length ? each : best), []);
  if (widest.length === 0) return 'no cells';
  return widest.slice(0, SHOWN_HEADINGS).join(', ') + (widest.length > SHOWN_HEADINGS ? ', …' : '');
}
