/**
 * The sources of settings: the environment, and a file `.env` in the working directory. A name may have the prefix
 * PINRATE_. In order of precedence, where an empty value counts as unset:
 *
 * 1. PINRATE_PORT in the environment
 * 2. PORT in the environment
 * 3. PINRATE_PORT in the file
 * 4. PORT in the file
 */
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { SETTINGS, type SettingName } from '../config.js';

type Names = Readonly<Record<string, string | undefined>>;

export interface Settings {
  /** The given settings, by their names without prefix. */
  values: Partial<Record<SettingName, string>>;
  /** The name of a setting as it was given, with its source. */
  calledBy(name: SettingName): string;
  /** One line for each name in the file that may be a misspelled setting. */
  warnings: string[];
}

export const PREFIX = 'PINRATE_';
/**
 * Settings of earlier versions, and their replacements: a start that ignored them would not do what the operator wants.
 */
const GONE: Readonly<Record<string, string>> = {
  ACCEPTORS: 'run several nodes behind the proxy instead, as docs/cluster.md shows',
};
const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];
/** Names of pinrate's tests and of a client of pinrate, which may share an environment with the server. */
const NOT_SETTINGS = /^PINRATE_(?:TEST_.*|URL|ID|SECRET)$/;
/** Kubernetes sets such variables in every container of a namespace that has a service named pinrate or pinrate-…. */
const KUBERNETES_NAME =
  /^PINRATE_(?:[A-Z0-9_]+_)?(?:SERVICE_HOST|SERVICE_PORT(?:_[A-Z0-9_]+)?|PORT_[0-9]+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)$/;
const KUBERNETES_VALUE = /^(?:tcp|udp|sctp):\/\//;

/** A line of a `.env`, unless it is blank: a comment, or NAME=value, where a quoted value may span several lines. */
const NAME = /[A-Za-z_][A-Za-z0-9_.-]*/.source;
const VALUE = /(?:"[^"]*"|'[^']*'|`[^`]*`)[ \t]*(?:#[^\r\n]*)?|(?!["'`])[^\r\n]*/.source;
const MEANINGFUL = new RegExp(`^[ \\t]*(?:#.*|(?:export[ \\t]+)?${NAME}[ \\t]*=[ \\t]*(?:${VALUE}))\\r?$`, 'gm');

/**
 * The settings of both sources, or one line per problem.
 * @param file the text of the file; null: no file
 */
export function readSettings(
  environment: Names,
  file: string | null,
): { ok: true; settings: Settings } | { ok: false; problems: string[] } {
  const malformedLine = file === null ? null : findMalformedLine(file);
  if (malformedLine !== null)
    return { ok: false, problems: [`line ${malformedLine} of .env is not NAME=value: correct it or remove it`] };
  const fromFile: Names = file === null ? {} : parseEnv(file);
  const problems = (
    [
      [environment, ''],
      [fromFile, '.env: '],
    ] as const
  ).flatMap(([names, where]) => [...goneNames(names, where), ...unknownNames(names, where)]);
  if (problems.length > 0) return { ok: false, problems };

  const values: Settings['values'] = {};
  const called: Partial<Record<SettingName, string>> = {};
  for (const name of SETTING_NAMES) {
    const sources = [
      [environment, PREFIX + name, ''],
      [environment, name, ''],
      [fromFile, PREFIX + name, '.env: '],
      [fromFile, name, '.env: '],
    ] as const;
    const source = sources.find(
      ([names, written]) => isSet(names[written]) && !isOfKubernetes(written, names[written]),
    );
    if (source === undefined) continue;
    const [names, written, where] = source;
    values[name] = names[written];
    called[name] = where + written;
  }
  return {
    ok: true,
    settings: { values, calledBy: (name) => called[name] ?? name, warnings: misspeltNames(fromFile) },
  };
}

/**
 * The text of the file; null: no file.
 * @throws an Error of one line when it cannot be read
 */
export function readDotEnv(path: string): string | null {
  try {
    // some editors begin a file with a byte order mark, which node:util would read as a part of the first name
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    const reason = code === 'EISDIR' ? 'it is a folder' : code;
    throw new Error(`.env cannot be read (${reason}): make it a file that this user may read, or remove it`, {
      cause: error,
    });
  }
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}

function isOfKubernetes(name: string, value: string): boolean {
  return name.startsWith(PREFIX) && (KUBERNETES_NAME.test(name) || KUBERNETES_VALUE.test(value));
}

/** One line for each setting of an earlier version. */
function goneNames(names: Names, where: string): string[] {
  return Object.entries(GONE).flatMap(([name, advice]) =>
    [PREFIX + name, name]
      .filter((written) => isSet(names[written]))
      .map((written) => `${where}${written} is not a setting any more: ${advice}`),
  );
}

/** One line for each name with the prefix that is not a setting: it was meant as a setting. */
function unknownNames(names: Names, where: string): string[] {
  return Object.entries(names).flatMap(([name, value = '']) => {
    const rest = name.slice(PREFIX.length);
    if (
      !name.startsWith(PREFIX)
      || Object.hasOwn(SETTINGS, rest)
      || Object.hasOwn(GONE, rest)
      || NOT_SETTINGS.test(name)
      || isOfKubernetes(name, value)
    )
      return [];
    const nearest = nearestSetting(rest);
    return [
      `${where}${name} is not a setting: ${nearest === null ? '--help lists the settings' : `did you mean ${PREFIX}${nearest}?`}`,
    ];
  });
}

/** Other programs, such as Docker Compose, may use the same file: only a name that is nearly a setting gets a line. */
function misspeltNames(names: Names): string[] {
  return Object.keys(names).flatMap((name) => {
    if (Object.hasOwn(SETTINGS, name) || name.startsWith(PREFIX)) return [];
    const nearest = nearestSetting(name, 1);
    return nearest === null ? [] : [`.env: ${name} is not a setting and is ignored: did you mean ${nearest}?`];
  });
}

/**
 * The setting that takes the fewest edits; null: each takes more than `atMost`, or more than a third of the letters.
 */
function nearestSetting(name: string, atMost = Infinity): SettingName | null {
  let nearest: SettingName | null = null;
  let fewest = Infinity;
  for (const candidate of SETTING_NAMES) {
    const edits = editsBetween(name.toUpperCase(), candidate);
    if (edits < fewest && edits <= atMost && edits * 3 <= Math.max(name.length, candidate.length))
      [nearest, fewest] = [candidate, edits];
  }
  return nearest;
}

/**
 * The letters to insert, delete, replace or swap with their neighbour to turn `a` into `b` (optimal string alignment).
 */
function editsBetween(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = last[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1);
      let edits = Math.min(current[column - 1]! + 1, last[column]! + 1, replaced);
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwap) edits = Math.min(edits, beforeLast[column - 2]! + 1);
      current.push(edits);
    }
    [beforeLast, last] = [last, current];
  }
  return last[b.length]!;
}

/**
 * The number of the first malformed line, from 1; null: there is none. node:util's parser does not report one: "WORKERS
 * 3" and the line after it become one name.
 */
function findMalformedLine(text: string): number | null {
  const rest = text.replace(MEANINGFUL, (meaningful) => meaningful.replace(/[^\r\n]/g, '')).split('\n');
  const index = rest.findIndex((line) => line.trim() !== '');
  return index === -1 ? null : index + 1;
}
