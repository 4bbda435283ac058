/** A new policy with its first rule, which refuses nothing and excludes nobody: the order of scores. */
import { useMemo } from 'preact/hooks';
import type { AllocationPolicy } from '../../../model/documents.js';
import { useDraft } from '../../parts/drafts.js';
import { Field } from '../../parts/field.js';
import { lackWords } from '../../parts/words.js';
import { Review } from '../../review/review.js';
import { askByLines, type ReviewTask } from '../../review/task.js';
import type { AppliedChange } from './change.js';

interface AddPolicyProps {
  policies: readonly AllocationPolicy[];
  close(): void;
  onApplied(finished: AppliedChange, policyId: string): void;
}

const ID = /^[a-z0-9][a-z0-9-]{0,49}$/;
const STEP = 10;
const MOST_PRIORITY = 999;

export function AddPolicy({ policies, close, onApplied }: AddPolicyProps) {
  const [policyId, setId] = useDraft('policy id');
  const [name, setName] = useDraft('policy name');
  const forget = () => [setId, setName].forEach((set) => set(null));
  const fault = faultOf(policyId, policies);
  const task = useMemo((): ReviewTask => {
    const lack = lackWords([
      ['Id', policyId, fault],
      ['Name', name],
    ]);
    const isWhole = lack === '';
    const now = new Date().toISOString();
    const last = Math.max(0, ...policies.map(({ priority }) => priority));
    const document = {
      policyId,
      name: name.trim(),
      priority: Math.min(MOST_PRIORITY, last + STEP),
      rules: [{ ruleId: 'by-score', label: 'By score', when: {}, rank: { cost: 'PRICE' }, status: true }],
      status: true,
      createdAt: now,
      updatedAt: now,
    };
    return {
      does: isWhole ? `${name.trim()} will be a policy. Its first rule ranks as before; add others.` : lack,
      draft: 'add policy',
      proposedNote: isWhole ? `New policy ${name.trim()}` : '',
      inSpiteOfChanges: null,
      ask: isWhole ? askByLines(() => Promise.resolve([{ collection: 'allocation-policies', document }])) : null,
    };
  }, [policyId, name]);
  return (
    <Review
      name="Add policy"
      task={task}
      close={() => {
        forget();
        close();
      }}
      onApplied={({ changeId = null }) => {
        forget();
        onApplied({ changeId, words: `${name.trim()} is a policy.` }, policyId);
      }}
      head={
        <div class="fields">
          <Field
            label="Id"
            value={policyId}
            set={setId}
            hint="Small letters, digits and -. It never changes"
            fault={policyId === '' ? undefined : fault}
          />
          <Field label="Name" value={name} set={setName} />
        </div>
      }
    />
  );
}

function faultOf(policyId: string, policies: readonly AllocationPolicy[]): string | undefined {
  if (!ID.test(policyId)) return 'Small letters, digits and -, at most 50';
  return policies.some((each) => each.policyId === policyId) ? 'There is a policy of this id' : undefined;
}
