/** All couriers by state: one of the three rates as a heat table. */
import { useEffect, useState } from 'preact/hooks';
import type { Pinrate } from '../../../client/connect.js';
import type { PerformanceRow } from '../../../contract/performance.js';
import { boundedRate } from '../../../domain/outcomes/rates.js';
import { documentsOf } from '../../../import/node-documents.js';
import type { Partner } from '../../../model/documents.js';
import { askAtOnce } from '../../parts/at-once.js';
import { useAsk } from '../../parts/ask.js';
import { Fault } from '../../parts/fault.js';
import { Choice } from '../../parts/field.js';
import { setParameter } from '../../parts/location.js';
import { pathWith } from '../../parts/paths.js';
import { Table } from '../../parts/table.js';
import { type Figure, FIGURES, PAYMENTS } from './figures.js';
import { NoOutcomes } from './no-outcomes.js';
import { Legend, RateCell } from './rate-cell.js';
import { nameOf, type Payment, rowsOf } from './read.js';

/** Questions under way at once. */
const AT_ONCE = 4;

interface CourierRows extends Pick<Partner, 'partnerId' | 'name'> {
  /** By the code of the state; null: pincodes that are gone. */
  rows: ReadonlyMap<string | null, PerformanceRow>;
}

interface AllFigures {
  /** Those with an outcome that counts. */
  couriers: readonly CourierRows[];
  /** The names of the others. */
  without: readonly string[];
}

export function Overview({ query }: { query: URLSearchParams }) {
  const figure: Figure = FIGURES.find(([name]) => name === query.get('figure'))?.[0] ?? 'rto';
  const payment: Payment = PAYMENTS.find(([name]) => name === query.get('payment'))?.[0] ?? '';
  const [progress, setProgress] = useState('');
  const { value, error, isLoading, again } = useAsk(
    (pinrate, signal) => readAll(pinrate, payment, signal, setProgress),
    [payment],
  );
  useEffect(() => {
    document.title = 'Performance · pinrate';
  }, []);
  return (
    <>
      <h1>Performance</h1>
      <form class="fields" aria-label="What is shown" onSubmit={(event) => event.preventDefault()}>
        <Choice label="Figure" value={figure} set={setParameter('figure')} options={FIGURES} />
        <Choice label="Payment" value={payment} set={setParameter('payment')} options={PAYMENTS} />
      </form>
      {error !== undefined && <Fault error={error} again={again} />}
      {value === undefined && isLoading && (
        <p class="quiet" role="status">
          Reading what became of parcels: {progress || '…'}
        </p>
      )}
      {value?.couriers.length === 0 && <NoOutcomes of="any courier" />}
      {value !== undefined && value.couriers.length > 0 && (
        <>
          <HeatTable {...value} figure={figure} payment={payment} isOlder={isLoading} />
          {value.without.length > 0 && (
            <p class="quiet">No outcome counts yet of {value.without.join(', ')}: their sheets are not imported.</p>
          )}
        </>
      )}
    </>
  );
}

async function readAll(
  pinrate: Pinrate,
  payment: Payment,
  signal: AbortSignal,
  onProgress: (words: string) => void,
): Promise<AllFigures> {
  const partners = await documentsOf(pinrate, 'partners', undefined, signal);
  const all = await askAtOnce(
    partners.toSorted((a, b) => a.name.localeCompare(b.name)),
    AT_ONCE,
    async ({ partnerId, name }): Promise<CourierRows> => {
      const rows = await rowsOf(pinrate, partnerId, 'state', payment, signal);
      return { partnerId, name, rows: new Map(rows.map((row) => [row.key, row])) };
    },
    (done) => onProgress(`${done} of ${partners.length} couriers`),
  );
  return {
    couriers: all.filter(({ rows }) => rows.size > 0),
    without: all.filter(({ rows }) => rows.size === 0).map(({ name }) => name),
  };
}

interface HeatTableProps extends AllFigures {
  figure: Figure;
  payment: string;
  isOlder: boolean;
}

function HeatTable({ couriers, figure, payment, isOlder }: HeatTableProps) {
  const parcels = new Map<string | null, { name: string; n: number }>();
  for (const { rows } of couriers)
    for (const [key, row] of rows) parcels.set(key, { name: nameOf(row), n: row.n + (parcels.get(key)?.n ?? 0) });
  const states = [...parcels].sort(([, a], [, b]) => b.n - a.n);
  const path = (courierId: string, state?: string) =>
    pathWith(`/performance/${encodeURIComponent(courierId)}`, { payment, state });
  return (
    <section aria-label="By state">
      <Legend figure={figure} />
      <p class="quiet">
        A cell has the rate, the bounds between which it lies 19 times of 20, and of how many parcels it is. It opens to
        the cities of the state. The states with most parcels come first.
      </p>
      <Table
        name={FIGURES.find(([name]) => name === figure)![1]}
        class="heats"
        isOlder={isOlder}
        columns={['State', ...couriers.map(({ name }) => ({ name, isNumber: true }))]}
      >
        <tr class="sum">
          <th scope="row">All of India</th>
          {couriers.map(({ partnerId, rows }) => (
            <RateCell
              key={partnerId}
              figure={figure}
              of={sumOf([...rows.values()].map((row) => row[figure]))}
              to={path(partnerId)}
            />
          ))}
        </tr>
        {states.map(([state, { name }]) => (
          <tr key={state}>
            <th scope="row">{name}</th>
            {couriers.map(({ partnerId, rows }) => (
              <RateCell
                key={partnerId}
                figure={figure}
                of={rows.get(state)?.[figure] ?? null}
                to={state === null ? undefined : path(partnerId, state)}
              />
            ))}
          </tr>
        ))}
      </Table>
    </section>
  );
}

const sumOf = (rates: readonly PerformanceRow['rto'][]): PerformanceRow['rto'] =>
  boundedRate(
    rates.reduce((sum, { k }) => sum + k, 0),
    rates.reduce((sum, { n }) => sum + n, 0),
  );
