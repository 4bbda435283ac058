/** Files of an import: the sheet's bytes and its map. */
import { readFile, realpath, stat } from 'node:fs/promises';
import { MAX_SHEET_FILE_BYTES } from '../../limits/sheets.js';
import { openSheetFile } from '../../sheets/files/file.js';
import type { SheetFile } from '../../sheets/sheet.js';
import { MapFault, NO_MAP, type SheetMap } from '../../sheets/tables/map.js';
import { mapOf } from '../../sheets/tables/map-text.js';
import { CommandError, EXIT } from '../world.js';

/** @throws {SheetRefusal} if it is nothing that can be read */
export async function readSheetFile(file: string, separator: string | null): Promise<SheetFile> {
  if ((await sizeOf(file)) > MAX_SHEET_FILE_BYTES) throw new CommandError(EXIT.refused, `${file} has more than 32 MiB`);
  return openSheetFile(await readFile(file), separator ?? undefined);
}

/** @throws a CommandError about usage if there is no such file @returns bytes */
export async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch(() => null);
  if (found?.isFile() !== true) throw new CommandError(EXIT.usage, `there is no file ${file}`);
  return found.size;
}

/** Whether both paths lead to one file that is there. */
export async function isSameFile(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((path) => realpath(path).catch(() => null)));
  return a !== null && a === b;
}

/**
 * @param set values of `--set`, such as `zone=India`, which go before those of the map
 * @param parse the text of a map
 */
export async function readMap(
  file: string | undefined,
  set: readonly string[] = [],
  parse: typeof mapOf = mapOf,
): Promise<SheetMap> {
  return withSet(file === undefined ? NO_MAP : await mapInFile(file, parse), set);
}

/** The map with values of `--set`. */
export function withSet(map: SheetMap, set: readonly string[]): SheetMap {
  const given = set.map((each): [string, string] => {
    const [, field, value] = /^([^=]+)=(.*)$/s.exec(each) ?? [];
    if (field === undefined) throw usage(`--set ${each}: must be FIELD=VALUE`);
    return [field.trim(), value!.trim()];
  });
  return { ...map, set: new Map([...map.set, ...given]) };
}

async function mapInFile(file: string, parse: typeof mapOf): Promise<SheetMap> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw usage(`${file} cannot be read (${error.code})`);
  });
  try {
    return parse(text, file);
  } catch (error) {
    throw error instanceof MapFault ? usage(error.message) : error;
  }
}

const usage = (message: string): CommandError => new CommandError(EXIT.usage, message);
