/** The session of a command: its surroundings, its node, and whether it prints the answer as JSON. */
import type { Command } from 'commander';
import { type Answer, Client } from './client.js';
import { readAccess } from './profiles.js';
import { printableJson, printableLines, type World } from './world.js';

interface GlobalOptions {
  json?: boolean;
  profile?: string;
}

export interface Session {
  world: World;
  client: Client;
  isJson: boolean;
  /** Prints JSON or words without characters that would steer a terminal, even to a pipe. */
  print(text: string): void;
  /** With `--json` prints the answer as the node sent it, otherwise the text of `inWords`. */
  show<D>(answer: Answer<D>, inWords: (body: Answer<D>['body']) => string): void;
}

export async function openSession(world: World, command: Command): Promise<Session> {
  const { json: isJson = false, profile } = command.optsWithGlobals<GlobalOptions>();
  const print = (text: string): void => void world.out.write(isJson ? printableJson(text) : printableLines(text));
  return {
    world,
    client: new Client(await readAccess(world, profile)),
    isJson,
    print,
    show: (answer, inWords) => print(isJson ? `${answer.text}\n` : inWords(answer.body)),
  };
}
