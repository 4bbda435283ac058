/** A sheet of what became of parcels: dropped, tried without effect, and imported. */
import { useEffect, useState } from 'preact/hooks';
import type { Partner } from '../../../model/documents.js';
import { counted } from '../../../words.js';
import { Choice, Field } from '../../parts/field.js';
import { useTyped } from '../../parts/typed.js';
import type { Choices, OutcomeOptions } from '../../reader/messages.js';
import { Applied } from '../../review/applied.js';
import type { ImportProps } from './card-import.js';
import { Columns, Proposed } from './columns.js';
import { FaultTable } from './fault-table.js';
import { useKeptChoices } from './kept-maps.js';
import { MeaningFields } from './meaning-fields.js';
import { HowRead, StatusTable, totalOf, whatItDoes } from './outcome-effect.js';
import { useReader } from './reader.js';
import { ReadingState, TabChoice } from './reading-state.js';
import { SheetField } from './sheet-field.js';
import { inImportWords } from './words.js';
import { Words } from './word-table.js';

/** How a sheet is meant; the next one is meant in the same way. */
type Meant = Pick<OutcomeOptions, 'days' | 'unit' | 'by' | 'caller' | 'payment' | 'map'>;
const AS_IT_STANDS: Meant = { days: '', unit: '', by: 'awb', caller: '', payment: '', map: '' };

interface OutcomeImportProps extends ImportProps<'outcomes'> {
  couriers: readonly Partner[];
}

export function OutcomeImport({ partner, kind, file, setFile, head, couriers }: OutcomeImportProps) {
  const [sheet, setSheet] = useState<string | null>(null);
  const [choices, setChoices] = useState<Choices>({});
  const { typed: meant, set: mean } = useTyped('how outcomes are meant', AS_IT_STANDS);
  const [ownMap, setOwnMap] = useState<OutcomeOptions['ownMap']>(null);
  /** What is imported, and no longer tried; null: nothing is. */
  const [importing, setImporting] = useState<string | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const options = { ...meant, ...{ kind, partner, sheet, choices, ownMap }, caller: meant.caller.trim() };
  const asked = JSON.stringify(options);
  const isImporting = importing === asked;
  // another way to read it is tried first
  useEffect(() => setImporting((before) => (before === asked ? before : null)), [asked]);
  const reader = useReader(file, { ...options, dryRun: !isImporting });
  const { last, state } = reader;
  const outcomes = last?.outcomes ?? null;
  const kept = useKeptChoices(kind, partner, last?.columns ?? null, [choices, setChoices]);
  const reset = () => {
    setSheet(null);
    kept.forget();
    setImporting(null);
    setDone(null);
  };
  useEffect(() => {
    if (!isImporting || state.phase === 'reading') return;
    if (state.phase === 'read' && outcomes?.isImported === true) {
      kept.keep();
      reset();
      setFile(null);
      setDone(`${file?.name} was imported: ${counted(totalOf(outcomes), 'parcel')}.`);
    } else if (state.phase !== 'failed') setImporting(null);
  }, [state]);
  const isReading = state.phase === 'reading';
  const isSound = last !== null && last.faults.length === 0 && outcomes?.sent !== null;
  // what is asked comes before what it hides
  const hasUnknown = outcomes?.words.some(({ means }) => means === null) === true;
  const words = outcomes !== null && (
    <Words words={outcomes.words} choices={choices} choose={kept.choose} couriers={couriers} isOlder={isReading} />
  );
  return (
    <>
      <form class="fields" aria-label="What is imported" onSubmit={(event) => event.preventDefault()}>
        {head(reset)}
        <SheetField
          file={file}
          set={(dropped) => {
            reset();
            setFile(dropped);
          }}
        />
        <TabChoice read={last} sheet={sheet} set={setSheet} />
        <Choice
          label="Form"
          value={meant.map}
          set={mean('map')}
          options={[
            ['', 'The one that fits'],
            ...(outcomes?.maps ?? []).map((name) => [name, `As from ${name}`] as const),
            ['NONE', 'By its headings alone'],
          ]}
        />
        <details class="whole">
          <summary>How it is meant</summary>
          <div class="fields">
            <MeaningFields meant={meant} mean={mean} />
            <Choice
              label="Payment"
              value={meant.payment}
              set={mean('payment')}
              options={[
                ['', 'As the sheet says'],
                ['COD', 'COD, where no column says it'],
                ['PREPAID', 'Prepaid, where no column says it'],
              ]}
            />
            <Choice
              label="Parcels go by"
              value={meant.by}
              set={mean('by')}
              options={[
                ['awb', 'Their AWB'],
                ['ref', 'Our own number (ref)'],
              ]}
            />
            {meant.by === 'ref' && (
              <Field
                label="Assigned by"
                value={meant.caller}
                set={mean('caller')}
                hint="A login, as service:web-shop; empty: this one"
              />
            )}
            <SheetField
              label="Map"
              accept=".yaml,.yml"
              hint="May be left out: words and columns in YAML, as the command line takes it"
              file={ownMap}
              set={({ name, bytes }) => {
                setOwnMap({ name, text: new TextDecoder().decode(bytes) });
                mean('map')('');
              }}
            />
          </div>
        </details>
      </form>
      {done !== null && <Applied changeId={null}>{done} Its figures are counted now.</Applied>}
      {file === null && done === null && (
        <p class="empty">
          Drop a courier’s tracking sheet in the box above: a line a parcel, with what became of it. Names, phones and
          addresses in it are not read. It is tried without effect first.
        </p>
      )}
      <ReadingState reader={reader} mayBegin={file !== null} refusal={(message) => `${inImportWords(message)}.`} />
      <Proposed kept={kept} />
      {last !== null && outcomes !== null && (
        <div class={isReading ? 'older' : ''} aria-busy={isReading}>
          {hasUnknown && words}
          {last.faults.length > 0 && <FaultTable faults={last.faults} count={last.faultCount} />}
          {outcomes.summary !== null && (
            <section aria-labelledby="import-does">
              <h2 id="import-does">What it does</h2>
              <p>{whatItDoes(outcomes, last.faultCount)}</p>
              <StatusTable summary={outcomes.summary} />
              {isSound && (
                <p class="row">
                  <button type="button" class="main" disabled={isReading} onClick={() => setImporting(asked)}>
                    Import
                  </button>
                  <span class="quiet">
                    Nothing is imported yet. An import cannot be undone: a corrected sheet of the same parcels takes its
                    place.
                  </span>
                </p>
              )}
              <h3>How it was read</h3>
              <HowRead outcomes={outcomes} reading={last.reading} />
            </section>
          )}
          {!hasUnknown && words}
          <section aria-labelledby="columns">
            <h2 id="columns">Columns</h2>
            <Columns {...last} choices={choices} choose={kept.choose} isOlder={isReading} />
          </section>
        </div>
      )}
    </>
  );
}
