/** `pinrate lint`: what is wrong with a rate card as a whole. */
import type { Command } from 'commander';
import type { LintReport } from '../contract/lint.js';
import { findingsInWords } from './findings.js';
import { openSession } from './session.js';
import { counted } from './words.js';
import { Ended, EXIT, type World } from './world.js';

const EXAMPLES = `
Examples:
  pinrate lint dharaline-surface
  pinrate lint dharaline-surface --as-of 2027-04-01T00:00:00+05:30
  pinrate --json lint dharaline-surface

Ends with 1 if anything is found. What is meant to be so goes into the field
"accepted" of the partner.`;

export function addLint(program: Command, world: World): void {
  program
    .command('lint')
    .summary('check a rate card as a whole')
    .description('Looks for weights and routes without a rate, rows that never count, and charges that lapse.')
    .argument('<partner>', 'the id of the partner')
    .option('--as-of <moment>', 'the rows that are in force then count, as 2027-04-01T00:00:00+05:30')
    .addHelpText('after', EXAMPLES)
    .action(async (partner: string, { asOf }: { asOf?: string }, command: Command) => {
      const session = await openSession(world, command);
      const answer = await session.client.get<LintReport>(`/partners/${encodeURIComponent(partner)}/lint`, { asOf });
      session.show(answer, ({ data }) => inWords(data, world));
      if (answer.body.data.findings.length > 0) throw new Ended(EXIT.findings);
    });
}

function inWords({ findings, counts }: LintReport, world: World): string {
  if (findings.length === 0) return 'Nothing was found.\n';
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const further = all - findings.length;
  return [
    findingsInWords(findings, world),
    further > 0 ? `… and ${counted(further, 'more finding')} of the same codes\n` : '',
    `${Object.entries(counts)
      .map(([code, count]) => `${code} ${count}`)
      .join(', ')}\n`,
  ].join('');
}
