/** A finding of the linter. */
import Type, { type Static } from 'typebox';
import { count } from './fields.js';
import { MAX_FINDINGS_A_CODE } from '../limits/documents.js';
import { LINT_CODES, POLICY_LINT_CODES } from '../model/lint-codes.js';

const { Optional } = Type;

/** Of a change without `strict`. */
export const MAX_LINTED_PARTNERS = 50;

export const SEVERITIES = ['error', 'warning'] as const;
export type Severity = (typeof SEVERITIES)[number];

const Code = Type.Enum([...LINT_CODES, ...POLICY_LINT_CODES], { examples: ['RATE_GAP'] });

export const Finding = Type.Object(
  {
    code: Code,
    severity: Type.Enum([...SEVERITIES], { description: 'error: shipments are refused or priced wrongly' }),
    message: Type.String({ description: 'What is wrong, in words' }),
    documents: Type.Array(Type.String(), {
      examples: [['packages/103', 'packages/104']],
      description: 'The documents that it is about, as collection/key',
    }),
    examples: Type.Array(Type.Object({}, { additionalProperties: true }), {
      description:
        'Bodies of POST /shipments/calculate-charges that show it, each tried on the card; of RATE_FALLS two, the '
        + 'lighter first. Empty where no question can show it',
    }),
    policyId: Optional(Type.String({ description: 'Of a finding about a policy: the policy' })),
    ruleId: Optional(Type.String({ description: 'Its rule' })),
    action: Optional(Type.String({ description: 'What may be done about it, in words' })),
  },
  { title: 'Finding' },
);
export type Finding = Static<typeof Finding>;

const MOST = `at most ${MAX_FINDINGS_A_CODE} of a code and partner`;

/** The difference of findings about the partners that a change touches, and about policies. */
export const LintDifference = Type.Object(
  {
    brings: Type.Array(Finding, { description: `Findings only after the change; ${MOST}` }),
    clears: Type.Array(Finding, { description: `Findings only before it; ${MOST}` }),
    unchecked: count(
      `Partners without a check, because the change touches more than ${MAX_LINTED_PARTNERS}; `
        + 'with `strict=true` all are. Partners whose check was cut count too, and the policies as one',
    ),
    cut: Optional(
      Type.Literal(true, {
        description:
          'Only then: the check took too long and was cut. Findings about the partners that it did not finish are '
          + 'missing',
      }),
    ),
  },
  { title: 'LintDifference' },
);
export type LintDifference = Static<typeof LintDifference>;
