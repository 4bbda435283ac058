/** What a policy names; see documents.ts. */
import type { Static } from 'typebox';
import { isGroup } from '../domain/allocation/selector.js';
import type { AllocationPolicyDoc } from './allocation.js';
import type { ReferenceField } from './reference-fields.js';

/** A partner, where a group of partners may stand too. */
const POLICY_PARTNER = { names: 'partners', isKey: (value: string) => !isGroup(value) } as const;

export const POLICY_REFERENCES: readonly ReferenceField<Static<typeof AllocationPolicyDoc>>[] = [
  { field: 'appliesTo.fromGroups', names: 'place-groups' },
  { field: 'rules.when.fromGroups', names: 'place-groups' },
  { field: 'rules.when.toGroups', names: 'place-groups' },
  { field: 'rules.when.not.fromGroups', names: 'place-groups' },
  { field: 'rules.when.not.toGroups', names: 'place-groups' },
  { field: 'rules.when.fromStates', names: 'states' },
  { field: 'rules.when.toStates', names: 'states' },
  { field: 'rules.when.not.fromStates', names: 'states' },
  { field: 'rules.when.not.toStates', names: 'states' },
  { field: 'rules.when.fromPincodes', names: 'pincodes' },
  { field: 'rules.when.toPincodes', names: 'pincodes' },
  { field: 'rules.when.not.fromPincodes', names: 'pincodes' },
  { field: 'rules.when.not.toPincodes', names: 'pincodes' },
  { field: 'rules.exclude.partners', ...POLICY_PARTNER },
  { field: 'rules.only.partners', ...POLICY_PARTNER },
  { field: 'rules.adjust.partners', ...POLICY_PARTNER },
  { field: 'rules.order.partners', ...POLICY_PARTNER },
  { field: 'rules.share.of.partner', ...POLICY_PARTNER },
];
