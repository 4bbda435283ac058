/** From what should have been billed, cause by cause, to what was. */
import { bar, scaleBetween, type BarKind } from './bars.js';
import { html, type Markup } from './markup.js';
import { amount, signed } from './words.js';

export interface WaterfallStep {
  name: Markup;
  /** Paise; what the step adds. */
  amount: number;
}

/** Where all bars are longer than this share of the longest, the axis begins later, or causes could not be seen. */
const LEAST_SHARE_CUT = 0.5;
/** Of the axis, left of the shortest bar. */
const LEAD = 0.25;

/** The steps add up to billed − expected. */
export function waterfall(title: Markup, expected: number, steps: readonly WaterfallStep[], billed: number): Markup {
  const after: number[] = [];
  let sum = expected;
  for (const step of steps) after.push((sum += step.amount));
  const least = Math.min(expected, billed, ...after);
  const most = Math.max(expected, billed, ...after, 0);
  const isCut = least > most * LEAST_SHARE_CUT && least < most;
  const origin = isCut ? Math.max(0, least - (most - least) * LEAD) : Math.min(0, least);
  const scale = scaleBetween(origin, most === origin ? origin + 1 : most);
  const zero = isCut ? null : 0;
  const base = isCut ? origin : 0;
  const rows = steps.map((step, index) =>
    row(step.name, signed(step.amount), bar(scale, after[index]! - step.amount, after[index]!, kindOf(step), zero)),
  );
  return html`<table class="waterfall"><caption>${title}${isCut ? html` <span class="quiet">Bars begin at ${amount(Math.round(origin))}.</span>` : null}</caption>
<tbody>${row(html`Expected`, amount(expected), bar(scale, base, expected, 'expected', zero), 'sum')}${rows}${row(html`Billed`, amount(billed), bar(scale, base, billed, 'billed', zero), 'sum')}</tbody></table>`;
}

const kindOf = ({ amount: paise }: WaterfallStep): BarKind => (paise > 0 ? 'more' : 'less');

const row = (name: Markup, text: string, drawing: Markup, kind = 'step'): Markup =>
  html`<tr class="${kind}"><th scope="row">${name}</th><td class="drawing">${drawing}</td><td class="number">${text}</td></tr>
`;
