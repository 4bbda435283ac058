/** Cells that somebody else has changed since they were typed: one of both texts is chosen. */
import { type Conflict, type Draft, resolved } from './sheet.js';

interface ConflictsProps {
  conflicts: readonly Conflict[];
  change(of: (draft: Draft) => Draft): void;
}

export function Conflicts({ conflicts, change }: ConflictsProps) {
  return (
    <div class="alert warn" role="alert">
      <p>
        <strong>Changed by somebody else, too.</strong> Choose what each cell shall be.
      </p>
      <ul>
        {conflicts.map((conflict) => {
          const { row, column, text, theirs } = conflict;
          const name = `${row.name}, ${column.name}`;
          const choose = (isMine: boolean) => change((draft) => resolved(draft, conflict, isMine));
          const shown = (of: string): string => (of === '' ? 'blank' : of);
          return (
            <li key={`${conflict.sheet.key} ${row.key} ${column.key}`} class="row">
              {name}:
              <button type="button" aria-label={`Mine, ${name}`} onClick={() => choose(true)}>
                Mine, {shown(text)}
              </button>
              <button type="button" aria-label={`Theirs, ${name}`} onClick={() => choose(false)}>
                Theirs, {shown(theirs)}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
