/** Cells that somebody else has changed since they were typed: one of both texts is chosen. */
import { type Conflict, type Draft, resolved } from './sheet.js';

interface ConflictsProps {
  conflicts: readonly Conflict[];
  draft: Draft;
  set(draft: Draft): void;
}

export function Conflicts({ conflicts, draft, set }: ConflictsProps) {
  return (
    <div class="alert warn" role="alert">
      <p>
        <strong>Changed by somebody else, too.</strong> Choose what each cell shall be.
      </p>
      <ul>
        {conflicts.map((conflict) => {
          const { row, column, text, theirs } = conflict;
          const name = `${row.name}, ${column.name}`;
          const shown = (of: string): string => (of === '' ? 'blank' : of);
          return (
            <li key={`${conflict.sheet.key} ${row.key} ${column.key}`} class="row">
              {name}:
              <button type="button" aria-label={`Mine, ${name}`} onClick={() => set(resolved(draft, conflict, true))}>
                Mine, {shown(text)}
              </button>
              <button
                type="button"
                aria-label={`Theirs, ${name}`}
                onClick={() => set(resolved(draft, conflict, false))}
              >
                Theirs, {shown(theirs)}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
