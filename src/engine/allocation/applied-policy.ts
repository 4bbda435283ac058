/** What an assignment says of the policy that chose its partner. */
import type { Allocation } from '../../domain/allocation/allocate.js';
import type { PolicyCandidate } from '../../domain/allocation/selector.js';
import type { Policy } from '../../domain/allocation/policy.js';
import type { Warning } from '../../contract/warnings.js';

/** The member `policy` of an assignment. */
export interface AppliedPolicy {
  policyId: string;
  /** 16 hex digits of its document. */
  version: string;
  /** The rules that acted, in their order. */
  rules: string[];
}

type PolicyNotes = Pick<Allocation<PolicyCandidate>, 'notes' | 'overridden'>;

export const appliedPolicyOf = ({ policyId, version }: Policy, { notes }: PolicyNotes): AppliedPolicy => ({
  policyId,
  version,
  rules: notes.filter(({ result }) => result === 'ACTED').map(({ ruleId }) => ruleId),
});

/** What the caller should know of how the policy was applied. */
export function warningsOf({ policyId, rank, rules }: Policy, { notes, overridden }: PolicyNotes): Warning[] {
  const acted = new Set(notes.filter(({ result }) => result === 'ACTED').map(({ ruleId }) => ruleId));
  const ranks = rules.flatMap(({ ruleId, action }) =>
    action.kind === 'rank' && acted.has(ruleId) ? [action.rank] : [],
  );
  const isLanded = (ranks[0] ?? rank)?.isLanded === true;
  return [
    ...(overridden.length === 0
      ? []
      : [
          {
            code: 'POLICY_OVERRIDDEN' as const,
            field: 'assignmentPreferences.selectedPartner',
            message: `The selected partner got the shipment against ${overridden.join(', ')} of the policy ${policyId}`,
          },
        ]),
    ...(isLanded
      ? [
          {
            code: 'NO_LANDED_TERMS' as const,
            field: 'assignmentPreferences.assignmentStrategy',
            message: `The policy ${policyId} ranks by landed costs, of which there are no terms: the price counted`,
          },
        ]
      : []),
  ];
}
