/** The rules of a policy in their order, each as a sentence, and what became of it for the parcel that is tried. */
import { useState } from 'preact/hooks';
import { failureWords } from '../../../condition-words.js';
import type { Decision } from '../../../contract/allocation.js';
import type { AllocationPolicy, PlaceGroup } from '../../../model/documents.js';
import { useScope } from '../../parts/session.js';
import { Review } from '../../review/review.js';
import { askByLines, type ReviewTask } from '../../review/task.js';
import { type AppliedChange, type PolicyDraft, policyLine } from './change.js';
import { RuleForm } from './rule-form.js';
import type { RuleMemberOption } from './rule-text.js';
import { type PolicyRule, ruleWords } from './sentence.js';

type Note = Decision['rules'][number];

interface RulesProps {
  policy: AllocationPolicy;
  groups: readonly PlaceGroup[];
  members: readonly RuleMemberOption[];
  /** Null: no parcel is tried. */
  notes: readonly Note[] | null;
  onApplied(finished: AppliedChange): void;
  /** What the rules as they are drafted would have done is asked. */
  backtest(draft: PolicyDraft): void;
}

export function Rules({ policy, groups, members, notes, onApplied, backtest }: RulesProps) {
  const mayChange = useScope('manage');
  const [change, setChange] = useState<PolicyDraft | null>(null);
  /** The rule that is changed; null: a new one is added; undefined: none of it. */
  const [edited, setEdited] = useState<PolicyRule | null | undefined>(undefined);
  const { rules, name } = policy;
  const moved = (from: number, to: number): PolicyRule[] => {
    const others = rules.toSpliced(from, 1);
    return others.toSpliced(to, 0, rules[from]!);
  };
  const finish = ({ changeId = null }: { changeId?: number | null }, words: string) => {
    setChange(null);
    setEdited(undefined);
    onApplied({ changeId, words });
  };
  return (
    <section aria-label="Rules">
      <h2>Rules of {name}</h2>
      <ol class="rules">
        {rules.map((rule, at) => {
          const { ruleId, label, status } = rule;
          const note = notes?.find((each) => each.ruleId === ruleId);
          return (
            <li key={ruleId} class={status ? (note?.result.toLowerCase() ?? '') : 'off'}>
              <p>
                <strong>{label}</strong> <code>{ruleId}</code>
                {!status && ' (switched off)'}
              </p>
              <p>{ruleWords(rule)}</p>
              {notes !== null && status && <p class="note">{noteWords(note)}</p>}
              {mayChange && (
                <p class="acts">
                  <button type="button" aria-label={`Change ${label}`} onClick={() => setEdited(rule)}>
                    Change
                  </button>
                  <button
                    type="button"
                    aria-label={`Move ${label} up`}
                    disabled={at === 0}
                    onClick={() =>
                      setChange({ does: `${label} comes before ${rules[at - 1]!.label}.`, rules: moved(at, at - 1) })
                    }
                  >
                    Up
                  </button>
                  <button
                    type="button"
                    aria-label={`Move ${label} down`}
                    disabled={at === rules.length - 1}
                    onClick={() =>
                      setChange({ does: `${label} comes behind ${rules[at + 1]!.label}.`, rules: moved(at, at + 1) })
                    }
                  >
                    Down
                  </button>
                  <button
                    type="button"
                    aria-label={`${status ? 'Switch off' : 'Switch on'} ${label}`}
                    onClick={() =>
                      setChange({
                        does: `${label} ${status ? 'no longer counts' : 'counts'}.`,
                        rules: rules.with(at, { ...rule, status: !status }),
                      })
                    }
                  >
                    {status ? 'Switch off' : 'Switch on'}
                  </button>
                  {rules.length > 1 && (
                    <button
                      type="button"
                      aria-label={`Remove ${label}`}
                      onClick={() => setChange({ does: `${label} is removed.`, rules: rules.toSpliced(at, 1) })}
                    >
                      Remove
                    </button>
                  )}
                </p>
              )}
            </li>
          );
        })}
      </ol>
      {mayChange && (
        <p class="row">
          <button type="button" onClick={() => setEdited(null)}>
            Add rule
          </button>
        </p>
      )}
      {change !== null && (
        <Review
          task={taskOf(policy, change)}
          close={() => setChange(null)}
          onApplied={(reply) => finish(reply, change.does)}
          backtest={() => {
            setChange(null);
            backtest(change);
          }}
        />
      )}
      {edited !== undefined && (
        <RuleForm
          policy={policy}
          rule={edited}
          groups={groups}
          members={members}
          close={() => setEdited(undefined)}
          onApplied={finish}
          backtest={(draft) => {
            setEdited(undefined);
            backtest(draft);
          }}
        />
      )}
    </section>
  );
}

const taskOf = (policy: AllocationPolicy, { does, rules }: PolicyDraft): ReviewTask => ({
  does,
  draft: `rules of ${policy.policyId}`,
  proposedNote: `${policy.name}: ${does.replace(/\.$/, '')}`,
  inSpiteOfChanges: null,
  ask: askByLines(() => Promise.resolve([policyLine(policy, rules)])),
});

/** What became of a rule. */
export function noteWords(note: Note | undefined): string {
  if (note === undefined) return 'Not looked at';
  switch (note.result) {
    case 'ACTED':
      return 'Acted';
    case 'RELAXED':
      return 'Relaxed: it would have left nobody';
    case 'PASSED_OVER':
      return 'Held, and changed nothing';
    case 'NO':
      return `Did not hold: ${failureWords(note)}`;
  }
}
