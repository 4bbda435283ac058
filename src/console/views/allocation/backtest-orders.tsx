/** Orders from elsewhere for a backtest: a sheet that is dropped or pasted, or lines of JSON. */
import { useState } from 'preact/hooks';
import { readingInWords } from '../../../import/words.js';
import { Field } from '../../parts/field.js';
import type { Partner } from '../../../model/documents.js';
import { useTyped } from '../../parts/typed.js';
import type { CellMeaning, Choices } from '../../reader/messages.js';
import { Columns, Proposed } from '../import/columns.js';
import { FaultTable } from '../import/fault-table.js';
import { type KeptChoices, useKeptChoices } from '../import/kept-maps.js';
import { MeaningFields } from '../import/meaning-fields.js';
import { Sentences } from '../import/outcome.js';
import { type DroppedFile, type Reader, useReader } from '../import/reader.js';
import { ReadingState, TabChoice } from '../import/reading-state.js';
import { SheetField } from '../import/sheet-field.js';
import { Words } from '../import/word-table.js';
import { inImportWords } from '../import/words.js';

const AS_IT_STANDS: CellMeaning = { days: '', unit: '' };
const PASTED = 'pasted orders';

export interface BacktestOrders {
  file: DroppedFile | null;
  setFile(file: DroppedFile | null): void;
  /** As lines of JSON; null: there are none, or they are not read, or have faults. */
  lines: string | null;
  reader: Reader;
  kept: KeptChoices;
  choices: Choices;
  meant: CellMeaning;
  mean(name: keyof CellMeaning): (value: string) => void;
  sheet: string | null;
  setSheet(sheet: string | null): void;
}

export function useBacktestOrders(): BacktestOrders {
  const [file, setFile] = useState<DroppedFile | null>(null);
  const [sheet, setSheet] = useState<string | null>(null);
  const [choices, setChoices] = useState<Choices>({});
  const { typed: meant, set: mean } = useTyped('how orders are meant', AS_IT_STANDS);
  const text = file === null ? '' : new TextDecoder().decode(file.bytes.slice(0, 1));
  const isOfLines = text === '{';
  const reader = useReader(isOfLines ? null : file, { kind: 'orders', sheet, choices, ...meant });
  const { last, state } = reader;
  const kept = useKeptChoices('orders', '', last?.columns ?? null, [choices, setChoices]);
  const read = state.phase === 'read' ? (last?.lines?.text ?? null) : null;
  return {
    file,
    setFile: (next) => {
      kept.forget();
      setSheet(null);
      setFile(next);
    },
    lines: file !== null && isOfLines ? new TextDecoder().decode(file.bytes).trim() : read,
    ...{ reader, kept, choices, meant, mean, sheet, setSheet },
  };
}

/** Fields of the form. */
export function OrderFields({ file, setFile, reader, meant, mean, sheet, setSheet }: BacktestOrders) {
  const pasted = file?.name === PASTED ? new TextDecoder().decode(file.bytes) : '';
  const paste = (text: string) =>
    setFile(text.trim() === '' ? null : { name: PASTED, bytes: new TextEncoder().encode(text).buffer });
  return (
    <>
      <SheetField
        label="Orders"
        accept=".csv,.tsv,.txt,.xlsx,.xlsm,.ndjson,.jsonl"
        hint="Instead of a period: a sheet of orders, .xlsx or CSV, or lines of JSON; or drop it here"
        file={file}
        set={setFile}
      />
      <TabChoice read={reader.last} sheet={sheet} set={setSheet} />
      <details class="whole">
        <summary>Paste orders, days and weights</summary>
        <div class="fields">
          <MeaningFields meant={meant} mean={mean} />
          <Field
            label="Or paste them"
            isWide
            lines={4}
            value={pasted}
            set={paste}
            placeholder={'order no,pickup pincode,delivery pincode,weight kg,cod amount,date,courier'}
            hint="With their headings, as copied from a spreadsheet"
          />
        </div>
      </details>
    </>
  );
}

/** What became of the sheet. */
export function OrdersRead({
  file,
  reader,
  kept,
  choices,
  couriers,
}: BacktestOrders & { couriers: readonly Partner[] }) {
  const { last, state } = reader;
  const isReading = state.phase === 'reading';
  if (file === null) return null;
  return (
    <>
      {(last !== null || state.phase !== 'idle') && (
        <ReadingState reader={reader} mayBegin refusal={(message) => `${inImportWords(message).replace(/\.$/, '')}.`} />
      )}
      <Proposed kept={kept} />
      {last !== null && (
        <div class={isReading ? 'older' : ''} aria-busy={isReading}>
          {last.faults.length > 0 && <FaultTable faults={last.faults} count={last.faultCount} />}
          <Words words={last.couriers} choices={choices} choose={kept.choose} couriers={couriers} isOlder={isReading} />
          {last.skipped.length > 0 && <Sentences of={last.skipped.map(inImportWords)} />}
          <details open={last.faults.length > 0}>
            <summary>How the orders were read</summary>
            <div class="panel">
              {last.reading !== null && <Sentences of={readingInWords(last.reading)} />}
              <Columns {...last} choices={choices} choose={kept.choose} isOlder={isReading} />
            </div>
          </details>
        </div>
      )}
    </>
  );
}
