/** A reconciliation in words, for a terminal. */
import type { Summary } from '../../reconcile/summary.js';
import { counted, rupees, whole } from '../../words.js';
import { table } from '../tables.js';
import { heading, type World } from '../world.js';

const SHOWN_WORDS = 10;

export function summaryInWords(summary: Summary, folder: string, world: World): string {
  const { invoice, partnerIds, expected, difference, ok, within, over, under, credits, causes } = summary;
  const { unreadable, unpriced, unbilled, unweighed, foot } = summary;
  const amount = (paise: number): string => rupees(paise / 100);
  const outcomes = [
    ['OK', ok],
    ['within', within],
    ['overbilled', over],
    ['underbilled', under],
    ['credits', credits],
  ] as const;
  const right = { align: 'right', fixed: true } as const;
  const rows = outcomes.map(([name, { lines, sum }]) => [name, whole(lines), name === 'OK' ? '' : amount(sum)]);
  const listed = (words: Readonly<Record<string, number>>): string => {
    const names = Object.entries(words);
    const shown = names.slice(0, SHOWN_WORDS).map(([word, lines]) => `${word} (${whole(lines)})`);
    return shown.join(', ') + (names.length > SHOWN_WORDS ? ` and ${names.length - SHOWN_WORDS} more` : '');
  };
  return [
    `${heading(`Invoice ${invoice.number} of ${partnerIds.join(', ')}`, world)}\n`,
    `${counted(invoice.lines, 'line')}, billed ${amount(invoice.billed)}, expected ${amount(expected)}, `,
    `difference ${amount(difference)}\n`,
    table([{ title: 'LINES' }, { title: 'COUNT', ...right }, { title: 'DIFFERENCE INR', ...right }], rows, world),
    table(
      [{ title: 'CAUSE' }, { title: 'LINES', ...right }, { title: 'INR', ...right }],
      causes.map(({ cause, lines, sum }) => [cause, whole(lines), amount(sum)]),
      world,
    ),
    ...foot.map(
      ({ component, billed, expected: due, difference: more }) =>
        `Foot: ${component} billed ${amount(billed)}, expected ${amount(due)}, difference ${amount(more)}\n`,
    ),
    unreadable.lines === 0 ? '' : `${counted(unreadable.lines, 'line')} cannot be read: ${listed(unreadable.words)}\n`,
    unpriced.lines === 0
      ? ''
      : `${counted(unpriced.lines, 'line has', 'lines have')} no price: ${listed(unpriced.reasons)}\n`,
    unweighed === 0 ? '' : `${counted(unweighed, 'line')} priced at the charged weight: no other is known\n`,
    unbilled.lines === 0
      ? ''
      : `${counted(unbilled.lines, 'shipment')} not billed yet, expected ${amount(unbilled.expected)}\n`,
    `${folder} has lines.csv, dispute.csv, unbilled.csv, summary.json and report.html\n`,
  ].join('');
}
