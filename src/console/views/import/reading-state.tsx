/** What the reader of sheets does: reading, stopped, refused; and which tab of a workbook it reads. */
import { Fault } from '../../parts/fault.js';
import { Choice } from '../../parts/field.js';
import type { SheetRead } from '../../reader/messages.js';
import type { Reader } from './reader.js';

interface ReadingStateProps {
  reader: Reader;
  /** Nothing is missing. */
  mayBegin: boolean;
  /** A file that cannot be read at all, as a sentence. */
  refusal(message: string): string;
}

/** What to do about a file that cannot be read as what it should be. */
export const UNREADABLE =
  'Nothing was read. Correct the file, or save it as .xlsx or CSV in your spreadsheet, and drop it again.';

export function ReadingState({ reader: { state, stop, again }, mayBegin, refusal }: ReadingStateProps) {
  switch (state.phase) {
    case 'reading':
      return (
        <p class="row" role="status">
          {state.words}
          <button type="button" onClick={stop}>
            Stop
          </button>
        </p>
      );
    case 'idle':
      return !mayBegin ? null : (
        <p class="row">
          <button type="button" onClick={again}>
            Read it
          </button>
        </p>
      );
    case 'unreadable':
      return (
        <div class="alert bad" role="alert">
          <p>
            <strong>{refusal(state.message)}</strong>
          </p>
          <p>{UNREADABLE}</p>
        </div>
      );
    case 'failed':
      return <Fault error={state.error} again={again} />;
    case 'read':
      return null;
  }
}

interface TabChoiceProps {
  read: SheetRead | null;
  /** Its number; null: the one that fits. */
  sheet: string | null;
  set(sheet: string | null): void;
}

export const TabChoice = ({ read, sheet, set }: TabChoiceProps) =>
  read === null || read.sheets.length < 2 ? null : (
    <Choice
      label="Tab of the workbook"
      value={sheet ?? ''}
      set={(number) => set(number === '' ? null : number)}
      options={[
        ['', 'The one that fits'],
        ...read.sheets.map(
          ({ name, number, isHidden }) =>
            [String(number), `${number} ${name ?? ''}${isHidden ? ' (hidden)' : ''}`] as const,
        ),
      ]}
    />
  );
