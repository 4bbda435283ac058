/** Changes of policies. */
import type { AllocationPolicy } from '../../../model/documents.js';
import type { PolicyRule } from './sentence.js';

/** Something that was applied, for the status above the page. */
export interface AppliedChange {
  changeId: number | null;
  words: string;
}

/** The policy with other rules. */
export function policyLine(policy: AllocationPolicy, rules: readonly PolicyRule[]) {
  return {
    collection: 'allocation-policies' as const,
    document: { ...policy, rules, updatedAt: new Date().toISOString() },
  };
}
