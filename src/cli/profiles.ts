/** The node and the credential of a command: from the environment or from a profile, never from arguments. */
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FAILSAFE_SCHEMA, load, YAMLException } from 'js-yaml';
import { DEMO_SERVICE } from '../demo-service.js';
import type { Access, Caller } from './access.js';
import { findDemo } from './demo.js';
import { CommandError, EXIT, type World } from './world.js';
import { isMembers } from '../model/members.js';

const NAMES = ['url', 'id', 'secret'] as const;
type Settings = Record<(typeof NAMES)[number], string>;
const VARIABLES = { url: 'PINRATE_URL', id: 'PINRATE_ID', secret: 'PINRATE_SECRET' } as const;
const PROFILE_UNLESS_NAMED = 'default';
const CALLER = /^(?:(service|partner):)?([A-Za-z0-9_-]{3,50})$/;
/** Permissions of the group and of all others. */
const OF_OTHERS = 0o077;

const profilesFile = ({ homeFolder }: World): string => join(homeFolder, '.config', 'pinrate', 'profiles.yaml');

/**
 * 1. The profile that is named.
 * 2. The environment, if it has any of the three variables: it then has to have all.
 * 3. The profile `default`.
 * 4. Without a file of profiles: the demo, if it answers at its address on this machine.
 */
export async function readAccess(world: World, profile: string | undefined): Promise<Access> {
  if (profile !== undefined) return accessOf(...(await readProfile(world, profile)));
  const given = NAMES.filter((name) => (world.env[VARIABLES[name]] ?? '') !== '');
  if (given.length === 0 && !(await hasProfiles(world))) {
    const demo = await findDemo(world);
    if (demo !== null) return demo;
  }
  if (given.length === 0) return accessOf(...(await readProfile(world, PROFILE_UNLESS_NAMED)));
  const missing = NAMES.filter((name) => !given.includes(name)).map((name) => VARIABLES[name]);
  if (missing.length > 0) throw usage(`${missing.join(' and ')} must be set too`);
  const settings = Object.fromEntries(NAMES.map((name) => [name, world.env[VARIABLES[name]]])) as Settings;
  return accessOf(settings, (name) => VARIABLES[name]);
}

const DEMO_ADVICE = `npm start has the demo: with it at http://127.0.0.1:8080 no command needs a profile. Elsewhere set
PINRATE_URL to its address, PINRATE_ID=${DEMO_SERVICE.id} PINRATE_SECRET=${DEMO_SERVICE.secret}`;

type WordFor = (name: (typeof NAMES)[number]) => string;

function accessOf({ url, id, secret }: Settings, wordFor: WordFor): Access {
  const address = URL.canParse(url) ? new URL(url) : null;
  if (address === null || !/^https?:$/.test(address.protocol))
    throw usage(`${wordFor('url')} must be the address of a node, such as http://127.0.0.1:8080`);
  if (address.pathname !== '/' || address.search !== '' || address.username !== '')
    throw usage(`${wordFor('url')} must be a scheme, a host and a port alone, such as ${address.origin}`);
  const [, kind = 'service', name] = CALLER.exec(id) ?? [];
  if (name === undefined)
    throw usage(`${wordFor('id')} must be the id of a service, or partner: and the id of a partner`);
  return { origin: address.origin, caller: { kind: kind as Caller['kind'], id: name, secret } };
}

/** An unreadable file counts as existing. */
const hasProfiles = (world: World): Promise<boolean> =>
  stat(profilesFile(world)).then(
    () => true,
    ({ code }: NodeJS.ErrnoException) => code !== 'ENOENT' && code !== 'ENOTDIR',
  );

async function readProfile(world: World, name: string): Promise<[Settings, WordFor]> {
  const file = profilesFile(world);
  const profiles = parse(await readPrivately(file), file);
  const found = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (found === undefined) {
    const known = Object.keys(profiles).join(', ');
    throw usage(`${file} has no profile ${name}; it has ${known === '' ? 'none' : known}`);
  }
  const wordFor: WordFor = (setting) => `${file}: ${name}: ${setting}`;
  for (const setting of NAMES)
    if (!isMembers(found) || typeof found[setting] !== 'string' || found[setting] === '')
      throw usage(`${wordFor(setting)} is missing`);
  return [found as Settings, wordFor];
}

async function readPrivately(file: string): Promise<string> {
  const opened = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw usage(`${file} cannot be read (${error.code})`);
    const variables = Object.values(VARIABLES).join(', ');
    throw usage(`no node is named: set ${variables}, or write a profile to ${file}\n${DEMO_ADVICE}`);
  });
  try {
    if (((await opened.stat()).mode & OF_OTHERS) !== 0)
      throw usage(`${file} has secrets, and others may read or change it: run chmod 600 ${file}`);
    return await opened.readFile('utf8');
  } finally {
    await opened.close();
  }
}

function parse(text: string, file: string): Record<string, unknown> {
  let profiles: unknown;
  try {
    // every scalar is a text: a secret of digits keeps its leading zeros
    profiles = load(text, { schema: FAILSAFE_SCHEMA });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    // the parser's message quotes lines around the fault, which may have a secret
    throw usage(`${file} is not YAML: ${error.reason}, line ${(error.mark?.line ?? 0) + 1}`);
  }
  if (!isMembers(profiles)) throw usage(`${file} must have profiles by name, each with ${NAMES.join(', ')}`);
  return profiles;
}

const usage = (message: string): CommandError => new CommandError(EXIT.usage, message);
