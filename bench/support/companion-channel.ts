/** A companion's side of its channel. */
import { EventEmitter, once } from 'node:events';

export function say(line: object): void {
  console.log(JSON.stringify(line));
}

/**
 * Repeats `task` from each `resume` to the next `pause`, until `stop`; before it pauses or ends it waits for `settled`.
 */
export async function runOnCommand(
  task: () => Promise<void>,
  settled: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  let command = 'pause';
  const commanded = new EventEmitter();
  process.on('message', (word: string) => {
    command = word;
    commanded.emit('command');
  });
  say({ is: 'ready' });
  while (command !== 'stop') {
    if (command === 'pause') {
      await settled();
      say({ is: 'pause' });
      await once(commanded, 'command');
      say({ is: 'resume' });
    } else await task();
  }
  await settled();
  process.disconnect();
}
