/** The couriers that carry a parcel, the cheapest first; a row opens to its price step by step. */
import { useState } from 'preact/hooks';
import { day, rupees } from '../../parts/words.js';
import { counted } from '../../../words.js';
import { Comparison } from './comparison.js';
import { OfferDetail } from './offer-detail.js';
import type { Offer } from './offers.js';
import type { Question } from './question.js';

const COMPARED = 2;

export function OfferTable({ offers, question }: { offers: readonly Offer[]; question: Question }) {
  const [opened, setOpened] = useState<string | null>(null);
  const [compared, setCompared] = useState<readonly string[]>([]);
  if (offers.length === 0) return <p class="empty">No courier carries this parcel. The reasons are below.</p>;
  const pair = offers.filter(({ courierId }) => compared.includes(courierId));
  const compare = (courierId: string, isOn: boolean) =>
    setCompared((ids) => [...ids.filter((id) => id !== courierId), ...(isOn ? [courierId] : [])].slice(-COMPARED));
  return (
    <>
      <h2>{counted(offers.length, 'courier carries it', 'couriers carry it')}</h2>
      <div class="scroll" tabIndex={0} role="group" aria-label="Offers, which may scroll">
        <table aria-label="Offers" class="offers">
          <thead>
            <tr>
              <th scope="col">Courier</th>
              <th scope="col" class="number">
                Price
              </th>
              <th scope="col" class="number">
                Days
              </th>
              <th scope="col">Arrives</th>
              <th scope="col" class="number" title="1 is the best match of price, time and reliability">
                Rank
              </th>
              <th scope="col">Compare</th>
            </tr>
          </thead>
          <tbody>
            {offers.map((offer) => {
              const { courierId, name, total, hours, arrives, rank } = offer;
              const isOpen = opened === courierId;
              return [
                <tr key={courierId}>
                  <th scope="row">
                    <button
                      type="button"
                      class="opens"
                      aria-expanded={isOpen}
                      onClick={() => setOpened(isOpen ? null : courierId)}
                    >
                      {name} <small class="quiet">{courierId}</small>
                    </button>
                  </th>
                  <td class="number price">{rupees(total)}</td>
                  <td class="number" title={counted(hours, 'hour')}>
                    {Math.ceil(hours / 24)}
                  </td>
                  <td>{day(arrives)}</td>
                  <td class="number">{rank ?? '–'}</td>
                  <td>
                    <input
                      type="checkbox"
                      aria-label={`Compare ${name}`}
                      checked={compared.includes(courierId)}
                      onChange={(event) => compare(courierId, event.currentTarget.checked)}
                    />
                  </td>
                </tr>,
                isOpen && (
                  <tr key={`${courierId} opened`} class="opened">
                    <td colSpan={6}>
                      <OfferDetail courierId={courierId} question={question} />
                    </td>
                  </tr>
                ),
              ];
            })}
          </tbody>
        </table>
      </div>
      {pair.length === COMPARED && <Comparison one={pair[0]!} other={pair[1]!} />}
    </>
  );
}
