/** Try a parcel: who would get it by the policy that is shown, while one types. */
import { useState } from 'preact/hooks';
import { explainAllocation } from '../../../client/operations.js';
import type { Decision } from '../../../contract/allocation.js';
import type { Envelope } from '../../../contract/types.js';
import { REASONS } from '../../../domain/reasons.js';
import type { AllocationPolicy } from '../../../model/documents.js';
import { type AskState, useAsk } from '../../parts/ask.js';
import { CourierLink, CourierName, useCouriers } from '../../parts/couriers.js';
import { Fault } from '../../parts/fault.js';
import { Field } from '../../parts/field.js';
import { amend, setParameter } from '../../parts/location.js';
import { PincodeField } from '../../parts/pincode-field.js';
import { Table } from '../../parts/table.js';
import { amountOf, inConsoleWords, rupees, weightOf } from '../../parts/words.js';
import { OfferDetail } from '../rate/offer-detail.js';
import type { Question } from '../rate/question.js';
import type { PolicyRule } from './sentence.js';

type Explanation = AskState<Decision & Pick<Envelope, 'warnings'>>;
type ExplainBody = Parameters<typeof explainAllocation>[1];

const PINCODE = /^[1-9]\d{5}$/;
const SERVICES: NonNullable<Question['serviceRequirements']> = ['PICKUP', 'DELIVERY'];
const MEMBERS = ['from', 'to', 'weight', 'cod', 'customer'];
const EXAMPLE = { from: '110001', to: '560001', weight: '1.2 kg', cod: '2499.50' };

/** A rule by its label; one that the policy no longer has by its id. */
export function ruleName(ruleId: string, rules: readonly PolicyRule[]): string {
  const rule = rules.find((each) => each.ruleId === ruleId);
  return rule === undefined ? ruleId : `“${rule.label}”`;
}

/** The node's sentence, with the rule that decided by its label. */
const sentenceWords = (sentence: string, rules: readonly PolicyRule[]): string =>
  sentence.replace(
    /\b(Refused by|share|order) ([a-z0-9-]+)/,
    (_, what: string, ruleId: string) => `${what} ${ruleName(ruleId, rules)}`,
  );

/** The decision about the parcel of the address; without a whole parcel nothing is asked. */
export function useExplained(query: URLSearchParams, policy: AllocationPolicy | undefined): Explanation {
  const { body } = readParcel(query);
  const asked = body === null || policy === undefined ? null : { ...body, policyId: policy.policyId };
  return useAsk(
    asked === null
      ? null
      : async (pinrate, signal) => {
          const { data, warnings } = await explainAllocation(pinrate, asked as ExplainBody, { signal });
          return { ...data, ...(warnings && { warnings }) };
        },
    [JSON.stringify(asked), JSON.stringify(policy)],
  );
}

type ParcelTerms = Pick<Question, 'paymentType' | 'codAmount' | 'declaredValue' | 'customerId'>;

interface ReadParcel {
  /** Null: something is missing or wrong. */
  body: object | null;
  /** The same parcel as a question about its price. */
  question: Question | null;
  faults: { weight?: string; cod?: string };
}

function readParcel(query: URLSearchParams): ReadParcel {
  const [from, to, weightText, codText, customer] = MEMBERS.map((name) => query.get(name)?.trim() ?? '');
  const faults: ReadParcel['faults'] = {};
  const weight = weightText === '' ? null : weightOf(weightText!);
  const cod = codText === '' ? null : amountOf(codText!);
  if (weight?.ok === false) faults.weight = weight.message;
  if (cod?.ok === false) faults.cod = cod.message;
  if (!PINCODE.test(from!) || !PINCODE.test(to!) || weight?.ok !== true || cod?.ok === false)
    return { body: null, question: null, faults };
  const terms: ParcelTerms = {
    ...(cod === null
      ? { paymentType: 'PREPAID' }
      : { paymentType: 'COD', codAmount: cod.value, declaredValue: cod.value }),
    ...(customer !== '' && { customerId: customer! }),
  };
  return {
    body: {
      shipmentDetails: {
        shipmentId: 'TRIED',
        serviceTypes: SERVICES,
        fromPincode: from,
        toPincode: to,
        weight: weight.value,
        ...terms,
      },
      assignmentPreferences: { assignmentStrategy: 'BEST_MATCH' },
    },
    question: {
      pickupPincode: from!,
      deliveryPincode: to!,
      weight: weight.value,
      shipmentType: 'B2C',
      ...terms,
      serviceRequirements: SERVICES,
    },
    faults,
  };
}

interface TryParcelProps {
  query: URLSearchParams;
  explained: Explanation;
  policy: AllocationPolicy;
}

export function TryParcel({ query, explained, policy: { rules } }: TryParcelProps) {
  const { question, faults } = readParcel(query);
  const { value, error, isLoading, again } = explained;
  const text = (name: string): string => query.get(name) ?? '';
  const isEmpty = MEMBERS.every((name) => text(name) === '');
  return (
    <section aria-label="Try a parcel">
      <h2>Try a parcel</h2>
      <form class="fields" aria-label="Parcel" onSubmit={(event) => event.preventDefault()}>
        <PincodeField label="From pincode" value={text('from')} set={setParameter('from')} />
        <PincodeField label="To pincode" value={text('to')} set={setParameter('to')} />
        <Field
          label="Weight"
          value={text('weight')}
          set={setParameter('weight')}
          placeholder="1.2 kg"
          hint="kg, or 500 g"
          fault={faults.weight}
        />
        <Field
          label="COD amount"
          value={text('cod')}
          set={setParameter('cod')}
          placeholder="prepaid"
          hint="₹ to collect"
          fault={faults.cod}
        />
        <Field
          label="Customer"
          value={text('customer')}
          set={setParameter('customer')}
          hint="Id. The policy above is tried in any case"
        />
      </form>
      {isEmpty && (
        <p class="empty">
          Type a parcel: the rules above show what became of them.{' '}
          <button type="button" onClick={() => amend(EXAMPLE, false)}>
            Show an example
          </button>
        </p>
      )}
      {error !== undefined && <Fault error={error} again={again} />}
      {value !== undefined && error === undefined && (
        <Outcome decision={value} isOlder={isLoading} question={question} rules={rules} />
      )}
      {value?.warnings?.map(({ message }) => (
        <p key={message} class="alert warn">
          {inConsoleWords(message)}.
        </p>
      ))}
    </section>
  );
}

const COLUMNS = [
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
];

const Outcome = (props: Required<CandidatesProps>) => (
  <>
    <p class="notice" role="status">
      {sentenceWords(props.decision.sentence, props.rules)}
    </p>
    <Candidates {...props} />
  </>
);

interface CandidatesProps {
  decision: Decision;
  isOlder?: boolean;
  /** The parcel: a row opens to its price, and what it costs in the end. Null: it is not known. */
  question?: Question | null;
  /** Of the policy, for their labels; a former decision has ids. */
  rules?: readonly PolicyRule[];
}

export function Candidates({ decision, isOlder = false, question = null, rules = [] }: CandidatesProps) {
  const { candidates, uncovered } = decision;
  const [opened, setOpened] = useState('');
  const couriers = useCouriers();
  return (
    <>
      <Table name="Couriers" isOlder={isOlder} columns={COLUMNS} class="candidates">
        {candidates.map((candidate) => {
          const { partnerId, cost, score } = candidate;
          const isOpen = opened === partnerId;
          return [
            <tr key={partnerId}>
              <th scope="row">
                {question === null || cost === undefined ? (
                  <CourierLink id={partnerId} couriers={couriers} />
                ) : (
                  <button
                    type="button"
                    class="opens"
                    aria-expanded={isOpen}
                    onClick={() => setOpened(isOpen ? '' : partnerId)}
                  >
                    <CourierName id={partnerId} couriers={couriers} />
                  </button>
                )}
              </th>
              <td>{candidate.result === 'CHOSEN' ? <strong class="good">chosen</strong> : (candidate.rank ?? '–')}</td>
              <td class="number">{cost === undefined ? '–' : rupees(cost)}</td>
              <td class="number">{candidate.hours ?? '–'}</td>
              <td class="number">{score === undefined ? '–' : rupees(score)}</td>
              <td class="words">{whyOf(candidate, rules)}</td>
            </tr>,
            isOpen && question !== null && (
              <tr key={`${partnerId} opened`} class="opened">
                <td colSpan={COLUMNS.length}>
                  <OfferDetail courierId={partnerId} question={question} />
                </td>
              </tr>
            ),
          ];
        })}
      </Table>
      {uncovered > 0 && <p class="quiet">{uncovered} more do not cover both ends.</p>}
    </>
  );
}

function whyOf(candidate: Decision['candidates'][number], rules: readonly PolicyRule[]): string {
  const { ruleId, capacityId, reasons, share, adjustments = [] } = candidate;
  const parts = [
    ...(ruleId === undefined ? [] : [`excluded by ${ruleName(ruleId, rules)}`]),
    ...(capacityId === undefined ? [] : [`full: capacity ${capacityId}`]),
    ...(reasons === undefined ? [] : [inConsoleWords(reasons.map((code) => REASONS[code].message).join('. '))]),
    ...(share === undefined
      ? []
      : [`${ruleName(share.ruleId, rules)}: ${share.percent} %, due ${share.due.toFixed(1)}, has ${share.done}`]),
    ...adjustments.map((each) => `${ruleName(each.ruleId, rules)} ${rupees(each.rupees)}`),
  ];
  return parts.join('; ');
}
