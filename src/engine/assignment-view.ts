/** What of an assignment its caller gets to see. The store keeps all of it, whoever asked for how much. */
import type { AssignmentView } from '../pool/wire.js';

const PARTNER_DETAILS = ['partnerContact', 'supportContact'];
const COST = ['costBreakdown', 'charges', 'priceBreakdown', 'alternatives'];

/** The assignment as its caller wants to see it; the one that was given stays as it is. */
export function shapedAssignment(assignment: object, view: AssignmentView): object {
  const hidden = new Set([...(view.partnerDetails ? [] : PARTNER_DETAILS), ...(view.cost ? [] : COST), ...(view.timeline ? [] : ['timeline'])]);
  if (hidden.size === 0) return assignment;
  const shown = Object.entries(assignment).filter(([name]) => !hidden.has(name));
  return Object.fromEntries(shown.map(([name, value]) => [name, name === 'estimates' && !view.cost ? withoutTotal(value as object) : value]));
}

function withoutTotal(estimates: object): object {
  return Object.fromEntries(Object.entries(estimates).filter(([name]) => name !== 'totalCost'));
}
