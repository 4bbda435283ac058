/** All parcels of a courier go to others, as in a strike: tried first, then moved. */
import type { Documents } from '../../../model/documents.js';
import { documentsOf } from '../../../import/node-documents.js';
import { counted } from '../../../words.js';
import { useAsk } from '../../parts/ask.js';
import { Fault } from '../../parts/fault.js';
import { Choice, Field, Tick } from '../../parts/field.js';
import { useCouriers } from '../../parts/couriers.js';
import { Moves, MoveSummary } from './move-outcome.js';
import { type MoveOrder, useMoveRun } from './move-run.js';
import { useTyped } from '../../parts/typed.js';
import { REASSIGN_REASONS, type ReassignReason } from './words.js';

const INITIAL = { courier: '', reason: 'CAPACITY', from: '', to: '', groups: '', note: '' };
type FormValues = typeof INITIAL;

function orderOf({ courier, reason, from, to, groups, note }: FormValues): MoveOrder {
  return {
    filter: {
      partnerId: courier,
      ...(from !== '' && { pickupFrom: from }),
      ...(to !== '' && { pickupTo: to }),
      ...(groups !== '' && { toGroups: groups.split(' ') }),
    },
    reason: reason as ReassignReason,
    ...(note.trim() !== '' && { note: note.trim() }),
  };
}

export function MoveParcels({ onMoved }: { onMoved(): void }) {
  const form = useTyped('move parcels', INITIAL);
  const couriers = useCouriers();
  const { run, start, stop } = useMoveRun();
  const { typed } = form;
  const order = orderOf(typed);
  const { phase, tally, error } = run;
  const isDry = run.order?.dryRun === true;
  const isRunning = phase === 'RUNNING';
  // another order must be tried again
  const isOfForm = JSON.stringify(run.order) === JSON.stringify({ ...order, dryRun: true });
  const mayMove = phase === 'ENDED' && isOfForm && tally.moved > 0;
  const isWrongWay = typed.from !== '' && typed.to !== '' && typed.to < typed.from;
  const name = couriers.find(([id]) => id === typed.courier)?.[1] ?? typed.courier;
  return (
    <section aria-label="Move a courier’s parcels">
      <h2>Move a courier’s parcels</h2>
      <p class="quiet">
        For a strike, or a courier that has no room: what it has not picked up goes to the best others. A try moves
        nothing.
      </p>
      <form
        class="fields framed"
        aria-label="Move a courier’s parcels"
        onSubmit={(event) => {
          event.preventDefault();
          void start({ ...order, dryRun: true });
        }}
      >
        <Choice
          label="Courier"
          value={typed.courier}
          set={form.set('courier')}
          options={[['', 'Choose one'], ...couriers]}
        />
        <Choice label="Reason" value={typed.reason} set={form.set('reason')} options={REASSIGN_REASONS} />
        <Field label="Pickup from" type="date" value={typed.from} set={form.set('from')} hint="Empty: all" />
        <Field
          label="Pickup to"
          type="date"
          value={typed.to}
          set={form.set('to')}
          hint="That day included"
          fault={isWrongWay ? 'Must not be before the first day' : undefined}
        />
        <Field label="Note" value={typed.note} set={form.set('note')} hint="For the history; may be empty" />
        <Groups chosen={typed.groups} set={form.set('groups')} />
        <p class="row whole">
          <button type="submit" disabled={typed.courier === '' || isWrongWay || isRunning}>
            Try it
          </button>
          <button
            type="button"
            class="main"
            disabled={!mayMove}
            onClick={() => void start({ ...order, dryRun: false }).then(onMoved)}
          >
            Move them
          </button>
          <span class="quiet">
            {mayMove
              ? `Moves ${counted(tally.moved, 'parcel')} of ${name}. You may stop it: what has moved stays moved.`
              : 'Press Try it first.'}
          </span>
        </p>
      </form>
      {isRunning && (
        <p class="notice" role="status">
          {isDry ? 'Trying' : 'Moving'}: {counted(tally.parcels, 'parcel')} so far …
          <button type="button" onClick={stop}>
            Stop
          </button>
        </p>
      )}
      {phase === 'FAILED' && <Fault error={error} />}
      <MoveSummary run={run} />
      <Moves run={run} />
    </section>
  );
}

interface GroupsProps {
  /** Ids with blanks between them. */
  chosen: string;
  set(text: string): void;
}

/** Nothing where the house has no groups. */
function Groups({ chosen, set }: GroupsProps) {
  const { value = [] } = useAsk<Documents['place-groups'][]>(
    (pinrate, signal) => documentsOf(pinrate, 'place-groups', undefined, signal),
    [],
  );
  const ids = chosen.split(' ').filter((id) => id !== '');
  if (value.length === 0) return null;
  return (
    <fieldset class="whole">
      <legend>Only to these groups of places</legend>
      {value.map(({ groupId, name }) => (
        <Tick
          key={groupId}
          label={name}
          checked={ids.includes(groupId)}
          set={(isOn) => set([...ids.filter((id) => id !== groupId), ...(isOn ? [groupId] : [])].join(' '))}
        />
      ))}
    </fieldset>
  );
}
