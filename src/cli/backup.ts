/** `pinrate backup`: a copy of the embedded store while it runs. */
import type { Command } from 'commander';
import { makeBackup } from '../client/operations.js';
import { Progress } from './progress.js';
import { openSession } from './session.js';
import { whole } from '../words.js';
import type { World } from './world.js';

const EXAMPLES = `
Examples:
  pinrate backup
  pinrate backup --json

The node writes the copy to a folder in backups of its DATA_DIR. A node starts
from that folder as its DATA_DIR, with the same SECRETS_KEY.`;

export function addBackup(program: Command, world: World): void {
  program
    .command('backup')
    .summary('copy the embedded store while it runs')
    .description('Makes the node copy its embedded store, consistently, while it goes on answering.')
    .addHelpText('after', EXAMPLES)
    .action(async (_options: object, command: Command) => {
      const session = await openSession(world, command);
      const progress = new Progress(world);
      progress.at('the node copies its store');
      try {
        const answer = await makeBackup(session.pinrate);
        progress.end();
        session.show(answer, ({ data: { path, bytes, sha256 } }) =>
          [`${path} in the DATA_DIR of the node`, `${whole(bytes)} bytes`, `SHA-256 ${sha256}`, ''].join('\n'),
        );
      } finally {
        progress.end();
      }
    });
}
