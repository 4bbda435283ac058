/** What the linter says: of a card, and of a change. */
import { lintPartner as contract } from '../../../contract/lint.js';
import { type LintDifference, MAX_LINTED_PARTNERS } from '../../../contract/finding.js';
import { type Api, answer, implement, refuse, type Refused } from '../operation.js';
import { visiblePartner } from '../scope.js';
import { type Changed, changeOf, partnersOf } from './judge.js';

export const lintPartner = implement(
  contract,
  async ({ caller, params: { partnerId }, query: { asOf } }, api) => {
    const partner = visiblePartner(caller, partnerId, api);
    if (!partner.ok) return partner;
    return answer({ data: await api.lint.report(partnerId, asOf ?? null) });
  },
  ({ query: { asOf } }) =>
    asOf !== undefined && Number.isNaN(Date.parse(asOf))
      ? [{ field: 'asOf', code: 'INVALID_VALUE', message: 'must be a moment that exists', value: asOf }]
      : [],
);

/**
 * The findings that a change brings and clears, or its refusal.
 * @param isStrict whether a change that brings errors is refused
 */
export async function lintOf(
  changed: readonly Changed[],
  isStrict: boolean,
  { lint }: Pick<Api, 'lint'>,
): Promise<LintDifference | Refused> {
  const touched = partnersOf(changed);
  const looked = isStrict ? touched : touched.slice(0, MAX_LINTED_PARTNERS);
  const { brings, clears } = await lint.difference(looked, changed.map(changeOf));
  const errors = brings.filter(({ severity }) => severity === 'error');
  if (isStrict && errors.length > 0) return refuse('LINT_ERRORS', { details: { findings: errors } });
  return { brings, clears, unchecked: touched.length - looked.length };
}
