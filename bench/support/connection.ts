/** Connections of the open-loop generator. They use sockets directly, since they share the cores with the server. */
import { connect, type Socket } from 'node:net';
import { AnswerReader } from './answer-reader.js';

/** One buffer for all connections: its content is processed before the next read. */
const READ_BUFFER = Buffer.allocUnsafe(64 * 1024);

/** How long a round waits for its last answers. */
export const LAST_ANSWER_MS = 5_000;

export interface ConnectionOwner {
  /** The connection can take a request: it has opened, reopened, or received its answer. */
  ready(connection: Connection): void;
  /** It can no longer take one: the server closed it between two requests. */
  lost(connection: Connection): void;
  answered(connection: Connection, status: number): void;
  /** An error that invalidates the round. */
  failed(error: Error): void;
}

/** Sends one request at a time, and reopens where the server closes it between two. */
export class Connection {
  /** When the request under way was due, by the clock of `performance`. */
  dueAtMs = 0;
  #socket!: Socket;
  #reader = new AnswerReader();
  #state: 'opening' | 'ready' | 'asking' | 'ended' = 'opening';

  constructor(
    private readonly address: { host: string; port: number },
    private readonly owner: ConnectionOwner,
  ) {
    this.#open();
  }

  ask(request: Buffer | string, dueAtMs: number): void {
    this.#state = 'asking';
    this.dueAtMs = dueAtMs;
    this.#socket.write(request);
  }

  end(): void {
    this.#state = 'ended';
    this.#socket.destroy();
  }

  #open(): void {
    this.#state = 'opening';
    this.#reader = new AnswerReader();
    const onread = { buffer: READ_BUFFER, callback: (length: number) => this.#take(length) };
    this.#socket = connect({ ...this.address, noDelay: true, onread }, () => this.#beReady());
    this.#socket.on('error', (error) => this.#fail(error));
    this.#socket.on('close', () => this.#reopen());
  }

  #reopen(): void {
    if (this.#state === 'asking') this.#fail(new Error('a connection was closed before its request was answered'));
    if (this.#state === 'ended') return;
    if (this.#state === 'ready') this.owner.lost(this);
    this.#open();
  }

  #take(length: number): boolean {
    try {
      const status = this.#reader.read(READ_BUFFER, length);
      if (status !== 0) this.#finish(status);
    } catch (error) {
      this.#fail(error as Error);
    }
    return true;
  }

  #finish(status: number): void {
    if (this.#state !== 'asking') throw new Error('an answer to nothing');
    this.#state = 'opening';
    this.owner.answered(this, status);
    // a closed connection reopens, and is ready then
    if (this.#reader.closes) this.#socket.destroy();
    else this.#beReady();
  }

  #beReady(): void {
    if (this.#state === 'ended') return;
    this.#state = 'ready';
    this.owner.ready(this);
  }

  #fail(error: Error): void {
    if (this.#state === 'ended') return;
    this.end();
    this.owner.failed(error);
  }
}
