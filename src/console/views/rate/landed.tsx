/** What a courier costs in the end: its price, and what returns, waiting money and delays are expected to add. */
import type { LandedAmounts } from '../../../contract/answers/landed.js';
import { BORROWED } from '../../../domain/outcomes/rates.js';
import { counted, whole } from '../../../words.js';
import { useAsk } from '../../parts/ask.js';
import { Link } from '../../parts/location.js';
import { Table } from '../../parts/table.js';
import { rupees, signedRupees } from '../../parts/words.js';
import { percent } from '../performance/figures.js';
import { askBasis, chanceWords, type EvidencePlace, type LandedBasis, otherWords, partsOf } from './landed-basis.js';
import type { PricedCharges } from './offers.js';
import type { Question } from './question.js';
import { Bar } from './waterfall.js';

export const LANDED_TERMS = [
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

interface LandedProps {
  of: LandedAmounts;
  charges: PricedCharges;
  question: Question;
}

export function Landed({ of, charges, question }: LandedProps) {
  const { partnerId } = charges.partner;
  // who may not read the terms sees the amounts alone
  const { value: basis = null } = useAsk(
    (pinrate, signal) => askBasis(pinrate, partnerId, question, signal),
    [partnerId, JSON.stringify(question)],
  );
  const lines = basis === null ? null : linesOf(of, basis, charges, question);
  let before = 0;
  const { total, evidence } = of;
  const bar = (low: number, high: number, kind: string) => (
    <Bar low={low / Math.max(total, 1)} high={high / Math.max(total, 1)} kind={kind} rule="" />
  );
  return (
    <section aria-label="Landed cost">
      <h3>What it costs in the end</h3>
      <ol class="waterfall" aria-label="Landed cost">
        {LANDED_TERMS.map(([term, name, note, kind]) => {
          const from = before;
          before += of[term];
          return (
            <li key={term}>
              <span class="what">
                <span>{name}</span>
                <small class="quiet">
                  {lines?.[term] ?? note}
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
        {basis !== null && (
          <>
            {' '}
            By <Link to={`/documents/landed-terms/${basis.terms.id}`}>landed terms {basis.terms.id}</Link>.
          </>
        )}
      </p>
      {basis !== null && evidence.level !== 'NONE' && <Evidence places={basis.places} />}
    </section>
  );
}

type Lines = Readonly<Record<(typeof LANDED_TERMS)[number][0], string>>;

/** Each term as a sum that a calculator follows. */
function linesOf(of: LandedAmounts, basis: LandedBasis, charges: PricedCharges, question: Question): Lines {
  const { terms } = basis;
  const { declaredValue = 0, paymentType } = question;
  const { returned, days, rto, late } = partsOf(of, basis, charges, declaredValue);
  const [price, handling, loss] = returned.map(rupees);
  // a prepaid parcel collects nothing
  const collected = paymentType === 'COD' ? (question.codAmount ?? declaredValue) : 0;
  return {
    forward: terms.taxCredit === 'FULL' ? 'without tax, which is credited' : 'with tax, which nobody credits',
    return:
      `${rto === null ? 'the chance' : chanceWords(rto)} × (${price} for the return + ${handling} handling + ${loss}, `
      + `${terms.valueLossPercent} % of the value)`,
    cash:
      collected === 0
        ? 'nothing is collected'
        : `${rto === null ? 'the others' : otherWords(rto)} × ${rupees(collected)} × ${terms.annualRatePercent} % a year × `
          + `${days[0] + days[1]} days: ${days[0]} on the way, ${days[1]} until it is paid out`,
    late:
      late === null
        ? 'a delay costs nothing by the terms'
        : `${chanceWords(late)} late, ${otherWords(late)} on time, × ${rupees(terms.lateCost)}`,
  };
}

const Evidence = ({ places }: { places: readonly EvidencePlace[] }) => (
  <>
    <Table
      name="What the chances stand on"
      columns={['Where', { name: 'Returned', isNumber: true }, { name: 'On time', isNumber: true }, 'Borrowed']}
    >
      {places.map(({ name, rto, onTime }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <Share of={rto} />
          <Share of={onTime} />
          <td>{rto.n === 0 ? 'all of it' : percent(BORROWED / (rto.n + BORROWED))}</td>
        </tr>
      ))}
    </Table>
    <p class="quiet">
      Parcels of this payment type. A place borrows from the next line what {BORROWED} parcels more with its rate would
      give; the last one from all couriers.
    </p>
  </>
);

const Share = ({ of: { k, n, rate } }: { of: EvidencePlace['rto'] }) => (
  <td class={rate === null ? 'number faint' : 'number'}>
    {rate === null ? '–' : percent(rate)} <small class="quiet">{n > 0 && `${whole(k)} of ${whole(n)}`}</small>
  </td>
);
