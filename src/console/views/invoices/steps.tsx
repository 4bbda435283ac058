/** What was billed against what was expected: a bar for each cause between both. */
import { causeInWords } from '../../../reconcile/report/words.js';
import { waterfallSpan } from '../../../reconcile/report/span.js';
import { rupees, signedRupees } from '../../parts/words.js';

export interface CauseStep {
  name: string;
  /** Behind the name. */
  note?: string;
  paise: number;
}

export const stepOf = ({ cause, amount }: { cause: string; amount: number }): CauseStep => ({
  name: causeInWords(cause),
  note: cause,
  paise: amount,
});

interface StepsProps {
  name: string;
  expected: number;
  steps: readonly CauseStep[];
  billed: number;
}

/** Amounts are paise. */
export function Steps({ name, expected, steps, billed }: StepsProps) {
  const paise = steps.map((step) => step.paise);
  const { after, from, to, isCut } = waterfallSpan(expected, paise, billed);
  const place = (amount: number): number => ((amount - from) / Math.max(to - from, 1)) * 1000;
  const start = isCut ? from : 0;
  const bar = (low: number, high: number, kind: string) => (
    <svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
      <rect
        class={kind}
        x={place(Math.min(low, high))}
        width={Math.max(Math.abs(place(high) - place(low)), 3)}
        height="10"
      />
    </svg>
  );
  const total = (title: string, amount: number, kind: string) => (
    <li class="total">
      <span class="what">{title}</span>
      {bar(start, amount, kind)}
      <span class="number">{rupees(amount / 100)}</span>
    </li>
  );
  return (
    <>
      <ol class="waterfall" aria-label={name}>
        {total('Expected', expected, 'tax')}
        {steps.map(({ name: what, note, paise: step }, at) => (
          <li key={what}>
            <span class="what">
              {what}
              <small class="quiet">{note}</small>
            </span>
            {bar(after[at]! - step, after[at]!, step > 0 ? 'full' : 'discount')}
            <span class="number">{signedRupees(step / 100)}</span>
          </li>
        ))}
        {total('Billed', billed, '')}
      </ol>
      {isCut && <p class="quiet">Bars begin at {rupees(Math.round(from) / 100)}.</p>}
    </>
  );
}
