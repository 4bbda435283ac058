/** The schemas of documents in the reader of sheets, whose builders stand in for TypeBox. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { build } from 'esbuild';
import { COLLECTIONS } from '../../../src/model/documents.js';
import { PACKAGE_ROOT } from '../../../src/package-root.js';

const BUILDERS = './src/console/reader/schemas.ts';

const schemasOf = (collections: typeof COLLECTIONS): unknown => JSON.parse(JSON.stringify(collections));

describe('the builders of schemas in the reader of sheets', () => {
  it('make the schemas that TypeBox makes', async () => {
    const { outputFiles } = await build({
      absWorkingDir: PACKAGE_ROOT,
      entryPoints: [join('src', 'model', 'documents.ts')],
      alias: { typebox: BUILDERS },
      bundle: true,
      format: 'esm',
      write: false,
    });
    const source = Buffer.from(outputFiles[0]!.contents).toString('base64');
    const built = (await import(`data:text/javascript;base64,${source}`)) as { COLLECTIONS: typeof COLLECTIONS };
    assert.deepEqual(schemasOf(built.COLLECTIONS), schemasOf(COLLECTIONS));
    assert.ok(JSON.stringify(schemasOf(COLLECTIONS)).length > 10_000, 'there are schemas to compare');
  });
});
