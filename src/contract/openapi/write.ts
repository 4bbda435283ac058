/** A program: it writes the OpenAPI documents into a folder. `src/compile.js` runs it for each build. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AUDIENCES, makeOpenApiText } from './documents.js';

const folder = process.argv[2]!;
mkdirSync(folder, { recursive: true });
for (const as of AUDIENCES) writeFileSync(join(folder, `${as}.json`), makeOpenApiText(as));
