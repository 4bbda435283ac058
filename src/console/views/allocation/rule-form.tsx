/** A rule of a policy: what must hold, and what happens then. The form is the head of its Review. */
import { useMemo } from 'preact/hooks';
import type { AllocationPolicy, PlaceGroup } from '../../../model/documents.js';
import { Choice, Field, Tick } from '../../parts/field.js';
import { useTyped } from '../../parts/typed.js';
import { Review } from '../../review/review.js';
import { askByLines, type ChangeReply, type ReviewTask } from '../../review/task.js';
import { type PolicyDraft, policyLine } from './change.js';
import { MemberFields } from './member-fields.js';
import {
  ADJUSTMENT,
  labelOf,
  MORE_CONDITIONS,
  RANKING,
  SELECTORS,
  type RuleTexts,
  USUAL_CONDITIONS,
  WEIGHTS,
} from './rule-members.js';
import {
  NOT,
  partnersIn,
  readRule,
  ruleLackWords,
  type RuleMemberOption,
  typedRule,
  withPartner,
} from './rule-text.js';
import { type PolicyRule, ruleWords } from './sentence.js';

interface RuleFormProps {
  policy: AllocationPolicy;
  /** The one that is changed; null: a new one is added. */
  rule: PolicyRule | null;
  groups: readonly PlaceGroup[];
  members: readonly RuleMemberOption[];
  close(): void;
  onApplied(reply: ChangeReply, words: string): void;
  /** The form is left, and what was typed stays. */
  backtest(draft: PolicyDraft): void;
}

const ACTIONS = [
  ['exclude', 'Not these couriers'],
  ['only', 'Only these couriers'],
  ['order', 'These couriers first, in this order'],
  ['share', 'Shared among these couriers'],
  ['adjust', 'The score of these couriers changes'],
  ['rank', 'All are ranked in another way'],
  ['refuse', 'Nobody: the parcel is refused'],
] as const;
/** Of which `binding` is a part. */
const BINDING = ['exclude', 'only', 'refuse'];
const OF_SELECTED = ['exclude', 'only', 'adjust'];

export function RuleForm({ policy, rule: former, groups, members, close, onApplied, backtest }: RuleFormProps) {
  const ids = members.map(([id]) => id);
  const name = former === null ? 'Add rule' : 'Change rule';
  const draft = former === null ? `rule of ${policy.policyId}` : `rule ${former.ruleId} of ${policy.policyId}`;
  const { typed, set, forget } = useTyped<RuleTexts>(draft, typedRule(former));
  const { rule, faults } = useMemo(() => readRule(typed, policy.rules, ids, former), [typed]);
  const at = former === null ? policy.rules.length : policy.rules.indexOf(former);
  const rules = rule === null ? policy.rules : policy.rules.toSpliced(at, former === null ? 0 : 1, rule);
  const label = typed['label']?.trim() ?? '';
  const task = useMemo(
    (): ReviewTask => ({
      does: rule === null ? ruleLackWords(typed, faults) : ruleWords(rule),
      draft: `${draft} note`,
      proposedNote: rule === null ? '' : `${policy.name}: ${label}`,
      inSpiteOfChanges: null,
      ask: rule && askByLines(() => Promise.resolve([policyLine(policy, rules)])),
    }),
    [typed],
  );
  const leave = () => {
    forget();
    close();
  };
  const field = (member: string, hint?: string, placeholder?: string, lines?: number) => (
    <Field
      label={labelOf(member, NOT)}
      value={typed[member] ?? ''}
      set={set(member)}
      {...{ hint, placeholder, lines }}
      fault={(typed[member] ?? '') === '' ? undefined : faults[member]}
      isWide={member === 'label' || member === 'partners'}
    />
  );
  const fields = { typed, faults, set, groups };
  const { action = '' } = typed;
  const example = ids[0] ?? 'courier-a';
  const partners = typed['partners'] ?? '';
  const named = partnersIn(partners);
  const isOfCouriers = action !== 'refuse' && action !== 'rank';
  return (
    <Review
      name={name}
      task={task}
      close={leave}
      onApplied={(reply) => {
        leave();
        onApplied(reply, former === null ? `${label} is a rule of ${policy.name}.` : `${label} is changed.`);
      }}
      backtest={() => rule && backtest({ does: ruleWords(rule), rules: [...rules] })}
      head={
        <div class="fields">
          {field('label')}
          <MemberFields of={USUAL_CONDITIONS} {...fields} />
          <MemberFields of={MORE_CONDITIONS} {...fields} fold="More that must hold" />
          <MemberFields
            of={[...USUAL_CONDITIONS, ...MORE_CONDITIONS]}
            {...fields}
            before={NOT}
            fold="Unless all of this holds"
          />
          <Choice label="Then" value={action} set={set('action')} options={ACTIONS} isWide />
          {isOfCouriers
            && field(
              'partners',
              action === 'share'
                ? 'An id and its percent a line; 100 in all. Parcels as: min 10 max 100'
                : 'An id, or group:NAME, a line',
              action === 'share' ? `${example} 60` : example,
              3,
            )}
          {isOfCouriers && (
            <Choice
              label="Add a courier"
              value=""
              set={(id) => set('partners')(withPartner(partners, id, action === 'share'))}
              options={[['', 'Choose …'], ...members.filter(([id]) => !named.includes(id))]}
            />
          )}
          {OF_SELECTED.includes(action) && (
            <MemberFields of={SELECTORS} {...fields} fold="Which of them, by lane, hours, cost, returns" />
          )}
          {action === 'adjust' && <MemberFields of={ADJUSTMENT} {...fields} />}
          {action === 'rank' && (
            <>
              <MemberFields of={RANKING} {...fields} />
              <MemberFields of={WEIGHTS} {...fields} fold="Weights of the score" />
            </>
          )}
          {action === 'share' && (
            <Choice
              label="Counted"
              value={typed['per'] ?? 'DAY'}
              set={set('per')}
              options={[
                ['DAY', 'By day'],
                ['WEEK', 'By week'],
                ['MONTH', 'By month'],
              ]}
            />
          )}
          {(action === 'share' || action === 'order') && field('atMostAbove', 'In Rupees; empty: any')}
          {action === 'refuse' && field('message', 'The checkout gets it in its answer')}
          {action === 'refuse' && field('code', 'For programs', 'REFUSED')}
          {BINDING.includes(action) && (
            <Tick
              label="Even if nobody is left"
              checked={typed['binding'] === 'yes'}
              set={(isOn) => set('binding')(isOn ? 'yes' : '')}
            />
          )}
          <Tick
            label="The last rule, where it holds"
            checked={typed['stop'] === 'yes'}
            set={(isOn) => set('stop')(isOn ? 'yes' : '')}
          />
          {field('validFrom', 'A day or a moment; empty: at once', '2026-12-24')}
          {field('validTo', 'That day included; empty: for ever', '2027-01-02')}
        </div>
      }
    />
  );
}
