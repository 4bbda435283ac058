/**
 * Makes dist/ of src/ and workers/ where it is not what they compile to. `npm start` does this first. This file is
 * JavaScript because nothing is compiled before it.
 *
 * dist/.compiled holds the hash of the sources and of what was made of them. It is removed before the compiler runs and
 * written after it has ended well: a compile that was interrupted is done again, and so is one whose result was changed or
 * deleted since.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const FOLDERS = ['src', 'workers'];
const CONFIGURATION = ['tsconfig.json', 'tsconfig.build.json'];
const COMPILER = join('node_modules', 'typescript-7', 'bin', 'tsc');
const STAMP = join('dist', '.compiled');

try {
  process.exitCode = compile();
} catch (error) {
  say(`cannot compile: ${error.message}`);
  process.exitCode = 1;
}

/** The exit code. */
function compile() {
  const sources = FOLDERS.flatMap((folder) => filesOf(folder, '.ts'));
  const isStarted = existsSync(join(ROOT, 'dist', 'src', 'main.js'));
  // an image without its sources: what it has was compiled where it was made
  if (sources.length === 0 && isStarted) return 0;
  const wanted = hashOf([...sources, ...CONFIGURATION]);
  if (readStamp() === `${wanted} ${hashOf(outputs())}`) return 0;

  if (!existsSync(join(ROOT, COMPILER))) {
    say(
      `${isStarted ? 'dist/ was not compiled from these sources' : 'nothing is compiled yet'}, and the compiler is not installed: run npm ci`,
    );
    return 1;
  }
  say(isStarted ? 'compiling what changed …' : 'compiling …');
  rmSync(join(ROOT, STAMP), { force: true });
  const { status, signal, error, stdout, stderr } = spawnSync(
    process.execPath,
    [COMPILER, '-p', 'tsconfig.build.json', '--noCheck'],
    { cwd: ROOT, encoding: 'utf8' },
  );
  if (error !== undefined) throw error;
  if (status !== 0) return explain(status, signal, stdout, stderr);

  removeLeftovers(sources);
  const made = outputs();
  const missing = sources.filter((source) => !made.includes(outputOf(source)));
  if (missing.length > 0) throw new Error(`the compiler made nothing of ${missing[0]}: remove dist/ and start again`);
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  writeFileSync(join(ROOT, `${STAMP}.new`), `${wanted} ${hashOf(made)}`);
  renameSync(join(ROOT, `${STAMP}.new`), join(ROOT, STAMP));
  return 0;
}

/** What a developer has to correct is shown as the compiler says it; what somebody who starts pinrate has to do is one line. */
function explain(status, signal, stdout, stderr) {
  if (/error TS\d+/.test(stdout)) {
    process.stderr.write(stdout);
    say('nothing was started: correct the lines above');
  } else {
    const [reason] = /^\w*Error: .*$/m.exec(stderr) ?? [`it ended with ${signal ?? `exit code ${status}`}`];
    say(`the compiler does not run here (${reason}): remove node_modules and run npm ci`);
  }
  return 1;
}

/** What sources that are gone were compiled to. */
function removeLeftovers(sources) {
  const kept = new Set(sources.map(outputOf));
  for (const path of outputs()) {
    if (kept.has(path)) continue;
    for (const leftover of [path, `${path}.map`]) rmSync(join(ROOT, leftover), { force: true });
  }
}

function outputs() {
  return FOLDERS.flatMap((folder) => filesOf(join('dist', folder), '.js'));
}

function outputOf(source) {
  return join('dist', source.replace(/\.ts$/, '.js'));
}

/** Paths from the root, in order. */
function filesOf(folder, ending) {
  if (!existsSync(join(ROOT, folder))) return [];
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => relative(ROOT, join(entry.parentPath ?? entry.path, entry.name)))
    .sort();
}

function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths) {
    const content = readFileSync(join(ROOT, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function readStamp() {
  try {
    return readFileSync(join(ROOT, STAMP), 'utf8');
  } catch {
    // never compiled, or interrupted
    return null;
  }
}

function say(line) {
  process.stderr.write(`pinrate: ${line}\n`);
}
