/**
 * The program. Before it loads the server, it checks everything that the operator may have got wrong:
 *
 * 1. the version of Node.js
 * 2. the arguments
 * 3. the settings, from the environment and `.env`
 * 4. a build of uWebSockets.js, the address to listen on, the folder of the store
 *
 * Each fault is one line on standard error (each wrong setting has one), and exit code 1.
 */
import { readArguments } from './start/arguments.js';
import { readConfig, type Config } from './config.js';
import type { Settings } from './start/environment.js';
import { LEAST_NODE_VERSION, PACKAGE_VERSION } from './package-root.js';
import { announce } from './start/welcome.js';

const SLOW_LOOKUP_MS = 400;

// a reader that has closed its pipe (`| head`) must not end the server
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
await main().catch((error: unknown) =>
  fail(`pinrate cannot start: ${error instanceof Error ? error.message : String(error)}`),
);

async function main(): Promise<void> {
  assertNodeIsRecent();
  judgeArguments();
  const { values, warnings, calledBy } = await collectSettings();
  const read = readConfig(values, calledBy);
  if (!read.ok) return fail(read.problems.join('\n'));
  const { config } = read;
  await assertCanStart(config);
  announce(config, `pinrate ${PACKAGE_VERSION} starts …`);
  const { runProcess } = await import('./start/run.js');
  await runProcess({ config, warnings });
}

function assertNodeIsRecent(): void {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [leastMajor, leastMinor] = LEAST_NODE_VERSION.split('.').map(Number);
  if (major! > leastMajor! || (major === leastMajor && minor! >= leastMinor!)) return;
  throw new Error(
    `it needs Node.js ${LEAST_NODE_VERSION} or later, and this is ${process.versions.node}: install Node.js 22 or 24`,
  );
}

function judgeArguments(): void {
  const command = readArguments(process.argv.slice(2), PACKAGE_VERSION);
  if (command.kind === 'fault') fail(command.line);
  if (command.kind !== 'print') return;
  process.stdout.write(command.text);
  process.exit(0);
}

/** The settings of the environment and of `.env`. */
async function collectSettings(): Promise<Settings> {
  // it needs a newer Node.js than this file does
  const { readDotEnv, readSettings } = await import('./start/environment.js');
  const read = readSettings(process.env, readDotEnv('.env'));
  return read.ok ? read.settings : fail(read.problems.join('\n'));
}

/** Finds faults that would otherwise end the start after seconds of loading and importing. */
async function assertCanStart({ host, port, mongodb, dataDir }: Config): Promise<void> {
  const { loadUws } = await import('./http/uws.js');
  await loadUws();
  const { findListenFault } = await import('./http/listen-fault.js');
  const slow = setTimeout(() => process.stderr.write(`looking up HOST=${host} …\n`), SLOW_LOOKUP_MS);
  const fault = await findListenFault(host, port);
  clearTimeout(slow);
  if (fault !== null) throw new Error(fault);
  if (mongodb !== null) return;
  const { makeFolder } = await import('./store/lmdb/folder.js');
  try {
    makeFolder(dataDir);
  } catch (error) {
    throw new Error(`${(error as Error).message}: set DATA_DIR to another folder`, { cause: error });
  }
}

/** Only for a fault of the start: nothing has to be closed yet. */
function fail(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
