/** Import: a courier's sheet is dropped, read next to what the node has, and reviewed. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ImportKind } from '../../../import/kinds.js';
import { documentsOf } from '../../../import/node-documents.js';
import { useAsk } from '../../parts/ask.js';
import { useDraft, useDrafts } from '../../parts/drafts.js';
import { Fault } from '../../parts/fault.js';
import { CourierChoice } from '../../parts/courier-choice.js';
import { Choice, Field, Tick } from '../../parts/field.js';
import { go } from '../../parts/location.js';
import type { PageProps } from '../../parts/page.js';
import { pathWith } from '../../parts/paths.js';
import type { Choices, ReadOptions } from '../../reader/messages.js';
import { Applied } from '../../review/applied.js';
import { Columns } from './columns.js';
import { FaultTable } from './fault-table.js';
import { choicesOf, headingsMark, keepChoices, keptChoices } from './kept-maps.js';
import { Outcome } from './outcome.js';
import { type DroppedFile, useReader } from './reader.js';
import { SheetField } from './sheet-field.js';
import { inImportWords } from './words.js';

const KINDS: readonly (readonly [ImportKind, string])[] = [
  ['serviceability', 'Serviceability'],
  ['rates', 'Rates'],
  ['charges', 'Charges'],
  ['transit', 'Transit'],
];

/** How a sheet is meant; a corrected one is meant in the same way. */
type Meant = Pick<ReadOptions, 'skipUnknown' | 'createZones' | 'replace' | 'perKg' | 'zone'>;
const AS_IT_STANDS: Meant = { skipUnknown: false, createZones: false, replace: false, perKg: false, zone: '' };

export function ImportPage({ query }: PageProps) {
  const partner = query.get('courier') ?? '';
  const kind = KINDS.find(([name]) => name === query.get('kind'))?.[0] ?? 'serviceability';
  const drafts = useDrafts();
  const [file, setFile] = useState<DroppedFile | null>(null);
  const [sheet, setSheet] = useState<string | null>(null);
  const [choices, setChoices] = useState<Choices>({});
  const [meantText, setMeantText] = useDraft('how a sheet is meant');
  const [force, setForce] = useState(false);
  const [applied, setApplied] = useState<{ changeId: number | null; words: string } | null>(null);
  const couriers = useAsk(async (pinrate) => documentsOf(pinrate, 'partners'), []);
  const meant: Meant = { ...AS_IT_STANDS, ...(meantText !== '' && (JSON.parse(meantText) as Meant)) };
  const { state, last, stop, again } = useReader(
    file,
    partner === '' ? null : { kind, partner, sheet, choices, force, ...meant, zone: meant.zone.trim() },
  );
  useEffect(() => {
    document.title = 'Import · pinrate';
  }, []);
  const mark = last === null ? null : headingsMark(last.columns);
  const draft = `columns of ${partner} ${kind} ${mark}`;
  const proposed = mark === null || Object.keys(choices).length > 0 ? null : keptChoices(kind, partner, mark);
  const choose = (next: Choices) => {
    setChoices(next);
    drafts.set(draft, JSON.stringify(next));
  };
  // what was chosen before a reload is as typed
  const restored = useRef('');
  useEffect(() => {
    if (mark === null || restored.current === draft) return;
    restored.current = draft;
    const before = choicesOf(drafts.get(draft) ?? '');
    if (before !== null) setChoices(before);
  }, [draft]);
  const reset = () => {
    setSheet(null);
    setChoices({});
    setForce(false);
    setApplied(null);
    restored.current = '';
  };
  const set = (name: string) => (text: string) => {
    reset();
    setMeantText(null);
    go(pathWith('/import', { courier: partner, kind, [name]: text }), true);
  };
  const mean = (name: keyof Meant) => (value: boolean | string) =>
    setMeantText(JSON.stringify({ ...meant, [name]: value }));
  const isReading = state.phase === 'reading';
  return (
    <>
      <h1>Import</h1>
      <form class="fields" aria-label="What is imported" onSubmit={(event) => event.preventDefault()}>
        <CourierChoice value={partner} set={set('courier')} couriers={couriers.value} />
        <Choice label="Kind" value={kind} set={set('kind')} options={KINDS} />
        <SheetField
          file={file}
          set={(dropped) => {
            reset();
            setFile(dropped);
          }}
        />
        {last !== null && last.sheets.length > 1 && (
          <Choice
            label="Tab of the workbook"
            value={sheet ?? ''}
            set={(number) => setSheet(number === '' ? null : number)}
            options={[
              ['', 'The one that fits'],
              ...last.sheets.map(
                ({ name, number, isHidden }) =>
                  [String(number), `${number} ${name ?? ''}${isHidden ? ' (hidden)' : ''}`] as const,
              ),
            ]}
          />
        )}
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
      </form>
      {couriers.error !== undefined && <Fault error={couriers.error} again={couriers.again} />}
      {applied !== null && <Applied changeId={applied.changeId}>{applied.words}</Applied>}
      {file === null && applied === null && (
        <p class="empty">
          Drop the courier’s sheet anywhere in the box above: a workbook (.xlsx) or a CSV, as it was sent. Nothing is
          changed before you have reviewed it.
        </p>
      )}
      {file !== null && partner === '' && <p class="empty">Choose the courier whose sheet this is.</p>}
      {isReading && (
        <p class="row" role="status">
          {state.words}
          <button type="button" onClick={stop}>
            Stop
          </button>
        </p>
      )}
      {state.phase === 'idle' && file !== null && partner !== '' && (
        <p class="row">
          <button type="button" onClick={again}>
            Read it
          </button>
        </p>
      )}
      {state.phase === 'unreadable' && (
        <div class="alert bad" role="alert">
          <p>
            <strong>
              {file?.name} {inImportWords(state.message)}.
            </strong>
          </p>
        </div>
      )}
      {state.phase === 'failed' && <Fault error={state.error} again={again} />}
      {proposed !== null && (
        <p class="notice">
          A sheet of this courier with the same headings was read in another way.
          <button type="button" onClick={() => choose(proposed)}>
            Read it as then
          </button>
        </p>
      )}
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
          {last.faults.length > 0 && <FaultTable faults={last.faults} count={last.faultCount} />}
          <Outcome
            read={last}
            kind={kind}
            partner={partner}
            fileName={file?.name ?? ''}
            onApplied={({ changeId = null }) => {
              if (mark !== null) keepChoices(kind, partner, mark, choices);
              drafts.set(draft, null);
              setMeantText(null);
              reset();
              setFile(null);
              setApplied({ changeId, words: `${file?.name} was imported.` });
            }}
          />
          <section aria-labelledby="columns">
            <h2 id="columns">Columns</h2>
            <Columns columns={last.columns} fields={last.fields} choices={choices} set={choose} isOlder={isReading} />
          </section>
        </div>
      )}
    </>
  );
}
