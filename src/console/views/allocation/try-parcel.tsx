/** Try a parcel: who would get it by the policy that is shown, while one types. */
import { explainAllocation } from '../../../client/operations.js';
import type { Decision } from '../../../contract/allocation.js';
import type { AllocationPolicy } from '../../../model/documents.js';
import { type AskState, useAsk } from '../../parts/ask.js';
import { Fault } from '../../parts/fault.js';
import { Field } from '../../parts/field.js';
import { go, Link } from '../../parts/location.js';
import { pathWith } from '../../parts/paths.js';
import { PincodeField } from '../../parts/pincode-field.js';
import { Table } from '../../parts/table.js';
import { amountOf, rupees, weightOf } from '../../parts/words.js';

type Explanation = AskState<Decision>;
type ExplainBody = Parameters<typeof explainAllocation>[1];

const PINCODE = /^[1-9]\d{5}$/;
const EXAMPLE = { from: '110001', to: '560001', weight: '1.2 kg', cod: '2499.50' };

/** The decision about the parcel of the address; without a whole parcel nothing is asked. */
export function useExplained(query: URLSearchParams, policy: AllocationPolicy | undefined): Explanation {
  const { body } = readParcel(query);
  const asked = body === null || policy === undefined ? null : { ...body, policyId: policy.policyId };
  return useAsk(
    asked === null
      ? null
      : async (pinrate, signal) => (await explainAllocation(pinrate, asked as ExplainBody, { signal })).data,
    [JSON.stringify(asked), JSON.stringify(policy)],
  );
}

interface ReadParcel {
  /** Null: something is missing or wrong. */
  body: object | null;
  faults: { weight?: string; cod?: string };
}

function readParcel(query: URLSearchParams): ReadParcel {
  const [from, to, weightText, codText] = ['from', 'to', 'weight', 'cod'].map((name) => query.get(name)?.trim() ?? '');
  const faults: ReadParcel['faults'] = {};
  const weight = weightText === '' ? null : weightOf(weightText!);
  const cod = codText === '' ? null : amountOf(codText!);
  if (weight?.ok === false) faults.weight = weight.message;
  if (cod?.ok === false) faults.cod = cod.message;
  if (!PINCODE.test(from!) || !PINCODE.test(to!) || weight?.ok !== true || cod?.ok === false)
    return { body: null, faults };
  const payment =
    cod === null ? { paymentType: 'PREPAID' } : { paymentType: 'COD', codAmount: cod.value, declaredValue: cod.value };
  return {
    body: {
      shipmentDetails: {
        shipmentId: 'TRIED',
        serviceTypes: ['PICKUP', 'DELIVERY'],
        fromPincode: from,
        toPincode: to,
        weight: weight.value,
        ...payment,
      },
      assignmentPreferences: { assignmentStrategy: 'BEST_MATCH' },
    },
    faults,
  };
}

export function TryParcel({ query, explained }: { query: URLSearchParams; explained: Explanation }) {
  const { faults } = readParcel(query);
  const { value, error, isLoading, again } = explained;
  const text = (name: string): string => query.get(name) ?? '';
  const all = Object.fromEntries(query);
  const set = (name: string) => (typed: string) => go(pathWith('/allocation', { ...all, [name]: typed }), true);
  const isEmpty = ['from', 'to', 'weight', 'cod'].every((name) => text(name) === '');
  return (
    <section aria-label="Try a parcel">
      <h2>Try a parcel</h2>
      <form class="fields" aria-label="Parcel" onSubmit={(event) => event.preventDefault()}>
        <PincodeField label="From pincode" value={text('from')} set={set('from')} />
        <PincodeField label="To pincode" value={text('to')} set={set('to')} />
        <Field
          label="Weight"
          value={text('weight')}
          set={set('weight')}
          placeholder="1.2 kg"
          hint="kg, or 500 g"
          fault={faults.weight}
        />
        <Field
          label="COD amount"
          value={text('cod')}
          set={set('cod')}
          placeholder="prepaid"
          hint="₹ to collect"
          fault={faults.cod}
        />
      </form>
      {isEmpty && (
        <p class="empty">
          Type a parcel: the rules above show what became of them.{' '}
          <button type="button" onClick={() => go(pathWith('/allocation', { ...all, ...EXAMPLE }))}>
            Show an example
          </button>
        </p>
      )}
      {error !== undefined && <Fault error={error} again={again} />}
      {value !== undefined && error === undefined && <Outcome decision={value} isOlder={isLoading} />}
    </section>
  );
}

const Outcome = ({ decision, isOlder }: CandidatesProps) => (
  <>
    <p class="notice" role="status">
      {decision.sentence}
    </p>
    <Candidates decision={decision} isOlder={isOlder} />
  </>
);

interface CandidatesProps {
  decision: Decision;
  isOlder?: boolean;
}

export function Candidates({ decision: { candidates, uncovered }, isOlder = false }: CandidatesProps) {
  return (
    <>
      <Table
        name="Couriers"
        isOlder={isOlder}
        columns={[
          'Courier',
          'Place',
          { name: 'Cost', isNumber: true },
          { name: 'Hours', isNumber: true },
          {
            name: 'Score',
            isNumber: true,
            title: 'Cost, time, reliability and coverage in Rupees: the lowest comes first',
          },
          'Why',
        ]}
      >
        {candidates.map((candidate) => (
          <tr key={candidate.partnerId}>
            <th scope="row">
              <Link to={`/couriers/${candidate.partnerId}`}>{candidate.partnerId}</Link>
            </th>
            <td>{candidate.result === 'CHOSEN' ? <strong class="good">chosen</strong> : (candidate.rank ?? '–')}</td>
            <td class="number">{candidate.cost === undefined ? '–' : rupees(candidate.cost)}</td>
            <td class="number">{candidate.hours ?? '–'}</td>
            <td class="number">{candidate.score === undefined ? '–' : rupees(candidate.score)}</td>
            <td class="words">{whyOf(candidate)}</td>
          </tr>
        ))}
      </Table>
      {uncovered > 0 && <p class="quiet">{uncovered} more do not cover both ends.</p>}
    </>
  );
}

function whyOf({ ruleId, capacityId, reasons, share, adjustments }: Decision['candidates'][number]): string {
  const parts = [
    ...(ruleId === undefined ? [] : [`excluded by ${ruleId}`]),
    ...(capacityId === undefined ? [] : [`full: capacity ${capacityId}`]),
    ...(reasons === undefined ? [] : [`cannot: ${reasons.join(', ')}`]),
    ...(share === undefined
      ? []
      : [`${share.ruleId}: ${share.percent} %, due ${share.due.toFixed(1)}, has ${share.done}`]),
    ...(adjustments ?? []).map((each) => `${each.ruleId} ${rupees(each.rupees)}`),
  ];
  return parts.join('; ');
}
