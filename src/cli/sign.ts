/** `pinrate sign`: the headers of a signed request, for other programs. */
import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { METHODS } from '../contract/contract.js';
import { openSession } from './session.js';
import { CommandError, EXIT, type World } from './world.js';

const EXAMPLES = `
Examples:
  pinrate sign GET /api/v1/zones?partnerId=dharaline-surface
  pinrate sign GET /api/v1/zones | curl -H @- $PINRATE_URL/api/v1/zones
  pinrate sign POST /api/v1/shipments/calculate-charges --data body.json |
    curl -H @- -H 'content-type: application/json' --data-binary @body.json \\
      $PINRATE_URL/api/v1/shipments/calculate-charges

The path is signed as it is written here, so write it as it will be sent, with
its query. The headers are good for some minutes.`;

export function addSign(program: Command, world: World): void {
  program
    .command('sign')
    .summary('print the headers of a signed request')
    .description('Prints the headers that sign a request, one a line. Nothing is sent.')
    .argument('<method>', METHODS.join(', '))
    .argument('<path>', 'the path with its query, such as /api/v1/zones')
    .option('--data <file>', 'the file that will be the body; without it there is no body')
    .addHelpText('after', EXAMPLES)
    .action(async (method: string, path: string, { data: file }: { data?: string }, command: Command) => {
      const verb = METHODS.find((each) => each === method.toUpperCase());
      if (verb === undefined) throw new CommandError(EXIT.usage, `the method must be one of ${METHODS.join(', ')}`);
      if (!path.startsWith('/')) throw new CommandError(EXIT.usage, 'the path must begin with /');
      const session = await openSession(world, command);
      const body = file === undefined ? undefined : await read(file);
      const headers = await session.pinrate.signer.headers(verb, path, body);
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\n`);
      session.print(session.isJson ? `${JSON.stringify(headers)}\n` : lines.join(''));
    });
}

const read = (file: string): Promise<Buffer<ArrayBuffer>> =>
  readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(EXIT.usage, `${file} cannot be read (${error.code})`);
  });
