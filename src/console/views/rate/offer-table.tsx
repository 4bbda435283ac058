/** The couriers that carry a parcel, the cheapest first; a row opens to its price step by step. */
import { useState } from 'preact/hooks';
import { type Column, Table } from '../../parts/table.js';
import { day, rupees } from '../../parts/words.js';
import { counted } from '../../../words.js';
import { Comparison } from './comparison.js';
import { OfferDetail } from './offer-detail.js';
import type { Offer } from './offers.js';
import type { Question } from './question.js';

const COMPARED = 2;
const LANDED: Column = {
  name: 'In the end',
  isNumber: true,
  title: 'The landed cost: the price, and what returns, waiting cash and delays are expected to add',
};
const columns = (hasLanded: boolean): readonly (string | Column)[] => [
  'Courier',
  { name: 'Price', isNumber: true },
  ...(hasLanded ? [LANDED] : []),
  { name: 'Days', isNumber: true },
  'Arrives',
  { name: 'Rank', isNumber: true, title: '1 is the best match of price, time and reliability' },
  'Compare',
];

export function OfferTable({ offers, question }: { offers: readonly Offer[]; question: Question }) {
  const [opened, setOpened] = useState<string | null>(null);
  const [compared, setCompared] = useState<readonly string[]>([]);
  if (offers.length === 0) return <p class="empty">No courier carries this parcel. The reasons are below.</p>;
  const hasLanded = offers.some(({ landed }) => landed !== null);
  const shown = columns(hasLanded);
  const pair = offers.filter(({ courierId }) => compared.includes(courierId));
  const compare = (courierId: string, isOn: boolean) =>
    setCompared((ids) => [...ids.filter((id) => id !== courierId), ...(isOn ? [courierId] : [])].slice(-COMPARED));
  return (
    <>
      <h2>{counted(offers.length, 'courier carries it', 'couriers carry it')}</h2>
      <Table name="Offers" columns={shown} class="offers">
        {offers.map((offer) => {
          const { courierId, name, total, hours, arrives, rank, landed } = offer;
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
              {hasLanded && <td class="number">{landed === null ? '–' : rupees(landed.total)}</td>}
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
                <td colSpan={shown.length}>
                  <OfferDetail courierId={courierId} question={question} />
                </td>
              </tr>
            ),
          ];
        })}
      </Table>
      {pair.length === COMPARED && <Comparison one={pair[0]!} other={pair[1]!} />}
    </>
  );
}
