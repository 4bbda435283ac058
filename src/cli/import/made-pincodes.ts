/** New pincodes of a list, as a file for people to check. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MadePincode } from '../../import/missing.js';
import { csvLine } from '../../csv.js';
import type { Session } from '../session.js';
import { printable } from '../world.js';

const NAME = 'pincodes.csv';

/** Writes `pincodes.csv` into a folder: each new pincode with its place, and the reason for it. */
export async function writeMade({ world }: Session, folder: string, made: readonly MadePincode[]): Promise<void> {
  const rows = made.map(({ pincode, city, state, reason, position }) => [
    ...[pincode, city, state, reason],
    String(position.line),
  ]);
  const lines = [['pincode', 'city', 'state', 'reason', 'line'], ...rows].map(csvLine);
  await mkdir(folder, { recursive: true });
  const file = join(folder, NAME);
  await writeFile(file, `${lines.join('\n')}\n`);
  world.err.write(`${printable(file)} lists the new pincodes\n`);
}
