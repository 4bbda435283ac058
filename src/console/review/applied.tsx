/** What was done, as a status, with Undo until one leaves the page. */
import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Link } from '../parts/location.js';
import { Review } from './review.js';
import { undoOf } from './task.js';

interface AppliedProps {
  /** null: nothing was different, so there is nothing to undo. */
  changeId: number | null;
  /** What was done, as a sentence. */
  children: ComponentChildren;
  onUndone?: () => void;
}

/** Below a long sheet it would be out of sight. */
const bringIntoSight = (status: HTMLElement | null): void => status?.scrollIntoView({ block: 'nearest' });

export function Applied({ changeId, children, onUndone }: AppliedProps) {
  const [isReviewing, setIsReviewing] = useState(false);
  const [undoneBy, setUndoneBy] = useState<number | null>(null);
  const task = useMemo(() => undoOf(changeId ?? 0), [changeId]);
  return (
    <>
      <p ref={bringIntoSight} class="notice good applied" role="status">
        {undoneBy === null ? (
          <>
            {children}
            {changeId !== null && (
              <>
                {' '}
                <Link to={`/changes/${changeId}`}>Change {changeId}</Link>
                <button type="button" onClick={() => setIsReviewing(true)}>
                  Undo
                </button>
              </>
            )}
          </>
        ) : (
          <>
            Undone by <Link to={`/changes/${undoneBy}`}>change {undoneBy}</Link>.
          </>
        )}
      </p>
      {isReviewing && (
        <Review
          task={task}
          close={() => setIsReviewing(false)}
          onApplied={(reply) => {
            setIsReviewing(false);
            setUndoneBy(reply.changeId ?? null);
            onUndone?.();
          }}
        />
      )}
    </>
  );
}
