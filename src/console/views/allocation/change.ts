/** Changes of policies. */
import type { AllocationPolicy } from '../../../model/documents.js';
import type { PolicyRule } from './sentence.js';

/** Something that was applied, for the status above the page. */
export interface AppliedChange {
  changeId: number | null;
  words: string;
}

/** A change of a policy's rules that is not applied. */
export interface PolicyDraft {
  does: string;
  rules: PolicyRule[];
}

/** The policy with other rules. */
export function policyLine(policy: AllocationPolicy, rules: readonly PolicyRule[]) {
  return {
    collection: 'allocation-policies' as const,
    document: { ...policy, rules, updatedAt: new Date().toISOString() },
  };
}
