/** Writes data/invoices: `npm run data:invoices`. Run it again after the demo, a price or a courier of it changed. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readDataset } from '../src/store/dataset/dataset.js';
import { invoiceFiles } from './invoice-maker/files.js';

const folderOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const read = await readDataset(folderOf('./demo/'), { geographyFolder: folderOf('./geography/') });
if (!read.ok) throw new Error('the demo has faults');
const folder = folderOf('./invoices/');
mkdirSync(folder, { recursive: true });
for (const [name, content] of invoiceFiles(read.documents)) {
  writeFileSync(join(folder, name), content);
  console.log(`${name.padEnd(32)} ${String(content.length).padStart(8)} bytes`);
}
