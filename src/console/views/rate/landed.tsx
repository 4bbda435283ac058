/** What a courier costs in the end: its price, and what returns, waiting money and delays are expected to add. */
import type { LandedAmounts } from '../../../contract/answers/landed.js';
import { rupees, signedRupees } from '../../parts/words.js';
import { counted } from '../../../words.js';
import { Bar } from './waterfall.js';

const TERMS = [
  ['forward', 'Its price', 'without tax that is credited', 'freight'],
  ['return', 'Returns', 'the chance of one × its price, handling, and loss of value', 'surcharge'],
  ['cash', 'Waiting for the cash', 'interest until what is collected is paid out', 'service'],
  ['late', 'Delays', 'the chance of one × what it costs', 'tax'],
] as const;

const PLACES = {
  PINCODE: 'at this pincode',
  CITY: 'in its city',
  STATE: 'in its state',
  PARTNER: 'of this courier',
  ALL: 'of all couriers',
} as const;

export function Landed({ of }: { of: LandedAmounts }) {
  let before = 0;
  const { total, evidence } = of;
  const bar = (low: number, high: number, kind: string) => (
    <Bar low={low / Math.max(total, 1)} high={high / Math.max(total, 1)} kind={kind} rule="" />
  );
  return (
    <section aria-label="Landed cost">
      <h3>What it costs in the end</h3>
      <ol class="waterfall" aria-label="Landed cost">
        {TERMS.map(([term, name, note, kind]) => {
          const from = before;
          before += of[term];
          return (
            <li key={term}>
              <span class="what">
                <span>{name}</span>
                <small class="quiet">
                  {note}
                  {term === 'return'
                    && evidence.return === 'ASSUMED'
                    && '; the card has no price of a return, so its price stands in'}
                </small>
              </span>
              {bar(from, before, kind)}
              <span class="number">{term === 'forward' ? rupees(of.forward) : signedRupees(of[term])}</span>
            </li>
          );
        })}
        <li class="total">
          <span class="what">Landed cost</span>
          {bar(0, total, 'total')}
          <span class="number">{rupees(total)}</span>
        </li>
      </ol>
      <p class="quiet">
        {evidence.level === 'NONE'
          ? 'No outcome counts: the chances are what is usual for COD or prepaid.'
          : `The chance of a return comes from ${counted(evidence.n, 'parcel')} ${PLACES[evidence.level]}.`}
      </p>
    </section>
  );
}
