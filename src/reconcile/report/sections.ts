/** The sums of a report: what was billed and expected, by cause, by lane, by weight and by week. */
import { bar, columnChart, scaleFromZero, type AmountScale } from './bars.js';
import { CARD_LEAD, cardSentences } from './card-sentences.js';
import type { LineSums, ReportInput, ReportSummary, WeightBandSums } from './input.js';
import { html, sheetText, type Markup } from './markup.js';
import { waterfall, type WaterfallStep } from './waterfall.js';
import { amount, causeInWords, day, share, signed, weight } from './words.js';
import { counted, whole } from '../../words.js';

/** More rows than these say nothing on paper; summary.json has all of them. */
const MAX_ROWS = 25;

export function section(title: string, lead: Markup | null, content: Markup | null): Markup {
  return html`<section>
    <h2>${title}</h2>
    ${lead === null ? null : html`<p>${lead}</p>`}${content}
  </section> `;
}

export const causeName = (cause: string): Markup => html`${causeInWords(cause)} <code>${cause}</code>`;

export function totals({ summary }: ReportInput): Markup {
  const { invoice, expected, difference, over, under, credits, unbilled } = summary;
  const tile = (name: string, value: string, note: string, kind = '') =>
    html`<div class="tile ${kind}">
      <dt>${name}</dt>
      <dd><strong>${value}</strong> <span class="quiet">${note}</span></dd>
    </div>`;
  return html`<dl class="tiles">
    ${tile('Lines', whole(invoice.lines), linesOk(summary))}
    ${tile('Billed', amount(invoice.billed), basisInWords(summary.basis))}
    ${tile('Expected', amount(expected), 'of all lines that have a price')}
    ${tile('Difference', signed(difference), `${share(difference, expected)} of what was expected`)}
    ${tile('Over', signed(over.sum), counted(over.lines, 'line'), over.lines > 0 ? 'over' : '')}
    ${tile('Under', signed(under.sum), counted(under.lines, 'line'), under.lines > 0 ? 'under' : '')}
    ${credits.lines === 0 ? null : tile('Credits', signed(credits.sum), counted(credits.lines, 'line'))}
    ${unbilled.lines === 0 ? null : tile('Not billed yet', amount(unbilled.expected), counted(unbilled.lines, 'shipment'))}
  </dl> `;
}

const linesOk = ({ ok, within }: ReportSummary): string =>
  `${whole(ok.lines)} exact, ${whole(within.lines)} within the tolerance`;

export const basisInWords = (basis: ReportSummary['basis']): string =>
  basis === 'withTax' ? 'with tax' : 'without tax';

/** The whole invoice as one waterfall, and each cause with its lines. */
export function byCause({ summary }: ReportInput): Markup {
  const { causes, mixes, invoice, expected, unreadable, unpriced } = summary;
  if (causes.length === 0 && unreadable.lines + unpriced.lines === 0)
    return section('By cause', html`No line differs.`, null);
  const steps = [
    ...causes.map(({ cause, lines, sum }) => stepOf(causeName(cause), lines, sum)),
    ...(unreadable.lines === 0 ? [] : [stepOf(html`Unreadable lines`, unreadable.lines, unreadable.billed)]),
    ...(unpriced.lines === 0 ? [] : [stepOf(html`Lines without a price`, unpriced.lines, unpriced.billed)]),
  ];
  const together = mixes.filter(({ cause }) => cause.includes('+'));
  return section(
    'By cause',
    null,
    html`${waterfall(html`From what the contract allows to what was billed.`, expected, steps, invoice.billed)}
    ${together.length === 0 ? null : mixTable(together)}`,
  );
}

const stepOf = (name: Markup, lines: number, paise: number): WaterfallStep => ({
  name: html`${name} <span class="quiet">${counted(lines, 'line')}</span>`,
  amount: paise,
});

function mixTable(mixes: ReportSummary['mixes']): Markup {
  const rows = largestFirst(mixes, ({ sum }) => sum).map(
    ({ cause, lines, sum }) =>
      html`<tr>
        <th scope="row">${cause.split('+').map(causeInWords).join(' + ')} <code>${cause}</code></th>
        <td class="number">${whole(lines)}</td>
        <td class="number">${signed(sum)}</td>
      </tr> `,
  );
  return html`<table>
    <caption>
      Lines with several causes
    </caption>
    <thead>
      <tr>
        <th scope="col">Causes</th>
        <th scope="col" class="number">Lines</th>
        <th scope="col" class="number">Difference</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

export function byLane({ summary: { lanes } }: ReportInput): Markup | null {
  if (lanes.length === 0) return null;
  const rows = largestFirst(lanes, ({ difference }) => difference);
  return section(
    'By lane',
    leftOut(lanes.length),
    sumsTable('Expected lane', rows, ({ lane }) => laneName(lane)),
  );
}

const laneName = (lane: string): Markup => (lane === '' ? html`<span class="quiet">none</span>` : sheetText(lane));

export function byWeight({ weightBands }: ReportInput): Markup | null {
  if (weightBands.length === 0) return null;
  const content = sumsTable('Expected weight', weightBands, (band) => html`${bandInWords(band)}`);
  return section('By weight', null, content);
}

function bandInWords({ aboveGrams, upToGrams }: WeightBandSums): string {
  if (upToGrams === undefined) return 'not known';
  if (upToGrams === null) return `above ${weight(aboveGrams)}`;
  return aboveGrams === 0 ? `up to ${weight(upToGrams)}` : `above ${weight(aboveGrams)}, up to ${weight(upToGrams)}`;
}

export function byWeek({ summary: { weeks } }: ReportInput): Markup | null {
  if (weeks.length === 0) return null;
  const columns = weeks.map(({ from, billed, expected }) => ({ label: day(from), billed, expected }));
  const key = html`<p class="key"><span class="expected"></span> expected <span class="billed"></span> billed</p>`;
  const chart = html`${key}${columnChart('Expected and billed by week', columns)}`;
  return section('By week', null, html`${chart}${sumsTable('Week from', weeks, ({ from }) => html`${day(from)}`)}`);
}

/** Billed, expected and difference of each row, and the difference as a bar. */
function sumsTable<Row extends LineSums>(title: string, rows: readonly Row[], name: (row: Row) => Markup): Markup {
  const shown = rows.slice(0, MAX_ROWS);
  const scale = scaleFromZero(shown.map(({ difference }) => difference));
  return html`<table class="sums">
    <thead>
      <tr>
        <th scope="col">${title}</th>
        <th scope="col" class="number">Lines</th>
        <th scope="col" class="number">Billed</th>
        <th scope="col" class="number">Expected</th>
        <th scope="col" class="number">Difference</th>
        <td class="drawing"></td>
      </tr>
    </thead>
    <tbody>
      ${shown.map((row) => sumsRow(row, name(row), scale))}
    </tbody>
  </table>`;
}

const sumsRow = ({ lines, billed, expected, difference }: LineSums, name: Markup, scale: AmountScale): Markup =>
  html`<tr>
    <th scope="row">${name}</th>
    <td class="number">${whole(lines)}</td>
    <td class="number">${amount(billed)}</td>
    <td class="number">${amount(expected)}</td>
    <td class="number">${signed(difference)}</td>
    <td class="drawing">${bar(scale, 0, difference, difference > 0 ? 'more' : 'less', 0)}</td>
  </tr> `;

const leftOut = (rows: number): Markup | null =>
  rows > MAX_ROWS ? html`The ${MAX_ROWS} with the largest differences of ${whole(rows)}.` : null;

/** Equal ones stay in their order. */
function largestFirst<Row>(rows: readonly Row[], of: (row: Row) => number): Row[] {
  return rows.toSorted((a, b) => Math.abs(of(b)) - Math.abs(of(a)));
}

/** The same difference on many lines is a rate, not a parcel. */
export function rateCard({ cardFindings, summary }: ReportInput): Markup | null {
  if (cardFindings.length === 0) return null;
  const items = cardSentences(cardFindings, summary.partnerIds.length > 1).map(
    (sentence) => html`<li>${sentence}</li> `,
  );
  return section(
    'The rate card',
    html`${CARD_LEAD}`,
    html`<ul class="findings">
      ${items}
    </ul>`,
  );
}
