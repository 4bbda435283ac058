/** What a sheet does and how it was read; and its Review. */
import { useMemo, useState } from 'preact/hooks';
import type { ImportKind } from '../../../import/kinds.js';
import { effectInWords, readingInWords } from '../../../import/words.js';
import { MAX_APPLY_LINES, MAX_LINES_BODY_BYTES } from '../../../limits/http.js';
import { counted, whole } from '../../../words.js';
import { inConsoleWords } from '../../parts/words.js';
import type { SheetRead } from '../../reader/messages.js';
import { Review } from '../../review/review.js';
import { askByLines, type ChangeReply, type ReviewTask } from '../../review/task.js';
import { inImportWords } from './words.js';

interface OutcomeProps {
  read: SheetRead;
  kind: ImportKind;
  partner: string;
  fileName: string;
  onApplied(reply: ChangeReply): void;
}

export function Outcome({ read, kind, partner, fileName, onApplied }: OutcomeProps) {
  const [isReviewing, setIsReviewing] = useState(false);
  const { reading, does, skipped, lines } = read;
  const effects = does.map((each) => inConsoleWords(effectInWords(each)));
  const task = useMemo((): ReviewTask => {
    const sentence = effects.length === 0 ? '' : `: ${effects.join('; ')}`;
    return {
      does: `${counted(lines?.count ?? 0, 'line')} of ${kind} from ${fileName}${sentence}.`,
      draft: `import ${partner} ${kind}`,
      proposedNote: `import ${kind} ${fileName}`.slice(0, MAX_NOTE),
      inSpiteOfChanges: null,
      ask:
        lines === null
          ? null
          : askByLines(
              () => Promise.resolve(lines.text),
              lines.replace === null ? {} : { replace: lines.replace, partnerId: partner },
            ),
    };
  }, [read]);
  const excess = lines === null ? null : tooMuch(lines);
  return (
    <>
      {reading !== null && (
        <section aria-labelledby="import-does">
          <h2 id="import-does">{lines === null ? 'How it was read' : 'What it does'}</h2>
          {lines?.count === 0 && <p>Nothing: all of it is so already.</p>}
          {lines !== null && effects.length > 0 && <Sentences of={effects} />}
          {lines !== null && <h3>How it was read</h3>}
          <Sentences of={[...readingInWords(reading), ...skipped.map(inImportWords)]} />
        </section>
      )}
      {excess !== null && (
        <div class="alert bad" role="alert">
          <p>
            <strong>{excess}.</strong> Split the sheet, by state for example, and import the parts one after the other.
          </p>
        </div>
      )}
      {lines !== null && lines.count > 0 && excess === null && (
        <p class="row">
          <button type="button" class="main" onClick={() => setIsReviewing(true)}>
            Review
          </button>
          <span class="quiet">Nothing is changed yet.</span>
        </p>
      )}
      {isReviewing && (
        <Review
          task={task}
          close={() => setIsReviewing(false)}
          onApplied={(reply) => {
            setIsReviewing(false);
            onApplied(reply);
          }}
        />
      )}
    </>
  );
}

const MAX_NOTE = 500;

export const Sentences = ({ of }: { of: readonly string[] }) => (
  <ul class="findings">
    {of.map((sentence) => (
      <li key={sentence}>{sentence}</li>
    ))}
  </ul>
);

/** Why one change does not take so much; null: it does. */
function tooMuch({ text, count }: { text: string; count: number }): string | null {
  if (count > MAX_APPLY_LINES)
    return `The sheet makes ${whole(count)} lines, and one change takes ${whole(MAX_APPLY_LINES)}`;
  const bytes = new Blob([text]).size;
  return bytes > MAX_LINES_BODY_BYTES ? 'The sheet makes more than 32 MiB, which is what one change takes' : null;
}
