/** `pinrate lint`: the linter's findings in whole rate cards and in policies. */
import type { Command } from 'commander';
import { lintPartner, lintPolicies } from '../client/operations.js';
import type { LintReport, LintSummary } from '../contract/lint.js';
import { findingsInWords } from './findings.js';
import { documentsOf } from '../import/node-documents.js';
import { openSession } from './session.js';
import { counted } from '../words.js';
import { CommandEnd, EXIT, heading, type World } from './world.js';

const EXAMPLES = `
Examples:
  pinrate lint
  pinrate lint dharaline-surface
  pinrate lint dharaline-surface --as-of 2027-04-01T00:00:00+05:30
  pinrate --json lint dharaline-surface

Without a partner: the cards of all, and then the policies; --json prints a
line of JSON for each.
Ends with 1 if anything is found. What is meant to be so goes into the field
"accepted" of the partner.`;

export function addLint(program: Command, world: World): void {
  program
    .command('lint')
    .summary('check a rate card as a whole')
    .description(
      'Looks for weights and routes without a rate, rows that never count, and charges that lapse; and for rules of '
        + 'policies that never count.',
    )
    .argument('[partner]', 'the id of the partner; all unless given')
    .option('--as-of <moment>', 'the rows that are in force then count, as 2027-04-01T00:00:00+05:30')
    .addHelpText('after', EXAMPLES)
    .action(async (partner: string | undefined, { asOf }: { asOf?: string }, command: Command) => {
      const session = await openSession(world, command);
      const all = partner === undefined ? await documentsOf(session.pinrate, 'partners') : null;
      let found = 0;
      for (const partnerId of all?.map((each) => each.partnerId) ?? [partner!]) {
        const answer = await lintPartner(session.pinrate, partnerId, { asOf });
        const title = all === null ? '' : `${heading(partnerId, world)}\n`;
        session.show(answer, ({ data }) => title + inWords(data, world));
        found += answer.data.findings.length;
      }
      // a partner sees its own card alone
      if (all !== null && session.caller.kind === 'service') {
        const answer = await lintPolicies(session.pinrate, { asOf });
        session.show(answer, ({ data }) => `${heading('policies', world)}\n${inWords(data, world)}`);
        found += answer.data.findings.length;
      }
      if (found > 0) throw new CommandEnd(EXIT.findings);
    });
}

function inWords(report: LintReport | LintSummary, world: World): string {
  return (
    reportInWords(report, world)
    + (report.cut === true ? 'The check took too long and was cut: there may be more.\n' : '')
  );
}

function reportInWords({ findings, counts }: LintSummary, world: World): string {
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
