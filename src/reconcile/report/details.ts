/** What stands behind the sums: the largest lines, and lines that could not be compared. */
import type { ReportInput, ReportLine, ReportSummary } from './input.js';
import { html, sheetText, type Markup } from './markup.js';
import { basisInWords, causeName, section } from './sections.js';
import { waterfall } from './waterfall.js';
import { amount, day, signed, weight } from './words.js';
import { counted, whole } from '../../words.js';

/** Words and reasons beyond these are in summary.json. */
const MAX_COUNTS = 50;
const SHA256_SHOWN = 12;

export function largestLines({ largest }: ReportInput): Markup | null {
  if (largest.length === 0) return null;
  const lead = html`The ${counted(largest.length, 'line')} with the largest difference, without credits: all lines are
  in lines.csv.`;
  return section('Largest differences', lead, html`<div class="lines">${largest.map(lineFigure)}</div>`);
}

function lineFigure(line: ReportLine): Markup {
  const steps = line.causes.map(({ cause, amount: paise }) => ({ name: causeName(cause), amount: paise }));
  const title = html`<strong>${nameOf(line)}</strong> <strong class="number">${signed(line.difference)}</strong>
    <span class="quiet">${facts(line)}</span>`;
  return html`<article>${waterfall(title, line.expected, steps, line.billed)}</article> `;
}

/** The courier's desk looks for an AWB, else for the order. */
function nameOf({ awb, ref, line }: ReportLine): Markup {
  if (awb !== '') return html`AWB ${sheetText(awb)}`;
  return ref === '' ? html`Line ${whole(line)}` : html`Order ${sheetText(ref)}`;
}

/** What was compared: where both sides agree it is said once, and what is not known is left out. */
function facts({ line, ref, awb, date, direction, ...compared }: ReportLine): Markup {
  const { expectedGrams, chargedGrams, expectedLane, billedLane } = compared;
  const all = [
    html`line ${whole(line)}`,
    ref === '' || awb === '' ? null : html`order ${sheetText(ref)}`,
    html`${day(date)}`,
    html`${direction}`,
    expectedGrams === null ? null : html`weight ${weight(expectedGrams)}`,
    chargedGrams === null || chargedGrams === expectedGrams ? null : html`charged ${weight(chargedGrams)}`,
    expectedLane === '' ? null : html`lane ${sheetText(expectedLane)}`,
    billedLane === '' || billedLane === expectedLane ? null : html`billed as ${sheetText(billedLane)}`,
  ].filter((fact) => fact !== null);
  return html`${all.map((fact, index) => (index === 0 ? fact : html`, ${fact}`))}`;
}

export function notCompared({ summary }: ReportInput): Markup | null {
  const { unreadable, unpriced, unweighed } = summary;
  const content = [
    unreadable.lines === 0
      ? null
      : html`<p>${counted(unreadable.lines, 'line')} of ${amount(unreadable.billed)} cannot be read.</p>
          ${countTable('Word in the sheet', unreadable.words)}`,
    unpriced.lines === 0
      ? null
      : html`<p>${counted(unpriced.lines, 'line')} of ${amount(unpriced.billed)} cannot be priced.</p>
          ${countTable('Reason', unpriced.reasons)}`,
    unweighed === 0
      ? null
      : html`<p>Of ${counted(unweighed, 'line')} no weight is known: the charged weight was taken for them.</p>`,
  ].filter((part) => part !== null);
  return content.length === 0 ? null : section('Not compared', null, html`${content}`);
}

function countTable(title: string, counts: Readonly<Record<string, number>>): Markup {
  const all = Object.entries(counts).toSorted(([, a], [, b]) => b - a);
  const rows = all.slice(0, MAX_COUNTS).map(
    ([word, lines]) =>
      html`<tr>
        <th scope="row">${sheetText(word)}</th>
        <td class="number">${whole(lines)}</td>
      </tr> `,
  );
  const rest = all.length - rows.length;
  return html`<table class="narrow">
      <thead>
        <tr>
          <th scope="col">${title}</th>
          <th scope="col" class="number">Lines</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
    ${rest > 0 ? html`<p class="quiet">${whole(rest)} more are in summary.json.</p>` : null}`;
}

export function foot({ summary: { foot: components } }: ReportInput): Markup | null {
  if (components.length === 0) return null;
  const rows = components.map(
    ({ component, billed, expected, difference }) =>
      html`<tr>
        <th scope="row"><code>${component}</code></th>
        <td class="number">${amount(billed)}</td>
        <td class="number">${amount(expected)}</td>
        <td class="number">${signed(difference)}</td>
      </tr> `,
  );
  const lead = html`What the invoice bills once for all lines, next to the sum that its own claims make.`;
  return section(
    'At the foot of the invoice',
    lead,
    html`<table>
      <thead>
        <tr>
          <th scope="col">Component</th>
          <th scope="col" class="number">Billed</th>
          <th scope="col" class="number">Expected</th>
          <th scope="col" class="number">Difference</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`,
  );
}

export function unbilled({ summary: { unbilled: owed } }: ReportInput): Markup | null {
  if (owed.lines === 0) return null;
  const lead = html`${counted(owed.lines, 'shipment')} of this time ${owed.lines === 1 ? 'is' : 'are'} not billed yet.
  Expected: ${amount(owed.expected)}. Each is in unbilled.csv.`;
  return section('Not billed yet', lead, null);
}

/** With these anybody gets the same report again. */
export function origin({ summary }: ReportInput): Markup {
  return section(
    'How this was made',
    null,
    html`<dl class="facts">
      ${facetsOf(summary).map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${value}</dd> `,
      )}
    </dl>`,
  );
}

function facetsOf(summary: ReportSummary): [string, Markup][] {
  const { inputs, engine, basis, rateCardVersions, ranAt } = summary;
  const files = inputs.map(
    ({ name, sha256 }) => html`<div>${sheetText(name)} <code>${sha256.slice(0, SHA256_SHOWN)}</code></div>`,
  );
  const cards = Object.entries(rateCardVersions).map(
    ([partnerId, version]) => html`<div>${sheetText(partnerId)} <code>${version}</code></div>`,
  );
  return [
    ['Files (SHA-256)', html`${files}`],
    ['Amounts', html`${basisInWords(basis)}`],
    ['Rate cards', html`${cards}`],
    ['Engine', html`pinrate ${engine}`],
    ['Run at', html`${ranAt}`],
  ];
}
