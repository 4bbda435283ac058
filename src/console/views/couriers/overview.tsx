/** A courier at a glance: what it takes, its holds, its findings. */
import { useMemo, useState } from 'preact/hooks';
import { listStates } from '../../../client/operations.js';
import { type AskState, useAsk } from '../../parts/ask.js';
import { Fault } from '../../parts/fault.js';
import { Link } from '../../parts/location.js';
import { useScope } from '../../parts/session.js';
import { Table } from '../../parts/table.js';
import { day, moment, rupees, weightInWords } from '../../parts/words.js';
import { counted } from '../../../words.js';
import { Applied } from '../../review/applied.js';
import { Review } from '../../review/review.js';
import { askByLines, type ReviewTask } from '../../review/task.js';
import { Findings } from './list.js';
import { beginsLater, type Courier, type HoldRow, holdWords, rowsOf, isOver } from './read.js';

interface OverviewProps {
  courier: Courier;
  /** Absent: it may not be changed. */
  changeGroups: (() => void) | undefined;
}

export function Overview({ courier, changeGroups }: OverviewProps) {
  const {
    groups = [],
    partnerId,
    status,
    gstStateCode,
    paymentTypes,
    shipmentTypes,
    cutoffTime,
    limits,
    contact,
  } = courier;
  const { length, width, height } = limits.maxDimensions;
  const holds = useAsk(
    async (pinrate, signal) => {
      const now = new Date().toISOString();
      const all = (await rowsOf(pinrate, 'holds', signal, partnerId)) as PlacesHold[];
      return all.filter((hold) => !isOver(hold, now));
    },
    [partnerId],
  );
  const held = holdWords(holds.value ?? [], new Date().toISOString());
  return (
    <>
      <dl class="facts">
        <dt>Status</dt>
        <dd>{status === 'ACTIVE' ? (held ?? 'active') : 'not active: it is never offered'}</dd>
        <dt>Findings</dt>
        <dd>
          <Findings courierId={partnerId} isAsked />
        </dd>
        <dt>Takes</dt>
        <dd>
          {shipmentTypes.join(', ')}; {paymentTypes.join(', ')}
        </dd>
        <dt>Up to</dt>
        <dd>
          {[
            weightInWords(limits.maxWeight),
            `${length} × ${width} × ${height} cm`,
            `COD ${rupees(limits.maxCodAmount)}`,
            `value ${rupees(limits.maxDeclaredValue)}`,
          ].join(', ')}
        </dd>
        <dt>Leaves the same day</dt>
        <dd>before {cutoffTime}</dd>
        <dt>Takes time</dt>
        <dd>
          {courier.transit.length === 0
            ? 'as its transit sheet says'
            : courier.transit
                .map(({ distanceTo, hours, days }) => `to ${distanceTo} km ${hours ? `${hours} h` : `${days} days`}`)
                .join(', ')}
        </dd>
        <dt>Invoices from</dt>
        <dd>GST state {gstStateCode}</dd>
        {contact !== undefined && (
          <>
            <dt>Contact</dt>
            <dd>{[contact.name, contact.phone, contact.email].filter(Boolean).join(', ')}</dd>
          </>
        )}
        <dt>Groups</dt>
        <dd>
          {groups.join(', ') || 'none'}{' '}
          {changeGroups && (
            <button type="button" onClick={changeGroups}>
              Change groups
            </button>
          )}
        </dd>
        <dt>All fields</dt>
        <dd>
          <Link to={`/documents/partners/${partnerId}`}>{partnerId}</Link>
        </dd>
      </dl>
      <Holds courier={courier} holds={holds} />
    </>
  );
}

interface PlacesHold extends HoldRow {
  states?: number[] | null;
  cities?: number[] | null;
  areas?: number[] | null;
  pincodes?: string[] | null;
}

interface HoldsProps {
  courier: Courier;
  holds: AskState<PlacesHold[]>;
}

function Holds({ courier: { name }, holds: { value, error, again } }: HoldsProps) {
  const mayChange = useScope('manage');
  const [ending, setEnding] = useState<PlacesHold | null>(null);
  const task = useMemo(() => ending && endOf(ending, name), [ending]);
  const [done, setDone] = useState<number | null | undefined>();
  const states = useAsk(async (pinrate, signal) => {
    const { data } = await listStates(pinrate, {}, { signal });
    return new Map(data.map(({ id, name: of }) => [id, of]));
  }, []);
  return (
    <section>
      <h2>Holds</h2>
      {error !== undefined && <Fault error={error} again={again} />}
      {done !== undefined && (
        <Applied changeId={done} onUndone={again}>
          The hold has ended.
        </Applied>
      )}
      {value?.length === 0 && <p>None: {name} serves all that its zones cover.</p>}
      {value !== undefined && value.length > 0 && (
        <Table name="Holds" columns={['Hold', 'Where', 'From', 'Until', 'Reason', ...(mayChange ? ['Change'] : [])]}>
          {value.map((hold) => (
            <tr key={hold.id}>
              <th scope="row">
                <Link to={`/documents/holds/${hold.id}`}>holds/{hold.id}</Link>
              </th>
              <td>{whereOf(hold, states.value ?? new Map())}</td>
              <td title={hold.from ? moment(hold.from) : undefined}>
                {beginsLater(hold, new Date().toISOString()) ? <strong>{day(hold.from!)}</strong> : 'now'}
              </td>
              <td title={hold.to ? moment(hold.to) : undefined}>{hold.to ? day(hold.to) : 'further notice'}</td>
              <td>{hold.reason}</td>
              {mayChange && (
                <td>
                  <button type="button" aria-label={`End hold ${hold.id}`} onClick={() => setEnding(hold)}>
                    End hold
                  </button>
                </td>
              )}
            </tr>
          ))}
        </Table>
      )}
      {task !== null && (
        <Review
          task={task}
          close={() => setEnding(null)}
          onApplied={({ changeId }) => {
            setEnding(null);
            setDone(changeId ?? null);
            again();
          }}
        />
      )}
    </section>
  );
}

function whereOf(hold: PlacesHold, stateNames: ReadonlyMap<number, string>): string {
  const { states, cities, areas, pincodes, everywhere, end } = hold;
  const places = [
    ...(everywhere === true ? ['all of India'] : []),
    ...(states ?? []).map((id) => stateNames.get(id) ?? `state ${id}`),
    ...(cities?.length ? [counted(cities.length, 'city', 'cities')] : []),
    ...(areas?.length ? [counted(areas.length, 'area')] : []),
    ...(pincodes ?? []),
  ].join(', ');
  return end === 'PICKUP' || end === 'DELIVERY' ? `${places}: ${end.toLowerCase()}` : places;
}

const endOf = ({ id, reason }: HoldRow, name: string): ReviewTask => ({
  does: `The hold of ${name} (${reason}) ends now.`,
  courier: name,
  draft: `end of hold ${id}`,
  proposedNote: `End of the hold: ${reason}`,
  inSpiteOfChanges: null,
  ask: askByLines(() => Promise.resolve([{ collection: 'holds', key: id, end: true }])),
});
