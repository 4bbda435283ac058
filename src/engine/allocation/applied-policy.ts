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

type PolicyNotes = Pick<Allocation<PolicyCandidate>, 'notes' | 'overridden' | 'rankCost'>;

export const appliedPolicyOf = (
  { policyId, version }: Policy,
  { notes }: Pick<PolicyNotes, 'notes'>,
): AppliedPolicy => ({
  policyId,
  version,
  rules: notes.filter(({ result }) => result === 'ACTED').map(({ ruleId }) => ruleId),
});

/** What the caller should know of how the policy was applied. */
export function warningsOf(policy: Policy, allocation: PolicyNotes): Warning[] {
  const { policyId } = policy;
  const { overridden } = allocation;
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
    ...costWarnings(policy, allocation, 'assignmentPreferences.assignmentStrategy'),
  ];
}

/** @param field the member of the request that the warning names */
export const costWarnings = (
  { policyId }: Pick<Policy, 'policyId'>,
  { rankCost }: Pick<PolicyNotes, 'rankCost'>,
  field: string,
): Warning[] =>
  rankCost !== 'UNKNOWN'
    ? []
    : [
        {
          code: 'NO_LANDED_TERMS',
          field,
          message: `The policy ${policyId} ranks by landed costs, of which there are no terms: the price counted`,
        },
      ];
