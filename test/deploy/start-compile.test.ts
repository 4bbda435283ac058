// Only in npm run test:all.
/** What `npm start` does before it starts: dist/ is what the sources compile to, however it was left. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { withFolder } from '../store/fixtures.js';

const TIMEOUT_MS = 300_000;

/** With what other packages import. */
const PROGRAMS = ['src/cli/main', 'src/client/main', 'src/copy/main', 'src/main'];
const THREADS = ['workers/analyst', 'workers/control', 'workers/engine'];

const OPENAPI = `import { mkdirSync, writeFileSync } from 'node:fs';
const folder = process.argv[2];
mkdirSync(folder);
for (const as of ['all', 'partner']) writeFileSync(folder + '/' + as + '.json', 'of ' + as);
`;

/** A repository of a few sources, with the program that compiles them and its compiler. */
class Repository {
  private constructor(readonly folder: string) {}

  static async of(folder: string): Promise<Repository> {
    const repository = new Repository(folder);
    for (const part of [
      'src/part',
      'src/cli',
      'src/client',
      'src/console/reader',
      'src/copy',
      'src/contract/openapi',
      'src/docs/examples',
      'workers',
    ])
      await mkdir(join(folder, part), { recursive: true });
    const configuration = ['tsconfig.json', 'package-lock.json', join('src', 'client', 'tsconfig.json')];
    for (const file of [...configuration, join('src', 'compile.js')])
      await copyFile(join(PACKAGE_ROOT, file), join(folder, file));
    await repository.write('package.json', '{ "type": "module" }');
    for (const name of [...PROGRAMS, ...THREADS]) await repository.write(`${name}.ts`, 'export {};\n');
    await repository.write('src/client/signer.ts', 'export {};\n');
    await repository.write('src/main.ts', `import { word } from './part/word.js';\nprocess.stdout.write(word);\n`);
    await repository.write('src/part/word.ts', `export const word: string = 'first';\n`);
    await repository.write('src/contract/openapi/write.ts', OPENAPI);
    await repository.write('src/docs/examples/listZones.json', '{}');
    await repository.write('src/console/main.tsx', `import './main.css';\nimport('./page.js');\n`);
    for (const entry of ['sheets', 'parcels', 'invoices'])
      await repository.write(`src/console/reader/${entry}.ts`, 'export {};\n');
    await repository.write('src/console/page.tsx', `document.title = 'first';\n`);
    await repository.write('src/console/main.css', 'p { color: red }');
    await repository.write('src/console/template.html', '<link href="{{style}}"><script src="{{script}}">{{build}}');
    await symlink(join(PACKAGE_ROOT, 'node_modules'), join(folder, 'node_modules'));
    return repository;
  }

  write(path: string, text: string): Promise<void> {
    return writeFile(join(this.folder, path), text);
  }

  remove(path: string): Promise<void> {
    return rm(join(this.folder, path), { recursive: true });
  }

  /** The builds in dist/, each by its folder. */
  async builds(): Promise<string[]> {
    const names = await readdir(join(this.folder, 'dist'));
    return names.filter((name) => name.startsWith('build-')).sort();
  }

  /** The build that the program is of. */
  async build(): Promise<string> {
    const program = await readFile(join(this.folder, 'dist', 'src', 'main.js'), 'utf8');
    return /build-[0-9a-f]+/.exec(program)![0];
  }

  /** The files of dist/ outside the builds. */
  async programs(): Promise<string[]> {
    const paths = await readdir(join(this.folder, 'dist'), { recursive: true });
    return paths.filter((path) => path.endsWith('.js') && !path.startsWith('build-')).sort();
  }

  /** In a process group of its own, as a terminal gives it. */
  compiling(...args: string[]): ChildProcess {
    return spawn(process.execPath, [join(this.folder, 'src', 'compile.js'), ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
  }

  async compile(...args: string[]): Promise<{ code: unknown; said: string }> {
    const child = this.compiling(...args);
    let said = '';
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
    const [code] = (await once(child, 'close')) as unknown[];
    return { code, said };
  }

  /** What the compiled program prints. */
  async run(): Promise<string> {
    const child = spawn(process.execPath, [join(this.folder, 'dist', 'src', 'main.js')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
    await once(child, 'close');
    return printed;
  }
}

const COMPILED = PROGRAMS.map((name) => `${name}.js`);
const FIRST = { code: 0, said: 'pinrate: compiling …\n' };
const AGAIN = { code: 0, said: 'pinrate: compiling what changed …\n' };
const NOTHING = { code: 0, said: '' };
const wordIs = (word: string): string => `export const word: string = '${word}';\n`;

/** A compiled repository, in which `test` may do harm. */
const compiled = (harm: (repository: Repository) => Promise<void>) => () =>
  withFolder(async (folder) => {
    const repository = await Repository.of(folder);
    assert.deepEqual(await repository.compile(), FIRST);
    await harm(repository);
  });

describe('before a start', { timeout: TIMEOUT_MS, concurrency: 2 }, () => {
  it(
    'everything is compiled, once',
    compiled(async (repository) => {
      assert.deepEqual(await repository.programs(), COMPILED);
      assert.deepEqual([await repository.compile(), await repository.run()], [NOTHING, 'first']);
    }),
  );

  it(
    'a changed source is compiled, and so is one that is changed back',
    compiled(async (repository) => {
      for (const word of ['other', 'first']) {
        await repository.write('src/part/word.ts', wordIs(word));
        assert.deepEqual(
          [await repository.compile(), await repository.run(), await repository.compile()],
          [AGAIN, word, NOTHING],
        );
      }
    }),
  );

  it(
    'a program that runs keeps the code that it started with, and the rest of dist/ is not touched',
    compiled(async (repository) => {
      const running = await repository.build();
      await mkdir(join(repository.folder, 'dist', 'tests'));
      await repository.write('dist/tests/kept.js', '');
      await repository.write('src/part/word.ts', wordIs('other'));
      assert.deepEqual(await repository.compile(), AGAIN);
      assert.notEqual(await repository.build(), running);
      assert.deepEqual(await repository.builds(), [running, await repository.build()].sort());
      assert.deepEqual(await repository.programs(), [...COMPILED, 'tests/kept.js']);
    }),
  );

  it(
    'the last five builds stay',
    compiled(async (repository) => {
      const made = [await repository.build()];
      for (const word of ['2', '3', '4', '5', '6']) {
        await repository.write('src/part/word.ts', wordIs(word));
        assert.deepEqual(await repository.compile(), AGAIN);
        made.push(await repository.build());
      }
      assert.deepEqual(await repository.builds(), made.slice(1).sort());
    }),
  );

  it(
    'another version of a package counts as a change, and so does a setting of the compiler',
    compiled(async (repository) => {
      for (const [file, from, to] of [
        ['tsconfig.json', 'ES2023', 'ES2022'],
        ['package-lock.json', '"lockfileVersion"', ' "lockfileVersion"'],
      ] as const) {
        const path = join(repository.folder, file);
        await writeFile(path, (await readFile(path, 'utf8')).replace(from, to));
        assert.deepEqual(await repository.compile(), AGAIN);
      }
    }),
  );

  it(
    'a build has the OpenAPI documents, and a changed example makes another build',
    compiled(async (repository) => {
      const read = async (as: string) =>
        readFile(join(repository.folder, 'dist', await repository.build(), 'openapi', `${as}.json`), 'utf8');
      assert.deepEqual(await Promise.all(['all', 'partner'].map(read)), ['of all', 'of partner']);
      const first = await repository.build();
      await repository.write('src/docs/examples/listZones.json', '{ "status": 200 }');
      assert.deepEqual(await repository.compile(), AGAIN);
      assert.notEqual(await repository.build(), first);
    }),
  );

  it(
    'a build has the console as compressed files that its page names, and each of its sources counts',
    compiled(async (repository) => {
      const read = async (name: string) =>
        readFile(join(repository.folder, 'dist', await repository.build(), 'console', name));
      const page = (await read('page.html')).toString();
      const named =
        /^<link href="\/console\/(assets\/main-\w+\.css)"><script src="\/console\/(assets\/main-\w+\.js)">/.exec(page);
      assert.ok(named !== null && page.endsWith('{{build}}'), page);
      for (const name of named.slice(1)) {
        const content = await read(name);
        assert.deepEqual(brotliDecompressSync(await read(`${name}.br`)), content);
        assert.deepEqual(gunzipSync(await read(`${name}.gz`)), content);
      }
      await repository.write('src/console/page.tsx', `document.title = 'second';\n`);
      assert.deepEqual(await repository.compile(), AGAIN);
      const changed = (await read('page.html')).toString();
      assert.notEqual(changed, page, 'the page names its part by way of the entry');
      for (const [path, text] of [
        ['src/console/main.css', 'p { color: blue }'],
        ['src/console/template.html', '{{style}} {{script}} {{build}}'],
      ] as const) {
        await repository.write(path, text);
        assert.deepEqual(await repository.compile(), AGAIN, path);
      }
      await repository.remove(join('dist', await repository.build(), 'console', 'page.html'));
      assert.deepEqual(await repository.compile(), AGAIN);
    }),
  );

  it(
    'the types of the client are made where they are asked for, and again where their sources are others',
    compiled(async (repository) => {
      const read = async () =>
        readFile(join(repository.folder, 'dist', 'types', 'src', 'client', 'main.d.ts'), 'utf8').catch(() => 'none');
      assert.equal(await read(), 'none');
      await repository.write('src/client/main.ts', 'export const word = "first";\n');
      assert.deepEqual(await repository.compile('--types'), AGAIN);
      assert.equal(await read(), 'export declare const word = "first";\n');
      assert.deepEqual(await repository.compile('--types'), NOTHING);
      await repository.write('dist/types/src/client/main.d.ts', 'half');
      assert.deepEqual(await repository.compile('--types'), NOTHING);
      assert.equal(await read(), 'export declare const word = "first";\n');
      await repository.write('src/client/main.ts', 'export const word = ;\n');
      assert.equal((await repository.compile('--types')).code, 1);
    }),
  );

  it(
    'a contract of which no OpenAPI document can be made is shown, and nothing starts until it is corrected',
    compiled(async (repository) => {
      const fault = `const name: string = 'listZones';\nthrow new Error('two operations are called ' + name);\n`;
      await repository.write('src/contract/openapi/write.ts', fault);
      for (let attempt = 0; attempt < 2; attempt++) {
        const { code, said } = await repository.compile();
        assert.match(said, /src\/contract\/openapi\/write\.ts:2/);
        assert.match(said, /Error: two operations are called listZones/);
        assert.match(said, /pinrate: nothing was started: correct what the lines above say\n$/);
        assert.equal(code, 1);
      }
      assert.equal((await repository.builds()).length, 1);
    }),
  );

  it(
    'a stack trace names the source and its line',
    compiled(async (repository) => {
      await repository.write(
        'src/main.ts',
        `import { fail } from './part/word.js';\ntry {\n  fail();\n} catch (error) {\n`
          + `  process.stdout.write((error as Error).stack!);\n}\n`,
      );
      await repository.write(
        'src/part/word.ts',
        `\n\nexport function fail(): never {\n  throw new Error('here');\n}\n`,
      );
      await repository.compile();
      assert.match(await repository.run(), /src\/part\/word\.ts:4:9/);
    }),
  );

  const harm: [title: string, (repository: Repository) => Promise<void>, said: typeof AGAIN][] = [
    ['dist/ is deleted', (repository) => repository.remove('dist'), FIRST],
    [
      'one of its files is deleted',
      async (repository) => repository.remove(`dist/${await repository.build()}/workers/engine.js`),
      AGAIN,
    ],
    [
      'an OpenAPI document is deleted',
      async (repository) => repository.remove(`dist/${await repository.build()}/openapi/all.json`),
      AGAIN,
    ],
    ['a build is deleted', async (repository) => repository.remove(`dist/${await repository.build()}`), AGAIN],
    ['a program is deleted', (repository) => repository.remove('dist/src/cli/main.js'), AGAIN],
    [
      'one of its files is half written',
      async (repository) => repository.write(`dist/${await repository.build()}/src/main.js`, 'export const wo'),
      AGAIN,
    ],
    ['what says that it is compiled is half written', (repository) => repository.write('dist/.compiled', 'abc'), AGAIN],
  ];
  for (const [title, doHarm, said] of harm) {
    it(
      `everything is compiled again when ${title}`,
      compiled(async (repository) => {
        await doHarm(repository);
        assert.deepEqual(
          [await repository.compile(), await repository.programs(), await repository.run(), await repository.compile()],
          [said, COMPILED, 'first', NOTHING],
        );
      }),
    );
  }

  it(
    'a compile that was interrupted is done again, even where the change is taken back',
    compiled(async (repository) => {
      // a compile may be done before it can be interrupted: then there is another one to interrupt
      for (let n = 1; ; n++) {
        await repository.write('src/part/word.ts', wordIs(`other ${n}`));
        const child = repository.compiling();
        // "compiling what changed …": the compiler starts now
        await once(child.stderr!, 'data');
        process.kill(-child.pid!, 'SIGKILL');
        const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
        if (signal === 'SIGKILL') break;
        assert.ok(code === 0 && n < 20, `it ended with ${code}, ${signal}, after ${n} attempts`);
      }
      await repository.write('src/part/word.ts', wordIs('first'));
      assert.equal((await repository.compile()).code, 0);
      assert.equal(await repository.run(), 'first');
      const left = await readdir(join(repository.folder, 'dist'));
      assert.deepEqual(
        left.filter((name) => name.startsWith('unfinished-')),
        [],
      );
    }),
  );

  it(
    'a source that is no TypeScript is shown with its place, and nothing starts until it is corrected',
    compiled(async (repository) => {
      await repository.write('src/part/word.ts', 'export const word = ;\n');
      for (let attempt = 0; attempt < 2; attempt++) {
        const { code, said } = await repository.compile();
        assert.match(said, /src\/part\/word\.ts\(1,21\): error: /);
        assert.match(said, /pinrate: nothing was started: correct the lines above\n$/);
        assert.equal(code, 1);
      }
    }),
  );

  it(
    'a program that is missing is named, since no line of a source says so',
    compiled(async (repository) => {
      await repository.remove('workers/analyst.ts');
      const { code, said } = await repository.compile();
      assert.match(said, /\nerror: Could not resolve ".*workers\/analyst.*"\npinrate: nothing was started: /);
      assert.equal(code, 1);
    }),
  );
});

describe('before a start without the compiler', { timeout: TIMEOUT_MS, concurrency: 2 }, () => {
  it(
    'what is compiled already starts',
    compiled(async (repository) => {
      await repository.remove('node_modules');
      assert.deepEqual([await repository.compile(), await repository.run()], [NOTHING, 'first']);
    }),
  );

  it(
    'an image without its sources starts',
    compiled(async (repository) => {
      for (const path of [
        'node_modules',
        'src/main.ts',
        'src/part',
        'src/cli',
        'src/client',
        'src/console',
        'src/copy',
        'src/contract',
        'workers',
        'tsconfig.json',
      ])
        await repository.remove(path);
      await repository.remove('dist/.compiled');
      assert.deepEqual([await repository.compile(), await repository.run()], [NOTHING, 'first']);
    }),
  );

  it(
    'what is not compiled, or from other sources, is one line that says what to do',
    compiled(async (repository) => {
      await repository.remove('node_modules');
      await repository.write('src/part/word.ts', wordIs('other'));
      const stale =
        'pinrate: dist/ was not compiled from these sources, and the compiler is not installed: run npm ci\n';
      assert.deepEqual(await repository.compile(), { code: 1, said: stale });
      await repository.remove('dist');
      assert.deepEqual(await repository.compile(), {
        code: 1,
        said: 'pinrate: nothing is compiled yet, and the compiler is not installed: run npm ci\n',
      });
    }),
  );

  it(
    'a compiler that does not run here is one line that says what to do',
    compiled(async (repository) => {
      await repository.remove('node_modules');
      await mkdir(join(repository.folder, 'node_modules', 'esbuild'), { recursive: true });
      await repository.write('node_modules/esbuild/package.json', '{ "main": "main.js" }');
      // as where the package with the binary for this platform was left out
      await repository.write(
        'node_modules/esbuild/main.js',
        `exports.build = async () => { throw new Error('The package "@esbuild/x" could not be found\\nmore'); };`,
      );
      await repository.remove('dist');
      assert.deepEqual(await repository.compile(), {
        code: 1,
        said:
          'pinrate: compiling …\n'
          + 'pinrate: the compiler does not run here (The package "@esbuild/x" could not be found): remove '
          + 'node_modules and run npm ci\n',
      });
    }),
  );

  it(
    'a dist/ that this user may not write is one line',
    { skip: process.getuid?.() === 0 ? 'needs an ordinary user: root may write everywhere' : false },
    compiled(async (repository) => {
      await repository.write('src/part/word.ts', wordIs('other'));
      await chmod(join(repository.folder, 'dist'), 0o555);
      const { code, said } = await repository.compile();
      await chmod(join(repository.folder, 'dist'), 0o755);
      assert.match(said, /^pinrate: compiling what changed …\npinrate: [^\n]*(EACCES|permission denied)[^\n]*\n$/);
      assert.equal(code, 1);
    }),
  );
});
