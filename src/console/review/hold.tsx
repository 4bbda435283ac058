/** Hold: places that a courier does not serve for a time. The form is the head of its review. */
import { useMemo } from 'preact/hooks';
import type { Pinrate } from '../../client/connect.js';
import { useDraft } from '../parts/drafts.js';
import { Choice, Field } from '../parts/field.js';
import { Link } from '../parts/location.js';
import { type ChosenPlace, PlacesField } from '../parts/places-field.js';
import { dayInIndia, endOfDayInIndia, startOfDayInIndia } from '../parts/words.js';
import { Review } from './review.js';
import { askByLines, type ChangeReply } from './task.js';

interface HoldProps {
  courierId: string;
  courierName: string;
  /** Chosen already, such as the pincode of the page. */
  places?: readonly ChosenPlace[];
  close(): void;
  onApplied(reply: ChangeReply, does: string): void;
}

/** In sentences and notes. */
const PLACES_NAMED = 10;

const ENDS = [
  ['BOTH', 'Pickup and delivery'],
  ['PICKUP', 'Pickup only'],
  ['DELIVERY', 'Delivery only'],
] as const;

export function Hold({ courierId, courierName, places: given = [], close, onApplied }: HoldProps) {
  // what was typed for other places is no draft of these
  const draft = `hold ${courierId} ${given.length} ${given[0]?.name ?? ''}`;
  const [placesText, setPlaces] = useDraft(`${draft} places`, JSON.stringify(given));
  const [end, setEnd] = useDraft(`${draft} end`, 'BOTH');
  const [begins, setBegins] = useDraft(`${draft} begins`);
  const [until, setUntil] = useDraft(`${draft} until`);
  const [reason, setReason] = useDraft(`${draft} reason`);
  const placesIn = (text: string) => JSON.parse(text) as ChosenPlace[];
  const places = placesIn(placesText);
  const today = dayInIndia(new Date());
  const isOver = until !== '' && until < today;
  const isBefore = begins !== '' && begins < today;
  const isTurned = !isOver && until !== '' && until < begins;
  const forget = () => [setPlaces, setEnd, setBegins, setUntil, setReason].forEach((set) => set(null));
  const task = useMemo(() => {
    const further = places.length - PLACES_NAMED;
    const named = places.slice(0, PLACES_NAMED).map(({ name }) => name);
    const where = named.join(', ') + (further > 0 ? ` and ${further} more` : '');
    const isComplete = places.length > 0 && reason.trim() !== '' && !isOver && !isBefore && !isTurned;
    const what = { BOTH: 'serves nothing', PICKUP: 'picks up nothing', DELIVERY: 'delivers nothing' }[end];
    // a hold of today begins now, not with the day
    const isNow = begins === '' || begins === today;
    const to = until === '' ? 'until the hold is ended' : `until ${until}, that day included`;
    const line = (pinrate: Pinrate) => ({
      collection: 'holds',
      document: {
        partnerId: courierId,
        ...membersOf(places),
        end,
        from: isNow ? new Date(Date.now() + pinrate.signer.clockDifferenceMs).toISOString() : startOfDayInIndia(begins),
        ...(until !== '' && { to: endOfDayInIndia(until) }),
        reason: reason.trim(),
        status: true,
      },
    });
    return {
      does: isComplete
        ? `From ${isNow ? 'now' : begins} on ${courierName} ${what} in ${where}, ${to}.`
        : 'Choose the places and say why; quotes that are refused show the reason.',
      courier: courierName,
      draft,
      proposedNote: isComplete ? `Hold in ${where}: ${reason.trim()}` : '',
      inSpiteOfChanges: null,
      ask: isComplete ? askByLines((pinrate) => Promise.resolve([line(pinrate)])) : null,
    };
  }, [placesText, end, begins, until, reason]);
  return (
    <Review
      name="Hold"
      task={task}
      close={() => {
        forget();
        close();
      }}
      onApplied={(reply) => {
        forget();
        onApplied(reply, task.does);
      }}
      head={
        <>
          <p>
            <strong>{courierName}</strong>
          </p>
          <PlacesField chosen={places} change={(of) => setPlaces((present) => JSON.stringify(of(placesIn(present))))} />
          <div class="fields">
            <Choice label="At" value={end} set={setEnd} options={ENDS} />
            <Field
              label="Begins on"
              type="date"
              value={begins}
              set={setBegins}
              hint="Empty: at once"
              fault={isBefore ? 'Must be a day to come' : undefined}
            />
            <Field
              label="Until"
              type="date"
              value={until}
              set={setUntil}
              hint="The last day; empty: no end"
              fault={isOver ? 'Must be a day to come' : isTurned ? 'Must not be before it begins' : undefined}
            />
            <Field label="Reason" value={reason} set={setReason} hint="As refusals show it: floods, strike" />
          </div>
          <p class="quiet">
            Parcels that are assigned already stay with it; <Link to="/today">Today</Link> moves them.
          </p>
        </>
      }
    />
  );
}

function membersOf(places: readonly ChosenPlace[]): object {
  const ids = (kind: ChosenPlace['kind']): number[] =>
    places.flatMap((place) => (place.kind === kind && 'id' in place ? [place.id] : []));
  const [states, cities, areas] = [ids('STATE'), ids('CITY'), ids('AREA')];
  const pincodes = places.flatMap(({ kind, name }) => (kind === 'PINCODE' ? [name] : []));
  return {
    ...(states.length > 0 && { states }),
    ...(cities.length > 0 && { cities }),
    ...(areas.length > 0 && { areas }),
    ...(pincodes.length > 0 && { pincodes }),
    ...(places.some(({ kind }) => kind === 'EVERYWHERE') && { everywhere: true }),
  };
}
