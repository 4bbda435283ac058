/** A process that repeats some work next to a bench while it is resumed. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startChild } from './child.js';

/** A line that a companion prints: a command that it has obeyed, or a measurement. */
export interface CompanionMessage {
  is?: string;
  seconds?: number;
}

/**
 * `bench/companions/<name>.ts`, which reads `pause`, `resume` and `stop` from its channel, begins paused and prints
 * lines of JSON.
 */
export class Companion {
  readonly #said: CompanionMessage[] = [];

  private constructor(
    private readonly child: ChildProcess,
    private readonly exited: Promise<unknown>,
  ) {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const said = JSON.parse(line) as CompanionMessage;
      this.#said.push(said);
      child.emit('said', said);
    });
  }

  static async start(
    name: 'assigner' | 'backtester' | 'changer' | 'consoles' | 'weigher',
    args: readonly string[],
  ): Promise<Companion> {
    const { child, exited } = startChild(
      [fileURLToPath(new URL(`../companions/${name}.js`, import.meta.url)), ...args],
      { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
    );
    const companion = new Companion(
      child,
      exited.then((code) => {
        if (code !== 0) throw new Error(`the ${name} ended with ${String(code)}`);
      }),
    );
    await Promise.race([once(child, 'said'), companion.exited]);
    return companion;
  }

  /** Resolves when the work under way has ended. */
  pause(): Promise<unknown> {
    return this.#tell('pause');
  }

  resume(): Promise<unknown> {
    return this.#tell('resume');
  }

  /** Everything that it has printed. */
  async stop(): Promise<CompanionMessage[]> {
    this.child.send('stop');
    await this.exited;
    return this.#said;
  }

  async #tell(word: 'pause' | 'resume'): Promise<void> {
    const done = new Promise<void>((resolve) => {
      const listen = (said: CompanionMessage): void => {
        if (said.is !== word) return;
        this.child.off('said', listen);
        resolve();
      };
      this.child.on('said', listen);
    });
    this.child.send(word);
    await Promise.race([done, this.exited]);
  }
}
