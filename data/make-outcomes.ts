/**
 * Writes data/outcomes, a month of five couriers' sheets: `npm run data:outcomes`. Another month in place of that in the
 * repository: `npm run data:outcomes -- 2027-03`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readGeography } from './demo-maker/geography.js';
import { outcomeFiles } from './outcome-maker/files.js';

export const MONTH = '2026-09';

function main([month = MONTH]: readonly string[]): void {
  const folder = fileURLToPath(new URL('./outcomes/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of outcomeFiles(month, readGeography())) {
    writeFileSync(join(folder, name), content);
    console.log(`${name.padEnd(24)} ${String(content.length).padStart(8)} bytes`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2));
