/** What of an assignment its caller gets to see. The store keeps all of it. */
import type { AssignmentView } from '../pool/wire.js';

const PARTNER_DETAILS = ['partnerContact', 'supportContact'];
const COST = ['costBreakdown', 'charges', 'priceBreakdown', 'alternatives'];
const TIMELINE = ['timeline'];

/** The assignment as its caller wants to see it; the one that was given stays as it is. */
export function shapedAssignment(assignment: object, view: AssignmentView): object {
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
