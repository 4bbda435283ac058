/** `pinrate versions`: the rate cards that a partner has had. */
import { type Command, Option } from 'commander';
import { listCardVersions } from '../client/operations.js';
import type { CardVersion } from '../contract/card-versions.js';
import { wholeNumber } from './numbers.js';
import { openSession } from './session.js';
import { table } from './tables.js';
import { inIndia } from './words.js';
import type { World } from './world.js';

const VERSIONS_SHOWN = 20;

const EXAMPLES = `
Examples:
  pinrate versions dharaline-surface
  pinrate versions dharaline-surface --before 57

diff shows what two of them differ in, by their versions or by changes.`;

export function addVersions(program: Command, world: World): void {
  program
    .command('versions')
    .summary('the versions that a rate card has had')
    .description('Lists the versions of a rate card, newest first, each with the change that made it.')
    .argument('<partner>', 'the id of the partner')
    .option('--before <change>', 'those made by older changes', wholeNumber)
    .addOption(new Option('--limit <count>', 'at most so many').default(VERSIONS_SHOWN).argParser(wholeNumber))
    .addHelpText('after', EXAMPLES)
    .action(async (partner: string, query: { before?: number; limit: number }, command: Command) => {
      const session = await openSession(world, command);
      const answer = await listCardVersions(session.pinrate, partner, { before: query.before, limit: query.limit });
      session.show(answer, ({ data, next }) => inWords(data, next, partner, world));
    });
}

function inWords(versions: readonly CardVersion[], next: number | null, partner: string, world: World): string {
  if (versions.length === 0) return 'There are no such versions.\n';
  const rows = versions.map(({ rateCardVersion, from, to, changeId }) => [
    rateCardVersion,
    from === null ? '-' : inIndia(from),
    to === null ? 'now' : inIndia(to),
    changeId === null ? '-' : String(changeId),
  ]);
  const columns = [
    { title: 'VERSION', fixed: true },
    { title: 'FROM (IST)', fixed: true },
    { title: 'TO', fixed: true },
    { title: 'BY CHANGE', align: 'right', fixed: true },
  ] as const;
  const older = next === null ? '' : `Older ones: pinrate versions ${partner} --before ${next}\n`;
  return table(columns, rows, world) + older;
}
