/** The command line: finds the command, runs it, and turns every end into an exit code. */
import { Command, CommanderError } from 'commander';
import { PinrateError } from '../client/error.js';
import { PACKAGE_VERSION } from '../package-root.js';
import { addAllocate } from './allocate.js';
import { addBacktest } from './backtest/command.js';
import { addApply } from './apply.js';
import { addBackup } from './backup.js';
import { addCapacity, addClose, addOpen } from './capacity.js';
import { addCoverage } from './coverage.js';
import { addCredentials } from './credentials.js';
import { addDiff } from './diff.js';
import { addExport } from './export.js';
import { addHold, addRelease } from './hold.js';
import { addImport } from './import/command.js';
import { addLint } from './lint.js';
import { addLog } from './log.js';
import { addPartners, addZones } from './partners.js';
import { addPincode } from './pincode.js';
import { addQuote } from './quote.js';
import { addRate } from './rate/command.js';
import { explainedLines, Refusal } from './refusal.js';
import { addReassign } from './reassign.js';
import { addReconcile } from './reconcile/command.js';
import { addReplay } from './replay.js';
import { addRevert } from './revert.js';
import { sessionOf, textOf } from './session.js';
import { addShipment } from './shipment.js';
import { addSign } from './sign.js';
import { addVersions } from './versions.js';
import {
  columnsOf,
  CommandError,
  CommandEnd,
  EXIT,
  type ExitCode,
  guarded,
  printableJson,
  printableLines,
  type World,
} from './world.js';

const HELP = `
The node and the caller come from PINRATE_URL, PINRATE_ID and PINRATE_SECRET, or
from a profile in ~/.config/pinrate/profiles.yaml, which only you may read
(chmod 600):
  default:
    url: http://127.0.0.1:8080
    id: main-system             # of a partner: partner:dharaline-surface
    secret: …
Without any of them the demo at http://127.0.0.1:8080 is asked, if it is there.

In a checkout, pinrate is: npm run pinrate --

Exit codes: 0 done, 1 refused or faults found, 2 wrong usage, 3 no node reached.

Examples:
  npm run pinrate -- quote 110001 560001 --weight 1.2kg
  pinrate log --partner dharaline-surface
  pinrate quote --help`;

/** @param args the arguments after the program's name */
export async function runCli(args: readonly string[], given: World): Promise<ExitCode> {
  const world = guarded(given);
  const program = programOf(world);
  try {
    await program.parseAsync(args, { from: 'user' });
    return EXIT.done;
  } catch (error) {
    return await endedBy(error, program.opts<{ json?: boolean }>().json === true, world);
  }
}

function programOf(world: World): Command {
  const program = new Command('pinrate')
    .description('Asks a running pinrate, and changes what it knows.')
    .version(PACKAGE_VERSION)
    .option('--json', 'print the answer of the node as it is')
    .option('--profile <name>', 'the profile to use, in place of the environment')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => void world.out.write(text),
      writeErr: (text) => void world.err.write(text),
      getOutHelpWidth: () => columnsOf(world.out),
      getErrHelpWidth: () => columnsOf(world.err),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .exitOverride()
    .showHelpAfterError('(--help has examples)')
    .addHelpText('after', HELP);
  const adds = [
    addQuote,
    addRate,
    addReconcile,
    addAllocate,
    addBacktest,
    addPartners,
    addZones,
    addPincode,
    addApply,
    addImport,
    addExport,
    addLint,
    addCoverage,
    addLog,
    addRevert,
    addHold,
    addRelease,
    addCapacity,
    addClose,
    addOpen,
    addReassign,
    addShipment,
    addVersions,
    addDiff,
    addReplay,
    addCredentials,
    addBackup,
    addSign,
  ];
  for (const add of adds) add(program, world);
  return program;
}

/** What the client finds where no node has answered. */
const WITHOUT_NODE: readonly string[] = ['NOT_REACHED', 'TIMEOUT', 'NOT_PINRATE'];

async function endedBy(error: unknown, isJson: boolean, world: World): Promise<ExitCode> {
  // commander has printed its message
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  if (error instanceof PinrateError && WITHOUT_NODE.includes(error.code)) {
    world.err.write(printableLines(`${error.message}\n`));
    return EXIT.notReached;
  }
  if (error instanceof PinrateError || error instanceof Refusal) {
    const [refused, lines] =
      error instanceof Refusal ? [error.error, error.lines] : [error, await explainedLines(error, sessionOf(world)!)];
    if (isJson && refused.status !== 0) world.out.write(`${printableJson(textOf(refused))}\n`);
    world.err.write(lines.map((line) => `${line}\n`).join(''));
    return EXIT.refused;
  }
  if (error instanceof CommandEnd) return error.exitCode;
  if (error instanceof CommandError) {
    if (isJson && error.json !== undefined) world.out.write(`${printableJson(error.json)}\n`);
    world.err.write(printableLines(`${error.message}\n`));
    return error.exitCode;
  }
  // a file that cannot be read or written
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  world.err.write(printableLines(`${message}\n`));
  return EXIT.refused;
}
