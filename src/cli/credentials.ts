/** `pinrate credentials`: who may ask the node. */
import { Argument, type Command, Option } from 'commander';
import { createCredential, listCredentials, revokeCredential, rotateCredential } from '../client/operations.js';
import type { CredentialView } from '../contract/credentials.js';
import { RATE_TIERS } from '../limits/rate-limits.js';
import type { TierName } from '../model/documents.js';
import { type Scope, SCOPES, scopesOfNew } from '../model/scopes.js';
import { wholeNumber } from './numbers.js';
import { openSession, type Session } from './session.js';
import { table } from './tables.js';
import { inIndia } from './words.js';
import { CommandError, EXIT, type World } from './world.js';

type Kind = CredentialView['kind'];

const EXAMPLES = `
Examples:
  pinrate credentials list
  pinrate credentials add service billing --tier TIER_1 > billing.secret
  pinrate credentials rotate service billing --overlap 3600
  pinrate credentials revoke service billing

The node makes the secrets and shows each of them once. add and rotate print
the secret alone on standard output, so that it can go to a file unread.`;

export function addCredentials(program: Command, world: World): void {
  const credentials = program
    .command('credentials')
    .summary('who may ask the node')
    .description('Adds, rotates, revokes and lists the credentials of callers.')
    .addHelpText('after', EXAMPLES);
  addAdd(credentials, world);
  addRotate(credentials, world);
  addRevoke(credentials, world);
  addList(credentials, world);
}

const USUAL_SCOPES = (['service', 'partner'] as const)
  .map((kind) => `of a ${kind} ${scopesOfNew(kind).join(',')}`)
  .join('; ');

/** The permission of each scope in words; `own` is "its own" of a partner. */
const PERMITTED: Readonly<Record<Scope, (own: string) => string>> = {
  quote: () => 'ask for prices and couriers',
  assign: () => 'assign shipments',
  read: (own) => `read ${own} data`,
  write: (own) => `change ${own} zones, discounts and charges`,
  manage: () => 'change every document',
  admin: () => 'add and end credentials',
};

/** "ask for prices and couriers, and read its own data" */
function permitted(kind: string, scopes: readonly string[]): string {
  const own = kind === 'partner' ? 'its own' : 'all';
  const parts = SCOPES.filter((scope) => scopes.includes(scope)).map((scope) => PERMITTED[scope](own));
  return parts.length < 2 ? (parts[0] ?? 'do nothing') : `${parts.slice(0, -1).join(', ')}, and ${parts.at(-1)}`;
}

const kindArgument = (): Argument => new Argument('<kind>', 'of the caller').choices(['service', 'partner']);

function addAdd(credentials: Command, world: World): void {
  credentials
    .command('add')
    .description('Adds a caller. Standard output is its secret.')
    .addArgument(kindArgument())
    .argument('<id>', 'of the caller')
    .addOption(
      new Option('--tier <tier>', 'how often it may ask').choices(Object.keys(RATE_TIERS)).makeOptionMandatory(),
    )
    .option('--scopes <list>', `what it may do, of ${SCOPES.join(',')}; unless given: ${USUAL_SCOPES}`, scopesOf)
    .option('--require-body-hash', 'its signatures have to cover the body')
    .addHelpText('after', '\nExample:\n  pinrate credentials add service billing --tier TIER_1 --scopes quote,read')
    .action(
      async (
        kind: Kind,
        id: string,
        options: { tier: TierName; scopes?: Scope[]; requireBodyHash?: boolean },
        command: Command,
      ) => {
        const session = await openSession(world, command);
        const answer = await createCredential(session.pinrate, { kind, id, ...options });
        showSecret(session, answer);
        world.err.write(`It may ${permitted(kind, answer.data.scopes ?? [])}.\n`);
      },
    );
}

function addRotate(credentials: Command, world: World): void {
  credentials
    .command('rotate')
    .description('Gives a caller a new secret; the old one ends later. Standard output is the new secret.')
    .addArgument(kindArgument())
    .argument('<id>', 'of the caller')
    .option('--overlap <seconds>', 'how long the old secret remains valid; a day unless given', wholeNumber)
    .option('--force', 'even while a former secret is valid: the oldest one ends at once')
    .addHelpText('after', '\nExample:\n  pinrate credentials rotate service billing --overlap 3600')
    .action(async (kind: Kind, id: string, options: { overlap?: number; force?: boolean }, command: Command) => {
      const session = await openSession(world, command);
      const body = options.overlap === undefined ? {} : { overlapSeconds: options.overlap };
      const query = { force: options.force };
      showSecret(session, await rotateCredential(session.pinrate, kind, id, body, { query }));
    });
}

function addRevoke(credentials: Command, world: World): void {
  credentials
    .command('revoke')
    .description('Ends a credential at once.')
    .addArgument(kindArgument())
    .argument('<id>', 'of the caller')
    .addHelpText('after', '\nExample:\n  pinrate credentials revoke service billing')
    .action(async (kind: Kind, id: string, _options: object, command: Command) => {
      const session = await openSession(world, command);
      const answer = await revokeCredential(session.pinrate, kind, id);
      session.show(answer, () => `${kind} ${id} is revoked.\n`);
    });
}

function addList(credentials: Command, world: World): void {
  credentials
    .command('list')
    .description('Lists the credentials, without their secrets.')
    .addHelpText('after', '\nExample:\n  pinrate credentials list --json')
    .action(async (_options: object, command: Command) => {
      const session = await openSession(world, command);
      const answer = await listCredentials(session.pinrate);
      session.show(answer, ({ data }) => listInWords(data, world));
    });
}

function scopesOf(text: string): Scope[] {
  const scopes = text.split(',').map((scope) => scope.trim() as Scope);
  const unknown = scopes.find((scope) => !(SCOPES as readonly string[]).includes(scope));
  if (unknown !== undefined)
    throw new CommandError(EXIT.usage, `there is no scope ${unknown}: scopes are ${SCOPES.join(', ')}`);
  return scopes;
}

function showSecret(session: Session, answer: Awaited<ReturnType<typeof createCredential>>): void {
  const { kind, id } = answer.data;
  session.show(answer, ({ data }) => `${data.secret}\n`);
  session.world.err.write(`The secret of ${kind} ${id}. It is shown this once.\n`);
}

function listInWords(credentials: readonly CredentialView[], world: World): string {
  const rows = credentials.map(({ kind, id, status, tier, scopes, requireBodyHash, secrets, lastUsed }) => [
    `${kind} ${id}`,
    status ?? '',
    tier ?? '',
    [(scopes ?? []).join(' '), requireBodyHash === true ? 'body hash required' : ''].filter(Boolean).join('\n'),
    (secrets ?? []).map(secretInWords).join('\n'),
    lastUsed ? inIndia(lastUsed) : 'never',
  ]);
  const columns = ['CALLER', 'STATUS', 'TIER', 'SCOPES', 'SECRETS', 'LAST USED (IST)'].map((title) => ({ title }));
  return rows.length === 0 ? 'There are no credentials.\n' : table(columns, rows, world);
}

const secretInWords = ({ version, notAfter }: { version: number; notAfter: string | null }): string =>
  notAfter === null ? `${version}` : `${version} until ${inIndia(notAfter)}`;
