/**
 * Calls between two threads over a message port. Everything that one side sends within a turn of its event loop travels
 * in one message, in the order in which it was sent: one message for each call would cost far more.
 */
import type { MessagePort, Worker } from 'node:worker_threads';
import { StartError, TemporaryError } from '../errors.js';

/** What a side offers: functions of one argument that can be cloned, whose results, or promised results, can be too. */
// oxlint-disable-next-line typescript/no-explicit-any -- the bound of a generic type
export type Calls = Record<string, (argument: any) => unknown>;

type Port = Pick<MessagePort | Worker, 'postMessage'> & {
  on(event: 'message', listener: (messages: Message[]) => void): unknown;
};

type Message =
  /** `id` 0: nobody waits for the result. */
  | { kind: 'call'; id: number; name: string; argument: unknown }
  | { kind: 'result'; id: number; value: unknown }
  | { kind: 'failure'; id: number; error: CrossedError };

/** Structured cloning drops an error's class and its own properties. */
interface CrossedError {
  type: keyof typeof ERROR_TYPES;
  message: string;
  stack: string | undefined;
}

const ERROR_TYPES = { Error, StartError, TemporaryError } as const;

interface PendingCall {
  resolve(value: never): void;
  reject(error: Error): void;
}

/** One end of a port. `Theirs`: the functions of the other side. */
export class Channel<Theirs extends Calls> {
  readonly #waiting = new Map<number, PendingCall>();
  #lastId = 0;
  #gathered: Message[] = [];
  #ended: Error | null = null;

  #own: Calls = {};

  constructor(private readonly port: Port) {}

  /** Begins to take calls, and the results of its own calls: both ends must offer something. */
  offer(own: Calls): void {
    this.#own = own;
    this.port.on('message', (messages) => {
      for (const message of messages) this.#take(message);
    });
  }

  /** The calls that have no result yet. */
  get pending(): number {
    return this.#waiting.size;
  }

  /** Rejects with the error of the function, or with the reason why this channel has ended. */
  call<N extends keyof Theirs & string>(
    name: N,
    argument: Parameters<Theirs[N]>[0],
  ): Promise<Awaited<ReturnType<Theirs[N]>>> {
    if (this.#ended !== null) return Promise.reject(this.#ended);
    const id = ++this.#lastId;
    this.#send({ kind: 'call', id, name, argument });
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
    });
  }

  /** Calls a function whose result does not matter. */
  tell<N extends keyof Theirs & string>(name: N, argument: Parameters<Theirs[N]>[0]): void {
    if (this.#ended === null) this.#send({ kind: 'call', id: 0, name, argument });
  }

  /** Nothing more will come: every waiting call, and every later one, rejects with `reason`. */
  end(reason: Error): void {
    this.#ended ??= reason;
    for (const { reject } of this.#waiting.values()) reject(this.#ended);
    this.#waiting.clear();
  }

  /** Sends the messages of this turn now. */
  flush(): void {
    const messages = this.#gathered;
    if (messages.length === 0) return;
    this.#gathered = [];
    this.port.postMessage(messages);
  }

  #send(message: Message): void {
    if (this.#gathered.push(message) === 1) setImmediate(() => this.flush());
  }

  #take(message: Message): void {
    if (message.kind === 'call') {
      void this.#run(message.id, message.name, message.argument);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.kind === 'result') waiting?.resolve(message.value as never);
    else waiting?.reject(rebuilt(message.error));
  }

  async #run(id: number, name: string, argument: unknown): Promise<void> {
    try {
      const value = await this.#own[name]!(argument);
      if (id !== 0) this.#send({ kind: 'result', id, value });
    } catch (error) {
      // a fault of a function that nobody waits for is a fault of ours: it ends the thread loudly
      if (id === 0) throw error;
      this.#send({ kind: 'failure', id, error: crossed(error) });
    }
  }
}

function crossed(error: unknown): CrossedError {
  if (!(error instanceof Error)) return { type: 'Error', message: String(error), stack: undefined };
  const type =
    error instanceof StartError ? 'StartError' : error instanceof TemporaryError ? 'TemporaryError' : 'Error';
  return { type, message: error.message, stack: error.stack };
}

function rebuilt({ type, message, stack }: CrossedError): Error {
  const error = new ERROR_TYPES[type](message);
  if (stack !== undefined) error.stack = stack;
  return error;
}
