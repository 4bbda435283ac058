/** The first sheet of a workbook with the shared texts and formats of dates that its cells need. */
import { XmlReader } from './xml.js';
import type { ZipFile } from './zip.js';

export interface Workbook {
  /** The XML of the first sheet in the workbook's list, which need not be `sheet1.xml`. */
  sheet: string;
  texts: readonly string[];
  /** By the number of a style: whether its numbers are days. */
  hasDays: readonly boolean[];
  /** Day 0 is in 1904. */
  isFrom1904: boolean;
}

/** @throws an Error if it lacks a part that it needs */
export function workbookOf(zip: ZipFile): Workbook {
  let firstId: string | undefined;
  let isFrom1904 = false;
  forEachElement(partOf(zip, 'xl/workbook.xml'), (reader) => {
    if (reader.name === 'sheet') firstId ??= reader.attribute('id');
    if (reader.name === 'workbookPr') isFrom1904 ||= /^(?:1|true)$/.test(reader.attribute('date1904') ?? '');
  });
  const paths = { sheet: '', sharedStrings: 'xl/sharedStrings.xml', styles: 'xl/styles.xml' };
  forEachElement(partOf(zip, 'xl/_rels/workbook.xml.rels'), (reader) => {
    if (reader.name !== 'Relationship') return;
    const path = pathOf(reader.attribute('Target') ?? '');
    const kind = (reader.attribute('Type') ?? '').split('/').at(-1);
    if (kind === 'sharedStrings' || kind === 'styles') paths[kind] = path;
    else if (reader.attribute('Id') === firstId) paths.sheet = path;
  });
  const [texts, styles] = [zip.part(paths.sharedStrings), zip.part(paths.styles)];
  return {
    sheet: partOf(zip, paths.sheet),
    texts: texts === null ? [] : textsOf(texts),
    hasDays: styles === null ? [] : daysOf(styles),
    isFrom1904,
  };
}

function partOf(zip: ZipFile, name: string): string {
  const part = zip.part(name);
  if (part === null) throw new Error(`it is no workbook, or has no sheet: there is no part ${name}`);
  return part;
}

const pathOf = (path: string): string => (path.startsWith('/') ? path.slice(1) : `xl/${path}`);

function forEachElement(xml: string, visit: (reader: XmlReader) => void): void {
  const reader = new XmlReader(xml);
  for (let token = reader.next(); token !== 'end'; token = reader.next()) if (token === 'opened') visit(reader);
}

/** Collects the text of `t` elements: of a whole text or of its runs, without phonetic hints. */
export class TextReader {
  #text: string | null = null;
  #isPronunciation = false;
  #isWithin = false;

  /** Takes each token. */
  see(token: 'opened' | 'closed' | 'text', reader: XmlReader): void {
    if (token === 'text') {
      if (this.#isWithin) this.#text = (this.#text ?? '') + reader.text;
    } else if (reader.name === 't') this.#isWithin = token === 'opened' && !this.#isPronunciation;
    else if (reader.name === 'rPh') this.#isPronunciation = token === 'opened';
  }

  /** The text since the last call. */
  take(): string {
    const text = this.#text ?? '';
    this.#text = null;
    // the form of characters that XML does not have: _x000D_
    return text.includes('_x')
      ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      : text;
  }
}

function textsOf(xml: string): string[] {
  const texts: string[] = [];
  const text = new TextReader();
  const reader = new XmlReader(xml);
  for (let token = reader.next(); token !== 'end'; token = reader.next()) {
    text.see(token, reader);
    if (token === 'closed' && reader.name === 'si') texts.push(text.take());
  }
  return texts;
}

function daysOf(xml: string): boolean[] {
  const codes = new Map<string, string>();
  const styles: boolean[] = [];
  let isOfCells = false;
  const reader = new XmlReader(xml);
  for (let token = reader.next(); token !== 'end'; token = reader.next()) {
    if (reader.name === 'cellXfs') isOfCells = token === 'opened';
    if (token !== 'opened') continue;
    const format = reader.attribute('numFmtId');
    if (reader.name === 'numFmt' && format !== undefined) codes.set(format, reader.attribute('formatCode') ?? '');
    if (reader.name === 'xf' && isOfCells) styles.push(isOfDays(Number(format ?? 0), codes.get(format ?? '')));
  }
  return styles;
}

/** Ranges of formats that files name by number alone; numbers above 22 are times and formats of East Asia. */
const BUILT_IN = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
  [71, 81],
] as const;

function isOfDays(number: number, code = ''): boolean {
  if (BUILT_IN.some(([from, to]) => number >= from && number <= to)) return true;
  // text in quotes, after a backslash, or in brackets without a time is literal
  const plain = code.replace(/"[^"]*"|\\.|\[(?![hms]+\])[^\]]*\]|[*_]./gi, '').replace(/general/gi, '');
  return /[ymdhs]/i.test(plain);
}
