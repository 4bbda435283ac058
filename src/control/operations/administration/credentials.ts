/** Credentials: who may ask, with which secrets. */
import { randomBytes } from 'node:crypto';
import type { AnswerOf, Contract, Schemas } from '../../../contract/contract.js';
import {
  createCredential as createContract,
  type CredentialView,
  listCredentials as listContract,
  patchCredential as patchContract,
  revokeCredential as revokeContract,
  rotateCredential as rotateContract,
} from '../../../contract/credentials.js';
import { isInUse } from '../../../model/credential-status.js';
import type { Credential } from '../../../model/documents.js';
import type { RequestFault } from '../../../model/schema-faults.js';
import { mayHave, type Scope, SCOPES, scopesOf, scopesOfNew } from '../../../model/scopes.js';
import { CHANGE_PATIENCE_MS } from '../../../limits/control.js';
import { OVERLAP_SECONDS, SECRET_BYTES } from '../../../limits/rate-limits.js';
import type { WriteOp } from '../../../model/change.js';
import type { Caller } from '../../../caller.js';
import { MINUTE_MS } from '../../../domain/calendar.js';
import { commit, type Plan } from '../commit.js';
import { tagOf } from '../documents/tag.js';
import {
  type Api,
  type ApiRequest,
  implement,
  type HandlerResult,
  refuse,
  refuseFaults,
  type RefusedResult,
} from '../operation.js';

export const listCredentials = implement(listContract, async (_, api) => {
  const used = await lastUses(api);
  const data = api.catalog.all('credentials').map((credential) => viewOf(credential, used));
  const shown = data.map((view) => ({ ...view, lastUsed: null }));
  return { ok: true, answer: { data }, etag: tagOf({ shown }) };
});

export const createCredential = implement(
  createContract,
  (request, api) =>
    change(createContract, request, api, request.body, (former) => {
      if (former !== undefined) return refuse('ALREADY_EXISTS', { details: nameOf(request.body) });
      const { kind, id, tier, scopes = [...scopesOfNew(request.body.kind)], requireBodyHash } = request.body;
      if (kind === 'partner' && api.catalog.find('partners', id) === undefined)
        return refuseFaults(request.caller, [
          { field: 'id', message: `there is no partner ${id}`, code: 'INVALID_VALUE', value: id },
        ]);
      const refusal = notGranted(scopes, request.caller, api);
      if (refusal !== null) return refusal;
      const secret = newSecret();
      const document: Credential = {
        id,
        kind,
        tier,
        status: 'ACTIVE',
        ...(requireBodyHash !== undefined && { requireBodyHash }),
        scopes,
        secrets: [{ version: 1, secret, notAfter: null }],
      };
      return { ok: true, document, secret };
    }),
  ({ body: { kind, scopes } }) => scopeFaults(kind, scopes),
);

export const patchCredential = implement(
  patchContract,
  (request, api) =>
    change(patchContract, request, api, request.params, (former) => {
      if (former === undefined) return notFound(request.params);
      const document: Credential = { ...former, ...request.body };
      const isRevived = request.body.status === 'ACTIVE' && !isInUse(former);
      const had = new Set(scopesOf(former));
      const granted = scopesOf(document).filter((scope) => isRevived || !had.has(scope));
      return notGranted(granted, request.caller, api) ?? { ok: true, document };
    }),
  ({ params: { kind }, body: { scopes } }) => scopeFaults(kind, scopes),
);

export const rotateCredential = implement(rotateContract, (request, api) =>
  change(rotateContract, request, api, request.params, (former) => {
    if (former === undefined) return notFound(request.params);
    // who has the new secret may do all of it
    const refusal = notGranted(scopesOf(former), request.caller, api);
    if (refusal !== null) return refusal;
    const nowMs = api.now();
    const { overlapSeconds = OVERLAP_SECONDS } = request.body;
    const valid = former.secrets.filter((secret) => isValid(secret, nowMs));
    if (valid.length > 1 && !request.query.force) return refuse('ROTATION_RUNNING');
    const ends = new Date(nowMs + overlapSeconds * MS_PER_SECOND).toISOString();
    const kept = valid
      .sort((a, b) => a.version - b.version)
      .slice(-1)
      .filter(() => overlapSeconds > 0)
      .map((each) => ({ ...each, notAfter: each.notAfter && each.notAfter < ends ? each.notAfter : ends }));
    const version = Math.max(...former.secrets.map((each) => each.version)) + 1;
    const secret = newSecret();
    return { ok: true, document: { ...former, secrets: [...kept, { version, secret, notAfter: null }] }, secret };
  }),
);

export const revokeCredential = implement(revokeContract, (request, api) =>
  change(revokeContract, request, api, request.params, (former) =>
    former === undefined
      ? notFound(request.params)
      : { ok: true, document: isInUse(former) ? { ...former, status: 'INACTIVE' } : former },
  ),
);

const MS_PER_SECOND = 1_000;

const isValid = ({ notAfter }: Credential['secrets'][number], nowMs: number): boolean =>
  !notAfter || Date.parse(notAfter) > nowMs;
const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');
const keyOf = ({ kind, id }: Caller): string => `${kind}/${id}`;
const nameOf = (caller: Caller) => ({ collection: 'credentials', key: keyOf(caller) });
const notFound = (caller: Caller): RefusedResult => refuse('DOCUMENT_NOT_FOUND', { details: nameOf(caller) });

/** The credential after the change; `secret`: a new one, in clear text. */
type CredentialChange = { ok: true; document: Credential; secret?: string } | RefusedResult;

/**
 * Changes a credential of the store, one change at a time. The answer has no secret in a dry run, and none is ever kept
 * for a repeated request: these operations take no Idempotency-Key.
 */
function change<S extends Schemas>(
  contract: Contract<S>,
  request: ApiRequest<S>,
  api: Api,
  credential: Caller,
  changed: (former: Credential | undefined) => CredentialChange,
): Promise<HandlerResult<AnswerOf<S>>> {
  const plan = async (): Promise<Plan<AnswerOf<S>>> => {
    const { credentials } = await api.store.load(['credentials']);
    const former = credentials.find((each) => keyOf(each) === keyOf(credential));
    const after = changed(former);
    if (!after.ok) return after;
    const guard = adminGuard(former, after.document, credentials, api.now());
    if (!Array.isArray(guard)) return guard;
    const { document, secret } = after;
    const sealed = api.seal(document);
    const view = viewOf(sealed, await lastUses(api));
    const { dryRun } = request.query as { dryRun: boolean };
    const data = secret === undefined ? view : { ...view, secret: dryRun ? null : secret };
    const put: WriteOp = { kind: 'put', collection: 'credentials', document: sealed, was: former ?? null };
    return { ok: true, ops: [put, ...guard], answer: { data } as AnswerOf<S> };
  };
  return commit(contract, request, api, { plan, turns: api.turns.credentials, patienceMs: CHANGE_PATIENCE_MS });
}

/**
 * What a change that takes scopes from an active admin has to write with it, so that another node cannot take the last
 * other admin with such a scope away at the same moment: those other admins, as they are. A refusal if a scope would be
 * left that nobody could grant.
 */
function adminGuard(
  former: Credential | undefined,
  after: Credential,
  credentials: readonly Credential[],
  nowMs: number,
): WriteOp[] | RefusedResult {
  const grantedBy = (each: Credential): readonly Scope[] => {
    const isActive = isInUse(each) && each.secrets.some((secret) => isValid(secret, nowMs));
    return isActive && scopesOf(each).includes('admin') ? scopesOf(each) : [];
  };
  if (former === undefined) return [];
  const left = grantedBy(after);
  const lost = SCOPES.filter((scope) => grantedBy(former).includes(scope) && !left.includes(scope));
  const others = credentials.filter((each) => each !== former);
  const keepers = new Set<Credential>();
  // admin first: without it the other scopes do not matter
  for (const scope of lost.reverse()) {
    const keeper = [...keepers, ...others].find((each) => grantedBy(each).includes(scope));
    if (keeper === undefined) {
      const message = `No active credential with the scope admin would be left that has the scope ${scope}`;
      return refuse('LAST_ADMIN', { message, details: { scope } });
    }
    keepers.add(keeper);
  }
  return [...keepers].map((each) => ({ kind: 'put', collection: 'credentials', document: each, was: each }));
}

/** A refusal if the caller would grant a scope that it lacks. */
function notGranted(scopes: readonly Scope[], caller: Caller, { scopesOfCaller }: Api): RefusedResult | null {
  const own = scopesOfCaller(caller);
  const missing = scopes.find((scope) => !own.has(scope));
  if (missing === undefined) return null;
  const message = `This credential does not have the scope ${missing}, and cannot grant it`;
  return refuse('FORBIDDEN', { message, details: { missingScope: missing } });
}

function scopeFaults(kind: Credential['kind'] | undefined, scopes: readonly Scope[] | undefined): RequestFault[] {
  if (kind === undefined || scopes === undefined) return [];
  return scopes.flatMap((scope, index): RequestFault[] => {
    if (mayHave(kind, scope)) return [];
    const message = `must not be ${scope}: it is for services alone`;
    return [{ field: `scopes[${index}]`, code: 'INVALID_VALUE', message, value: scope }];
  });
}

/** When each credential last asked this node, by its key; milliseconds since the epoch. */
async function lastUses(api: Api): Promise<ReadonlyMap<string, number>> {
  return new Map((await api.lastUses()).map((use) => [keyOf(use), use.atMs]));
}

function viewOf(credential: Credential, used: ReadonlyMap<string, number>): CredentialView {
  const { kind, id, tier, requireBodyHash = false, secrets } = credential;
  const atMs = used.get(keyOf(credential));
  return {
    kind,
    id,
    status: isInUse(credential) ? 'ACTIVE' : 'INACTIVE',
    tier,
    scopes: [...scopesOf(credential)],
    requireBodyHash,
    secrets: secrets.map(({ version, notAfter = null }) => ({ version, notAfter })),
    lastUsed: atMs === undefined ? null : new Date(Math.floor(atMs / MINUTE_MS) * MINUTE_MS).toISOString(),
  };
}
