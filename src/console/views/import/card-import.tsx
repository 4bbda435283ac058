/** A sheet of a courier's card: dropped, read next to what the node has, and reviewed. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { ImportKind } from '../../../import/kinds.js';
import { Field, Tick } from '../../parts/field.js';
import { useTyped } from '../../parts/typed.js';
import type { CardOptions, Choices } from '../../reader/messages.js';
import { Applied } from '../../review/applied.js';
import { Columns, Proposed } from './columns.js';
import { FaultTable } from './fault-table.js';
import { useKeptChoices } from './kept-maps.js';
import { MeaningFields } from './meaning-fields.js';
import { Outcome } from './outcome.js';
import { type DroppedFile, useReader } from './reader.js';
import { ReadingState, TabChoice } from './reading-state.js';
import { SheetField } from './sheet-field.js';
import { inImportWords } from './words.js';

/** How a sheet is meant; a corrected one is meant in the same way. */
type Meant = Pick<CardOptions, 'skipUnknown' | 'createZones' | 'replace' | 'perKg' | 'zone' | 'days' | 'unit'>;
const AS_IT_STANDS: Meant = {
  ...{ skipUnknown: false, createZones: false, replace: false, perKg: false },
  ...{ zone: '', days: '', unit: '' },
};

export interface ImportProps<Kind> {
  partner: string;
  kind: Kind;
  file: DroppedFile | null;
  setFile(file: DroppedFile | null): void;
  setKind(kind: ImportKind): void;
  /** The fields that all kinds have. @param onSet before one of them is another */
  head(onSet: () => void): ComponentChildren;
}

export function CardImport({ partner, kind, file, setFile, setKind, head }: ImportProps<ImportKind>) {
  const [sheet, setSheet] = useState<string | null>(null);
  const [choices, setChoices] = useState<Choices>({});
  const { typed: meant, set: mean, forget: forgetMeant } = useTyped('how a sheet is meant', AS_IT_STANDS);
  const [force, setForce] = useState(false);
  const [applied, setApplied] = useState<{ changeId: number | null; words: string } | null>(null);
  const reader = useReader(
    file,
    partner === '' ? null : { kind, partner, sheet, choices, force, ...meant, zone: meant.zone.trim() },
  );
  const { last } = reader;
  const kept = useKeptChoices(kind, partner, last?.columns ?? null, [choices, setChoices]);
  const reset = () => {
    setSheet(null);
    kept.forget();
    setForce(false);
    setApplied(null);
  };
  const isReading = reader.state.phase === 'reading';
  return (
    <>
      <form class="fields" aria-label="What is imported" onSubmit={(event) => event.preventDefault()}>
        {head(() => {
          reset();
          forgetMeant();
        })}
        <SheetField
          file={file}
          set={(dropped) => {
            reset();
            setFile(dropped);
          }}
        />
        <TabChoice read={last} sheet={sheet} set={setSheet} />
        {file !== null && (
          <fieldset>
            <legend>How it is meant</legend>
            {kind === 'serviceability' && (
              <>
                <Tick label="Leave out unknown pincodes" checked={meant.skipUnknown} set={mean('skipUnknown')} />
                <Tick label="Make new zones" checked={meant.createZones} set={mean('createZones')} />
              </>
            )}
            {kind === 'rates' && <Tick label="Prices for each kg" checked={meant.perKg} set={mean('perKg')} />}
            <Tick label="End rows that are not in it" checked={meant.replace} set={mean('replace')} />
          </fieldset>
        )}
        {file !== null && kind === 'serviceability' && (
          <Field
            label="Zone of new pincodes"
            value={meant.zone}
            set={mean('zone')}
            hint="Where no column and no zone says it; may be empty"
          />
        )}
        {file !== null && <MeaningFields meant={meant} mean={mean} hasWeights={kind === 'rates'} />}
      </form>
      {applied !== null && <Applied changeId={applied.changeId}>{applied.words}</Applied>}
      {file === null && applied === null && (
        <p class="empty">
          Drop the courier’s sheet anywhere in the box above: a workbook (.xlsx) or a CSV, as it was sent. Nothing is
          changed before you have reviewed it.
        </p>
      )}
      {file !== null && partner === '' && <p class="empty">Choose the courier whose sheet this is.</p>}
      <ReadingState
        reader={reader}
        mayBegin={file !== null && partner !== ''}
        refusal={(message) => `${file?.name} ${inImportWords(message)}.`}
      />
      <Proposed kept={kept} />
      {last !== null && (
        <div class={isReading ? 'older' : ''} aria-busy={isReading}>
          {last.losses !== null && (
            <div class="alert warn" role="alert">
              <p>
                <strong>Much would be lost.</strong> {inImportWords(last.losses)}
              </p>
              <Tick label="Import all the same" checked={force} set={setForce} />
            </div>
          )}
          {last.looksLike !== null && (
            <p class="alert warn">
              <strong>It looks like a sheet of {last.looksLike}.</strong>{' '}
              <button
                type="button"
                onClick={() => {
                  reset();
                  forgetMeant();
                  setKind(last.looksLike!);
                }}
              >
                Read it as {last.looksLike}
              </button>
            </p>
          )}
          {last.faults.length > 0 && <FaultTable faults={last.faults} count={last.faultCount} />}
          <Outcome
            read={last}
            kind={kind}
            partner={partner}
            fileName={file?.name ?? ''}
            onApplied={({ changeId = null }) => {
              kept.keep();
              forgetMeant();
              reset();
              setFile(null);
              setApplied({ changeId, words: `${file?.name} was imported.` });
            }}
          />
          <section aria-labelledby="columns">
            <h2 id="columns">Columns</h2>
            <Columns
              columns={last.columns}
              fields={last.fields}
              choices={choices}
              choose={kept.choose}
              isOlder={isReading}
            />
          </section>
        </div>
      )}
    </>
  );
}
