/** The codes of the linter, errors first; a partner may accept findings of them. */
export const LINT_ERRORS = ['RATE_GAP', 'DATES_GAP', 'TRANSIT_GAP', 'CHARGE_UNKNOWN_BASE'] as const;

export const LINT_CODES = [
  ...LINT_ERRORS,
  'RATE_OVERLAP',
  'RATE_FALLS',
  'ROW_NEVER_COUNTS',
  'ZONE_EMPTY',
  'ZONE_UNPRICED',
  'COD_WITHOUT_CHARGE',
  'TAG_UNUSED',
  'NAME_MISMATCH',
  'SERVICE_MISSING',
  'PERFORMANCE_STALE',
  'PERFORMANCE_SHIFT',
] as const;
export type LintCode = (typeof LINT_CODES)[number];

/** The codes of the linter about allocation policies, which are warnings all of them. */
export const POLICY_LINT_CODES = [
  'PARTNER_MISSING',
  'RULE_NEVER_REACHED',
  'RULE_CONTRADICTS',
  'SHARE_ABOVE_CAPACITY',
  'ORDER_SHADOWED',
  'RULE_NEVER_ACTED',
  'RULE_ALWAYS_RELAXED',
] as const;
export type PolicyLintCode = (typeof POLICY_LINT_CODES)[number];

export type AnyLintCode = LintCode | PolicyLintCode;
