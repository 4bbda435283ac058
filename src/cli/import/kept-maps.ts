/** Maps that were used: kept by the headings of their sheets, and named when a sheet with the same ones comes again. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cellText } from '../../sheets/cells/text.js';
import type { Sheet } from '../../sheets/sheet.js';
import { plainHeading } from '../../sheets/tables/headings.js';
import type { World } from '../world.js';
import type { ImportKind } from '../../import/kinds.js';

const FIRST_ROWS = 20;
const SHOWN_DIGITS = 12;

const folderOf = ({ homeFolder }: World): string => join(homeFolder, '.config', 'pinrate', 'maps');

/** Equal for sheets with the same headings: of the first rows, the one with the most texts without digits. */
export function headingsMark({ rows }: Sheet): string {
  const texts = rows.slice(0, FIRST_ROWS).map(({ cells }) => cells.filter((text) => /^\D+$/.test(cellText(text))));
  const headings = texts.reduce((best, each) => (each.length > best.length ? each : best), []);
  return createHash('sha256').update(headings.map(plainHeading).join('\n')).digest('hex').slice(0, SHOWN_DIGITS);
}

/** Copies the map that an import has used. Without a home folder, as programs may run, nothing is kept. */
export async function keepMap(
  world: World,
  kind: ImportKind,
  partner: string,
  mark: string,
  file: string,
): Promise<void> {
  const home = await stat(world.homeFolder).catch(() => null);
  if (home === null) return;
  const folder = folderOf(world);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, nameOf(kind, partner, mark)), await readFile(file));
}

/** A map of the partner's, or else of another one's; null: sheets with these headings had none. */
export async function keptMap(world: World, kind: ImportKind, partner: string, mark: string): Promise<string | null> {
  const folder = folderOf(world);
  const names = await readdir(folder).catch(() => []);
  const own = nameOf(kind, partner, mark);
  const found = names.find((name) => name === own) ?? names.find((name) => name.endsWith(nameOf(kind, '', mark)));
  return found === undefined ? null : join(folder, found);
}

const nameOf = (kind: ImportKind, partner: string, mark: string): string => `${partner}.${kind}.${mark}.yaml`;
