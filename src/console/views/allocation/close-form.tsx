/** Closes a capacity until the end of a day. The form is the head of its Review. */
import { useMemo } from 'preact/hooks';
import type { Capacity } from '../../../model/documents.js';
import { useDraft } from '../../parts/drafts.js';
import { Field } from '../../parts/field.js';
import { useSession } from '../../parts/session.js';
import { dayInIndia, endOfDayInIndia } from '../../parts/words.js';
import { Review } from '../../review/review.js';
import type { ChangeReply, ReviewTask } from '../../review/task.js';
import { askByEdit } from './capacity-change.js';
import { lastDayOf, untilWords } from './capacity-words.js';

interface CloseFormProps {
  capacity: Capacity;
  courierName: string;
  close(): void;
  onApplied(reply: ChangeReply, words: string): void;
}

export function CloseForm({ capacity, courierName, close, onApplied }: CloseFormProps) {
  const { session } = useSession();
  const { id, name, closedUntil, dayOf, kind } = capacity;
  const today = dayInIndia(new Date(Date.now() + session.pinrate.signer.clockDifferenceMs));
  const closedTo = closedUntil ? lastDayOf(closedUntil) : today;
  const draft = `close capacity ${id}`;
  const [until, setUntil] = useDraft(`${draft} until`, closedTo < today ? today : closedTo);
  const isOver = until < today;
  // open again from the next day on
  const end = until === '' || isOver ? null : new Date(Date.parse(endOfDayInIndia(until)) + 1).toISOString();
  const words = end === null ? '' : `${name} of ${courierName} is closed until ${untilWords(end)}.`;
  const task = useMemo((): ReviewTask => {
    const which = dayOf === 'ASSIGNED' ? 'Parcels that are assigned by then' : 'Parcels with a pickup by then';
    const where = kind === 'SOFT' ? 'go to it only after all other couriers' : 'go to other couriers';
    return {
      does: end === null ? 'Choose the last day.' : `${words} ${which} ${where}; those it has stay with it.`,
      draft,
      proposedNote: words.replace(/\.$/, ''),
      inSpiteOfChanges: null,
      ask: end === null ? null : askByEdit(capacity, () => ({ closedUntil: end })),
    };
  }, [end]);
  const leave = () => {
    setUntil(null);
    close();
  };
  return (
    <Review
      name="Close"
      task={task}
      close={leave}
      onApplied={(reply) => {
        leave();
        onApplied(reply, words);
      }}
      head={
        <>
          <p>
            <strong>
              {name} of {courierName}
            </strong>
          </p>
          <div class="fields">
            <Field
              label="Until"
              type="date"
              value={until}
              set={setUntil}
              hint="The last day"
              fault={isOver && until !== '' ? 'Must be today or a day to come' : undefined}
            />
          </div>
        </>
      }
    />
  );
}
