/** A new rule of a policy: what must hold, and what happens then. The form is the head of its Review. */
import { useMemo } from 'preact/hooks';
import type { AllocationPolicy, PlaceGroup } from '../../../model/documents.js';
import { useDraft } from '../../parts/drafts.js';
import { Choice, Field, Tick } from '../../parts/field.js';
import { amountOf, weightOf } from '../../parts/words.js';
import { Review } from '../../review/review.js';
import { askByLines, type ChangeReply, type ReviewTask } from '../../review/task.js';
import { type PolicyDraft, policyLine } from './change.js';
import { type PolicyRule, ruleWords } from './sentence.js';

interface RuleFormProps {
  policy: AllocationPolicy;
  groups: readonly PlaceGroup[];
  /** What rules may name: ids of couriers, and `group:X` of their groups. */
  members: readonly string[];
  close(): void;
  onApplied(reply: ChangeReply, words: string): void;
  /** The form is left, and what was typed stays. */
  backtest(draft: PolicyDraft): void;
}

const INITIAL = {
  label: '',
  payment: '',
  codFrom: '',
  weightFrom: '',
  weightTo: '',
  fromGroup: '',
  toGroup: '',
  action: 'exclude',
  partners: '',
  per: 'DAY',
  most: '',
  message: '',
  binding: '',
};
type FormValues = typeof INITIAL;
type Faults = Partial<Record<keyof FormValues, string>>;

const ACTIONS = [
  ['exclude', 'Not these couriers'],
  ['only', 'Only these couriers'],
  ['order', 'These couriers first, in this order'],
  ['share', 'Shared among these couriers'],
  ['refuse', 'Nobody: the parcel is refused'],
] as const;
const GRAMS_A_KG = 1000;
/** `courier-a 60`. */
const SHARE_PART = /^(\S+?)[\s:=]+(\d+(?:\.\d{1,2})?)\s*%?$/;

export function RuleForm({ policy, groups, members, close, onApplied, backtest }: RuleFormProps) {
  const [text, setText] = useDraft(`rule of ${policy.policyId}`, JSON.stringify(INITIAL));
  const typed = JSON.parse(text) as FormValues;
  const set = (name: keyof FormValues) => (value: string) => setText(JSON.stringify({ ...typed, [name]: value }));
  const { rule, faults } = useMemo(() => readRule(typed, policy, members), [text]);
  const task = useMemo((): ReviewTask => {
    const label = typed.label.trim();
    return {
      does: rule === null ? 'Fill in what must hold, and what happens then.' : ruleWords(rule),
      draft: `rule of ${policy.policyId} note`,
      proposedNote: rule === null ? '' : `${policy.name}: ${label}`,
      inSpiteOfChanges: null,
      ask: rule && askByLines(() => Promise.resolve([policyLine(policy, [...policy.rules, rule])])),
    };
  }, [text]);
  const leave = () => {
    setText(null);
    close();
  };
  const field = (name: keyof FormValues, label: string, hint?: string) => (
    <Field
      label={label}
      value={typed[name]}
      set={set(name)}
      hint={hint}
      fault={typed[name] === '' ? undefined : faults[name]}
      isWide={name === 'label'}
    />
  );
  const groupOptions = [['', 'Anywhere'], ...groups.map(({ groupId, name }) => [groupId, `${name} (${groupId})`])] as [
    string,
    string,
  ][];
  const { action } = typed;
  return (
    <Review
      name="Add rule"
      task={task}
      close={leave}
      onApplied={(reply) => {
        leave();
        onApplied(reply, `${typed.label.trim()} is a rule of ${policy.name}.`);
      }}
      backtest={() => rule && backtest({ does: ruleWords(rule), rules: [...policy.rules, rule] })}
      head={
        <div class="fields">
          {field('label', 'The rule in words')}
          <Choice
            label="Payment"
            value={typed.payment}
            set={set('payment')}
            options={[
              ['', 'Any'],
              ['COD', 'COD'],
              ['PREPAID', 'Prepaid'],
            ]}
          />
          {field('codFrom', 'COD amount from', 'In Rupees, inclusive')}
          {field('weightFrom', 'Weight from', 'A bare number is kg, inclusive')}
          {field('weightTo', 'Weight below', 'A bare number is kg')}
          <Choice label="From" value={typed.fromGroup} set={set('fromGroup')} options={groupOptions} />
          <Choice label="To" value={typed.toGroup} set={set('toGroup')} options={groupOptions} />
          <Choice label="Then" value={action} set={set('action')} options={ACTIONS} isWide />
          {action !== 'refuse' && (
            <Field
              label="Couriers"
              isWide
              value={typed.partners}
              set={set('partners')}
              lines={3}
              placeholder={action === 'share' ? `${members[0] ?? 'courier-a'} 60` : (members[0] ?? 'courier-a')}
              hint={action === 'share' ? 'An id and its percent a line; 100 in all' : 'An id, or group:NAME, a line'}
              fault={typed.partners === '' ? undefined : faults.partners}
            />
          )}
          {action === 'share' && (
            <Choice
              label="Counted"
              value={typed.per}
              set={set('per')}
              options={[
                ['DAY', 'By day'],
                ['WEEK', 'By week'],
                ['MONTH', 'By month'],
              ]}
            />
          )}
          {(action === 'share' || action === 'order')
            && field('most', 'At most above the cheapest', 'In Rupees; empty: any')}
          {action === 'refuse' && field('message', 'What the caller reads')}
          {(action === 'exclude' || action === 'only' || action === 'refuse') && (
            <Tick
              label="Even if nobody is left"
              checked={typed.binding === 'yes'}
              set={(isOn) => set('binding')(isOn ? 'yes' : '')}
            />
          )}
        </div>
      }
    />
  );
}

interface ReadRule {
  /** Null: something is missing or wrong. */
  rule: PolicyRule | null;
  faults: Faults;
}

/** Read as typed. */
export function readRule(typed: FormValues, { rules }: AllocationPolicy, members: readonly string[]): ReadRule {
  const faults: Faults = {};
  const label = typed.label.trim();
  const amount = (name: 'codFrom' | 'most'): number | null => {
    if (typed[name].trim() === '') return null;
    const parsed = amountOf(typed[name]);
    if (parsed.ok) return parsed.value;
    faults[name] = parsed.message;
    return null;
  };
  const kilograms = (name: 'weightFrom' | 'weightTo'): number | null => {
    if (typed[name].trim() === '') return null;
    const parsed = weightOf(typed[name]);
    if (parsed.ok) return parsed.value / GRAMS_A_KG;
    faults[name] = parsed.message;
    return null;
  };
  const [codFrom, kgFrom, kgTo] = [amount('codFrom'), kilograms('weightFrom'), kilograms('weightTo')];
  if (kgFrom !== null && kgTo !== null && kgTo <= kgFrom) faults.weightTo = 'Must be above the weight from';
  const when = {
    ...(typed.payment !== '' && { paymentTypes: [typed.payment as 'COD' | 'PREPAID'] }),
    ...(codFrom !== null && { codFrom }),
    ...(kgFrom !== null && { kgFrom }),
    ...(kgTo !== null && { kgTo }),
    ...(typed.fromGroup !== '' && { fromGroups: [typed.fromGroup] }),
    ...(typed.toGroup !== '' && { toGroups: [typed.toGroup] }),
  };
  const action = actionOf(typed, amount('most'), members, faults);
  if (label === '' || action === null || Object.keys(faults).length > 0) return { rule: null, faults };
  const isBinding = typed.binding === 'yes' && !('share' in action) && !('order' in action);
  const rule = {
    ruleId: idOf(label, rules),
    label,
    when,
    ...action,
    ...(isBinding && { binding: true }),
    status: true,
  };
  return { rule: rule as PolicyRule, faults };
}

type Action = Pick<PolicyRule, 'exclude' | 'only' | 'order' | 'share' | 'refuse'>;

function actionOf(typed: FormValues, most: number | null, members: readonly string[], faults: Faults): Action | null {
  const { action, message, per } = typed;
  if (action === 'refuse')
    return message.trim() === '' ? null : { refuse: { code: 'REFUSED', message: message.trim() } };
  const given = typed.partners
    .split(/[\n,;]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (given.length === 0) return null;
  const known = (partner: string): boolean => members.includes(partner);
  const atMostAbove = most === null ? {} : { atMostAbove: most };
  if (action !== 'share') {
    const unknown = given.find((partner) => !known(partner));
    if (unknown !== undefined) faults.partners = `There is no courier or group ${unknown}`;
    if (action === 'order') return { order: { partners: given, ...atMostAbove } };
    return action === 'only' ? { only: { partners: given } } : { exclude: { partners: given } };
  }
  const of = given.map((line) => {
    const [, partner, percent] = SHARE_PART.exec(line) ?? [];
    if (partner === undefined) faults.partners = `An id and its percent, as courier-a 60, not ${line}`;
    else if (!known(partner)) faults.partners = `There is no courier or group ${partner}`;
    return { partner: partner ?? line, percent: Number(percent) };
  });
  const sum = of.reduce((total, { percent }) => total + percent, 0);
  if (faults.partners === undefined && Math.round(sum * 100) !== 10_000)
    faults.partners = `The percents must sum to 100: they sum to ${Math.round(sum * 100) / 100}`;
  if (faults.partners === undefined && of.length < 2) faults.partners = 'At least two couriers';
  return { share: { of, per: per as 'DAY' | 'WEEK' | 'MONTH', ...atMostAbove } };
}

const MAX_ID = 32;

/** An id of the words, which no rule of the policy has. */
function idOf(label: string, rules: readonly PolicyRule[]): string {
  const words = label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MAX_ID - 3);
  const base = words === '' ? 'rule' : words;
  const taken = new Set(rules.map(({ ruleId }) => ruleId));
  for (let number = 1; ; number++) {
    const ruleId = number === 1 ? base : `${base}-${number}`;
    if (!taken.has(ruleId)) return ruleId;
  }
}
