/** Which members of an assignment its caller sees. The store keeps all of them. */
import type { AssignmentView } from './question.js';

const PARTNER_DETAILS = ['partnerContact', 'supportContact'];
const COST = ['costBreakdown', 'charges', 'priceBreakdown', 'alternatives'];
const TIMELINE = ['timeline'];

/** The assignment with the members that its caller wants; the given object is not changed. */
export function shapedAssignment(assignment: object, view: Omit<AssignmentView, 'decision'>): object {
  const { partnerDetails, cost, timeline } = view;
  const hidden = new Set([
    ...(partnerDetails ? [] : PARTNER_DETAILS),
    ...(cost ? [] : COST),
    ...(timeline ? [] : TIMELINE),
  ]);
  if (hidden.size === 0) return assignment;
  const shown = Object.entries(assignment).filter(([name]) => !hidden.has(name));
  const shapedOf = (name: string, value: unknown) =>
    name === 'estimates' && !cost ? withoutTotal(value as object) : value;
  return Object.fromEntries(shown.map(([name, value]) => [name, shapedOf(name, value)]));
}

function withoutTotal(estimates: object): object {
  return Object.fromEntries(Object.entries(estimates).filter(([name]) => name !== 'totalCost'));
}
