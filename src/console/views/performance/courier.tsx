/** One courier: by state, in a state by city, in a city by pincode; its weeks, and each payment type. */
import { useEffect } from 'preact/hooks';
import type { Pinrate } from '../../../client/connect.js';
import type { PerformanceRow } from '../../../contract/performance.js';
import { documentsOf } from '../../../import/node-documents.js';
import type { Documents, Partner } from '../../../model/documents.js';
import { counted } from '../../../words.js';
import { useAsk } from '../../parts/ask.js';
import { Download } from '../../parts/download.js';
import { documentOrNull } from '../../parts/entries.js';
import { Fault } from '../../parts/fault.js';
import { Choice } from '../../parts/field.js';
import { go, Link } from '../../parts/location.js';
import { pathWith } from '../../parts/paths.js';
import { Table } from '../../parts/table.js';
import { cellsOf, HEADINGS, PAYMENTS } from './figures.js';
import { Figures, FIGURE_COLUMNS } from './figure-row.js';
import { NoOutcomes } from './no-outcomes.js';
import { type GroupBy, nameOf, type Payment, rowsOf } from './read.js';
import { Weeks } from './weeks.js';

/** As in the address: the code of a state, the id of a city; empty: not chosen. */
interface Place {
  state: string;
  city: string;
}

const HEADS = { state: 'State', city: 'City', pincode: 'Pincode' } as const;
const MOST_ROWS = 500;

export function CourierFigures({ courierId, query }: { courierId: string; query: URLSearchParams }) {
  const payment: Payment = PAYMENTS.find(([name]) => name === query.get('payment'))?.[0] ?? '';
  const place: Place = { state: query.get('state') ?? '', city: query.get('city') ?? '' };
  const { value, error, isLoading, again } = useAsk(
    (pinrate, signal) => readCourier(pinrate, courierId, place, payment, signal),
    [courierId, payment, place.state, place.city],
  );
  const path = (of: Partial<Place>, paid: string = payment) =>
    pathWith(`/performance/${encodeURIComponent(courierId)}`, { ...of, payment: paid });
  const name = value?.name ?? courierId;
  const stateName = value?.stateName ?? place.state;
  const within = place.city ? (value?.cityName ?? place.city) : stateName;
  const heading = within ? `${name} in ${within}` : name;
  useEffect(() => {
    document.title = `Performance of ${heading} · pinrate`;
  }, [heading]);
  return (
    <>
      <p class="trail">
        <Link to={pathWith('/performance', { payment })}>Performance</Link>
        {within !== '' && (
          <>
            {' / '}
            <Link to={path({})}>{name}</Link>
          </>
        )}
        {place.city !== '' && (
          <>
            {' / '}
            <Link to={path({ state: place.state })}>{stateName}</Link>
          </>
        )}
      </p>
      <h1>{heading}</h1>
      <form class="fields" aria-label="What is shown" onSubmit={(event) => event.preventDefault()}>
        <Choice label="Payment" value={payment} set={(paid) => go(path(place, paid), true)} options={PAYMENTS} />
      </form>
      {error !== undefined && <Fault error={error} again={again} />}
      {value === undefined && isLoading && (
        <p class="quiet" role="status">
          Reading what became of its parcels …
        </p>
      )}
      {value?.rows.length === 0 && <NoOutcomes of={heading} />}
      {value !== undefined && value.rows.length > 0 && (
        <>
          {value.payments.length > 0 && (
            <section aria-label="By payment">
              <h2>All of India</h2>
              <Table name="By payment" class="heats" columns={['Payment', ...FIGURE_COLUMNS]}>
                {value.payments.map((row) => (
                  <tr key={row.key}>
                    <th scope="row">{row.key === 'COD' ? 'COD' : 'Prepaid'}</th>
                    <Figures row={row} />
                  </tr>
                ))}
              </Table>
            </section>
          )}
          {value.weeks.length > 0 && <Weeks rows={value.weeks} />}
          <Rows {...value} isOlder={isLoading} path={path} file={heading} state={place.state} />
        </>
      )}
    </>
  );
}

interface CourierData {
  name: string;
  /** Null: not chosen, or nobody knows it. */
  stateName: string | null;
  cityName: string | null;
  groupBy: 'state' | 'city' | 'pincode';
  rows: readonly PerformanceRow[];
  /** Of all of India; empty below that. */
  payments: readonly PerformanceRow[];
  weeks: readonly PerformanceRow[];
}

async function readCourier(
  pinrate: Pinrate,
  courierId: string,
  { state, city }: Place,
  payment: Payment,
  signal: AbortSignal,
): Promise<CourierData> {
  const isAll = state === '';
  const [partner, states, inCity] = await Promise.all([
    documentOrNull<Partner>(pinrate, 'partners', courierId, signal),
    isAll ? [] : documentsOf(pinrate, 'states', undefined, signal),
    city === '' ? null : documentOrNull<Documents['cities']>(pinrate, 'cities', city, signal),
  ]);
  const inState = states.find(({ code }) => code === state);
  const groupBy = city !== '' ? 'pincode' : isAll ? 'state' : 'city';
  // an unknown place has no parcel
  const isKnown = (isAll || inState !== undefined) && (city === '' || inCity !== null);
  const within = { ...(inState && { stateId: inState.id }), ...(inCity && { cityId: inCity.id }) };
  const ask = (by: GroupBy) => (isKnown ? rowsOf(pinrate, courierId, by, payment, signal, within) : []);
  const [rows, payments, weeks] = await Promise.all([
    ask(groupBy),
    isAll ? ask('payment') : [],
    isAll ? ask('week') : [],
  ]);
  return {
    name: partner?.name ?? courierId,
    stateName: inState?.name ?? null,
    cityName: inCity?.name ?? null,
    groupBy,
    rows,
    payments,
    weeks,
  };
}

interface RowsProps extends Pick<CourierData, 'groupBy' | 'rows'> {
  isOlder: boolean;
  path(place: Partial<Place>): string;
  state: string;
  /** Without its ending. */
  file: string;
}

function Rows({ groupBy, rows, isOlder, path, state, file }: RowsProps) {
  const head = HEADS[groupBy];
  const linkOf = (key: string) =>
    ({ state: path({ state: key }), city: path({ state, city: key }), pincode: `/pincodes/${key}` })[groupBy];
  return (
    <section aria-label={`By ${groupBy}`}>
      <div class="row apart">
        <h2>By {groupBy} of delivery</h2>
        <Download
          file={file}
          rows={() => [[head, ...HEADINGS], ...rows.map((row) => [nameOf(row), ...cellsOf(row)])]}
        />
      </div>
      <Table name={`By ${groupBy}`} class="heats" isOlder={isOlder} columns={[head, ...FIGURE_COLUMNS]}>
        {rows.slice(0, MOST_ROWS).map((row) => (
          <tr key={row.key}>
            <th scope="row">{row.key === null ? nameOf(row) : <Link to={linkOf(row.key)}>{nameOf(row)}</Link>}</th>
            <Figures row={row} />
          </tr>
        ))}
      </Table>
      {rows.length > MOST_ROWS && (
        <p class="quiet">
          The {MOST_ROWS} with most parcels; the CSV has all {counted(rows.length, groupBy)}.
        </p>
      )}
    </section>
  );
}
