/**
 * report.html: one file that loads nothing, for a screen and for A4. The same input gives the same bytes. It brings
 * the library of its charts: import it when a report is written.
 */
import { foot, largestLines, notCompared, origin, unbilled } from './details.js';
import type { ReportInput } from './input.js';
import { html, Markup, sheetText } from './markup.js';
import { byCause, byLane, byWeek, byWeight, rateCard, totals } from './sections.js';
import { STYLE } from './style.js';
import { day } from './words.js';

/** The document forbids itself whatever it could load. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** In their order; what an invoice does not have is left out. */
const SECTIONS: readonly ((input: ReportInput) => Markup | null)[] = [
  totals,
  rateCard,
  byCause,
  byLane,
  byWeight,
  byWeek,
  foot,
  unbilled,
  notCompared,
  largestLines,
  origin,
];

/** The text of report.html. */
export function reportHtml(input: ReportInput): string {
  const { invoice, partnerIds } = input.summary;
  const title = html`Invoice ${invoice.number} of ${partnerIds.join(', ')}`;
  return html`<!doctype html>
    <html lang="en-IN">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${new Markup(POLICY)}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <title>${title}</title>
        <style>
          ${new Markup(STYLE)}
        </style>
      </head>
      <body>
        <header>
          <h1>Invoice ${sheetText(invoice.number)}</h1>
          <p>${sheetText(partnerIds.join(', '))}, ${day(invoice.from)} to ${day(invoice.to)}, in Rupees</p>
        </header>
        <main>${SECTIONS.map((of) => of(input)).filter((section) => section !== null)}</main>
      </body>
    </html> `.text;
}
