/** A price as steps: each bar begins where the one before it ended. */
import { go, Link } from '../../parts/location.js';
import { documentPath } from '../../parts/paths.js';
import { inConsoleWords, rupees, signedRupees } from '../../parts/words.js';
import type { PricedCharges } from './offers.js';

type Entry = PricedCharges['breakdown'][number];

const NAMES: Readonly<Record<string, string>> = {
  weightCharge: 'Freight by weight',
  distanceCharge: 'Freight by distance',
  fscCharge: 'Fuel surcharge',
  codCharge: 'Collecting on delivery',
  docketCharge: 'Docket',
  insuranceCharge: 'Insurance',
  otherCharges: 'Other charge',
  discount: 'Discount',
  gst: 'GST',
};

/** The kind of a charge in words. */
export const componentName = (component: string, code?: string): string =>
  code === undefined ? (NAMES[component] ?? component) : code.replaceAll('_', ' ').toLowerCase();

export function Waterfall({ breakdown, total }: { breakdown: readonly Entry[]; total: number }) {
  let before = 0;
  const steps = breakdown.map((entry) => {
    const from = before;
    before += entry.amount;
    return { entry, low: Math.min(from, before), high: Math.max(from, before) };
  });
  const highest = Math.max(total, ...steps.map(({ high }) => high), 1);
  return (
    <ol class="waterfall" aria-label="Waterfall">
      {steps.map(({ entry, low, high }, at) => (
        <li key={at}>
          <span class="what">
            <span>{inConsoleWords(entry.description) || componentName(entry.component, entry.code)}</span>
            <small class="quiet">
              {inConsoleWords(entry.calculation)} · <Rule of={entry.rule} />
            </small>
          </span>
          <Bar low={low / highest} high={high / highest} kind={entry.category} rule={entry.rule} />
          <span class="number">{at === 0 ? rupees(entry.amount) : signedRupees(entry.amount)}</span>
        </li>
      ))}
      <li class="total">
        <span class="what">Total with tax</span>
        <Bar low={0} high={total / highest} kind="total" rule="" />
        <span class="number">{rupees(total)}</span>
      </li>
    </ol>
  );
}

/** The document of a rule; a setting of the node has none. */
function Rule({ of }: { of: string }) {
  const to = documentPath(of);
  return to === null ? <code>{of}</code> : <Link to={to}>{of}</Link>;
}

interface BarProps {
  /** From 0 to 1. */
  low: number;
  high: number;
  kind: string;
  rule: string;
}

/** For the eye and the mouse: the entry has the same as text and link. */
export function Bar({ low, high, kind, rule }: BarProps) {
  const to = documentPath(rule);
  return (
    <svg
      class={to === null ? 'bar' : 'bar leads'}
      viewBox="0 0 1000 10"
      preserveAspectRatio="none"
      aria-hidden="true"
      onClick={to === null ? undefined : () => go(to)}
    >
      <rect class={kind} x={low * 1000} y="0" width={Math.max((high - low) * 1000, 3)} height="10" />
    </svg>
  );
}
