/** Rate: what a parcel costs, who carries it, and why the others do not. The address has the whole question. */
import { useEffect, useState } from 'preact/hooks';
import { useAsk } from '../../parts/ask.js';
import { Copy } from '../../parts/copy.js';
import { Fault } from '../../parts/fault.js';
import { Choice, Field, Tick } from '../../parts/field.js';
import { setParameter, go } from '../../parts/location.js';
import { pathWith } from '../../parts/paths.js';
import { PincodeField } from '../../parts/pincode-field.js';
import { useSession } from '../../parts/session.js';
import { inConsoleWords } from '../../parts/words.js';
import type { PageProps } from '../../parts/page.js';
import { NotOffered } from './not-offered.js';
import { askOffers, detailRefusals } from './offers.js';
import { OfferTable } from './offer-table.js';
import { PolicyLine } from './policy-line.js';
import { EXTRA_SERVICES, type Form, type FormField, formOf, readForm } from './question.js';
import { Replay } from './replay.js';

/** A parcel to begin with, where nothing is typed yet. */
const EXAMPLE = { from: '110001', to: '560001', weight: '1.2 kg', cod: '2499.50' };
const FOLDED: readonly FormField[] = ['pieces', 'type', 'customer', 'services', 'direction'];

export function RatePage({ query }: PageProps) {
  const token = query.get('token');
  useEffect(() => {
    document.title = 'Rate · pinrate';
  }, []);
  return token === null ? <Question query={query} /> : <Replay token={token} />;
}

function Question({ query }: { query: URLSearchParams }) {
  const { session } = useSession();
  const form = formOf(query);
  const { question, faults, isPast } = readForm(form, new Date());
  const key = JSON.stringify([question, isPast]);
  const { value, error, isLoading, again } = useAsk(
    question === null ? null : (_, signal) => askOffers(session, question, isPast, signal),
    [key],
  );
  const detailed = useAsk(
    value === undefined || question === null
      ? null
      : (_, signal) => detailRefusals(session, value.refusals, question, signal),
    [value],
  );
  const isEmpty = Object.values(form).every((text) => text === '');
  return (
    <>
      <h1>Rate</h1>
      <ShipmentFields form={form} faults={faults} />
      {isEmpty && (
        <p class="empty">
          Type where a parcel goes and what it weighs: every courier answers at once.{' '}
          <button type="button" onClick={() => go(pathWith('/rate', EXAMPLE))}>
            Show an example
          </button>
        </p>
      )}
      {!isEmpty && question === null && Object.keys(faults).length === 0 && (
        <p class="empty">Two pincodes and a weight make a question.</p>
      )}
      {isPast && question !== null && (
        <p class="notice">This day is over: the rows of that day, on today’s cards, courier by courier.</p>
      )}
      {error !== undefined && <Fault error={error} again={again} />}
      {question !== null && value === undefined && isLoading && (
        <p class="quiet" role="status">
          Asking all couriers …
        </p>
      )}
      {question !== null && value !== undefined && error === undefined && (
        <div class={isLoading ? 'older' : ''} aria-busy={isLoading}>
          {value.warnings.map((warning) => (
            <p key={warning} class="alert warn">
              {inConsoleWords(warning)}
            </p>
          ))}
          {value.hasPolicy && <PolicyLine question={question} form={form} offers={value} />}
          <OfferTable offers={value.offers} question={question} />
          <NotOffered refusals={detailed.value ?? value.refusals} />
          <p class="row">
            <Copy label="Copy the link to this question" text={async () => location.href} />
          </p>
        </div>
      )}
    </>
  );
}

interface FieldsProps {
  form: Form;
  faults: Partial<Record<FormField, string>>;
}

function ShipmentFields({ form, faults }: FieldsProps) {
  const [isUnfolded, setIsUnfolded] = useState(FOLDED.some((field) => form[field] !== ''));
  const set: (field: FormField) => (text: string) => void = setParameter;
  const services = form.services.split(',').filter((service) => service !== '');
  const setService = (service: string, isOn: boolean) =>
    set('services')([...services.filter((each) => each !== service), ...(isOn ? [service] : [])].join(','));
  return (
    <form class="fields" aria-label="Shipment" onSubmit={(event) => event.preventDefault()}>
      <PincodeField label="From pincode" value={form.from} set={set('from')} />
      <PincodeField label="To pincode" value={form.to} set={set('to')} />
      <Field
        label="Weight"
        value={form.weight}
        set={set('weight')}
        placeholder="1.2 kg"
        hint={form.pieces === '' ? 'kg, or 500 g' : 'The pieces count'}
        fault={faults.weight}
      />
      <Field
        label="COD amount"
        value={form.cod}
        set={set('cod')}
        inputMode="decimal"
        placeholder="prepaid"
        hint="₹ to collect"
        fault={faults.cod}
      />
      <Field
        label="Value"
        value={form.value}
        set={set('value')}
        inputMode="decimal"
        placeholder={form.cod === '' ? '' : 'as COD'}
        hint="₹ declared"
        fault={faults.value}
      />
      <Field label="Ship date" type="date" value={form.date} set={set('date')} hint="Empty: now" />
      <details open={isUnfolded} onToggle={(event) => setIsUnfolded(event.currentTarget.open)}>
        <summary>Pieces, type, customer, services, direction</summary>
        <div class="fields">
          <Field
            label="Pieces"
            value={form.pieces}
            set={set('pieces')}
            lines={2}
            placeholder={'12 kg 40x30x20 x2\n8 kg'}
            hint="One a line, sides in cm"
            fault={faults.pieces}
          />
          <Choice
            label="Type"
            value={form.type}
            set={set('type')}
            options={[
              ['', 'To a consumer (B2C)'],
              ['B2B', 'To a business (B2B)'],
            ]}
          />
          <Field label="Customer" value={form.customer} set={set('customer')} hint="Id: its own rows of the card" />
          <Choice
            label="Direction"
            value={form.direction}
            set={set('direction')}
            options={[
              ['', 'To the recipient'],
              ['RTO', 'Back, not delivered (RTO)'],
              ['REVERSE', 'Fetched from a customer'],
            ]}
          />
          <fieldset>
            <legend>Services</legend>
            {EXTRA_SERVICES.map((service) => (
              <Tick
                key={service}
                label={service.charAt(0) + service.slice(1).toLowerCase()}
                checked={services.includes(service)}
                set={(isOn) => setService(service, isOn)}
              />
            ))}
          </fieldset>
        </div>
      </details>
    </form>
  );
}
