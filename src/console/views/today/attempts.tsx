/** The attempts of a shipment, the first one first. */
import { useState } from 'preact/hooks';
import type { listAttempts } from '../../../client/operations.js';
import { CourierLink, useCouriers } from '../../parts/couriers.js';
import { Table } from '../../parts/table.js';
import { moment, rupees } from '../../parts/words.js';
import { DecisionOf } from './decision.js';
import type { Shipment } from './find.js';
import { reasonWords, STATES } from './words.js';

type Attempt = Awaited<ReturnType<typeof listAttempts>>['data'][number];

const whyOf = (reason: Attempt['reason'], note: string | null) =>
  [reasonWords(reason), note].filter(Boolean).join(': ');

interface AttemptsProps {
  attempts: readonly Attempt[];
  shipment: Shipment;
}

export function Attempts({ attempts, shipment }: AttemptsProps) {
  const [asked, setAsked] = useState<number | null>(null);
  const couriers = useCouriers();
  const isOne = attempts.length < 2;
  return (
    <>
      <section aria-label="Attempts">
        <h2>Attempts</h2>
        <Table
          name="Attempts"
          columns={[
            { name: 'Attempt', isNumber: true },
            'Courier',
            'State',
            { name: 'Cost', isNumber: true },
            'When',
            'Who',
            'Why it ended',
            ...(isOne ? [] : ['Decision']),
          ]}
        >
          {attempts.map(({ attempt, partnerId, state, cost, by, at, reason, note, reassigned }) => (
            <tr key={attempt}>
              <th scope="row" class="number">
                {attempt}
              </th>
              <td>
                <CourierLink id={partnerId} couriers={couriers} />
              </td>
              <td>{STATES[state]}</td>
              <td class="number">{cost === null ? '–' : rupees(cost)}</td>
              <td class="nowrap">{moment(at)}</td>
              <td class="nowrap">{by ?? 'not known'}</td>
              <td class="words">
                {whyOf(reason, note) || '–'}
                {reassigned && `; reassigned: ${whyOf(reassigned.reason, reassigned.note)}`}
              </td>
              {!isOne && (
                <td>
                  {attempt === shipment.lifecycle.attempt ? (
                    'above'
                  ) : (
                    <button
                      type="button"
                      aria-label={`Why attempt ${attempt} went to ${partnerId}`}
                      aria-expanded={asked === attempt}
                      onClick={() => setAsked(asked === attempt ? null : attempt)}
                    >
                      Why
                    </button>
                  )}
                </td>
              )}
            </tr>
          ))}
        </Table>
      </section>
      {asked !== null && <DecisionOf key={asked} shipment={shipment} attempt={asked} />}
    </>
  );
}
