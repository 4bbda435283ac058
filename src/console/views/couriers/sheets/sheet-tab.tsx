/** A tab of sheets: edited in place, pasted into, and applied after Review. */
import { useMemo, useRef, useState } from 'preact/hooks';
import { blockOf } from '../../../parts/grid/block.js';
import type { GridCell, GridColumn, GridRow } from '../../../parts/grid/cells.js';
import { Grid } from '../../../parts/grid/grid.js';
import { useDraft } from '../../../parts/drafts.js';
import { Choice, Field } from '../../../parts/field.js';
import { amend, go, Link } from '../../../parts/location.js';
import { documentPath, pathWith } from '../../../parts/paths.js';
import { startOfDayInIndia } from '../../../parts/words.js';
import { Applied } from '../../../review/applied.js';
import { Review } from '../../../review/review.js';
import { askByLines, type ReviewTask } from '../../../review/task.js';
import { counted } from '../../../../words.js';
import { Conflicts } from './conflicts.js';
import { SheetDifferences } from './sheet-differences.js';
import {
  conflictsOf,
  type Draft,
  draftText,
  edited,
  isEmptyDraft,
  type NewRow,
  NO_DRAFT,
  pasted,
  type Sheet,
  type SheetsAt,
  typedCells,
  withAdded,
} from './sheet.js';

interface SheetTabProps {
  courierId: string;
  courierName: string;
  /** Of the grid. */
  name: string;
  sheetsAt: SheetsAt;
  /** The key of the sheet in sight. */
  chosen: string;
  /** Else the sheet of this document is; empty: the first one. */
  document: string;
  mayChange: boolean;
  /** Whether rows have dates. */
  hasDates: boolean;
  readAgain(): void;
}

export function SheetTab(props: SheetTabProps) {
  const { courierId, courierName, name, sheetsAt, chosen, mayChange, hasDates, readAgain } = props;
  const isOfDocument = (each: Sheet): boolean => (each.placeOf?.(props.document) ?? null) !== null;
  const [draftText_, setText] = useDraft(`sheets ${courierId} ${name}`, JSON.stringify(NO_DRAFT));
  const earlier = useRef<string[]>([]);
  const [said, setSaid] = useState('');
  const [isReviewing, setIsReviewing] = useState(false);
  const [done, setDone] = useState<{ changeId: number | null; does: string } | null>(null);
  const draft = useMemo(() => JSON.parse(draftText_) as Draft, [draftText_]);
  // what is changed from a day on are the rows of that day
  const begins = draft.begins === '' ? '' : startOfDayInIndia(draft.begins);
  const sheets = useMemo(() => {
    const now = new Date().toISOString();
    return sheetsAt(begins > now ? begins : now);
  }, [sheetsAt, begins]);
  const sheet = sheets.find(({ key }) => key === chosen) ?? sheets.find(isOfDocument) ?? sheets[0]!;
  const place = sheet.placeOf?.(props.document) ?? null;
  const full = withAdded(sheet, draft);
  /** @param of the draft by then, which may be a later one than that of the last drawing */
  const change = (of: (present: Draft) => Draft) => {
    setText((present) => {
      earlier.current.push(present);
      return JSON.stringify(of(JSON.parse(present) as Draft));
    });
    setDone(null);
  };
  const undo = () => {
    const last = earlier.current.pop();
    // the day is no cell
    if (last !== undefined)
      setText((present) => JSON.stringify({ ...JSON.parse(last), begins: (JSON.parse(present) as Draft).begins }));
  };
  const discard = () => {
    earlier.current.push(draftText_);
    setText(null);
    setSaid('');
  };
  const cell = (row: GridRow, column: GridColumn): GridCell => {
    const text = draftText(full, draft, row.key, column.key);
    const before = sheet.text(row.key, column.key);
    if (text === before) return { text, words: sheet.wordsOf?.(row.key, column.key) };
    const parsed = full.read(row.key, column.key, text);
    if (!parsed.ok) return { text, mark: 'faulty', note: parsed.message };
    return { text, mark: 'changed', note: before === '' ? 'New' : `It was ${before}` };
  };
  const typed = sheets.map((each) => ({ sheet: each, ...typedCells(draft, each) }));
  const count = typed.reduce((sum, { sound }) => sum + sound.length, 0);
  const faults = typed.flatMap(({ sheet: of, faulty }) => faulty.map((each) => ({ of, ...each })));
  const conflicts = sheets.flatMap((each) => conflictsOf(draft, each));
  const task = useMemo(
    () => ({
      ...taskOf(typed, draft, `${name} of ${courierName}`, `sheets ${courierId} ${name}`),
      courier: courierName,
    }),
    [sheets, draftText_],
  );
  return (
    <>
      {done !== null && (
        <Applied changeId={done.changeId} onUndone={readAgain}>
          {done.does}
        </Applied>
      )}
      {sheets.length > 1 && (
        <div class="fields sheet-choice">
          <Choice
            label="Sheet"
            value={sheet.key}
            set={(key) => amend({ sheet: key, document: '' })}
            options={sheets.map(({ key, title }) => [key, title])}
          />
        </div>
      )}
      {place !== null && (
        <p class="notice">
          <Link to={documentPath(props.document)!}>{props.document}</Link>
          {` is in the row ${place.row.name}, in the column ${place.column.name}.`}
        </p>
      )}
      {full.rows.length > 0 && (
        <p class="quiet">
          {sheet.units} {sheet.later}
          {mayChange && ' Type over a cell, or paste a block from a spreadsheet. Nothing counts until Review.'}
        </p>
      )}
      {conflicts.length > 0 && <Conflicts conflicts={conflicts} change={change} />}
      {full.rows.length === 0 ? (
        <p class="empty">
          {sheet.later ? `None now. ${sheet.later}` : `${name} of this courier: none yet.`}
          {name === 'Surcharges' && (
            <>
              {' Fuel, COD, docket and insurance are under '}
              <Link to={`/couriers/${encodeURIComponent(courierId)}/charges`}>Charges</Link>.
            </>
          )}
          {mayChange && !sheet.later && (
            <button type="button" onClick={() => go(pathWith('/import', { courier: courierId }))}>
              Import a sheet
            </button>
          )}
        </p>
      ) : (
        <Grid
          name={name}
          rowHead={sheet.rowHead}
          columns={full.columns}
          rows={full.rows}
          cell={cell}
          editor={
            mayChange
              ? {
                  change: (edit) => change((present) => edited(present, full, [edit])),
                  undo,
                  paste(text, at) {
                    change((present) => {
                      const { draft: next, count: cells, leftOut } = pasted(present, sheet, blockOf(text), at);
                      const rest = leftOut.length === 0 ? '' : ` Not on this sheet: ${leftOut.join(', ')}.`;
                      setSaid(`${counted(cells, 'cell')} pasted.${rest}`);
                      return next;
                    });
                  },
                }
              : undefined
          }
        />
      )}
      {mayChange && (
        <>
          <p class="quiet" role="status">
            {said}
          </p>
          {faults.length > 0 && (
            <div class="alert bad" role="alert">
              <ul>
                {faults.map(({ of, row, column, text }) => {
                  const parsed = of.read(row.key, column.key, text);
                  return (
                    <li key={`${of.key} ${row.key} ${column.key}`}>
                      {row.name}, {column.name}: {parsed.ok ? '' : parsed.message}
                    </li>
                  );
                })}
              </ul>
            </div>
          )}
          {sheet.newRow !== null && (
            <NewRowForm
              key={sheet.key}
              of={sheet.newRow}
              draft={`row of ${courierId} ${name} ${sheet.key}`}
              rows={full.rows}
              add={(row) =>
                change(({ rows, ...rest }) => ({
                  ...rest,
                  rows: { ...rows, [sheet.key]: [...(rows[sheet.key] ?? []), row] },
                }))
              }
            />
          )}
          <div class="row sheet-actions">
            {hasDates && (
              <Field
                label="Begins on"
                type="date"
                value={draft.begins}
                set={(begins) => setText((present) => JSON.stringify({ ...(JSON.parse(present) as Draft), begins }))}
                hint="Empty: at once"
              />
            )}
            <button
              type="button"
              class="main"
              disabled={count === 0 || faults.length > 0 || conflicts.length > 0}
              onClick={() => setIsReviewing(true)}
            >
              Review
            </button>
            <button type="button" disabled={isEmptyDraft(draft)} onClick={discard}>
              Discard
            </button>
            <span class="quiet">
              {count === 0
                ? 'No cell is changed.'
                : `${counted(count, 'changed cell')}, kept here until applied or discarded.`}
            </span>
          </div>
        </>
      )}
      {isReviewing && (
        <Review
          task={task}
          differences={() => <SheetDifferences of={typed} />}
          onAgain={readAgain}
          close={() => setIsReviewing(false)}
          onApplied={({ changeId }) => {
            setIsReviewing(false);
            earlier.current = [];
            setText(null);
            setSaid('');
            setDone({ changeId: changeId ?? null, does: task.does });
            readAgain();
          }}
        />
      )}
    </>
  );
}

type TypedSheets = readonly ({ sheet: Sheet } & ReturnType<typeof typedCells>)[];

function taskOf(typed: TypedSheets, { begins }: Draft, of: string, draft: string): ReviewTask {
  const count = typed.reduce((sum, { sound }) => sum + sound.length, 0);
  const from = begins === '' ? null : startOfDayInIndia(begins);
  const lines = typed.flatMap(({ sheet, sound }) => (sound.length === 0 ? [] : sheet.lines(sound, from)));
  const when = begins === '' ? 'at once' : `from ${begins} on; the rows replaced end the moment before`;
  return {
    does: `${of}: ${counted(count, 'cell')} changed, ${when}.`,
    draft,
    proposedNote: `${of}, ${begins === '' ? 'changed in the console' : `from ${begins}`}`,
    inSpiteOfChanges: null,
    ask: lines.length === 0 ? null : askByLines(() => Promise.resolve(lines)),
  };
}

interface NewRowProps {
  of: NewRow;
  /** Names the draft of its text. */
  draft: string;
  rows: readonly GridRow[];
  add(row: GridRow): void;
}

function NewRowForm({ of: { label, hint, parse }, draft, rows, add }: NewRowProps) {
  const [text, setText] = useDraft(draft);
  const parsed = text.trim() === '' ? null : parse(text, rows);
  const submit = () => {
    if (parsed?.ok !== true) return;
    add(parsed.value);
    setText(null);
  };
  return (
    <form
      class="row sheet-actions"
      aria-label="New row"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field
        label={label}
        value={text}
        set={setText}
        hint={hint}
        fault={parsed?.ok === false ? parsed.message : undefined}
      />
      <button type="submit" disabled={parsed?.ok !== true}>
        Add a row
      </button>
    </form>
  );
}
