/** What a credential may do (docs/api-rules.md#scopes). */

export const SCOPES = ['quote', 'assign', 'read', 'write', 'manage', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

/** Of a credential that names none. */
export const DEFAULT_SCOPES: readonly Scope[] = ['quote', 'assign', 'read', 'write'];

const OF_SERVICES_ALONE: ReadonlySet<Scope> = new Set(['manage', 'admin']);

/** Whether a credential of this kind may have a scope: a partner may have neither manage nor admin. */
export const mayHave = (kind: 'service' | 'partner', scope: Scope): boolean =>
  kind === 'service' || !OF_SERVICES_ALONE.has(scope);
