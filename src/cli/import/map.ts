/** The map of a courier's sheet: the meaning of its headings and words. */
import { readFile } from 'node:fs/promises';
import { FAILSAFE_SCHEMA, load, YAMLException } from 'js-yaml';
import { CommandError, EXIT } from '../world.js';
import { isMembers } from '../../model/members.js';

/** Texts as they are written; headings and words are compared without regard to case and surrounding blanks. */
export interface SheetMap {
  /** For messages; null: there is no map. */
  file: string | null;
  /** Our heading of theirs, which is in the form of {@link plainText}. */
  ours: ReadonlyMap<string, string>;
  /** Their headings to ignore. */
  ignored: ReadonlySet<string>;
  /** By our heading, the meaning of their words. */
  values: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** By our heading, the value of rows without one. */
  set: ReadonlyMap<string, string>;
}

export const NO_MAP: SheetMap = { file: null, ours: new Map(), ignored: new Set(), values: new Map(), set: new Map() };

/** Equal for texts that look the same: accents and nuktas may be separate characters. */
export const plainText = (text: string): string => text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();

const SECTIONS = ['columns', 'values', 'set', 'ignore'] as const;

/** @throws a CommandError about usage if there is no such file, or it does not have its form */
export async function readMap(file: string): Promise<SheetMap> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw usage(`${file} cannot be read (${error.code})`);
  });
  return mapOf(parse(text, file), file);
}

function parse(text: string, file: string): unknown {
  try {
    // every scalar is a text: YAML would change pincodes, ids and Y
    return load(text, { schema: FAILSAFE_SCHEMA });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    throw usage(`${file}:${(error.mark?.line ?? 0) + 1}: is not YAML: ${error.reason}`);
  }
}

function mapOf(map: unknown, file: string): SheetMap {
  if (!isMembers(map)) throw usage(`${file}: must have ${SECTIONS.join(', ')}, or some of them`);
  const unknown = Object.keys(map).find((name) => !(SECTIONS as readonly string[]).includes(name));
  if (unknown !== undefined) throw usage(`${file}: ${unknown} is none of ${SECTIONS.join(', ')}`);
  const ours = new Map<string, string>();
  for (const [our, their] of textsOf(map['columns'], `${file}: columns`)) {
    const plain = plainText(their);
    if (plain === '') throw usage(`${file}: columns: ${our}: must be a heading of the sheet`);
    if (ours.has(plain)) throw usage(`${file}: columns: ${ours.get(plain)} and ${our} have the same heading, ${their}`);
    ours.set(plain, our);
  }
  const values = new Map<string, ReadonlyMap<string, string>>();
  for (const [our, words] of entriesOf(map['values'], `${file}: values`)) {
    const meanings = textsOf(words, `${file}: values: ${our}`);
    values.set(our, new Map([...meanings].map(([their, meaning]) => [plainText(their), meaning])));
  }
  return {
    file,
    ours,
    ignored: new Set(listOf(map['ignore'], `${file}: ignore`).map(plainText)),
    values,
    set: textsOf(map['set'], `${file}: set`),
  };
}

function entriesOf(value: unknown, where: string): [string, unknown][] {
  if (value === undefined || value === '') return [];
  if (!isMembers(value)) throw usage(`${where}: must have names, each with what it means`);
  return Object.entries(value);
}

function textsOf(value: unknown, where: string): Map<string, string> {
  return new Map(
    entriesOf(value, where).map(([name, text]) => {
      if (typeof text !== 'string') throw usage(`${where}: ${name}: must be a text`);
      return [name, text];
    }),
  );
}

function listOf(value: unknown, where: string): string[] {
  if (value === undefined || value === '') return [];
  if (!Array.isArray(value) || value.some((item) => typeof item !== 'string'))
    throw usage(`${where}: must be a list of headings`);
  return value as string[];
}

const usage = (message: string): CommandError => new CommandError(EXIT.usage, message);
