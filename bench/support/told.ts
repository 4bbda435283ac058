/** A companion's side of its channel. */
import { EventEmitter, once } from 'node:events';

export function say(line: object): void {
  console.log(JSON.stringify(line));
}

/** Does `task` over and over from each `resume` to the next `pause`, until it is told to stop. */
export async function whileTold(task: () => Promise<void>): Promise<void> {
  let command = 'pause';
  const commanded = new EventEmitter();
  process.on('message', (word: string) => {
    command = word;
    commanded.emit('command');
  });
  say({ is: 'ready' });
  while (command !== 'stop') {
    if (command === 'pause') {
      say({ is: 'pause' });
      await once(commanded, 'command');
      say({ is: 'resume' });
    } else await task();
  }
  process.disconnect();
}
