/** What the linter says of a card and of policies, and what a change does to findings and prices. */
import { lintPartner as partnerContract, lintPolicies as policiesContract } from '../../../contract/lint.js';
import type { ChangeAnswer } from '../../../contract/apply.js';
import { MAX_LINTED_PARTNERS } from '../../../contract/finding.js';
import type { RequestFault } from '../../../model/schema-faults.js';
import { dayInIndia, dayNumber, dayText } from '../../../domain/calendar.js';
import { FIRST_SHIP_DATE, MAX_DAYS_AHEAD_OF_CHARGES } from '../../../limits/requests.js';
import { type Api, answer, implement, refuse, refuseFaults, type RefusedResult } from '../operation.js';
import { visiblePartner } from '../owner.js';
import { type DocumentChange, changeOf, partnersOf } from './judge.js';

export const lintPartner = implement(
  partnerContract,
  async ({ caller, params: { partnerId }, query: { asOf } }, api) => {
    const fault = asOf === undefined ? null : rangeFault(asOf, api.now());
    if (fault !== null) return refuseFaults(caller, [fault]);
    const partner = visiblePartner(caller, partnerId, api);
    if (!partner.ok) return partner;
    return answer({ data: await api.lint.report(partnerId, asOf ?? null) });
  },
  momentFaults,
);

export const lintPolicies = implement(
  policiesContract,
  async ({ caller, query: { asOf } }, api) => {
    const fault = asOf === undefined ? null : rangeFault(asOf, api.now());
    if (fault !== null) return refuseFaults(caller, [fault]);
    return answer({ data: await api.lint.policyReport(asOf ?? null) });
  },
  momentFaults,
);

function momentFaults({ query: { asOf } }: { query: { asOf?: string | undefined } }): RequestFault[] {
  return asOf !== undefined && Number.isNaN(Date.parse(asOf))
    ? [{ field: 'asOf', code: 'INVALID_VALUE', message: 'must be a moment that exists', value: asOf }]
    : [];
}

/** The fault of a moment at which the examples could not be asked for. */
function rangeFault(asOf: string, nowMs: number): RequestFault | null {
  const [first, last] = [FIRST_SHIP_DATE, dayText(dayNumber(nowMs) + MAX_DAYS_AHEAD_OF_CHARGES)];
  const day = dayInIndia(Date.parse(asOf));
  if (first <= day && day <= last) return null;
  const message = `must be on a day from ${first} to ${last}, India Standard Time`;
  return { field: 'asOf', code: 'OUT_OF_RANGE', message, value: asOf, expectedFormat: `${first} to ${last}` };
}

const NOT_CHECKED =
  'The check of the change took too long and was cut, so it may bring errors: change fewer documents at once, or leave '
  + 'out strict';

/**
 * What a change does to findings and to prices, or its refusal.
 * @param isStrict whether a change that brings errors is refused
 */
export async function effectsOf(
  changed: readonly DocumentChange[],
  isStrict: boolean,
  { preview: previewFor, lint, impact }: Pick<Api, 'preview' | 'lint' | 'impact'>,
): Promise<Effects | RefusedResult> {
  const touched = partnersOf(changed);
  const partnerIds = isStrict ? touched : touched.slice(0, MAX_LINTED_PARTNERS);
  const preview = previewFor({ changes: changed.map(changeOf), partnerIds });
  const { brings, clears, errors, cut } = await lint.difference(preview, isStrict);
  if (isStrict && errors.length > 0) return refuse('LINT_ERRORS', { details: { findings: errors } });
  if (isStrict && cut > 0) return refuse('LINT_ERRORS', { message: NOT_CHECKED, details: { findings: [] } });
  const unchecked = touched.length - partnerIds.length + cut;
  return { lint: { brings, clears, unchecked, ...(cut > 0 && { cut: true }) }, impact: await impact.measure(preview) };
}

export type Effects = Pick<ChangeAnswer, 'lint' | 'impact'>;
