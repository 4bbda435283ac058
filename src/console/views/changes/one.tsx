/** One change: who made it, its documents before and after, and Undo. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { getChange } from '../../../client/operations.js';
import { useAsk } from '../../parts/ask.js';
import { Fault } from '../../parts/fault.js';
import { go, Link } from '../../parts/location.js';
import { useScope } from '../../parts/session.js';
import { countsInWords, moment } from '../../parts/words.js';
import { DifferenceTable, differencesOf } from '../../review/differences.js';
import { Review } from '../../review/review.js';
import { undoOf } from '../../review/task.js';
import { collectionName } from '../../parts/names.js';
import { firstOf } from './list.js';

type Change = Awaited<ReturnType<typeof getChange>>['data'];

export function OneChange({ id }: { id: number }) {
  const mayUndo = useScope('manage');
  const [isReviewing, setIsReviewing] = useState(false);
  const [undoneBy, setUndoneBy] = useState<number | null>(null);
  const { value, error, isLoading, again } = useAsk(
    async (pinrate, signal) => getChange(pinrate, id, {}, { signal }),
    [id],
  );
  const task = useMemo(() => undoOf(id), [id]);
  useEffect(() => {
    document.title = `Change ${id} · pinrate`;
  }, [id]);
  const change = value?.data;
  return (
    <>
      <p class="trail">
        <Link to="/changes">Changes</Link>
      </p>
      <h1>Change {id}</h1>
      {error !== undefined && <Fault error={error} again={again} />}
      {change === undefined && isLoading && (
        <p class="quiet" role="status">
          Reading the change …
        </p>
      )}
      {undoneBy !== null && (
        <p class="notice good" role="status">
          Undone by <Link to={`/changes/${undoneBy}`}>change {undoneBy}</Link>, which can be undone, too.
        </p>
      )}
      {change !== undefined && (
        <>
          <Facts change={change} />
          {mayUndo && change.entries.length > 0 && undoneBy === null && (
            <p class="row">
              <button type="button" onClick={() => setIsReviewing(true)}>
                Undo
              </button>
            </p>
          )}
          <Entries change={change} hasMore={value?.next !== null} />
        </>
      )}
      {isReviewing && (
        <Review
          task={task}
          close={() => setIsReviewing(false)}
          onApplied={({ changeId }) => {
            setIsReviewing(false);
            if (changeId) setUndoneBy(changeId);
            else go('/changes');
          }}
        />
      )}
    </>
  );
}

function Facts({ change }: { change: Change }) {
  const { at, by, note, route, counts, collections, partnerIds, requestId } = change;
  return (
    <dl class="facts">
      <dt>When</dt>
      <dd>{moment(at)}</dd>
      <dt>Who</dt>
      <dd>{by.id === '' ? by.kind : by.id}</dd>
      <dt>What</dt>
      <dd>
        {countsInWords(counts)}: {collections.map(collectionName).join(', ')}
      </dd>
      <dt>Courier</dt>
      <dd>{firstOf(partnerIds)}</dd>
      <dt>Note</dt>
      <dd>{note ?? '–'}</dd>
      <dt>How</dt>
      <dd>
        <code>{route}</code>
        {requestId !== null && (
          <>
            {' '}
            <small class="quiet">
              request <code>{requestId}</code>
            </small>
          </>
        )}
      </dd>
    </dl>
  );
}

function Entries({ change: { entries }, hasMore }: { change: Change; hasMore: boolean }) {
  if (entries.length === 0)
    return (
      <p class="empty">Its documents are not in the history: it was an import or an upgrade, or they are too old.</p>
    );
  return (
    <section>
      <h2>Before and after</h2>
      <DifferenceTable label="Documents before and after" differences={entries.flatMap(differencesOf)} />
      {hasMore && <p class="quiet">The first {entries.length} documents; the command line’s log has all.</p>}
    </section>
  );
}
