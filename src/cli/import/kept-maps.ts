/** Maps that were used: kept by the headings of their sheets, and named when a sheet with the same ones comes again. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cellText } from '../../sheets/cells/text.js';
import type { Sheet } from '../../sheets/sheet.js';
import { plainHeading } from '../../sheets/tables/headings.js';
import { printable, type World } from '../world.js';
import type { ImportKind } from '../../import/kinds.js';

const FIRST_ROWS = 20;
const SHOWN_DIGITS = 12;

const folderOf = ({ homeFolder }: World): string => join(homeFolder, '.config', 'pinrate', 'maps');

/** Equal for sheets with the same headings: of the first rows, the one with the most texts without digits. */
function headingsMark({ rows }: Sheet): string {
  const texts = rows.slice(0, FIRST_ROWS).map(({ cells }) => cells.filter((text) => /^\D+$/.test(cellText(text))));
  const headings = texts.reduce((best, each) => (each.length > best.length ? each : best), []);
  return createHash('sha256').update(headings.map(plainHeading).join('\n')).digest('hex').slice(0, SHOWN_DIGITS);
}

/** What a sheet is read as. */
type SheetKind = ImportKind | 'outcomes' | 'orders' | 'invoice';

/** The maps of the sheets that a command reads. */
export class KeptMaps {
  readonly #marks = new Set<string>();

  /** @param partner whose sheets they are; null: of several */
  constructor(
    private readonly world: World,
    private readonly kind: SheetKind,
    private readonly partner: string | null,
  ) {}

  see(sheet: Sheet): void {
    this.#marks.add(headingsMark(sheet));
  }

  /** A kept map is named and never used unasked. @param given the map that is used */
  async say(given: string | undefined): Promise<void> {
    if (given !== undefined) return;
    for (const mark of this.#marks) {
      const kept = await this.#find(mark);
      if (kept !== null) this.world.err.write(`${printable(`a sheet with these headings had a map: --map ${kept}`)}\n`);
    }
  }

  /** Copies a map that was used. Without a home folder, as programs may run, nothing is kept. */
  async keep(file: string | undefined): Promise<void> {
    const home = await stat(this.world.homeFolder).catch(() => null);
    if (file === undefined || home === null) return;
    const folder = folderOf(this.world);
    try {
      await mkdir(folder, { recursive: true });
      for (const mark of this.#marks) await writeFile(join(folder, this.#nameOf(mark)), await readFile(file));
    } catch (error) {
      // what the map was for is done all the same
      this.world.err.write(`${printable(`the map is not kept: ${(error as Error).message}`)}\n`);
    }
  }

  /** A map of the partner's, or else of another one's; null: sheets with these headings had none. */
  async #find(mark: string): Promise<string | null> {
    const folder = folderOf(this.world);
    const names = await readdir(folder).catch(() => []);
    const own = this.#nameOf(mark);
    const found =
      names.find((name) => name === own) ?? names.find((name) => name.endsWith(nameOf(this.kind, '', mark)));
    return found === undefined ? null : join(folder, found);
  }

  #nameOf(mark: string): string {
    return nameOf(this.kind, this.partner ?? SEVERAL, mark);
  }
}

const SEVERAL = 'several';

const nameOf = (kind: SheetKind, partner: string, mark: string): string => `${partner}.${kind}.${mark}.yaml`;
