/**
 * `npm run test:deep`: what proves the product rather than a change, one part after the other, in two to three hours.
 * Writes bench/deep.json: when each part last ran, on which release and machine, and what it found. It runs before
 * every release. `npm run test:deep -- soak node` runs the parts whose names begin so.
 *
 * A part that cannot run here is "not run", with the reason. For MongoDB it takes MONGODB_TEST_URI and
 * MONGODB_TEST_CONTROL, as the tests do.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { PACKAGE_ROOT } from '../src/package-root.js';
import { CANNOT_RUN, type DeepReport, type ProcessEnd, type Part, partOf, renewed } from './support/deep.js';
import { PARTS } from './support/deep-parts.js';
import { toJson } from './support/report.js';

const FILE = join(PACKAGE_ROOT, 'bench', 'deep.json');
const LOADING = `import { loadUws } from ${JSON.stringify(new URL('../src/http/uws.js', import.meta.url).href)};
await loadUws();`;
const { version: release } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as {
  version: string;
};
const seed = Number(process.env.PINRATE_TEST_SEED ?? Math.floor(Date.now() / 1_000));

const wanted = process.argv.slice(2);
const names = PARTS.map(({ name }) => name);
const chosen = PARTS.filter(({ name }) => wanted.length === 0 || wanted.some((start) => name.startsWith(start)));
if (chosen.length === 0) throw new Error(`none of the parts: ${names.join(', ')}`);

const ran: Part[] = [];
for (const { name, command, environment = {}, node } of chosen) {
  console.log(`\n=== ${name}: ${command.join(' ')}\n`);
  const other = node === undefined ? null : await otherNode(node);
  const { PATH = '' } = process.env;
  const ended =
    other?.ended
    ?? (await ending(command, {
      ...environment,
      PINRATE_TEST_SEED: String(seed),
      ...(other === null ? {} : { PATH: `${other.folder}${delimiter}${PATH}` }),
    }));
  other?.remove();
  ran.push(partOf({ name, release, seed, node: other?.version ?? process.version }, ended));
  // after each part, so that nothing is lost when a later one is interrupted
  writeFileSync(FILE, toJson(renewed(JSON.parse(readFileSync(FILE, 'utf8')) as DeepReport, ran, names)));
}

console.log('\n');
for (const { name, outcome, seconds, found } of ran) {
  console.log(`${{ 'passed': '✔', 'failed': '✖', 'not run': '-' }[outcome]} ${name}: ${outcome}, ${seconds} s`);
  for (const line of found) console.log(`    ${line}`);
}
console.log(`\nwritten to ${FILE}`);
if (ran.some(({ outcome }) => outcome === 'failed')) process.exitCode = 1;

/** Runs it, shows what it prints, and keeps it. */
async function ending([program, ...args]: readonly string[], environment: NodeJS.ProcessEnv): Promise<ProcessEnd> {
  const startedAt = performance.now();
  const child = spawn(program!, args, {
    cwd: PACKAGE_ROOT,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      process.stdout.write(text);
    });
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { code: code ?? signal!, output, seconds: (performance.now() - startedAt) / 1_000 };
}

interface OtherNode {
  version: string;
  /** Has its program. */
  folder: string;
  /** How its installation ended, if it failed. */
  ended: ProcessEnd | null;
  remove: () => void;
}

/**
 * A version of Node.js from the registry of npm: the package that holds the binary of one platform, and no script.
 * On an old system it may have no front end: then nothing runs on it here.
 */
async function otherNode(version: number): Promise<OtherNode> {
  const folder = mkdtempSync(join(tmpdir(), 'pinrate-node-'));
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const installed = await ending(['npm', 'install', '--prefix', folder, ...flags, `${name}@${version}`], {});
  const bin = join(folder, 'node_modules', name, 'bin');
  const isInstalled = installed.code === 0;
  const loaded = isInstalled
    ? await ending([join(bin, 'node'), '--input-type=module', '--eval', LOADING], {})
    : installed;
  const why = loaded.output.split('\n').find((line) => line.includes('rror: '));
  const reason = isInstalled
    ? `Node.js ${version} cannot load uWebSockets.js here: ${why}`
    : `Node.js ${version} cannot be had: npm install ${name}@${version} ended with ${installed.code}`;
  return {
    version: isInstalled ? execFileSync(join(bin, 'node'), ['--version'], { encoding: 'utf8' }).trim() : '',
    folder: bin,
    ended: loaded.code === 0 ? null : { ...loaded, code: CANNOT_RUN, output: reason },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
