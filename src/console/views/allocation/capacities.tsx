/** How much couriers take in a day or a month, what is used of it, and what can be done with it. */
import { useState } from 'preact/hooks';
import type { Capacity, PlaceGroup } from '../../../model/documents.js';
import { Link } from '../../parts/location.js';
import { documentPath } from '../../parts/paths.js';
import { useScope, useSession } from '../../parts/session.js';
import { Table } from '../../parts/table.js';
import { Review } from '../../review/review.js';
import type { ChangeReply, ReviewTask } from '../../review/task.js';
import { editTask, removalTask } from './capacity-change.js';
import { CapacityForm } from './capacity-form.js';
import {
  type CapacityUse,
  fullWords,
  limitWords,
  type NamedCourier,
  quantityWords,
  scopeWords,
  stateOf,
} from './capacity-words.js';
import type { AppliedChange } from './change.js';
import { CloseForm } from './close-form.js';

interface CapacitiesProps {
  capacities: readonly Capacity[];
  uses: readonly CapacityUse[];
  couriers: readonly NamedCourier[];
  groups: readonly PlaceGroup[];
  onApplied(finished: AppliedChange): void;
}

type OpenForm =
  | { does: 'add' }
  | { does: 'change' | 'close'; capacity: Capacity }
  | { does: 'review'; task: ReviewTask };

export function Capacities({ capacities, uses, couriers, groups, onApplied }: CapacitiesProps) {
  const mayChange = useScope('manage');
  const [form, setForm] = useState<OpenForm | null>(null);
  const nameOf = (partnerId: string): string =>
    couriers.find((each) => each.partnerId === partnerId)?.name ?? partnerId;
  const inOrder = capacities.toSorted((a, b) => nameOf(a.partnerId).localeCompare(nameOf(b.partnerId)) || a.id - b.id);
  const close = () => setForm(null);
  const done = ({ changeId = null }: ChangeReply, words: string) => {
    close();
    onApplied({ changeId, words });
  };
  return (
    <section aria-label="Capacities">
      <h2>Capacities</h2>
      {capacities.length === 0 ? (
        <p class="quiet">None yet. A capacity says how much a courier takes in a day or a month, and closes it.</p>
      ) : (
        <Table
          name="Capacities"
          class="capacities"
          columns={['Courier', 'Capacity', 'Used', 'State', ...(mayChange ? ['Change'] : [])]}
        >
          {inOrder.map((capacity) => (
            <CapacityRow
              key={capacity.id}
              capacity={capacity}
              courierName={nameOf(capacity.partnerId)}
              use={uses.find(({ id }) => id === capacity.id) ?? null}
              open={mayChange ? setForm : null}
            />
          ))}
        </Table>
      )}
      {mayChange && (
        <p class="row">
          <button type="button" onClick={() => setForm({ does: 'add' })}>
            Add capacity
          </button>
        </p>
      )}
      {(form?.does === 'add' || form?.does === 'change') && (
        <CapacityForm
          capacity={form.does === 'add' ? null : form.capacity}
          couriers={couriers}
          groups={groups}
          close={close}
          onApplied={done}
        />
      )}
      {form?.does === 'close' && (
        <CloseForm
          capacity={form.capacity}
          courierName={nameOf(form.capacity.partnerId)}
          close={close}
          onApplied={done}
        />
      )}
      {form?.does === 'review' && (
        <Review task={form.task} close={close} onApplied={(reply) => done(reply, form.task.does)} />
      )}
    </section>
  );
}

interface CapacityRowProps {
  capacity: Capacity;
  courierName: string;
  use: CapacityUse | null;
  /** null: nothing may be changed. */
  open: ((form: OpenForm) => void) | null;
}

function CapacityRow({ capacity, courierName, use, open }: CapacityRowProps) {
  const { session } = useSession();
  const { id, partnerId, name, unit, per, status } = capacity;
  const state = stateOf(capacity, use, Date.now() + session.pinrate.signer.clockDifferenceMs);
  return (
    <tr class={status ? '' : 'faint'}>
      <th scope="row">
        <Link to={`/couriers/${partnerId}`}>{courierName}</Link>
      </th>
      <td class="words">
        <p>
          <Link to={documentPath(`capacities/${id}`)!}>{name}</Link>
        </p>
        <p>{limitWords(capacity)}</p>
        <p class="quiet">
          {scopeWords(capacity)}; {fullWords(capacity)}
        </p>
      </td>
      <td class="used">
        {use !== null && (
          <>
            {quantityWords(use.used, unit)} of {quantityWords(use.limit, unit)}{' '}
            <span class="quiet">{per === 'DAY' ? 'today' : 'this month'}</span>
            <UsedBar share={use.used / use.limit} isFull={state.isFull} />
          </>
        )}
      </td>
      <td>{state.isClosed || state.isFull ? <strong class="fault">{state.words}</strong> : state.words}</td>
      {open !== null && (
        <td>
          <Acts capacity={capacity} named={`${name} of ${courierName}`} isClosed={state.isClosed} open={open} />
        </td>
      )}
    </tr>
  );
}

interface ActsProps {
  capacity: Capacity;
  named: string;
  isClosed: boolean;
  open(form: OpenForm): void;
}

function Acts({ capacity, named, isClosed, open }: ActsProps) {
  const { status } = capacity;
  const review = (task: ReviewTask) => open({ does: 'review', task });
  const act = (label: string, onClick: () => void) => (
    <button type="button" aria-label={`${label} ${named}`} onClick={onClick}>
      {label}
    </button>
  );
  return (
    <span class="acts">
      {status && act('Close', () => open({ does: 'close', capacity }))}
      {isClosed && act('Open', () => review(editTask(capacity, `${named} is open.`, () => ({ closedUntil: null }))))}
      {act('Change', () => open({ does: 'change', capacity }))}
      {act(status ? 'Switch off' : 'Switch on', () => {
        const does = `${named} ${status ? 'no longer counts' : 'counts'}.`;
        review(editTask(capacity, does, () => ({ status: !status })));
      })}
      {act('Remove', () => review(removalTask(capacity, `${named} is removed.`)))}
    </span>
  );
}

const BAR_LENGTH = 1000;

/** For the eye: the text next to it says the same. */
const UsedBar = ({ share, isFull }: { share: number; isFull: boolean }) => (
  <svg class="bar" viewBox={`0 0 ${BAR_LENGTH} 10`} preserveAspectRatio="none" aria-hidden="true">
    <rect class="limit" width={BAR_LENGTH} height="10" />
    <rect class={isFull ? 'full' : ''} width={Math.min(share, 1) * BAR_LENGTH} height="10" />
  </svg>
);
