/** Invoices: a courier's invoice is dropped, held against what the contract allows, and disputed. */
import { useEffect, useState } from 'preact/hooks';
import { documentsOf } from '../../../import/node-documents.js';
import { counted } from '../../../words.js';
import { useAsk } from '../../parts/ask.js';
import { useDrafts } from '../../parts/drafts.js';
import { Fault } from '../../parts/fault.js';
import { CourierChoice } from '../../parts/courier-choice.js';
import { Choice, Field } from '../../parts/field.js';
import { setParameter } from '../../parts/location.js';
import type { PageProps } from '../../parts/page.js';
import { useTyped } from '../../parts/typed.js';
import { amountOf } from '../../parts/words.js';
import { type InvoiceOptions, type SentFile, SHEET_ROLES, type SheetRole } from '../../reader/invoice-messages.js';
import type { Choices } from '../../reader/messages.js';
import { choicesOf, headingsMark, keepChoices } from '../import/kept-maps.js';
import { MeaningFields } from '../import/meaning-fields.js';
import { UNREADABLE } from '../import/reading-state.js';
import { SheetField } from '../import/sheet-field.js';
import { Doubts } from './doubts.js';
import { Files } from './files.js';
import { Lines } from './lines.js';
import { type DroppedFiles, useReconciler } from './reconciler.js';
import { SheetColumns } from './sheet-columns.js';
import { Card, Causes, PickupHint, Sums, Totals } from './sums.js';

const BASES = [
  ['', 'Choose: with or without tax'],
  ['withTax', 'With tax'],
  ['withoutTax', 'Without tax'],
] as const;

const SERVICES = [
  ['', 'As the sheet says'],
  ['door', 'Picked up and delivered at the door'],
] as const;

const NOTHING_DROPPED: DroppedFiles = {
  invoice: null,
  orders: null,
  items: null,
  routes: null,
  ledger: null,
  map: null,
};
/** How a sheet is meant; a corrected one is meant in the same way. */
type Meant = Pick<InvoiceOptions, 'number' | 'date' | 'days' | 'unit' | 'services'> & { tolerance: string };
const AS_IT_STANDS: Meant = { tolerance: '1.00', number: '', date: '', days: '', unit: '', services: '' };

export function InvoicesPage({ query }: PageProps) {
  const partner = query.get('courier') ?? '';
  const basis = BASES.find(([name]) => name === query.get('basis'))?.[0] ?? '';
  const drafts = useDrafts();
  const [files, setFiles] = useState(NOTHING_DROPPED);
  const { invoice } = files;
  const { typed: meant, set: mean } = useTyped('how an invoice is meant', AS_IT_STANDS);
  const drop = (name: keyof DroppedFiles) => (file: SentFile) => {
    // another invoice has another number
    if (name === 'invoice' && invoice !== null && invoice.name !== file.name) mean('number')('');
    setFiles((present) => ({ ...present, [name]: file }));
  };
  const draftOf = (role: SheetRole): string => `columns of ${role} ${partner} ${files[role]?.name}`;
  const chosen = (role: SheetRole): Choices => choicesOf(drafts.get(draftOf(role)) ?? '') ?? {};
  const [, redraw] = useState(0);
  const couriers = useAsk(async (pinrate) => documentsOf(pinrate, 'partners'), []);
  useEffect(() => {
    document.title = 'Invoices · pinrate';
  }, []);
  const { tolerance: typed, ...meantSo } = meant;
  const tolerance = amountOf(typed);
  const options: InvoiceOptions | null =
    partner === '' || basis === '' || !tolerance.ok
      ? null
      : {
          partner,
          basis,
          ...meantSo,
          tolerancePaise: Math.round(tolerance.value * 100),
          choices: Object.fromEntries(SHEET_ROLES.map((role) => [role, chosen(role)])) as InvoiceOptions['choices'],
        };
  const { work, seen, outcome, ...reconciler } = useReconciler(files, options);
  const choose = (role: SheetRole) => (more: Choices) => {
    drafts.set(draftOf(role), JSON.stringify({ ...chosen(role), ...more }));
    redraw((times) => times + 1);
  };
  const begin = () => {
    // the next month's invoice has the same headings
    for (const role of SHEET_ROLES) {
      const columns = seen?.[role]?.columns;
      if (columns !== undefined) keepChoices(role, partner, headingsMark(columns), chosen(role));
    }
    reconciler.reconcile();
  };
  const isStopped = work === null && outcome === null && reconciler.lineCount === 0 && reconciler.unreadable === null;
  const hasFaults = SHEET_ROLES.some((role) => (seen?.[role]?.faults.length ?? 0) > 0);
  return (
    <>
      <h1>Invoices</h1>
      <form class="fields" aria-label="What is compared" onSubmit={(event) => event.preventDefault()}>
        <CourierChoice value={partner} set={setParameter('courier')} couriers={couriers.value} />
        <Choice label="Amounts" value={basis} set={setParameter('basis')} options={BASES} />
        <Choice label="Services" value={meant.services} set={mean('services')} options={SERVICES} />
        <SheetField label="Invoice" file={invoice} set={drop('invoice')} />
        <SheetField
          label="Orders"
          hint="May be left out: the house’s own weights, values and dates"
          file={files.orders}
          set={drop('orders')}
        />
        <SheetField
          label="Ledger"
          hint="May be left out: ledger.csv of the invoices before, to find what is billed twice"
          file={files.ledger}
          set={drop('ledger')}
        />
        <details class="whole">
          <summary>How it is meant</summary>
          <div class="fields">
            <MeaningFields meant={meant} mean={mean} />
            <Field
              label="Tolerance"
              value={meant.tolerance}
              set={mean('tolerance')}
              inputMode="decimal"
              hint="Rupees a line"
              fault={tolerance.ok ? undefined : tolerance.message}
            />
            <Field
              label="Invoice number"
              value={meant.number}
              set={mean('number')}
              hint="Else its column, or the name of the file"
            />
            <Field
              label="Date"
              type="date"
              value={meant.date}
              set={mean('date')}
              hint="Of lines that have none; else today"
            />
            <SheetField
              label="Weights of SKUs"
              hint="Where the orders name SKUs and no weights"
              file={files.items}
              set={drop('items')}
            />
            <SheetField
              label="Routes"
              hint="The lanes or zones that the house holds for two ends"
              file={files.routes}
              set={drop('routes')}
            />
            <SheetField
              label="Map"
              accept=".yaml,.yml"
              hint="May be left out: words and columns in YAML, as the command line takes it"
              file={files.map}
              set={drop('map')}
            />
          </div>
        </details>
      </form>
      {couriers.error !== undefined && <Fault error={couriers.error} again={couriers.again} />}
      {invoice === null && (
        <p class="empty">
          Drop the courier’s invoice in its box above: a workbook (.xlsx) or a CSV, as it was sent. Nothing is sent to
          the courier, and nothing on the node changes.
        </p>
      )}
      {invoice !== null && options === null && (
        <p class="empty">Choose the courier, and whether the amounts of its lines are with tax.</p>
      )}
      {work !== null && (
        <p class="row" role="status">
          {work.words}
          {work.share !== null && <progress value={work.share} aria-label="Done" />}
          <button type="button" onClick={reconciler.stop}>
            Stop
          </button>
        </p>
      )}
      {invoice !== null && options !== null && isStopped && !hasFaults && reconciler.error === undefined && (
        <p class="row">
          <button type="button" onClick={reconciler.again}>
            Read it
          </button>
        </p>
      )}
      {reconciler.unreadable !== null && (
        <div class="alert bad" role="alert">
          <p>
            <strong>{reconciler.unreadable}</strong>
          </p>
          <p>{UNREADABLE}</p>
        </div>
      )}
      {reconciler.error !== undefined && <Fault error={reconciler.error} again={reconciler.again} />}
      {outcome !== null && (
        <>
          <Totals summary={outcome.report.summary} />
          {meant.services === '' && <PickupHint surcharge={outcome.surcharge} />}
          <Files files={outcome.files} />
          <Card {...outcome.report} />
          <Causes summary={outcome.report.summary} />
          <Lines summary={outcome.report.summary} lines={reconciler.lines} show={reconciler.show} />
          <Sums summary={outcome.report.summary} />
        </>
      )}
      {seen !== null && options !== null && (
        <>
          {outcome === null && work === null && !hasFaults && reconciler.lineCount > 0 && (
            <>
              <Doubts of={reconciler.doubts} />
              <p class="row">
                <button type="button" class="main" onClick={begin}>
                  Reconcile
                </button>
                <span class="quiet">{counted(reconciler.lineCount, 'line')}</span>
              </p>
            </>
          )}
          {SHEET_ROLES.map((role) => {
            const sheet = seen[role];
            return (
              sheet !== null && (
                <SheetColumns
                  key={role}
                  role={role}
                  partner={partner}
                  sheet={sheet}
                  choices={options.choices[role]}
                  choose={choose(role)}
                  isOlder={work !== null}
                  isOpen={outcome === null}
                />
              )
            );
          })}
        </>
      )}
    </>
  );
}
