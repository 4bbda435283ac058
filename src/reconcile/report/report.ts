/**
 * report.html: one file that loads nothing, for a screen and for A4. The same input gives the same bytes. Whoever loads
 * this module loads the library of its charts: import it when a report is written.
 */
import { foot, largestLines, notCompared, origin, unbilled } from './details.js';
import type { ReportInput } from './input.js';
import { html, Markup, sheetText } from './markup.js';
import { byCause, byLane, byWeek, byWeight, rateCard, totals } from './sections.js';
import { STYLE } from './style.js';
import { day } from './words.js';

/** The document forbids itself whatever it could load. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

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
        <main>
          ${totals(input)}${rateCard(input)}${byCause(input)}${byLane(input)}${byWeight(input)}${byWeek(input)}${foot(input)}${unbilled(input)}${notCompared(input)}${largestLines(input)}${origin(input)}
        </main>
      </body>
    </html> `.text;
}
