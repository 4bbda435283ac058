/** The pincodes of India. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { PACKAGE_ROOT } from '../../src/package-root.js';

const FILE = join(PACKAGE_ROOT, 'data', 'geography', 'pincodes.ndjson.gz');

export function pincodesOfIndia(): string[] {
  const lines = gunzipSync(readFileSync(FILE)).toString().trim().split('\n');
  return lines.map((line) => (JSON.parse(line) as { pincode: string }).pincode);
}
