/** What a run moves, or has moved: to whom, at which cost, and what stays. */
import { counted, whole } from '../../../words.js';
import { Link } from '../../parts/location.js';
import { Table } from '../../parts/table.js';
import { rupees, signedRupees } from '../../parts/words.js';
import { shipmentPath } from './find.js';
import type { MoveRun, Tally } from './move-run.js';

const WHYS_SHOWN = 20;

export function MoveSummary({ run: { phase, order, tally } }: { run: MoveRun }) {
  const { summary, moved } = tally;
  const isDry = order?.dryRun === true;
  if (phase === 'STOPPED' || phase === 'FAILED')
    return (
      <p class="alert warn" role="alert">
        {isDry
          ? `It ended early, after ${counted(tally.parcels, 'parcel')}. Nothing has moved: try it again.`
          : `It ended early. ${counted(moved, 'parcel is', 'parcels are')} moved for certain, perhaps a few more. Try it again: it goes on with the rest.`}
      </p>
    );
  if (phase !== 'ENDED' || summary === null) return null;
  const { reassigned, left, cost } = summary;
  if (reassigned + left === 0)
    return <p class="empty">The courier has no such parcels: none is assigned or confirmed and not picked up yet.</p>;
  const change = `${rupees(cost.before)} before, ${rupees(cost.after)} after (${signedRupees(cost.after - cost.before)})`;
  const go = isDry ? 'would move' : reassigned === 1 ? 'has moved' : 'have moved';
  const stay = left === 0 ? 'None stays.' : `${whole(left)} ${left === 1 ? 'stays' : 'stay'}.`;
  return (
    <p class={isDry ? 'notice' : 'notice good'} role="status">
      <strong>
        {counted(reassigned, 'parcel')} {go}. {stay}
      </strong>{' '}
      {reassigned > 0 && `${change}.`}
      {isDry && ' Nothing has moved yet.'}
    </p>
  );
}

export const Moves = ({ run: { tally, order } }: { run: MoveRun }) => (
  <>
    {tally.targets.size > 0 && <Targets tally={tally} isDry={order?.dryRun === true} />}
    {tally.remainders.size > 0 && <Remainders tally={tally} />}
  </>
);

function Targets({ tally, isDry }: { tally: Tally; isDry: boolean }) {
  const rows = [...tally.targets].sort(([, a], [, b]) => b.parcels - a.parcels);
  return (
    <Table
      name="Moves"
      columns={[
        isDry ? 'Would go to' : 'Gone to',
        { name: 'Parcels', isNumber: true },
        { name: 'Before', isNumber: true },
        { name: 'After', isNumber: true },
        { name: 'Difference', isNumber: true },
      ]}
    >
      {rows.map(([courierId, { parcels, before, after }]) => (
        <tr key={courierId}>
          <th scope="row">
            <Link to={`/couriers/${courierId}`}>{courierId}</Link>
          </th>
          <td class="number">{whole(parcels)}</td>
          <td class="number">{rupees(before)}</td>
          <td class="number">{rupees(after)}</td>
          <td class="number">{signedRupees(after - before)}</td>
        </tr>
      ))}
    </Table>
  );
}

function Remainders({ tally: { remainders } }: { tally: Tally }) {
  const rows = [...remainders].sort(([, a], [, b]) => b.parcels - a.parcels);
  return (
    <>
      <Table name="Stay" columns={['Stays because', { name: 'Parcels', isNumber: true }, 'Such as']}>
        {rows.slice(0, WHYS_SHOWN).map(([why, { parcels, examples }]) => (
          <tr key={why}>
            <th scope="row" class="words">
              {why}
            </th>
            <td class="number">{whole(parcels)}</td>
            <td>
              {examples.map(({ shipmentId, caller }) => (
                <p key={`${shipmentId} ${caller}`}>
                  <Link to={shipmentPath(shipmentId, caller)}>{shipmentId}</Link>
                </p>
              ))}
            </td>
          </tr>
        ))}
      </Table>
      {rows.length > WHYS_SHOWN && <p class="quiet">and {counted(rows.length - WHYS_SHOWN, 'more reason')}.</p>}
    </>
  );
}
