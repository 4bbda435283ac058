/** Writes docs/fields.md: `npm run docs:data`. Run it again after a schema of src/model changed. */
import { writeFileSync } from 'node:fs';
import { fieldsPage } from './data-page/page.js';

writeFileSync(new URL('../docs/fields.md', import.meta.url), fieldsPage());
