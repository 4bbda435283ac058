/** What a credential may do (docs/api-rules.md#scopes). */

export const SCOPES = ['quote', 'assign', 'read', 'write', 'manage', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

/** Of a stored credential that names none: what every one had before a partner's got less. */
export const DEFAULT_SCOPES: readonly Scope[] = ['quote', 'assign', 'read', 'write'];

export const scopesOf = ({ scopes }: { scopes?: readonly Scope[] | null }): readonly Scope[] =>
  scopes ?? DEFAULT_SCOPES;

/** Of a credential that is added without scopes, by the API or a dataset: a courier does not raise its own rates. */
export const scopesOfNew = (kind: 'service' | 'partner'): readonly Scope[] =>
  kind === 'service' ? DEFAULT_SCOPES : ['quote', 'read'];

const OF_SERVICES_ALONE: ReadonlySet<Scope> = new Set(['manage', 'admin']);

/** Whether a credential of this kind may have a scope: a partner may have neither manage nor admin. */
export const mayHave = (kind: 'service' | 'partner', scope: Scope): boolean =>
  kind === 'service' || !OF_SERVICES_ALONE.has(scope);
