/** A new courier: what every courier must have. Its sheets say the rest. */
import { useMemo } from 'preact/hooks';
import { listStates } from '../../../client/operations.js';
import { useAsk } from '../../parts/ask.js';
import { Choice, Field, Tick } from '../../parts/field.js';
import { go } from '../../parts/location.js';
import { useTyped } from '../../parts/typed.js';
import { amountOf, dayInIndia, weightOf } from '../../parts/words.js';
import { GROUPS_FAULT, GROUPS_HINT, groupsIn } from './groups.js';
import { Review } from '../../review/review.js';
import { askByLines, type ReviewTask } from '../../review/task.js';

const INITIAL = {
  id: '',
  name: '',
  gst: '',
  cod: 'yes',
  prepaid: 'yes',
  b2b: '',
  b2c: 'yes',
  maxWeight: '30 kg',
  maxCod: '50000',
  maxValue: '100000',
  longestCm: '120',
  cutoff: '18:00',
  hours: '96',
  groups: '',
};
type FormValues = typeof INITIAL;

/** A courier begins without zones: it is offered nowhere until its serviceability is imported. */
export function AddCourier({ close }: { close(): void }) {
  const { typed, set, forget } = useTyped('new courier', INITIAL);
  const states = useAsk(async (pinrate, signal) => (await listStates(pinrate, {}, { signal })).data, []);
  const task = useMemo(() => taskOf(typed), [typed]);
  const faults = task.ask === null ? faultsOf(typed) : {};
  const field = (name: keyof FormValues, label: string, hint?: string) => (
    <Field
      label={label}
      value={typed[name]}
      set={set(name)}
      hint={hint}
      fault={typed[name] === '' ? undefined : faults[name]}
    />
  );
  const tick = (name: keyof FormValues, label: string) => (
    <Tick label={label} checked={typed[name] === 'yes'} set={(isOn) => set(name)(isOn ? 'yes' : '')} />
  );
  const leave = () => {
    forget();
    close();
  };
  return (
    <Review
      name="Add courier"
      task={task}
      close={leave}
      onApplied={() => {
        leave();
        go(`/couriers/${typed.id.trim()}`);
      }}
      head={
        <div class="fields">
          {field('id', 'Id', 'As in requests: letters, digits, - and _. It never changes')}
          {field('name', 'Name')}
          <Choice
            label="GST state"
            value={typed.gst}
            set={set('gst')}
            options={[['', 'Choose'], ...gstStates(states.value ?? [])]}
          />
          <fieldset>
            <legend>Payment types</legend>
            {tick('cod', 'COD')}
            {tick('prepaid', 'Prepaid')}
          </fieldset>
          <fieldset>
            <legend>Shipment types</legend>
            {tick('b2b', 'B2B')}
            {tick('b2c', 'B2C')}
          </fieldset>
          {field('maxWeight', 'Highest weight', 'A bare number is kg')}
          {field('longestCm', 'Longest side', 'In cm, of each side')}
          {field('maxCod', 'Highest COD amount', 'In Rupees')}
          {field('maxValue', 'Highest value', 'In Rupees')}
          {field('cutoff', 'Cutoff', 'Later parcels leave on the next day')}
          {field('hours', 'Hours of transit', 'Until its transit sheet says it by lane')}
          {field('groups', 'Groups', GROUPS_HINT)}
        </div>
      }
    />
  );
}

interface State {
  name: string;
  gstCode?: string | null;
}

const gstStates = (states: readonly unknown[]): [string, string][] =>
  (states as State[]).flatMap(({ name, gstCode }) => (gstCode ? [[gstCode, `${name} (${gstCode})`]] : []));

const isOn = (text: string): boolean => text === 'yes';

/** By field; none: the form is complete. */
function faultsOf({
  id,
  name,
  gst,
  cod,
  prepaid,
  b2b,
  b2c,
  ...rest
}: FormValues): Partial<Record<keyof FormValues, string>> {
  const weight = weightOf(rest.maxWeight);
  const amounts = { maxCod: amountOf(rest.maxCod), maxValue: amountOf(rest.maxValue) };
  return {
    ...(!/^[a-zA-Z0-9_-]{3,50}$/.test(id.trim()) && { id: '3 to 50 letters, digits, - and _' }),
    ...(name.trim() === '' && { name: 'Say its name' }),
    ...(gst === '' && { gst: 'Choose the state' }),
    ...(!isOn(cod) && !isOn(prepaid) && { cod: 'At least one' }),
    ...(!isOn(b2b) && !isOn(b2c) && { b2b: 'At least one' }),
    ...(!weight.ok && { maxWeight: weight.message }),
    ...(!amounts.maxCod.ok && { maxCod: amounts.maxCod.message }),
    ...(!amounts.maxValue.ok && { maxValue: amounts.maxValue.message }),
    ...(!(Number(rest.longestCm) > 0) && { longestCm: 'A number of cm' }),
    ...(!/^([01]\d|2[0-3]):[0-5]\d$/.test(rest.cutoff) && { cutoff: 'Hours and minutes, as 18:00' }),
    ...(!(Number(rest.hours) > 0) && { hours: 'A number of hours' }),
    ...(groupsIn(rest.groups) === null && { groups: GROUPS_FAULT }),
  };
}

/** Farther than any two places of India. */
const ALL_KM = 10_000;

function taskOf(typed: FormValues): ReviewTask {
  const isComplete = Object.keys(faultsOf(typed)).length === 0;
  const partnerId = typed.id.trim();
  const name = typed.name.trim();
  const weight = weightOf(typed.maxWeight);
  const amount = (text: string): number => {
    const parsed = amountOf(text);
    return parsed.ok ? parsed.value : 0;
  };
  const side = Number(typed.longestCm);
  const document = {
    partnerId,
    name,
    status: 'ACTIVE',
    tier: 'TIER_1',
    joinedDate: dayInIndia(new Date()),
    gstStateCode: typed.gst,
    contact: { name, phone: '', email: '', trackingUrl: '' },
    limits: {
      maxWeight: weight.ok ? weight.value : 0,
      maxDimensions: { length: side, width: side, height: side },
      maxCodAmount: amount(typed.maxCod),
      maxDeclaredValue: amount(typed.maxValue),
    },
    paymentTypes: [...(isOn(typed.cod) ? ['COD'] : []), ...(isOn(typed.prepaid) ? ['PREPAID'] : [])],
    shipmentTypes: [...(isOn(typed.b2b) ? ['B2B'] : []), ...(isOn(typed.b2c) ? ['B2C'] : [])],
    cutoffTime: typed.cutoff,
    weekendDelivery: false,
    sameDay: false,
    groups: groupsIn(typed.groups),
    transit: [{ distanceFrom: 0, distanceTo: ALL_KM, hours: Number(typed.hours) }],
  };
  return {
    does: isComplete
      ? `${name} will be a courier. It is offered where its zones say, once they are imported.`
      : 'Fill in the form; what the courier charges and where it goes come from its sheets.',
    draft: 'add courier',
    proposedNote: isComplete ? `New courier ${name}` : '',
    inSpiteOfChanges: null,
    ask: isComplete ? askByLines(() => Promise.resolve([{ collection: 'partners', document }])) : null,
  };
}
