/** Where the money of an invoice went: by cause, by lane, by weight and by week. */
import { CARD_LEAD, cardSentences } from '../../../reconcile/report/card-sentences.js';
import type { LineSums, ReportInput, ReportSummary } from '../../../reconcile/report/input.js';
import { causeInWords, day, reasonInWords, share } from '../../../reconcile/report/words.js';
import { counted, whole } from '../../../words.js';
import { Table } from '../../parts/table.js';
import type { CommonSurcharge } from '../../reader/invoice-messages.js';
import { rupees, signedRupees } from '../../parts/words.js';
import { Steps } from './steps.js';

/** More lanes are in summary.json. */
const MAX_LANES = 25;

export function Totals({ summary }: { summary: ReportSummary }) {
  const { invoice, expected, difference, over, under, credits, ok, within } = summary;
  const { unbilled, unreadable, unpriced, unweighed } = summary;
  const facts: (readonly [string, string, string])[] = [
    ['Lines', whole(invoice.lines), `${whole(ok.lines)} exact, ${whole(within.lines)} within the tolerance`],
    ['Billed', rupees(invoice.billed / 100), summary.basis === 'withTax' ? 'with tax' : 'without tax'],
    ['Expected', rupees(expected / 100), 'of all lines that have a price'],
    ['Difference', signedRupees(difference / 100), `${share(difference, expected)} of what was expected`],
    ['Over', signedRupees(over.sum / 100), counted(over.lines, 'line')],
    ['Under', signedRupees(under.sum / 100), counted(under.lines, 'line')],
  ];
  // what most invoices do not have
  if (credits.lines > 0) facts.push(['Credits', signedRupees(credits.sum / 100), counted(credits.lines, 'line')]);
  if (unreadable.lines > 0)
    facts.push(['Cannot be read', rupees(unreadable.billed / 100), wordsWith(unreadable.lines, unreadable.words)]);
  if (unpriced.lines > 0)
    facts.push([
      'Has no price',
      rupees(unpriced.billed / 100),
      wordsWith(unpriced.lines, unpriced.reasons, reasonInWords),
    ]);
  if (unweighed > 0) facts.push(['Without a weight of ours', '–', `${counted(unweighed, 'line')}, at the charged one`]);
  if (unbilled.lines > 0)
    facts.push(['Not billed yet', rupees(unbilled.expected / 100), counted(unbilled.lines, 'shipment')]);
  return (
    <Table name="Totals" columns={['What', { name: 'Amount', isNumber: true }, 'Lines']}>
      {facts.map(([name, amount, note]) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td class="number">{amount}</td>
          <td class="words">{note}</td>
        </tr>
      ))}
    </Table>
  );
}

/** Words and reasons beyond these are in summary.json. */
const MAX_WORDS = 5;

function wordsWith(lines: number, words: Readonly<Record<string, number>>, meaning = (word: string) => word): string {
  const named = Object.entries(words).map(([word, count]) => `${meaning(word)} (${whole(count)})`);
  const rest = named.length > MAX_WORDS ? ' …' : '';
  return [counted(lines, 'line'), named.slice(0, MAX_WORDS).join(', ')].filter((text) => text !== '').join(': ') + rest;
}

export function Causes({ summary }: { summary: ReportSummary }) {
  const { causes, unreadable, unpriced, expected, invoice } = summary;
  const rest = [
    { name: 'Cannot be read', ...unreadable },
    { name: 'Has no price', ...unpriced },
  ].filter(({ lines }) => lines > 0);
  const steps = [
    ...causes.map(({ cause, lines, sum }) => ({
      name: causeInWords(cause),
      note: counted(lines, 'line'),
      paise: sum,
    })),
    ...rest.map(({ name, lines, billed }) => ({ name, note: counted(lines, 'line'), paise: billed })),
  ];
  return (
    <section aria-label="By cause">
      <h2>By cause</h2>
      <Steps name="Where the money went" expected={expected} steps={steps} billed={invoice.billed} />
    </section>
  );
}

/** Without a column of services nothing is expected for a pickup, and dispute.csv would claim it of each line. */
export const PickupHint = ({ surcharge }: { surcharge: CommonSurcharge | null }) =>
  surcharge === null || surcharge.paise < 0 ? null : (
    <p class="notice">
      {whole(surcharge.lines)} of {counted(surcharge.priced, 'line')} that have a price differ by the same{' '}
      {signedRupees(surcharge.paise / 100)} of other charges. If the courier picks up these parcels, choose “Picked up
      and delivered at the door” under Services: then the card’s charge for it is expected.
    </p>
  );

export const Card = ({ cardFindings, summary }: ReportInput) =>
  cardFindings.length === 0 ? null : (
    <section aria-label="The rate card">
      <h2>The rate card</h2>
      <p>{CARD_LEAD}</p>
      <ul class="findings">
        {cardSentences(cardFindings, summary.partnerIds.length > 1).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );

export function Sums({ summary }: { summary: ReportSummary }) {
  const { lanes, weeks } = summary;
  return (
    <>
      <SumTable name="By lane" head="Lane" rows={lanes.slice(0, MAX_LANES).map((each) => [each.lane, each])} />
      {lanes.length > MAX_LANES && (
        <p class="quiet">
          The {MAX_LANES} with the largest differences; summary.json has all {whole(lanes.length)}.
        </p>
      )}
      <SumTable name="By week" head="Week from" rows={weeks.map((each) => [day(each.from), each])} />
    </>
  );
}

interface SumTableProps {
  name: string;
  head: string;
  rows: readonly (readonly [name: string, sums: LineSums])[];
}

const number = (name: string) => ({ name, isNumber: true });

const SumTable = ({ name, head, rows }: SumTableProps) =>
  rows.length === 0 ? null : (
    <section aria-label={name}>
      <h2>{name}</h2>
      <Table name={name} columns={[head, number('Lines'), number('Billed'), number('Expected'), number('Difference')]}>
        {rows.map(([title, { lines, billed, expected, difference }]) => (
          <tr key={title}>
            <th scope="row">{title}</th>
            <td class="number">{whole(lines)}</td>
            <td class="number">{rupees(billed / 100)}</td>
            <td class="number">{rupees(expected / 100)}</td>
            <td class="number">{signedRupees(difference / 100)}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
