/** `pinrate replay`: an earlier price again, by its token. */
import { type Command, Option } from 'commander';
import { replayQuote } from '../client/operations.js';
import type { ReplayedQuote } from '../contract/replay.js';
import { openSession } from './session.js';
import { table } from './tables.js';
import { waterfall } from './waterfall.js';
import { inIndia } from './words.js';
import { rupees } from '../words.js';
import { heading, type World } from './world.js';

const EXAMPLES = `
Examples:
  pinrate replay AXJ0b2tlbg
  pinrate replay AXJ0b2tlbg --as now

A token is the quoteToken of an answer of calculate-charges that was asked for
with includeQuoteToken. --as now prices the same parcel today, and says what
has become dearer.`;

export function addReplay(program: Command, world: World): void {
  program
    .command('replay')
    .summary('an earlier price, again')
    .description('Answers an earlier quote again, whatever has changed since.')
    .argument('<token>', 'the quoteToken of the quote')
    .addOption(new Option('--as <when>', 'when it is priced').choices(['then', 'now']).default('then'))
    .addHelpText('after', EXAMPLES)
    .action(async (quoteToken: string, { as }: { as: 'then' | 'now' }, command: Command) => {
      const session = await openSession(world, command);
      const answer = await replayQuote(session.pinrate, { quoteToken, as });
      session.show(answer, ({ data }) => inWords(data, world));
    });
}

function inWords(quote: ReplayedQuote, world: World): string {
  const { as, exact, partnerId, pricedAt, engineVersion, charges, breakdown, reasons, difference = null } = quote;
  const title = `${partnerId}, priced as of ${inIndia(pricedAt)} IST`;
  const why = as === 'then' ? reasons.then : (reasons.now ?? []);
  return [
    `${heading(title, world)}\n`,
    charges === null || breakdown === null
      ? `There is no price: ${why.join(', ')}\n`
      : waterfall(breakdown, charges.totalAmount, world),
    exact ? '' : `Version ${engineVersion} answered then: its amounts may have been others.\n`,
    as === 'then' ? '' : differenceInWords(difference, reasons.then, world),
  ].join('');
}

/** The members that differ. */
function differenceInWords(
  difference: NonNullable<ReplayedQuote['difference']> | null,
  reasons: readonly string[],
  world: World,
): string {
  if (difference === null) return reasons.length === 0 ? '' : `Then there was no price: ${reasons.join(', ')}\n`;
  const rows = Object.entries(difference)
    .filter(([, more]) => more !== 0)
    .map(([name, more]) => [name, `${more > 0 ? '+' : ''}${rupees(more)}`]);
  if (rows.length === 0) return 'Nothing is dearer or cheaper than then.\n';
  return table([{ title: 'THAN THEN' }, { title: 'INR', align: 'right', fixed: true }], rows, world);
}
