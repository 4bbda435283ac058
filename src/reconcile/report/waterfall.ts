/** From what should have been billed, cause by cause, to what was. */
import { bar, roundBounds, scaleBetween, type BarKind } from './bars.js';
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
  const [origin, end] = isCut ? roundBounds(least - (most - least) * LEAD, most) : [Math.min(0, least), most];
  const scale = scaleBetween(origin, end === origin ? origin + 1 : end);
  const zero = isCut ? null : 0;
  const base = isCut ? origin : 0;
  const row = (kind: string, name: Markup, drawing: Markup, text: string) =>
    html`<tr class="${kind}">
      <th scope="row">${name}</th>
      <td class="drawing">${drawing}</td>
      <td class="number">${text}</td>
    </tr> `;
  const total = (name: Markup, paise: number, kind: BarKind) =>
    row('sum', name, bar(scale, base, paise, kind, zero), amount(paise));
  const rows = steps.map((step, index) => {
    const drawing = bar(scale, after[index]! - step.amount, after[index]!, step.amount > 0 ? 'more' : 'less', zero);
    return row('step', step.name, drawing, signed(step.amount));
  });
  const note = isCut ? html` <span class="quiet">Bars begin at ${amount(origin)}.</span>` : null;
  return html`<table class="waterfall">
    <caption>
      ${title}${note}
    </caption>
    <tbody>
      ${total(html`Expected`, expected, 'expected')}${rows}${total(html`Billed`, billed, 'billed')}
    </tbody>
  </table>`;
}
