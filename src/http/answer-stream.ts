import { UNSENT_SWEEP_MS } from '../limits/http.js';
import type { StreamPart } from '../messages.js';
import type { Exchange } from './exchange.js';
import { type Head, writeHead } from './head.js';

/** Where the parts of an answer come from after the first one. */
export interface PartSource {
  /** null: the rest is gone. */
  more(): Promise<StreamPart | null>;
  cancel(): void;
}

interface StreamEvents {
  /** Called before the answer ends: nothing may be written after it. */
  onEnd(): void;
  /** The answer cannot be completed; null: the source has dropped the answer. The connection must close. */
  onFailure(error: unknown): void;
  /** The connection takes nothing. It must close. */
  onStall(): void;
}

/**
 * An answer that is written part by part, in the chunked coding. The next part is requested when uWS has taken the
 * current one, and written when the connection has taken the current one: a slow reader holds two parts in memory.
 */
export class AnswerStream {
  #pending: StreamPart | null = null;
  /** uWS still holds bytes that the connection has not taken. */
  #isBlocked = false;
  #movedAtMs = performance.now();
  #sweep: NodeJS.Timeout | null = null;

  constructor(
    private readonly exchange: Exchange,
    private readonly source: PartSource,
    private readonly patienceMs: number,
    private readonly events: StreamEvents,
  ) {}

  /** Writes the head and the first part, which is not the last one. */
  start(head: Head, closes: boolean, first: StreamPart): void {
    const { exchange, source } = this;
    const { res } = exchange;
    exchange.onAbandoned = () => {
      this.#stop();
      source.cancel();
    };
    res.onWritable(() => {
      this.#push();
      return !this.#isBlocked;
    });
    // In addition to onWritable, for the reasons that UnsentAnswers has
    this.#sweep = setInterval(() => this.#look(), UNSENT_SWEEP_MS);
    res.cork(() => {
      writeHead(exchange, 200, head);
      if (closes) res.writeHeader('Connection', 'close');
      this.#isBlocked = !res.write(first.bytes);
    });
    this.#pull();
  }

  #pull(): void {
    this.source.more().then(
      (part) => {
        if (this.exchange.done) return;
        if (part === null) return this.events.onFailure(null);
        this.#pending = part;
        this.#push();
      },
      (error: unknown) => {
        if (!this.exchange.done) this.events.onFailure(error);
      },
    );
  }

  #push(): void {
    const { exchange } = this;
    if (this.#pending === null || exchange.done) return;
    exchange.res.cork(() => this.#write(this.#pending!));
    if (this.#pending === null && !exchange.done) this.#pull();
  }

  /**
   * Some builds of uWS report a connection as writable although they still hold bytes, and send those only with the
   * next write. So one byte is written first: the write says whether the connection has taken everything before it.
   */
  #write({ bytes, isLast }: StreamPart): void {
    const { res } = this.exchange;
    let rest = bytes;
    if (this.#isBlocked && rest.length > 0) {
      this.#isBlocked = !res.write(rest.subarray(0, 1));
      rest = rest.subarray(1);
      if (this.#isBlocked) {
        this.#pending = { bytes: rest, isLast };
        return;
      }
    }
    this.#movedAtMs = performance.now();
    this.#pending = null;
    // an empty chunk would end the answer
    if (rest.length > 0) this.#isBlocked = !res.write(rest);
    if (!isLast) return;
    this.#stop();
    this.events.onEnd();
    res.end();
  }

  #look(): void {
    this.#push();
    const isStalled = this.#isBlocked && performance.now() > this.#movedAtMs + this.patienceMs;
    if (isStalled && !this.exchange.done) this.events.onStall();
  }

  #stop(): void {
    if (this.#sweep !== null) clearInterval(this.#sweep);
    this.#sweep = null;
  }
}
