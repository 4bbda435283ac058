/** All couriers with what is going on with them. */
import { useEffect, useState } from 'preact/hooks';
import type { Pinrate } from '../../../client/connect.js';
import { all } from '../../../client/lists.js';
import { lintPartner, listPartners, summarizeAssignments } from '../../../client/operations.js';
import { DAY_MS } from '../../../domain/calendar.js';
import { useAsk } from '../../parts/ask.js';
import { Fault } from '../../parts/fault.js';
import { Link } from '../../parts/location.js';
import { useScope } from '../../parts/session.js';
import { type Column, Table } from '../../parts/table.js';
import { Applied } from '../../review/applied.js';
import { Hold } from '../../review/hold.js';
import { dayInIndia, rupees } from '../../parts/words.js';
import { counted, whole } from '../../../words.js';
import { AddCourier } from './add.js';
import { beginsLater, type Doc, holdWords, rowsOf, isOver } from './read.js';

interface Courier {
  partnerId: string;
  name: string;
  status: string;
  holds: number;
  /** Of a hold in all of India; null: there is none. */
  held: string | null;
}

/** Of the last 30 days; by courier. */
type Business = ReadonlyMap<string | null, { parcels: number; cost: number }>;

/** Something that was applied, for the status above the table. */
interface FinishedHold {
  changeId: number | null;
  does: string;
}

export function CourierList() {
  const mayChange = useScope('manage');
  const [holding, setHolding] = useState<Courier | null>(null);
  const [isAdding, setIsAdding] = useState(false);
  const [done, setDone] = useState<FinishedHold | null>(null);
  const { value: couriers, error, isLoading, again } = useAsk(couriersOf, []);
  const business = useAsk(businessOf, []);
  useEffect(() => {
    document.title = 'Couriers · pinrate';
  }, []);
  return (
    <>
      <h1>Couriers</h1>
      {done !== null && (
        <Applied key={done.changeId} changeId={done.changeId} onUndone={again}>
          {done.does}
        </Applied>
      )}
      {error !== undefined && <Fault error={error} again={again} />}
      {couriers === undefined && isLoading && (
        <p class="quiet" role="status">
          Reading the couriers …
        </p>
      )}
      {mayChange && couriers !== undefined && (
        <p class="row">
          <button type="button" class={couriers.length === 0 ? 'main' : ''} onClick={() => setIsAdding(true)}>
            Add courier
          </button>
        </p>
      )}
      {couriers?.length === 0 && <p class="empty">There are no couriers yet. Add the first, then import its sheets.</p>}
      {couriers !== undefined && couriers.length > 0 && (
        <Table name="Couriers" columns={mayChange ? COLUMNS.toSpliced(HOLDS + 1, 0, 'Change') : COLUMNS}>
          {couriers.map((courier, at) => (
            <tr key={courier.partnerId}>
              <th scope="row">
                <Link to={`/couriers/${courier.partnerId}`}>{courier.name}</Link>{' '}
                <small class="quiet">{courier.partnerId}</small>
              </th>
              <td>
                {courier.status === 'ACTIVE' && courier.held === null ? (
                  'active'
                ) : (
                  <strong>{courier.status === 'ACTIVE' ? courier.held : 'not active'}</strong>
                )}
              </td>
              <td>{courier.holds === 0 ? 'none' : <strong>{courier.holds}</strong>}</td>
              {mayChange && (
                <td>
                  <button type="button" aria-label={`Hold ${courier.name}`} onClick={() => setHolding(courier)}>
                    Hold
                  </button>
                </td>
              )}
              <td>
                <Findings courierId={courier.partnerId} isAsked={at < CHECKED_AT_ONCE} />
              </td>
              <Sums of={business.value?.get(courier.partnerId)} isKnown={business.value !== undefined} />
            </tr>
          ))}
        </Table>
      )}
      {holding !== null && (
        <Hold
          courierId={holding.partnerId}
          courierName={holding.name}
          close={() => setHolding(null)}
          onApplied={({ changeId }, does) => {
            setHolding(null);
            setDone({ changeId: changeId ?? null, does });
            again();
          }}
        />
      )}
      {isAdding && <AddCourier close={() => setIsAdding(false)} />}
    </>
  );
}

const COLUMNS: (string | Column)[] = [
  'Courier',
  'Status',
  'Holds',
  'Findings',
  { name: 'Parcels, 30 days', isNumber: true, title: 'Assigned in the last 30 days' },
  { name: 'Spend, 30 days', isNumber: true, title: 'With tax, as assigned' },
];

/** Behind this one is the button, which is in sight on a phone, too. */
const HOLDS = COLUMNS.indexOf('Holds');

/** Nothing is said while it is not known; what was not assigned is 0. */
function Sums({ of, isKnown }: { of: { parcels: number; cost: number } | undefined; isKnown: boolean }) {
  return (
    <>
      <td class="number">{isKnown ? whole(of?.parcels ?? 0) : '–'}</td>
      <td class="number">{isKnown ? rupees(of?.cost ?? 0) : '–'}</td>
    </>
  );
}

/** The linter looks at a whole card: of many couriers only these are checked with the list. */
const CHECKED_AT_ONCE = 20;

/** What the linter finds in the card of a courier, asked when it is drawn or wanted. */
export function Findings({ courierId, isAsked }: { courierId: string; isAsked: boolean }) {
  const [isWanted, setIsWanted] = useState(isAsked);
  const { value, error } = useAsk(
    isWanted
      ? async (pinrate, signal) => (await lintPartner(pinrate, courierId, {}, { signal })).data.severities
      : null,
    [courierId],
  );
  if (!isWanted)
    return (
      <button type="button" class="plain" aria-label={`Check ${courierId}`} onClick={() => setIsWanted(true)}>
        Check
      </button>
    );
  if (error !== undefined) return <>not known</>;
  if (value === undefined) return <span class="quiet">…</span>;
  if (value.error + value.warning === 0) return <>none</>;
  return (
    <Link to={`/findings?courier=${encodeURIComponent(courierId)}`}>
      {[
        ...(value.error > 0 ? [counted(value.error, 'error')] : []),
        ...(value.warning > 0 ? [counted(value.warning, 'warning')] : []),
      ].join(', ')}
    </Link>
  );
}

const DAYS = 30;

async function businessOf(pinrate: Pinrate, signal: AbortSignal): Promise<Business> {
  const today = Date.now();
  const from = dayInIndia(new Date(today - (DAYS - 1) * DAY_MS));
  const query = { from, to: dayInIndia(new Date(today)), by: 'partner' } as const;
  const { data } = await summarizeAssignments(pinrate, query, { signal });
  return new Map(data.rows.map(({ key, parcels, cost }) => [key, { parcels, cost }]));
}

async function couriersOf(pinrate: Pinrate, signal: AbortSignal): Promise<Courier[]> {
  const holds = await rowsOf(pinrate, 'holds', signal);
  const now = new Date().toISOString();
  const counts = (hold: Doc): boolean => !isOver(hold, now) && !beginsLater(hold, now);
  const couriers: Courier[] = [];
  for await (const { partnerId, name, status } of all(pinrate, listPartners, {}, { signal })) {
    const own = holds.filter((hold) => (hold['partnerId'] ?? partnerId) === partnerId && counts(hold));
    couriers.push({ partnerId, name, status, holds: own.length, held: holdWords(own, now) });
  }
  return couriers;
}
