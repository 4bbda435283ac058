/** The session of a command: its surroundings, its node, and whether it prints the answer as JSON. */
import type { Command } from 'commander';
import { connect, type Pinrate } from '../client/connect.js';
import { responseOf } from '../client/error.js';
import { type Caller, credentialOf } from './access.js';
import { readAccess } from './profiles.js';
import { printableJson, printableLines, type World } from './world.js';

interface GlobalOptions {
  json?: boolean;
  profile?: string;
}

export interface Session {
  world: World;
  pinrate: Pinrate;
  caller: Caller;
  isJson: boolean;
  /** Prints JSON or words without characters that would steer a terminal, even to a pipe. */
  print(text: string): void;
  /** With `--json` prints the answer as the node sent it, otherwise the text of `inWords`. */
  show<A extends object>(answer: A, inWords: (answer: A) => string): void;
}

/** A large change or a backup takes its time, and a person may end the command. */
const TIMEOUT_MS = 300_000;
/** A person at a prompt sees a node that is not there at once. */
const RETRIES = 1;

export async function openSession(world: World, command: Command): Promise<Session> {
  const { json: isJson = false, profile } = command.optsWithGlobals<GlobalOptions>();
  const print = (text: string): void => void world.out.write(isJson ? printableJson(text) : printableLines(text));
  const { origin, caller } = await readAccess(world, profile);
  const access = { url: origin, ...credentialOf(caller), fetch: recordingFetch };
  const session: Session = {
    world,
    pinrate: connect({ ...access, timeoutMs: TIMEOUT_MS, retries: RETRIES, now: world.now }),
    caller,
    isJson,
    print,
    show: (answer, inWords) => print(isJson ? `${textOf(answer)}\n` : inWords(answer)),
  };
  sessions.set(world, session);
  return session;
}

const sessions = new WeakMap<World, Session>();
/** The session that a command has opened; undefined: it has not come that far. */
export const sessionOf = (world: World): Session | undefined => sessions.get(world);

const texts = new WeakMap<Headers, string>();
/** The JSON of an answer or a refusal, byte for byte as the node sent it. */
export const textOf = (answer: object): string => texts.get(responseOf(answer)!.headers)!;

const recordingFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (response.headers.get('content-type')?.startsWith('application/json') !== true) return response;
  const text = await response.text();
  const copy = new Response(text, response);
  texts.set(copy.headers, text);
  return copy;
};
