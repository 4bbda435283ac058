// Only in npm run test:all.
/** The types of pinrate/client as the user of the package gets them, with those of Node.js and with those of browsers. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { withFolder } from '../store/fixtures.js';
import { CLIENT_PROGRAM } from './client-programs.js';

const COMPILER = join(PACKAGE_ROOT, 'node_modules', 'typescript-7', 'bin', 'tsc');
const PLATFORMS = {
  'Node.js': { lib: ['ES2023'], types: ['node'], typeRoots: [join(PACKAGE_ROOT, 'node_modules', '@types')] },
  'browsers': { lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'], types: [] },
};
const run = promisify(execFile);

/** The complaints about a program of another package, which has this one installed. */
const complaintsAbout = (program: string, platform: object): Promise<string> =>
  withFolder(async (folder) => {
    await mkdir(join(folder, 'node_modules'));
    await symlink(PACKAGE_ROOT, join(folder, 'node_modules', 'pinrate'));
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await writeFile(join(folder, 'program.ts'), program);
    const compilerOptions = { strict: true, noEmit: true, target: 'ES2023', module: 'NodeNext', ...platform };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
    return run(process.execPath, [COMPILER, '-p', folder]).then(
      ({ stdout }) => stdout,
      ({ stdout }: { stdout: string }) => stdout,
    );
  });

describe('the types of pinrate/client', () => {
  for (const [name, platform] of Object.entries(PLATFORMS)) {
    it(`are those of the contracts, and refuse what the contracts refuse, in ${name}`, async () => {
      assert.equal(await complaintsAbout(CLIENT_PROGRAM, platform), '');
    });
  }

  it('are in the package that npm packs, next to the client itself', async () => {
    const { stdout } = await run('npm', ['pack', '--dry-run', '--json'], { cwd: PACKAGE_ROOT, maxBuffer: 2 ** 26 });
    const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
    const packed = new Set(files.map(({ path }) => path));
    const proxy = await readFile(join(PACKAGE_ROOT, 'dist', 'src', 'client', 'main.js'), 'utf8');
    const [, build] = /(build-[0-9a-f]+)/.exec(proxy)!;
    for (const path of [
      'dist/src/client/main.js',
      `dist/${build}/src/client/main.js`,
      'dist/types/src/client/main.d.ts',
    ])
      assert.ok(packed.has(path), path);
    assert.ok(![...packed].some((path) => /^(test|bench|node_modules|\.pinrate)\/|\.env$/.test(path)));
  });

  it('hold the program to them: each expected complaint is one', async () => {
    const program = CLIENT_PROGRAM.replaceAll('@ts-expect-error', '');
    const complaints = (await complaintsAbout(program, PLATFORMS['Node.js'])).match(/program\.ts\(/g) ?? [];
    assert.equal(complaints.length, CLIENT_PROGRAM.split('@ts-expect-error').length - 1);
    assert.ok(complaints.length > 8);
  });
});
