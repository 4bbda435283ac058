/** Review: what a change would do, before it is done. It is the one place of the console that changes anything. */
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { ChangeAnswer } from '../../contract/apply.js';
import { isSignedOut, useAsk } from '../parts/ask.js';
import { Dialog } from '../parts/dialog.js';
import { useDraft } from '../parts/drafts.js';
import { Fault } from '../parts/fault.js';
import { Field, Tick } from '../parts/field.js';
import { Link } from '../parts/location.js';
import { useSession } from '../parts/session.js';
import { countsInWords, moment } from '../parts/words.js';
import { counted } from '../../words.js';
import { DifferenceTable } from './differences.js';
import { ImpactInWords, LintInWords } from './impact.js';
import {
  type ChangeReply,
  isChangedSince,
  laterChanges,
  removalsOf,
  type ReviewOptions,
  type ReviewTask,
  seenText,
} from './task.js';

interface ReviewProps {
  task: ReviewTask;
  /** Of the form that is the head of the review. */
  name?: string;
  /** The fields of that form; the task follows what is typed. */
  head?: ComponentChildren;
  /** The differences in a form of their own; field by field unless given. */
  differences?: (diff: ChangeAnswer['diff']) => ComponentChildren;
  /** "Review again" reads again what the change is made of; unless given, the same is asked again. */
  onAgain?: () => void;
  /** Leaves it, to ask first what it would have done with former parcels. */
  backtest?: () => void;
  /** Without a change. */
  close(): void;
  onApplied(reply: ChangeReply): void;
}

/** Of a note that is still the proposed one. */
const UNTYPED = '\0';
/** Between the last key and the question. */
const TYPING_MS = 250;

export function Review({ task, name = 'Review', head, differences, onAgain, ...rest }: ReviewProps) {
  const { backtest, close, onApplied } = rest;
  const { session, expire } = useSession();
  const [force, setForce] = useState(false);
  const [typedNote, setNote] = useDraft(`note of ${task.draft}`, UNTYPED);
  const note = typedNote === UNTYPED ? task.proposedNote : typedNote;
  const [inSpiteOfErrors, setInSpiteOfErrors] = useState(false);
  const [typedCount, setTypedCount] = useState('');
  const [isApplying, setIsApplying] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [isOverdue, setIsOverdue] = useState(false);
  const asked: ReviewOptions = { dryRun: true, strict: false, force };
  const { ask } = task;
  const { value, error, isLoading, again } = useAsk(
    ask
      && (async (pinrate, signal) => {
        if (head !== undefined) await new Promise((resolve) => setTimeout(resolve, TYPING_MS));
        return ask(pinrate, asked, signal);
      }),
    [task, force],
  );
  // with the tick the question is another one: what was changed since stays in sight, and the tick can be taken back
  const since = useRef<unknown>(null);
  if (isChangedSince(error)) since.current = error;
  else if (!force) since.current = null;
  const removals = removalsOf(error);
  const errors = value?.data.lint.brings.filter(({ severity }) => severity === 'error').length ?? 0;
  const isNothing = value !== undefined && value.data.diff.length === 0;
  const isReady = ask !== null && value !== undefined && error === undefined && !isLoading && !isNothing;
  const reviewAgain = () => {
    setRefusal(null);
    setIsOverdue(false);
    setInSpiteOfErrors(false);
    if (onAgain) onAgain();
    else again();
  };
  const apply = async (seen: ChangeReply) => {
    if (ask === null) return;
    setIsApplying(true);
    setRefusal(null);
    try {
      const { pinrate } = session;
      // with force the node compares nothing: look once more that it is the same
      if (force && seenText(await ask(pinrate, asked)) !== seenText(seen)) return setIsOverdue(true);
      const { basis } = seen.data;
      const reply = await ask(pinrate, {
        dryRun: false,
        strict: !inSpiteOfErrors,
        force,
        ...(basis !== null && { basis }),
        ...(note.trim() !== '' && { note: note.trim() }),
      });
      setNote(null);
      onApplied(reply);
    } catch (failure) {
      if (isSignedOut(failure)) expire();
      setRefusal(failure);
    } finally {
      setIsApplying(false);
    }
  };
  const leave = () => {
    if (isApplying) return;
    setNote(null);
    close();
  };
  return (
    <Dialog name={name} close={leave}>
      {head}
      <p>{task.does}</p>
      {isLoading && (
        <p class="quiet" role="status">
          Trying it without effect …
        </p>
      )}
      {removals !== null && (
        <div class="alert warn">
          <p>
            <strong>{counted(removals, 'row')} would go.</strong> Type this number if that is meant.
          </p>
          <Field
            label="Rows that go"
            value={typedCount}
            set={(text) => {
              setTypedCount(text);
              if (Number(text) === removals) setForce(true);
            }}
            inputMode="numeric"
          />
        </div>
      )}
      {[since.current, refusal].map(
        (failure, at) =>
          isChangedSince(failure) && <Since key={at} error={failure} task={task} force={force} setForce={setForce} />,
      )}
      {error !== undefined && removals === null && !isChangedSince(error) && (
        <Fault
          error={error}
          again={() => {
            setRefusal(null);
            again();
          }}
        />
      )}
      {refusal !== null && !isChangedSince(refusal) && <Fault error={refusal} />}
      {isOverdue && (
        <p class="alert warn" role="alert">
          Meanwhile it would do something else. Nothing was applied.
        </p>
      )}
      {ask !== null && value !== undefined && error === undefined && (
        <Effects reply={value} differences={differences} courier={task.courier} />
      )}
      {errors > 0 && (
        <Tick
          label={`Apply in spite of ${counted(errors, 'error')}`}
          checked={inSpiteOfErrors}
          set={setInSpiteOfErrors}
        />
      )}
      <Field label="Note" value={note} set={setNote} lines={2} hint="For the history; may be empty" />
      <p class="row end">
        {(refusal !== null || isOverdue || error !== undefined) && (
          <button type="button" onClick={reviewAgain}>
            Review again
          </button>
        )}
        {backtest && (
          <button type="button" disabled={ask === null || isApplying} onClick={backtest}>
            Backtest
          </button>
        )}
        <button type="button" onClick={leave}>
          Cancel
        </button>
        <button
          type="button"
          class="main"
          disabled={
            !isReady
            || isApplying
            || isOverdue
            || (isChangedSince(refusal) && !force)
            || (errors > 0 && !inSpiteOfErrors)
          }
          onClick={() => void apply(value!)}
        >
          {isApplying ? 'Applying …' : 'Apply'}
        </button>
      </p>
    </Dialog>
  );
}

interface EffectsProps extends Pick<ReviewTask, 'courier'> {
  reply: ChangeReply;
  differences: ReviewProps['differences'] | undefined;
}

function Effects({ reply: { data }, differences, courier }: EffectsProps) {
  const { counts, diff, warnings } = data;
  const byField = diff.map(({ collection, key, ...rest }) => ({ name: `${collection}/${key}`, ...rest }));
  return (
    <>
      <p>
        <strong>{diff.length === 0 ? 'Nothing would change.' : `${countsInWords(counts)}.`}</strong>
      </p>
      {warnings.map(({ collection, key, message }) => (
        <p key={`${collection}/${key}`} class="alert warn">
          {collection}/{key} {message}
        </p>
      ))}
      <section aria-labelledby="review-differences">
        <h3 id="review-differences">Differences</h3>
        {differences?.(diff) ?? <DifferenceTable label="Differences of documents" differences={byField} />}
      </section>
      <section aria-labelledby="review-findings">
        <h3 id="review-findings">Findings</h3>
        <LintInWords lint={data.lint} />
      </section>
      <section aria-labelledby="review-impact">
        <h3 id="review-impact">Impact</h3>
        <ImpactInWords {...data} courier={courier} />
      </section>
    </>
  );
}

interface SinceProps {
  error: Parameters<typeof laterChanges>[1];
  task: ReviewTask;
  force: boolean;
  setForce(force: boolean): void;
}

/** Who changed what since. */
function Since({ error, task: { inSpiteOfChanges }, force, setForce }: SinceProps) {
  const { value = [] } = useAsk((pinrate) => laterChanges(pinrate, error), [error]);
  return (
    <div class="alert warn" role="alert">
      <p>
        <strong>It was changed since, so nothing is applied.</strong>
      </p>
      <ul>
        {value.map(({ id, at, by, note, of }) => (
          <li key={`${id} ${of}`}>
            {of}: <Link to={`/changes/${id}`}>change {id}</Link> by {by}, {moment(at)}
            {note !== null && ` (${note})`}
          </li>
        ))}
      </ul>
      {inSpiteOfChanges === null ? (
        <p>“Review again” puts what was typed on the present state.</p>
      ) : (
        <Tick label={inSpiteOfChanges} checked={force} set={setForce} />
      )}
    </div>
  );
}
