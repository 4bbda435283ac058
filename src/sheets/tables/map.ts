/** The map of a courier's sheet: the meaning of its headings and words. */
import { isMembers } from '../../model/members.js';
import type { DayOrder } from '../cells/dates.js';
import { plainText } from '../cells/text.js';
import { SEPARATORS } from '../files/csv-sheet.js';
import { lettersIn, plainHeading } from './headings.js';

/** What a weight without an end costs, or one cheaper than the slab before: once, each started kg more, each kg. */
export const OPEN_SLABS = ['flat', 'step', 'whole'] as const;
export type OpenSlab = (typeof OPEN_SLABS)[number];

/** Rows that fit all members: by field or heading, words in the form of {@link plainText}. */
export type LeaveOut = ReadonlyMap<string, readonly string[]>;

/** In `leave_out`: any form of an empty cell. */
export const BLANK = '(blank)';

/** In `empty`: neither pickup nor delivery, and: what was there is gone. */
export const EMPTY_MEANINGS = ['not served', 'clear'] as const;
export type EmptyMeaning = (typeof EMPTY_MEANINGS)[number];

/** Texts as they are written; headings and words are compared without regard to case and surrounding blanks. */
export interface SheetMap {
  /** For messages; null: there is no map. */
  file: string | null;
  sheet: string | null;
  /** Number of the line of the headings. */
  headings: number | 'none' | null;
  rows: { from: number; to: number } | null;
  separator: string | null;
  repeatsMerged: boolean;
  open: OpenSlab | null;
  dates: DayOrder | null;
  /** By our field their headings, whose texts are joined or summed. */
  columns: ReadonlyMap<string, readonly string[]>;
  /** Patterns of headings, such as `Price_{lane}`, with our field. */
  patterns: ReadonlyMap<string, string>;
  /** By our field: `g`, `kg`, `days`, `fraction`. */
  units: ReadonlyMap<string, string>;
  /** Their headings to ignore. */
  ignored: ReadonlySet<string>;
  /** By our field, the meaning of their words. */
  values: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** By our field, the meaning of an empty cell. */
  empty: ReadonlyMap<string, string>;
  /** By our field, the value of rows without one. */
  set: ReadonlyMap<string, string>;
  leaveOut: readonly LeaveOut[];
  /** Their names of zones and lanes, with ours. */
  zones: ReadonlyMap<string, string>;
  lanes: ReadonlyMap<string, string>;
  /** Their names of services, with ours. */
  services: ReadonlyMap<string, string>;
  /** Their names of couriers and products, with ids of partners. */
  partners: ReadonlyMap<string, string>;
}

export const NO_MAP: SheetMap = {
  file: null,
  sheet: null,
  headings: null,
  rows: null,
  separator: null,
  repeatsMerged: false,
  open: null,
  dates: null,
  columns: new Map(),
  patterns: new Map(),
  units: new Map(),
  ignored: new Set(),
  values: new Map(),
  empty: new Map(),
  set: new Map(),
  leaveOut: [],
  zones: new Map(),
  lanes: new Map(),
  services: new Map(),
  partners: new Map(),
};

const SECTIONS = [
  'sheet',
  'headings',
  'rows',
  'separator',
  'merged',
  'open',
  'dates',
  'columns',
  'units',
  'values',
  'empty',
  'set',
  'ignore',
  'leave_out',
  'zones',
  'lanes',
  'services',
  'partners',
] as const;

/** Why a map is none. */
export class MapFault extends Error {}

const refuse = (message: string): MapFault => new MapFault(message);

/** What a map may have beyond the meaning of headings and words. */
export interface MapForm {
  /** A word between slashes is a pattern. */
  hasPatterns?: boolean;
  /** A heading may be that of several fields. */
  sharesHeadings?: boolean;
}

/** @param map its members @param file for messages, with the section if it is one @throws {MapFault} */
export function mapFrom(map: unknown, file: string, form: MapForm = {}): SheetMap {
  if (!isMembers(map)) throw refuse(`${file}: must have ${SECTIONS.join(', ')}, or some of them`);
  const unknown = Object.keys(map).find((name) => !(SECTIONS as readonly string[]).includes(name));
  if (unknown !== undefined) throw refuse(`${file}: ${unknown} is none of ${SECTIONS.join(', ')}`);
  const at = (section: string): string => `${file}: ${section}`;
  const word = (section: string): string | null => wordOf(map[section], at(section));
  return {
    file,
    sheet: word('sheet'),
    headings: headingsOf(word('headings'), at('headings')),
    rows: rowsOf(word('rows'), at('rows')),
    separator: separatorOf(word('separator'), at('separator')),
    repeatsMerged: oneOf(word('merged'), ['repeat'] as const, at('merged')) !== null,
    open: oneOf(word('open'), OPEN_SLABS, at('open')),
    dates: orderOf(word('dates'), at('dates')),
    ...columnsOf(map['columns'], at('columns'), form.sharesHeadings === true),
    units: textsOf(map['units'], at('units')),
    values: new Map(
      entriesOf(map['values'], at('values')).map(([our, words]) => [
        our,
        form.hasPatterns === true ? patternedWords(words, at(`values: ${our}`)) : wordsOf(words, at(`values: ${our}`)),
      ]),
    ),
    empty: textsOf(map['empty'], at('empty')),
    set: textsOf(map['set'], at('set')),
    ignored: new Set(listOf(map['ignore'], at('ignore')).map(nameOfColumn)),
    leaveOut: leaveOutOf(map['leave_out'], at('leave_out')),
    zones: wordsOf(map['zones'], at('zones')),
    lanes: wordsOf(map['lanes'], at('lanes')),
    services: wordsOf(map['services'], at('services')),
    partners: wordsOf(map['partners'], at('partners')),
  };
}

/** A heading as it is compared, or a column by its letters. */
export function nameOfColumn(text: string): string {
  const letters = lettersIn(text);
  return letters === null ? plainHeading(text) : `column ${letters}`;
}

function columnsOf(value: unknown, where: string, isShared: boolean): Pick<SheetMap, 'columns' | 'patterns'> {
  const columns = new Map<string, readonly string[]>();
  const patterns = new Map<string, string>();
  const fieldOf = new Map<string, string>();
  for (const [our, their] of entriesOf(value, where)) {
    if (our.includes('{')) {
      patterns.set(our, wordOf(their, `${where}: ${our}`) ?? '');
      continue;
    }
    const headings = Array.isArray(their) ? listOf(their, `${where}: ${our}`) : [textOf(their, where, our)];
    for (const heading of headings) {
      const plain = nameOfColumn(heading);
      if (plain === '') throw refuse(`${where}: ${our}: must be a heading of the sheet`);
      const other = fieldOf.get(plain);
      if (other !== undefined && !isShared)
        throw refuse(`${where}: ${other} and ${our} have the same heading, ${heading}`);
      fieldOf.set(plain, our);
    }
    columns.set(our, headings);
  }
  return { columns, patterns };
}

function leaveOutOf(value: unknown, where: string): LeaveOut[] {
  if (value === undefined || value === '') return [];
  if (!Array.isArray(value)) throw refuse(`${where}: must be a list, such as [{zone: "#N/A"}]`);
  return value.map((members: unknown) => {
    const conditions = entriesOf(members, where);
    if (conditions.length === 0) throw refuse(`${where}: must name a field or a heading, with words of it`);
    return new Map(
      conditions.map(([name, words]) => {
        const list = Array.isArray(words) ? listOf(words, `${where}: ${name}`) : [textOf(words, where, name)];
        return [name, list.map((each) => (each.trim() === '' ? BLANK : plainText(each)))];
      }),
    );
  });
}

function headingsOf(text: string | null, where: string): SheetMap['headings'] {
  if (text === null || text === 'none') return text;
  if (!/^[1-9]\d{0,6}$/.test(text)) throw refuse(`${where}: must be the number of a row, or none`);
  return Number(text);
}

function rowsOf(text: string | null, where: string): SheetMap['rows'] {
  if (text === null) return null;
  const [, from, to = from] = /^([1-9]\d{0,6})(?: *[-–] *([1-9]\d{0,6}))?$/.exec(text) ?? [];
  if (from === undefined || Number(from) > Number(to)) throw refuse(`${where}: must be rows such as 21-22`);
  return { from: Number(from), to: Number(to) };
}

function separatorOf(text: string | null, where: string): string | null {
  const found = Object.entries(SEPARATORS).find(([sign, name]) => text === sign || text?.toLowerCase() === name);
  if (text !== null && found === undefined)
    throw refuse(`${where}: must be ${Object.values(SEPARATORS).join(', ')}, or the sign itself`);
  return found?.[0] ?? null;
}

function orderOf(text: string | null, where: string): DayOrder | null {
  if (text === null) return null;
  if (/^dd[/.-]mm[/.-]yyyy$/i.test(text)) return 'DMY';
  if (/^mm[/.-]dd[/.-]yyyy$/i.test(text)) return 'MDY';
  throw refuse(`${where}: must be DD/MM/YYYY or MM/DD/YYYY`);
}

function oneOf<W extends string>(text: string | null, words: readonly W[], where: string): W | null {
  const found = words.find((word) => word === text);
  if (text !== null && found === undefined) throw refuse(`${where}: must be ${words.join(', ')}`);
  return found ?? null;
}

function entriesOf(value: unknown, where: string): [string, unknown][] {
  if (value === undefined || value === '') return [];
  if (!isMembers(value)) throw refuse(`${where}: must have names, each with what it means`);
  return Object.entries(value);
}

/** Words in the form of {@link plainText}, each with its meaning. */
const wordsOf = (value: unknown, where: string): Map<string, string> =>
  new Map([...textsOf(value, where)].map(([their, meaning]) => [plainText(their), meaning]));

/** Words of which some are patterns: the first that matches counts where no word is the same. */
class PatternedWords extends Map<string, string> {
  constructor(
    words: Iterable<readonly [string, string]>,
    private readonly matching: readonly (readonly [RegExp, string])[],
  ) {
    super(words);
  }

  override get(text: string): string | undefined {
    return super.get(text) ?? this.#match(text);
  }

  override has(text: string): boolean {
    return super.has(text) || this.#match(text) !== undefined;
  }

  #match(text: string): string | undefined {
    return this.matching.find(([pattern]) => pattern.test(text))?.[1];
  }
}

function patternedWords(value: unknown, where: string): Map<string, string> {
  const words: [string, string][] = [];
  const matching: [RegExp, string][] = [];
  for (const [word, meaning] of textsOf(value, where)) {
    const pattern = patternOf(word, where);
    if (pattern === null) words.push([plainText(word), meaning]);
    else matching.push([pattern, meaning]);
  }
  return matching.length === 0 ? new Map(words) : new PatternedWords(words, matching);
}

/** A text between slashes, in any case. null: it is none @throws {MapFault} if it is no pattern of JavaScript */
export function patternOf(text: string, where: string): RegExp | null {
  const [, source] = /^\/(.+)\/$/s.exec(text.trim()) ?? [];
  if (source === undefined) return null;
  try {
    return new RegExp(source, 'iu');
  } catch {
    throw refuse(`${where}: ${text} is no pattern of JavaScript`);
  }
}

const textsOf = (value: unknown, where: string): Map<string, string> =>
  new Map(entriesOf(value, where).map(([name, text]) => [name, textOf(text, where, name)]));

function textOf(text: unknown, where: string, name: string): string {
  if (typeof text !== 'string') throw refuse(`${where}: ${name}: must be a text`);
  return text;
}

function wordOf(value: unknown, where: string): string | null {
  if (value === undefined || value === '') return null;
  if (typeof value !== 'string') throw refuse(`${where}: must be a text`);
  return value.trim();
}

function listOf(value: unknown, where: string): string[] {
  if (value === undefined || value === '') return [];
  if (!Array.isArray(value) || value.some((item) => typeof item !== 'string'))
    throw refuse(`${where}: must be a list of headings`);
  return value as string[];
}
