/** `pinrate revert`: undoes a change. */
import type { Command } from 'commander';
import { revertChange } from '../client/operations.js';
import { changeInWords } from './change-answer.js';
import { changeId } from './numbers.js';
import { openSession } from './session.js';
import type { World } from './world.js';

interface RevertOptions {
  dryRun?: boolean;
  force?: boolean;
  strict?: boolean;
  note?: string;
}

const EXAMPLES = `
Examples:
  pinrate revert 57 --dry-run
  pinrate revert 57 --note "wrong fuel surcharge"

A revert is a change of its own and can be reverted. It is refused when a
document is not as the change left it, unless --force is given.`;

export function addRevert(program: Command, world: World): void {
  program
    .command('revert')
    .summary('undo a change')
    .description('Undoes a change: every document of it is again as it was before.')
    .argument('<change>', 'the number of the change, which log shows', changeId)
    .option('--dry-run', 'show the changes without making them')
    .option('--force', 'even where a document has changed since')
    .option('--strict', 'not when it brings errors of the linter')
    .option('--note <text>', 'why, for the log')
    .addHelpText('after', EXAMPLES)
    .action(async (change: number, { dryRun, force, strict, note }: RevertOptions, command: Command) => {
      const session = await openSession(world, command);
      const query = { dryRun, force, strict, note };
      const answer = await revertChange(session.pinrate, change, query);
      session.show(answer, (body) => changeInWords(body, dryRun === true, world));
    });
}
