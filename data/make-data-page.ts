/**
 * Writes docs/data.md: `npm run docs:data`. Run it again after a schema of src/contract or the text in data-page
 * changed.
 */
import { writeFileSync } from 'node:fs';
import { dataPage } from './data-page/page.js';

writeFileSync(new URL('../docs/data.md', import.meta.url), dataPage());
