/** From what should have been billed, cause by cause, to what was. */
import { bar, roundBounds, scaleBetween, type BarKind } from './bars.js';
import { html, type Markup } from './markup.js';
import { waterfallSpan } from './span.js';
import { amount, signed } from './words.js';

export interface WaterfallStep {
  name: Markup;
  /** Paise; what the step adds. */
  amount: number;
}

/** The steps add up to billed − expected. */
export function waterfall(title: Markup, expected: number, steps: readonly WaterfallStep[], billed: number): Markup {
  const { after, isCut, ...span } = waterfallSpan(
    expected,
    steps.map((step) => step.amount),
    billed,
  );
  const [origin, end] = isCut ? roundBounds(span.from, span.to) : [span.from, span.to];
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
