/** Who may ask the node: credentials, and the keys that encrypt their secrets. */
import Type, { type Static } from 'typebox';
import { count, DateTime, orNull } from './fields.js';
import { MAX_OVERLAP_SECONDS, OVERLAP_SECONDS } from '../limits/rate-limits.js';
import { Flag } from './common.js';
import { API_PREFIX, contract } from './contract.js';
import { dryRun } from './document-resource.js';
import { tier } from '../model/fields.js';
import { SCOPES } from '../model/scopes.js';

const { Optional } = Type;
const PATH = `${API_PREFIX}/credentials` as const;
const ONE = `${PATH}/{kind}/{id}` as const;

const kind = Type.Enum(['service', 'partner'], {
  examples: ['service'],
  description: 'service: may ask about all partners. partner: only about itself',
});
const Tier = tier('How many requests it may make');
const scopes = Type.Array(Type.Enum(SCOPES), { minItems: 1, uniqueItems: true, description: 'What it may do' });
const requireBodyHash = Type.Boolean({ description: 'Every request must also sign its body (x-content-sha256)' });
const status = Type.Enum(['ACTIVE', 'INACTIVE'], { description: 'INACTIVE: all its requests are refused' });

const view = {
  kind,
  id: Type.String({ examples: ['billing'], description: 'Its x-service-id or x-partner-id' }),
  status,
  tier: Tier,
  scopes,
  requireBodyHash,
  secrets: Type.Array(
    Type.Object({
      version: Type.Integer({ minimum: 1 }),
      notAfter: orNull(DateTime, 'Last moment at which it is valid; null: no end'),
    }),
    { description: 'Its secrets, without themselves' },
  ),
  lastUsed: orNull(DateTime, 'The minute of its last request to this node; null: none since the node started'),
};
export const CredentialView = Type.Object(view, { title: 'Credential' });
export type CredentialView = Static<typeof CredentialView>;
const MadeCredential = Type.Object(
  {
    ...view,
    secret: orNull(Type.String(), 'What requests are signed with. It is shown this once; null: a dry run makes none'),
  },
  { title: 'MadeCredential' },
);

const administration = { tag: 'Administration', scope: 'admin' } as const;
const changing = { ...administration, signsBody: true } as const;
const query = Type.Object({ dryRun });
const ofCredential = Type.Object({
  kind,
  id: Type.String({ minLength: 1, maxLength: 100, examples: ['billing'], description: 'Id of the credential' }),
});
const LAST_ADMIN =
  'A change that takes a scope from the last active credential that has it together with admin is a 409 '
  + '`LAST_ADMIN`, which names the scope.';
const ERRORS = ['DOCUMENT_NOT_FOUND', 'BUSINESS_VALIDATION_FAILED', 'OVERLOADED', 'STORE_UNAVAILABLE'] as const;

export const listCredentials = contract({
  ...administration,
  id: 'listCredentials',
  path: PATH,
  summary: 'List the credentials',
  description: 'All credentials, without their secrets. The ETag covers everything but `lastUsed`.',
  conditions: ['If-None-Match'],
  answerHeaders: ['ETag'],
  answer: Type.Object({ data: Type.Array(CredentialView) }),
});

export const createCredential = contract({
  ...changing,
  id: 'createCredential',
  path: PATH,
  summary: 'Add a credential',
  description: `Adds a caller. The node makes its secret and answers it once; a repeated request gets a 409.

- Without \`scopes\` a service has quote, assign, read and write, a partner quote and read: with write it could change
  its own charges. manage and admin are for services alone, and nobody grants a scope that they lack.
- The id of a partner’s credential is its partnerId.`,
  query,
  body: Type.Object({
    kind,
    id: Type.String({ pattern: '^[A-Za-z0-9_-]{3,50}$', examples: ['billing'], description: 'Its id' }),
    tier: Tier,
    scopes: Optional(scopes),
    requireBodyHash: Optional(requireBodyHash),
  }),
  status: 201,
  answer: Type.Object({ data: MadeCredential }),
  errors: ['ALREADY_EXISTS', 'BUSINESS_VALIDATION_FAILED', 'OVERLOADED', 'STORE_UNAVAILABLE'],
  example: {
    query: { dryRun: 'true' },
    body: { kind: 'service', id: 'billing', tier: 'TIER_1', scopes: ['quote', 'read'] },
  },
});

export const patchCredential = contract({
  ...changing,
  id: 'patchCredential',
  method: 'PATCH',
  path: ONE,
  summary: 'Change a credential',
  description: `Changes the members that the body has, for the next request of the caller.

- ${LAST_ADMIN}`,
  params: ofCredential,
  query,
  body: Type.Object({
    tier: Optional(Tier),
    scopes: Optional(scopes),
    status: Optional(status),
    requireBodyHash: Optional(requireBodyHash),
  }),
  answer: Type.Object({ data: CredentialView }),
  errors: ['LAST_ADMIN', ...ERRORS],
  example: {
    params: { kind: 'partner', id: 'dharaline-surface' },
    query: { dryRun: 'true' },
    body: { tier: 'TIER_2' },
  },
});

export const rotateCredential = contract({
  ...changing,
  id: 'rotateCredential',
  method: 'POST',
  path: `${ONE}/rotate`,
  summary: 'Give a credential a new secret',
  description: `Both secrets count until the old one ends, after \`overlapSeconds\`.

- Nobody makes a secret of a credential with a scope that they lack.
- While two secrets count, the request is refused unless \`force=true\`, which ends the oldest at once.`,
  params: ofCredential,
  query: Type.Object({ dryRun, force: Flag('Ends the oldest of two valid secrets at once', false) }),
  body: Type.Object({
    overlapSeconds: Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_OVERLAP_SECONDS,
        description: `How long the old secret goes on; seconds, ${OVERLAP_SECONDS} unless given`,
      }),
    ),
  }),
  answer: Type.Object({ data: MadeCredential }),
  errors: ['ROTATION_RUNNING', ...ERRORS],
  example: {
    params: { kind: 'partner', id: 'dharaline-surface' },
    query: { dryRun: 'true' },
    body: { overlapSeconds: 3_600 },
  },
});

export const revokeCredential = contract({
  ...changing,
  id: 'revokeCredential',
  method: 'POST',
  path: `${ONE}/revoke`,
  summary: 'End a credential',
  description: `Its requests are refused from now on: by this node at once, by others within moments.

- ${LAST_ADMIN}`,
  params: ofCredential,
  query,
  answer: Type.Object({ data: CredentialView }),
  errors: ['LAST_ADMIN', ...ERRORS],
  example: { params: { kind: 'partner', id: 'dharaline-surface' }, query: { dryRun: 'true' } },
});

export const rekey = contract({
  ...changing,
  changes: false,
  id: 'rekey',
  method: 'POST',
  path: `${API_PREFIX}/admin/rekey`,
  summary: 'Encrypt everything under the new key',
  description: `\`SECRETS_KEY\` may be \`new,old\`: the first key encrypts, all decrypt. This encrypts every secret and
every contact of the history again under the first key; then the old key can go.

- It works in steps: a request that was interrupted is repeated, and goes on.`,
  answer: Type.Object({
    data: Type.Object({
      resealed: count('Documents that were encrypted again'),
      left: count('Documents that no key opens; they stay as they are'),
    }),
  }),
  errors: ['BUSINESS_VALIDATION_FAILED', 'STORE_UNAVAILABLE'],
});

export const CREDENTIAL_CONTRACTS = [
  listCredentials,
  createCredential,
  patchCredential,
  rotateCredential,
  revokeCredential,
  rekey,
] as const;
