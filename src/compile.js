/**
 * Makes dist/ of src/ and workers/ where it is not what they compile to. `npm start` does this first. This file is
 * JavaScript because nothing is compiled before it.
 *
 * Each build is a folder of its own, dist/build-<hash of its sources>, which never changes once it has its name: a node
 * that runs loads the rest of its code and its threads from the build that it started with, whatever is compiled
 * meanwhile. dist/src/main.js and its like only import the newest. dist/.compiled says which build that is, and has the
 * hash of its files, so that one which was changed or deleted is made again.
 *
 * A build has pinrate/client as a file of its own, for any bundler, and the console as files for browsers, compressed.
 * With --types the types of the client are made too, in dist/types: no start needs them.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const DIST = join(ROOT, 'dist');
const FOLDERS = ['src', 'workers'];
/** What else decides what is made: the versions of the packages in it, and this file. */
const CONFIGURATION = ['tsconfig.json', 'package-lock.json', join('src', 'compile.js')];
/** What other packages import, as package.json exports it. */
const CLIENT = 'src/client/main';
/** Of the client alone, for the page of /docs. */
const SIGNER = 'src/client/signer';
/** They are in the OpenAPI documents. */
const EXAMPLES = join('src', 'docs', 'examples');
/** The page for browsers: its sources, and the page that names the files made of them. */
const CONSOLE = join('src', 'console');
const READER = join(CONSOLE, 'reader');
const CONSOLE_PAGE = join(CONSOLE, 'template.html');
/** What people and the image start. */
const PROGRAMS = ['src/main', 'src/cli/main', 'src/copy/main'];
const THREADS = ['workers/analyst', 'workers/control', 'workers/engine'];
/** It writes the OpenAPI documents of a build. */
const OPENAPI = 'src/contract/openapi/write';
/** They have binaries, or read files of their own folder. */
const NOT_BUNDLED = ['lmdb', 'msgpackr-extract', 'piscina', 'swagger-ui-dist', 'uWebSockets.js', 'uws-*'];
const STAMP = join('dist', '.compiled');
const TYPES = join('dist', 'types');
const TYPES_STAMP = join(TYPES, '.compiled');
const TYPE_COMPILER = join('node_modules', 'typescript-7', 'bin', 'tsc');
const BUILD = /^build-[0-9a-f]{16}$/;
/** Older ones go. */
const BUILDS_KEPT = 5;

try {
  process.exitCode = (await compile()) || (process.argv.includes('--types') ? writeTypes() : 0);
} catch (error) {
  say(`cannot compile: ${error.message}`);
  process.exitCode = 1;
}

/** The exit code. */
async function compile() {
  const sources = FOLDERS.flatMap((folder) => filesOf(folder, '.ts'));
  const isStarted = existsSync(join(DIST, 'src', 'main.js'));
  // an image or a release without its sources: what it has was compiled where it was made
  if (sources.length === 0 && isStarted) return 0;
  const configuration = CONFIGURATION.filter((path) => existsSync(join(ROOT, path)));
  const ofConsole = [...filesOf(CONSOLE, '.tsx'), ...filesOf(CONSOLE, '.css'), CONSOLE_PAGE];
  const build = `build-${hashOf([...sources, ...ofConsole, ...filesOf(EXAMPLES, '.json'), ...configuration])}`;
  if (readStamp(STAMP) === `${build} ${hashOf(outputsOf(build))}`) return 0;

  const esbuild = await compiler();
  if (esbuild === null) {
    say(
      `${isStarted ? 'dist/ was not compiled from these sources' : 'nothing is compiled yet'}, and the compiler is not installed: run npm ci`,
    );
    return 1;
  }
  say(isStarted ? 'compiling what changed …' : 'compiling …');
  rmSync(join(ROOT, STAMP), { force: true });
  mkdirSync(DIST, { recursive: true });
  const unfinished = join(DIST, `unfinished-${process.pid}`);
  try {
    try {
      // one that fails must not leave another one writing
      const bundles = await Promise.allSettled([
        bundle(esbuild, unfinished),
        bundleClient(esbuild, unfinished),
        bundleConsole(esbuild, join(unfinished, 'console')),
      ]);
      const failed = bundles.find(({ status }) => status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    } catch (error) {
      return explain(error);
    }
    if (!writeOpenApi(unfinished)) return 1;
    rmSync(join(DIST, build), { recursive: true, force: true });
    renameSync(unfinished, join(DIST, build));
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  for (const program of PROGRAMS) writeProgram(program, build);
  writeProxy(CLIENT, `export * from '${pathTo(CLIENT, build)}';\n`);
  writeWhole(STAMP, `${build} ${hashOf(outputsOf(build))}`);
  removeOldBuilds(build);
  return 0;
}

/** Null: it is not installed. */
async function compiler() {
  return existsSync(join(ROOT, 'node_modules', 'esbuild')) ? import('esbuild') : null;
}

/** One file for what all programs and threads share, so that none of them loads the two thousand modules one by one. */
function bundle(esbuild, outdir) {
  const require =
    "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);";
  return esbuild.build({
    absWorkingDir: ROOT,
    entryPoints: [...PROGRAMS, ...THREADS, OPENAPI].map((name) => `${name}.ts`),
    external: NOT_BUNDLED,
    // the part of it that is used, without those that write files
    alias: { qrcode: 'qrcode/lib/core/qrcode.js' },
    outbase: '.',
    outdir,
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    // packages in the older form ask for others as they run
    banner: { js: require },
    // not the names, which stack traces show
    minifySyntax: true,
    minifyWhitespace: true,
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'silent',
  });
}

/**
 * One file without dependencies, in which each function can go by itself where a bundler shakes its tree: blanks stay,
 * because esbuild takes the marks of that (`@__PURE__`) out with them.
 */
function bundleClient(esbuild, outdir) {
  return esbuild.build({
    absWorkingDir: ROOT,
    entryPoints: [`${CLIENT}.ts`, `${SIGNER}.ts`],
    outbase: '.',
    outdir,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'silent',
  });
}

/** Files whose names have the hashes of their content, each compressed too, and the page that loads them. */
async function bundleConsole(esbuild, outdir) {
  const options = {
    absWorkingDir: ROOT,
    outdir: join(outdir, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    metafile: true,
    legalComments: 'none',
    logLevel: 'silent',
  };
  const ofReaders = { ...options, alias: { typebox: `./${READER}/schemas.ts` }, plugins: [withoutEffects()] };
  const readers = [
    join(READER, 'sheets.ts'),
    // not as the pages about parcels
    { in: join(READER, 'parcels.ts'), out: 'orders' },
    join(READER, 'invoices.ts'),
  ];
  const builds = await Promise.all([
    esbuild.build({ ...options, entryPoints: [join(CONSOLE, 'main.tsx')], splitting: true }),
    ...readers.map((entry) => esbuild.build({ ...ofReaders, entryPoints: [entry], splitting: true })),
  ]);
  const { outputs } = builds[0].metafile;
  const files = builds.flatMap(({ metafile }) => Object.keys(metafile.outputs));
  for (const path of files) compressFile(join(ROOT, path));
  const entry = Object.keys(outputs).find((path) => outputs[path].cssBundle !== undefined);
  const reader = (name) => files.find((path) => basename(path).startsWith(`${name}-`));
  const assets = {
    script: entry,
    style: outputs[entry].cssBundle,
    sheets: reader('sheets'),
    orders: reader('orders'),
    invoices: reader('invoices'),
  };
  const page = readFileSync(join(ROOT, CONSOLE_PAGE), 'utf8');
  const named = page.replace(
    /\{\{(script|style|sheets|orders|invoices)\}\}/g,
    (_, kind) => `/console/assets/${basename(assets[kind])}`,
  );
  writeFileSync(join(outdir, 'page.html'), named);
}

/** To load this package does nothing, which it does not say: what nobody uses of it is left out. */
function withoutEffects() {
  const found = {};
  return {
    name: 'without-effects',
    setup(build) {
      build.onResolve({ filter: /^js-yaml$/ }, async ({ path, pluginData, ...from }) => {
        if (pluginData === found) return undefined;
        const resolved = await build.resolve(path, { ...from, pluginData: found });
        return { path: resolved.path, sideEffects: false };
      });
    },
  };
}

function compressFile(path) {
  const content = readFileSync(path);
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
  writeFileSync(`${path}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
}

/** The types of the client are those of the contracts, which their compiler writes down. */
function writeTypes() {
  const sources = filesOf('src', '.ts');
  const types = hashOf([...sources, ...CONFIGURATION, join('src', 'client', 'tsconfig.json')]);
  const made = () => `${types} ${hashOf(filesOf(TYPES, '.d.ts'))}`;
  if (readStamp(TYPES_STAMP) === made()) return 0;
  rmSync(join(ROOT, TYPES), { recursive: true, force: true });
  const args = [join(ROOT, TYPE_COMPILER), '-p', join(ROOT, 'src', 'client'), '--noCheck'];
  const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', 2, 2] });
  if (status !== 0) say('the types of pinrate/client are not made: correct what the lines above say');
  else writeWhole(TYPES_STAMP, made());
  return status ?? 1;
}

/**
 * They are the same at every start, and to make them takes longer than the rest of the main thread's part of it. False:
 * the contracts have a mistake, which was shown.
 */
function writeOpenApi(folder) {
  const program = join(folder, `${OPENAPI}.js`);
  const { status } = spawnSync(process.execPath, ['--enable-source-maps', program, join(folder, 'openapi')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) say('nothing was started: correct what the lines above say');
  return status === 0;
}

/** Stack traces name the sources, in threads too. */
function writeProgram(program, build) {
  const imported = `await import('${pathTo(program, build)}');`;
  writeProxy(program, `#!/usr/bin/env node\nprocess.setSourceMapsEnabled(true);\n${imported}\n`);
}

/** The path of a file of a build from the file in dist/ that stands for it. */
function pathTo(name, build) {
  return `${'../'.repeat(name.split('/').length - 1)}${build}/${name}.js`;
}

function writeProxy(name, text) {
  const path = join('dist', `${name}.js`);
  mkdirSync(dirname(join(ROOT, path)), { recursive: true });
  writeWhole(path, text);
}

/** What a developer has to correct is shown with its place; what somebody who starts pinrate has to do is one line. */
function explain(error) {
  if (error.code !== undefined) throw error;
  const faults = error.errors ?? [];
  for (const { location, text } of faults) {
    const at = location === null ? '' : `${location.file}(${location.line},${location.column + 1}): `;
    process.stderr.write(`${at}error: ${text}\n`);
  }
  const [reason] = error.message.split('\n');
  if (faults.length === 0) say(`the compiler does not run here (${reason}): remove node_modules and run npm ci`);
  else say('nothing was started: correct the lines above');
  return 1;
}

/** A node that was started from one of the last builds may still need its files. */
function removeOldBuilds(current) {
  const names = readdirSync(DIST);
  for (const name of names)
    if (name.startsWith('unfinished-') && !isRunning(Number(name.split('-')[1])))
      rmSync(join(DIST, name), { recursive: true });
  const builds = names.filter((name) => BUILD.test(name) && name !== current);
  const newestFirst = builds
    .map((name) => ({ name, madeAt: statSync(join(DIST, name)).mtimeMs }))
    .sort((a, b) => b.madeAt - a.madeAt);
  for (const { name } of newestFirst.slice(BUILDS_KEPT - 1)) rmSync(join(DIST, name), { recursive: true, force: true });
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** The files of a build, and those that start it. */
function outputsOf(build) {
  const folder = join('dist', build);
  return [
    ...filesOf(folder, '.js'),
    ...filesOf(folder, '.json'),
    ...filesOf(join(folder, 'console'), ''),
    ...[...PROGRAMS, CLIENT].map((name) => join('dist', `${name}.js`)),
  ];
}

/** Paths from the root, in order. */
function filesOf(folder, ending) {
  if (!existsSync(join(ROOT, folder))) return [];
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => relative(ROOT, join(entry.parentPath ?? entry.path, entry.name)))
    .sort();
}

/** 16 hexadecimal digits; another one where a file is missing. */
function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths) {
    const file = join(ROOT, path);
    const content = existsSync(file) ? readFileSync(file) : 'missing';
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex').slice(0, 16);
}

function readStamp(path) {
  try {
    return readFileSync(join(ROOT, path), 'utf8');
  } catch {
    // never compiled, or interrupted
    return null;
  }
}

/** No reader sees half of it. */
function writeWhole(path, text) {
  writeFileSync(join(ROOT, `${path}.new`), text);
  renameSync(join(ROOT, `${path}.new`), join(ROOT, path));
}

function say(line) {
  process.stderr.write(`pinrate: ${line}\n`);
}
