/** A sheet: rows and columns with heads, moved through by keys; cells are edited in place where that is allowed. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Link } from '../location.js';
import type { CellEdit, GridCell, GridColumn, GridRow } from './cells.js';
import { LONG, useRowsInSight } from './virtual-rows.js';

interface GridEditor {
  change(edit: CellEdit): void;
  undo(): void;
  /** @param at the cell that the block begins at */
  paste(text: string, at: { row: number; column: number }): void;
}

interface GridProps {
  name: string;
  /** Above the heads of rows. */
  rowHead: string;
  columns: readonly GridColumn[];
  rows: readonly GridRow[];
  cell(row: GridRow, column: GridColumn): GridCell;
  /** Absent: it is only read. */
  editor?: GridEditor | undefined;
}

export function Grid({ name, rowHead, columns, rows, cell, editor }: GridProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState({ row: 0, column: 0 });
  /** The text in the cell that is edited; null: none is. */
  const [typed, setText] = useState<string | null>(null);
  /** The same at once: a field that goes away is left, too, and nothing may be changed twice by that. */
  const open = useRef<string | null>(null);
  const setTyped = (text: string | null) => {
    open.current = text;
    setText(text);
  };
  const isFocusWanted = useRef(false);
  const inSight = useRowsInSight(() => frame.current, rows.length);
  const at = {
    row: Math.min(active.row, Math.max(0, rows.length - 1)),
    column: Math.min(active.column, Math.max(0, columns.length - 1)),
  };
  // at once, not after the next frame: keys that follow Enter or Escape are for the cell, not for the page
  useLayoutEffect(() => {
    if (!isFocusWanted.current || typed !== null) return;
    const focused = frame.current!.querySelector<HTMLElement>(`[data-at="${at.row} ${at.column}"]`);
    if (focused === null) return inSight.scrollTo(at.row);
    focused.focus();
    isFocusWanted.current = false;
  });
  const move = (row: number, column: number) => {
    isFocusWanted.current = true;
    setActive({
      row: Math.max(0, Math.min(rows.length - 1, row)),
      column: Math.max(0, Math.min(columns.length - 1, column)),
    });
  };
  const present = (): string => cell(rows[at.row]!, columns[at.column]!).text;
  const change = (text: string) => {
    if (text !== present()) editor!.change({ row: rows[at.row]!.key, column: columns[at.column]!.key, text });
  };
  const commit = () => {
    const text = open.current;
    setTyped(null);
    if (text !== null) change(text.trim());
  };
  const pressInCell = (event: KeyboardEvent) => {
    const { key, shiftKey } = event;
    // the keys of the page are not for a cell
    event.stopPropagation();
    if (key === 'Escape') {
      setTyped(null);
      move(at.row, at.column);
    } else if (key === 'Enter' || key === 'Tab') {
      commit();
      const step = shiftKey ? -1 : 1;
      move(at.row + (key === 'Enter' ? step : 0), at.column + (key === 'Tab' ? step : 0));
    } else return;
    event.preventDefault();
  };
  const press = (event: KeyboardEvent) => {
    if (typed !== null) return pressInCell(event);
    const { key, ctrlKey, metaKey, altKey } = event;
    const isCommand = ctrlKey || metaKey;
    const to = stepOf(key, isCommand, at, rows.length, columns.length);
    if (to !== null) move(to.row, to.column);
    else if (editor === undefined) return;
    else if (isCommand && key === 'z') {
      isFocusWanted.current = true;
      editor.undo();
    } else if (isCommand || altKey) return;
    else if (key === 'F2' || key === 'Enter') setTyped(present());
    else if (key === 'Delete' || key === 'Backspace') change('');
    else if (key.length === 1) setTyped(key);
    else return;
    event.stopPropagation();
    event.preventDefault();
  };
  return (
    <div ref={frame} class={rows.length > LONG ? 'scroll sheet long' : 'scroll sheet'}>
      <table
        role="grid"
        aria-label={name}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length + 1}
        aria-readonly={editor === undefined}
        onKeyDown={press}
        onCopy={(event) => {
          if (typed !== null) return;
          event.clipboardData?.setData('text/plain', present());
          event.preventDefault();
        }}
        onPaste={(event) => {
          if (typed !== null || editor === undefined) return;
          event.preventDefault();
          isFocusWanted.current = true;
          editor.paste(event.clipboardData?.getData('text/plain') ?? '', at);
        }}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" aria-colindex={1}>
              {rowHead}
            </th>
            {columns.map(({ key, name: head, isNumber }, column) => (
              <th key={key} scope="col" aria-colindex={column + 2} class={isNumber ? 'number' : ''}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap px={inSight.abovePx} />
          {inSight.indexes.map((index) => {
            const row = rows[index]!;
            return (
              <tr key={row.key} aria-rowindex={index + 2}>
                <th scope="row" aria-colindex={1}>
                  {row.to === undefined ? row.name : <Link to={row.to}>{row.name}</Link>}
                </th>
                {columns.map((column, atColumn) => {
                  const { text, words, mark, note } = cell(row, column);
                  const isActive = index === at.row && atColumn === at.column;
                  return (
                    <td
                      key={column.key}
                      aria-colindex={atColumn + 2}
                      data-at={`${index} ${atColumn}`}
                      tabIndex={isActive && typed === null ? 0 : -1}
                      class={[column.isNumber ? 'number' : '', mark ?? ''].filter(Boolean).join(' ')}
                      aria-invalid={mark === 'faulty'}
                      title={note}
                      onFocus={() => setActive({ row: index, column: atColumn })}
                      onDblClick={() => editor !== undefined && setTyped(text)}
                    >
                      {text}
                      {words && <small class="quiet"> {words}</small>}
                      {isActive && typed !== null && (
                        <input
                          aria-label={`${row.name}, ${column.name}`}
                          ref={focusAtEnd}
                          value={typed}
                          onInput={(event) => setTyped(event.currentTarget.value)}
                          onBlur={commit}
                        />
                      )}
                    </td>
                  );
                })}
              </tr>
            );
          })}
          <Gap px={inSight.belowPx} />
        </tbody>
      </table>
    </div>
  );
}

/** The room of rows out of sight. */
const Gap = ({ px }: { px: number }) =>
  px === 0 ? null : (
    <tr aria-hidden="true" class="gap">
      <td style={{ height: `${px}px` }} />
    </tr>
  );

function focusAtEnd(input: HTMLInputElement | null): void {
  if (input === null || document.activeElement === input) return;
  input.focus();
  input.setSelectionRange(input.value.length, input.value.length);
}

const PAGE_ROWS = 15;

interface Position {
  row: number;
  column: number;
}

/** Where a key leads, which may be beyond the edge; null: it is no key of movement. */
function stepOf(key: string, isCommand: boolean, { row, column }: Position, rows: number, columns: number) {
  switch (key) {
    case 'ArrowUp':
      return { row: isCommand ? 0 : row - 1, column };
    case 'ArrowDown':
      return { row: isCommand ? rows : row + 1, column };
    case 'ArrowLeft':
      return { row, column: isCommand ? 0 : column - 1 };
    case 'ArrowRight':
      return { row, column: isCommand ? columns : column + 1 };
    case 'PageUp':
      return { row: row - PAGE_ROWS, column };
    case 'PageDown':
      return { row: row + PAGE_ROWS, column };
    case 'Home':
      return { row: isCommand ? 0 : row, column: 0 };
    case 'End':
      return { row: isCommand ? rows : row, column: columns };
    default:
      return null;
  }
}
