// Only in npm run test:all.
/** What `npm start` does before it starts: dist/ is what the sources compile to, however it was left. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { withFolder } from '../store/fixtures.js';

const TIMEOUT_MS = 120_000;

/** A repository of three sources, with the program that compiles them and its compiler. */
class Repository {
  private constructor(readonly folder: string) {}

  static async of(folder: string): Promise<Repository> {
    const repository = new Repository(folder);
    await mkdir(join(folder, 'src', 'part'), { recursive: true });
    await mkdir(join(folder, 'workers'));
    for (const file of ['tsconfig.json', 'tsconfig.build.json', join('src', 'compile.js')])
      await copyFile(join(PACKAGE_ROOT, file), join(folder, file));
    await repository.write('package.json', '{ "type": "module" }');
    await repository.write('src/main.ts', `import { word } from './part/word.js';\nprocess.stdout.write(word);\n`);
    await repository.write('src/part/word.ts', `export const word: string = 'first';\n`);
    await repository.write('workers/worker.ts', `export {};\n`);
    await symlink(join(PACKAGE_ROOT, 'node_modules'), join(folder, 'node_modules'));
    return repository;
  }

  write(path: string, text: string): Promise<void> {
    return writeFile(join(this.folder, path), text);
  }

  remove(path: string): Promise<void> {
    return rm(join(this.folder, path), { recursive: true });
  }

  async outputs(): Promise<string[]> {
    const paths = await readdir(join(this.folder, 'dist'), { recursive: true });
    return paths.filter((path) => path.endsWith('.js')).sort();
  }

  /** In a process group of its own, as a terminal gives it. */
  compiling(): ChildProcess {
    return spawn(process.execPath, [join(this.folder, 'src', 'compile.js')], {
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
  }

  async compile(): Promise<{ code: unknown; said: string }> {
    const child = this.compiling();
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

const COMPILED = ['src/main.js', 'src/part/word.js', 'workers/worker.js'];
const FIRST = { code: 0, said: 'pinrate: compiling …\n' };
const AGAIN = { code: 0, said: 'pinrate: compiling what changed …\n' };
const NOTHING = { code: 0, said: '' };

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
      assert.deepEqual(await repository.outputs(), COMPILED);
      assert.deepEqual([await repository.compile(), await repository.run()], [NOTHING, 'first']);
    }),
  );

  it(
    'a changed source is compiled, and so is one that is changed back',
    compiled(async (repository) => {
      for (const word of ['other', 'first']) {
        await repository.write('src/part/word.ts', `export const word: string = '${word}';\n`);
        assert.deepEqual(
          [await repository.compile(), await repository.run(), await repository.compile()],
          [AGAIN, word, NOTHING],
        );
      }
    }),
  );

  it(
    'a new source is compiled, and what a removed one left is removed; the rest of dist/ is not touched',
    compiled(async (repository) => {
      await repository.write('src/part/new.ts', 'export {};\n');
      await mkdir(join(repository.folder, 'dist', 'tests'));
      await repository.write('dist/tests/kept.js', '');
      assert.deepEqual(
        [await repository.compile(), await repository.outputs()],
        [AGAIN, ['src/main.js', 'src/part/new.js', 'src/part/word.js', 'tests/kept.js', 'workers/worker.js']],
      );
      await repository.remove('src/part/new.ts');
      assert.deepEqual(
        [await repository.compile(), await repository.outputs()],
        [AGAIN, ['src/main.js', 'src/part/word.js', 'tests/kept.js', 'workers/worker.js']],
      );
      assert.deepEqual((await readdir(join(repository.folder, 'dist', 'src', 'part'))).sort(), [
        'word.js',
        'word.js.map',
      ]);
    }),
  );

  it(
    'a setting of the compiler counts as a change',
    compiled(async (repository) => {
      const path = join(repository.folder, 'tsconfig.json');
      await writeFile(path, (await readFile(path, 'utf8')).replace('ES2023', 'ES2022'));
      assert.deepEqual(await repository.compile(), AGAIN);
    }),
  );

  const harm: [title: string, (repository: Repository) => Promise<void>, said: typeof AGAIN][] = [
    ['dist/ is deleted', (repository) => repository.remove('dist'), FIRST],
    ['one of its files is deleted', (repository) => repository.remove('dist/src/part/word.js'), AGAIN],
    ['one of its folders is deleted', (repository) => repository.remove('dist/workers'), AGAIN],
    [
      'one of its files is half written',
      (repository) => repository.write('dist/src/part/word.js', 'export const wo'),
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
          [await repository.compile(), await repository.outputs(), await repository.run()],
          [said, COMPILED, 'first'],
        );
      }),
    );
  }

  it(
    'a compile that was interrupted is done again, even where the change is taken back',
    compiled(async (repository) => {
      await repository.write('src/part/word.ts', `export const word: string = 'other';\n`);
      const child = repository.compiling();
      // "compiling what changed …": the compiler starts now
      await once(child.stderr!, 'data');
      process.kill(-child.pid!, 'SIGKILL');
      assert.deepEqual(await once(child, 'exit'), [null, 'SIGKILL']);
      await repository.write('src/part/word.ts', `export const word: string = 'first';\n`);
      assert.equal((await repository.compile()).code, 0);
      assert.equal(await repository.run(), 'first');
    }),
  );

  it(
    'a source that is no TypeScript is shown as the compiler says it, and nothing starts until it is corrected',
    compiled(async (repository) => {
      await repository.write('src/part/word.ts', 'export const word = ;\n');
      for (let attempt = 0; attempt < 2; attempt++) {
        const { code, said } = await repository.compile();
        assert.match(said, /src\/part\/word\.ts\(1,21\): error TS1109: /);
        assert.match(said, /pinrate: nothing was started: correct the lines above\n$/);
        assert.equal(code, 1);
      }
    }),
  );
});

describe('before a start without the compiler', { timeout: TIMEOUT_MS, concurrency: 2 }, () => {
  it(
    'what is compiled already starts',
    compiled(async (repository) => {
      await repository.remove('node_modules');
      assert.deepEqual(await repository.compile(), NOTHING);
    }),
  );

  it(
    'an image without its sources starts',
    compiled(async (repository) => {
      for (const path of ['node_modules', 'src/main.ts', 'src/part', 'workers', 'tsconfig.json', 'dist/.compiled'])
        await repository.remove(path);
      assert.deepEqual(await repository.compile(), NOTHING);
    }),
  );

  it(
    'what is not compiled, or from other sources, is one line that says what to do',
    compiled(async (repository) => {
      await repository.remove('node_modules');
      await repository.write('src/part/word.ts', `export const word: string = 'other';\n`);
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
      await mkdir(join(repository.folder, 'node_modules', 'typescript-7', 'bin'), { recursive: true });
      // as where the package with the binary for this platform was left out
      await repository.write(
        'node_modules/typescript-7/bin/tsc',
        `throw new Error('Unable to resolve @typescript/typescript-x.');`,
      );
      await repository.remove('dist');
      const { code, said } = await repository.compile();
      assert.equal(
        said,
        'pinrate: compiling …\npinrate: the compiler does not run here '
          + '(Error: Unable to resolve @typescript/typescript-x.): remove node_modules and run npm ci\n',
      );
      assert.equal(code, 1);
    }),
  );

  it(
    'a dist/ that this user may not write is one line',
    { skip: process.getuid?.() === 0 ? 'needs an ordinary user: root may write everywhere' : false },
    compiled(async (repository) => {
      await repository.remove('dist/src/part/word.js');
      await chmod(join(repository.folder, 'dist'), 0o555);
      assert.match(
        (await repository.compile()).said,
        /^pinrate: compiling what changed …\npinrate: cannot compile: EACCES.*\n$/,
      );
      await chmod(join(repository.folder, 'dist'), 0o755);
    }),
  );
});
