/** One courier: by state, in a state by city, in a city by pincode; its weeks, and each payment type. */
import { useEffect } from 'preact/hooks';
import type { Pinrate } from '../../../client/connect.js';
import { documentOrNull } from '../../parts/entries.js';
import { useAsk } from '../../parts/ask.js';
import { Download } from '../../parts/download.js';
import { Fault } from '../../parts/fault.js';
import { Choice } from '../../parts/field.js';
import { go, Link } from '../../parts/location.js';
import { indexOf, type MapPlaces, readPlaces } from '../../parts/map-data.js';
import { pathWith } from '../../parts/paths.js';
import { Table } from '../../parts/table.js';
import type { Partner } from '../../../model/documents.js';
import { cellsOf, HEADINGS, PAYMENTS } from './figures.js';
import { Figures, FIGURE_COLUMNS } from './figure-row.js';
import { NoOutcomes } from './no-outcomes.js';
import { type GroupBy, type PerformanceRow, placeName, rowsOf } from './read.js';
import { Weeks } from './weeks.js';

/** Empty: not chosen. */
interface Place {
  state: string;
  city: string;
}

const HEADS = { state: 'State', city: 'City', pincode: 'Pincode' } as const;
const MOST_ROWS = 500;

export function CourierFigures({ courierId, query }: { courierId: string; query: URLSearchParams }) {
  const payment = PAYMENTS.find(([name]) => name === query.get('payment'))?.[0] ?? '';
  const place: Place = { state: query.get('state') ?? '', city: query.get('city') ?? '' };
  const { value, error, isLoading, again } = useAsk(
    (pinrate, signal) => readCourier(pinrate, courierId, place, payment, signal),
    [courierId, payment, place.state, place.city],
  );
  const path = (more: Partial<Place>) =>
    pathWith(`/performance/${encodeURIComponent(courierId)}`, { payment, ...more });
  const name = value?.name ?? courierId;
  const stateName = value ? placeName('state', place.state, value.places) : place.state;
  const cityName = value ? placeName('city', place.city, value.places) : place.city;
  const heading = place.city ? `${name} in ${cityName}` : place.state ? `${name} in ${stateName}` : name;
  useEffect(() => {
    document.title = `Performance of ${heading} · pinrate`;
  }, [heading]);
  return (
    <>
      <p class="trail">
        <Link to={pathWith('/performance', { payment })}>Performance</Link>
        {place.state !== '' && (
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
        <Choice
          label="Payment"
          value={payment}
          set={(text) =>
            go(pathWith(`/performance/${encodeURIComponent(courierId)}`, { ...place, payment: text }), true)
          }
          options={PAYMENTS}
        />
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
  places: MapPlaces;
  groupBy: 'state' | 'city' | 'pincode';
  /** By place, those with most parcels first. */
  rows: readonly PerformanceRow[];
  /** Of all of India; empty below that. */
  payments: readonly PerformanceRow[];
  weeks: readonly PerformanceRow[];
}

async function readCourier(
  pinrate: Pinrate,
  courierId: string,
  { state, city }: Place,
  payment: string,
  signal: AbortSignal,
): Promise<CourierData> {
  const groupBy = city !== '' ? 'pincode' : state !== '' ? 'city' : 'state';
  const ask = (by: GroupBy) => rowsOf(pinrate, courierId, by, payment, signal);
  const isAll = state === '';
  const [partner, places, rows, payments, weeks] = await Promise.all([
    documentOrNull<Partner>(pinrate, 'partners', courierId, signal),
    readPlaces(pinrate, signal),
    ask(groupBy),
    isAll ? ask('payment') : [],
    isAll ? ask('week') : [],
  ]);
  return {
    name: partner?.name ?? courierId,
    places,
    groupBy,
    rows: rows
      .filter(({ key }) => isWithin(key, groupBy, { state, city }, places))
      .toSorted((a, b) => b.n - a.n || (String(a.key) < String(b.key) ? -1 : 1)),
    payments,
    weeks,
  };
}

/** Whether a row's place is in the place that is shown. */
function isWithin(key: string | number, groupBy: GroupBy, { state, city }: Place, places: MapPlaces): boolean {
  if (groupBy === 'state') return true;
  if (groupBy === 'pincode') {
    const at = indexOf(places, Number(key));
    return at !== -1 && String(places.cities[places.city[at]!]!.id) === city;
  }
  const stateId = places.cities.find(({ id }) => String(id) === String(key))?.stateId;
  return places.states.some(({ id, code }) => id === stateId && (code === state || String(id) === state));
}

interface RowsProps extends CourierData {
  isOlder: boolean;
  path(place: Partial<Place>): string;
  state: string;
  /** Without its ending. */
  file: string;
}

function Rows({ groupBy, rows, places, isOlder, path, state, file }: RowsProps) {
  const nameOf = ({ key }: PerformanceRow) => placeName(groupBy, key, places);
  const linkOf = ({ key }: PerformanceRow) =>
    groupBy === 'state'
      ? path({ state: String(key) })
      : groupBy === 'city'
        ? path({ state, city: String(key) })
        : `/pincodes/${key}`;
  return (
    <section aria-label={`By ${groupBy}`}>
      <div class="row apart">
        <h2>By {groupBy} of delivery</h2>
        <Download
          file={file}
          rows={() => [[HEADS[groupBy], ...HEADINGS], ...rows.map((row) => [nameOf(row), ...cellsOf(row)])]}
        />
      </div>
      <Table name={`By ${groupBy}`} class="heats" isOlder={isOlder} columns={[HEADS[groupBy], ...FIGURE_COLUMNS]}>
        {rows.slice(0, MOST_ROWS).map((row) => (
          <tr key={row.key}>
            <th scope="row">
              <Link to={linkOf(row)}>{nameOf(row)}</Link>
            </th>
            <Figures row={row} />
          </tr>
        ))}
      </Table>
      {rows.length > MOST_ROWS && (
        <p class="quiet">
          The {MOST_ROWS} with most parcels; the CSV has all {rows.length}.
        </p>
      )}
    </section>
  );
}
