/** What is assigned today in India: by courier, and by hour. */
import { summarizeAssignments } from '../../../client/operations.js';
import type { SummaryRow } from '../../../contract/summary.js';
import { counted, whole } from '../../../words.js';
import { useAsk } from '../../parts/ask.js';
import { CourierLink, useCouriers } from '../../parts/couriers.js';
import { Fault } from '../../parts/fault.js';
import { Table } from '../../parts/table.js';
import { day, dayInIndia, moment, rupees } from '../../parts/words.js';
import { HourChart } from './hour-chart.js';
import { ShareBar } from './share-bar.js';

/** @param moves how many runs have moved parcels on this page: each asks again */
export function Sums({ moves }: { moves: number }) {
  const { value, error, isLoading, again } = useAsk(
    async (pinrate, signal) => {
      const now = new Date(Date.now() + pinrate.signer.clockDifferenceMs);
      const today = dayInIndia(now);
      const sum = (by: 'partner' | 'hour') => summarizeAssignments(pinrate, { from: today, to: today, by }, { signal });
      const [couriers, hours] = await Promise.all([sum('partner'), sum('hour')]);
      return { at: now.toISOString(), couriers: couriers.data, hours: hours.data.rows };
    },
    [moves],
  );
  return (
    <section aria-label="Assigned today">
      <h2>Assigned today</h2>
      {error !== undefined && <Fault error={error} again={again} />}
      {value === undefined && isLoading && (
        <p class="quiet" role="status">
          Summing up the day …
        </p>
      )}
      {value !== undefined && (
        <>
          <p class="row apart">
            <span>
              {day(value.at)}: {counted(value.couriers.total.parcels, 'parcel')} for {rupees(value.couriers.total.cost)}
              ; {rupees(value.couriers.total.codAmount)} to collect.{' '}
              <small class="quiet">As of {moment(value.at)}</small>
            </span>
            <button type="button" disabled={isLoading} onClick={again}>
              Refresh
            </button>
          </p>
          {value.couriers.rows.length === 0 ? (
            <p class="empty">Nothing is assigned yet today.</p>
          ) : (
            <>
              <ByCourier {...value.couriers} isOlder={isLoading} />
              <HourChart rows={value.hours} />
            </>
          )}
        </>
      )}
    </section>
  );
}

interface ByCourierProps {
  rows: readonly SummaryRow[];
  total: Omit<SummaryRow, 'key'>;
  isOlder: boolean;
}

function ByCourier({ rows, total, isOlder }: ByCourierProps) {
  const couriers = useCouriers();
  return (
    <Table
      name="By courier"
      isOlder={isOlder}
      columns={['Courier', { name: 'Parcels', isNumber: true }, 'Share', { name: 'Spend', isNumber: true }]}
    >
      {rows.map(({ key, parcels, cost }) => (
        <tr key={key}>
          <th scope="row">{key === null ? 'not known' : <CourierLink id={key} couriers={couriers} />}</th>
          <td class="number">{whole(parcels)}</td>
          <td>
            <ShareBar of={parcels / total.parcels} words={`${((100 * parcels) / total.parcels).toFixed(1)} %`} />
          </td>
          <td class="number">{rupees(cost)}</td>
        </tr>
      ))}
      <tr class="sum">
        <th scope="row">All couriers</th>
        <td class="number">{whole(total.parcels)}</td>
        <td />
        <td class="number">{rupees(total.cost)}</td>
      </tr>
    </Table>
  );
}
