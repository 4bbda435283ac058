// Only in npm run test:all.
/** Clients that are generated from the documents: they compile under `strict`, require no optional members, and run. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { createClient } from '@hey-api/openapi-ts';
import openapiTS, { astToString } from 'openapi-typescript';
import { openApiDocument } from '../../src/contract/openapi/documents.js';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { MAIN, partnerCredential, TestApp } from '../support/app.js';
import { callByFetch, callBySdk, SIGNING } from './client-programs.js';

const TSC = join(PACKAGE_ROOT, 'node_modules', 'typescript-7', 'bin', 'tsc');
const DOCUMENTS = { all: null, service: 'service', partner: 'partner' } as const;
type DocumentName = keyof typeof DOCUMENTS;
const NAMES = Object.keys(DOCUMENTS) as DocumentName[];
const PARTNER = partnerCredential('dharaline-surface');

const run = promisify(execFile);
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinrate-clients-'));
  await symlink(join(PACKAGE_ROOT, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'signing.ts'), SIGNING);
  for (const name of NAMES) {
    const made = join(folder, name);
    await mkdir(made);
    const document = openApiDocument(DOCUMENTS[name]);
    await writeFile(join(made, 'paths.ts'), astToString(await openapiTS(JSON.stringify(document))));
    await writeFile(join(made, 'by-fetch.ts'), callByFetch(name));
    await createClient({
      input: document as never,
      output: { path: join(made, 'sdk'), module: { extension: '.js' } },
      plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
      logs: { level: 'silent', file: false },
    });
    await writeFile(join(made, 'by-sdk.ts'), callBySdk(name));
  }
});
after(() => rm(folder, { recursive: true, force: true }));

/** Compiles the files of `include` and returns the compiler's errors, '' for none. */
async function complaints(include: readonly string[], options: object = {}): Promise<string> {
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        target: 'ES2023',
        module: 'NodeNext',
        lib: ['ES2023', 'DOM', 'DOM.Iterable'],
        types: ['node'],
        skipLibCheck: true,
        rootDir: '.',
        outDir: 'out',
        ...options,
      },
      include,
    }),
  );
  return run(process.execPath, [TSC, '-p', folder]).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
}

describe('generated clients', () => {
  it('compile under strict, with a program that calls the three questions and a list', async () => {
    assert.equal(await complaints(NAMES.flatMap((name) => [`${name}/**/*.ts`])), '');
  });

  it('follow the document: a wrong name and a wrong value are compile errors', async () => {
    for (const [right, wrong] of [
      ['shipmentType', 'shipmentTipe'],
      [`'CHEAPEST'`, `'CHEEPEST'`],
    ]) {
      const program = callByFetch('service').replace(right!, wrong!);
      assert.notEqual(program, callByFetch('service'));
      await writeFile(join(folder, 'service', 'wrong.ts'), program);
      assert.match(await complaints(['service/wrong.ts'], { noEmit: true }), /service\/wrong\.ts\(\d+,\d+\): error/);
    }
    await rm(join(folder, 'service', 'wrong.ts'));
  });

  describe('with a server', () => {
    let app: TestApp;
    before(async () => {
      app = await TestApp.startDemo({ now: new Date() });
    });
    after(() => app.close());

    for (const [name, { id, secret }] of [
      ['all', MAIN],
      ['service', MAIN],
      ['partner', PARTNER],
    ] as const) {
      for (const program of ['by-fetch', 'by-sdk']) {
        it(`get answers that match their types: ${program}, ${name}`, async () => {
          app.clock.nowMs = Date.now();
          const env = { ...process.env, PINRATE_URL: app.app.url, PINRATE_ID: id, PINRATE_SECRET: secret };
          const { stdout } = await run(process.execPath, [join(folder, 'out', name, `${program}.js`)], { env });
          const { options, total, status, cities } = JSON.parse(stdout) as Record<string, unknown>;
          assert.equal(options, name === 'partner' ? 'specific_partner' : 'find_all_available');
          assert.ok(Number(total) > 0);
          assert.deepEqual([status, (cities as string[]).includes('Pune')], ['PROPOSED', true]);
        });
      }
    }
  });
});
