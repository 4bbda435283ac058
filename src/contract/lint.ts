/** The linter's findings in a partner's whole card, and in all policies. */
import Type, { type Static } from 'typebox';
import { MAX_FINDINGS_A_CODE } from '../limits/documents.js';
import { FIRST_SHIP_DATE, MAX_DAYS_AHEAD_OF_CHARGES } from '../limits/requests.js';
import { API_PREFIX, contract } from './contract.js';
import { PARTNER_ID_PATTERN } from '../model/fields.js';
import { Finding } from './finding.js';

const { Optional } = Type;

const summary = {
  asOf: Type.String({ format: 'date-time', description: 'The moment that it was looked at for' }),
  findings: Type.Array(Finding, {
    description: `Errors first; at most ${MAX_FINDINGS_A_CODE} of a code`,
  }),
  counts: Type.Record(Type.String(), Type.Integer({ minimum: 1 }), {
    description: 'How many there are of each code that was found',
  }),
  severities: Type.Object(
    { error: Type.Integer({ minimum: 0 }), warning: Type.Integer({ minimum: 0 }) },
    { title: 'LintSeverities', description: 'How many there are of each severity, of all codes' },
  ),
  cut: Optional(
    Type.Literal(true, { description: 'Only then: the check took too long and was cut: there may be more findings' }),
  ),
};

export const LintReport = Type.Object(
  {
    partnerId: Type.String({ pattern: PARTNER_ID_PATTERN }),
    rateCardVersion: Type.String({ description: 'Of the card that was looked at' }),
    ...summary,
  },
  { title: 'LintReport' },
);
export type LintReport = Static<typeof LintReport>;

export const LintSummary = Type.Object(summary, { title: 'PolicyLintReport' });
export type LintSummary = Static<typeof LintSummary>;

const asOf = Optional(
  Type.String({
    format: 'date-time',
    description:
      'Rows that are in force at this moment count; now unless given. ISO 8601, from '
      + `${FIRST_SHIP_DATE} to ${MAX_DAYS_AHEAD_OF_CHARGES} days ahead of today`,
  }),
);

export const lintPartner = contract({
  id: 'lintPartner',
  path: `${API_PREFIX}/partners/{partnerId}/lint`,
  tag: 'Documents',
  summary: 'Check a rate card as a whole',
  description: `Looks for what no single row shows: weights and routes without a rate, rows that never count, charges
that lapse.

- Every example was priced with the card that was looked at, and shows what the finding says.
- What \`accepted\` of the partner names, with the same documents and until its day, is left out.
- A partner that is INACTIVE is checked as if it were active.
- A partner’s credential sees its own card; of others it gets a 404.`,
  params: Type.Object({
    partnerId: Type.String({ pattern: PARTNER_ID_PATTERN, examples: ['dharaline-surface'] }),
  }),
  query: Type.Object({ asOf }),
  answer: Type.Object({ data: LintReport }),
  errors: ['PARTNER_NOT_FOUND', 'OVERLOADED', 'STORE_UNAVAILABLE'],
  example: { params: { partnerId: 'dharaline-surface' } },
});

export const lintPolicies = contract({
  id: 'lintPolicies',
  path: `${API_PREFIX}/allocation/lint`,
  tag: 'Documents',
  isOfServices: true,
  summary: 'Check all policies',
  description: `Looks at the allocation policies that are active next to the partners, capacities, groups and places
that there are: for rules that can never count, partners that are not there, and shares that nobody can carry.

- Every finding is a warning with \`policyId\`, \`ruleId\` and \`action\`.
- Policies and rules that are inactive or over are not looked at; those to come are.

For services alone.`,
  query: Type.Object({ asOf }),
  answer: Type.Object({ data: LintSummary }),
  errors: ['FORBIDDEN', 'OVERLOADED', 'STORE_UNAVAILABLE'],
});
