/** A real Redis of a test's own, which can be killed, hung and started again. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { freePort } from '../../support/programs.js';

export class RedisServer {
  private child: ChildProcess | null = null;

  private constructor(
    private readonly executablePath: string,
    readonly port: number,
  ) {}

  static async start(executablePath: string, port?: number): Promise<RedisServer> {
    const server = new RedisServer(executablePath, port ?? (await freePort()));
    await server.restart();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}/0`;
  }

  /** Starts it, empty, on the port that it had; resolves when it takes connections. */
  async restart(...options: string[]): Promise<void> {
    const args = [
      '--port',
      String(this.port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      tmpdir(),
      ...options,
    ];
    const child = (this.child = spawn(this.executablePath, args, { stdio: ['ignore', 'pipe', 'inherit'] }));
    const lines = createInterface({ input: child.stdout! });
    for await (const line of lines) if (line.includes('Ready to accept connections')) break;
    if (child.exitCode !== null) throw new Error(`redis-server ended with ${child.exitCode}`);
    // it goes on writing
    child.stdout!.resume();
  }

  async kill(): Promise<void> {
    const { child } = this;
    this.child = null;
    if (child === null || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    // hung or not
    child.kill('SIGKILL');
    await ended;
  }

  /** It stays connected and answers nothing. */
  hang(): void {
    this.child!.kill('SIGSTOP');
  }

  resume(): void {
    this.child!.kill('SIGCONT');
  }
}
