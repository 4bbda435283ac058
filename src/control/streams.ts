/** Answers that are sent in parts: a part is made when the front asks for it, which it does when the last has left. */
import type { Failure } from '../errors.js';
import { MAX_STREAMS, STREAM_PART_CHARACTERS, STREAM_PATIENCE_MS } from '../limits/control.js';
import type { StreamPart, StreamStart } from './messages.js';
import type { Streamed } from './operations/operation.js';

const NDJSON = 'application/x-ndjson';
const OVERLOADED: Failure = { code: 'OVERLOADED' };

interface Open {
  lines: Iterator<string>;
  /** Drops the stream when nobody asks for more. */
  timer: NodeJS.Timeout;
}

export class Streams {
  readonly #open = new Map<number, Open>();
  #lastId = 0;

  constructor(
    private readonly patienceMs = STREAM_PATIENCE_MS,
    private readonly partCharacters = STREAM_PART_CHARACTERS,
  ) {}

  /** How many have more to give. */
  get size(): number {
    return this.#open.size;
  }

  /** Begins an answer, unless too many are under way. Throws what the lines throw. */
  start({ lines, mediaType = NDJSON }: Streamed): { ok: true; stream: StreamStart } | { ok: false; failure: Failure } {
    if (this.#open.size >= MAX_STREAMS) return { ok: false, failure: OVERLOADED };
    const id = ++this.#lastId;
    const iterator = lines[Symbol.iterator]();
    const first = this.#part(iterator);
    if (!first.isLast) this.#open.set(id, { lines: iterator, timer: this.#timer(id) });
    return { ok: true, stream: { id, mediaType, first } };
  }

  /** null: the stream was dropped. Throws what the lines throw; there is no more then. */
  more(id: number): StreamPart | null {
    const open = this.#open.get(id);
    if (open === undefined) return null;
    clearTimeout(open.timer);
    this.#open.delete(id);
    const part = this.#part(open.lines);
    if (!part.isLast) this.#open.set(id, { ...open, timer: this.#timer(id) });
    return part;
  }

  /** No-op for a stream that has ended. */
  cancel(id: number): void {
    const open = this.#open.get(id);
    if (open === undefined) return;
    clearTimeout(open.timer);
    this.#open.delete(id);
    open.lines.return?.();
  }

  /** Drops all of them. */
  close(): void {
    for (const id of [...this.#open.keys()]) this.cancel(id);
  }

  #timer(id: number): NodeJS.Timeout {
    const timer = setTimeout(() => this.cancel(id), this.patienceMs);
    timer.unref();
    return timer;
  }

  #part(lines: Iterator<string>): StreamPart {
    const gathered: string[] = [];
    let characters = 0;
    while (characters < this.partCharacters) {
      const next = lines.next();
      if (next.done === true) return { bytes: encoded(gathered), isLast: true };
      gathered.push(next.value);
      characters += next.value.length + 1;
    }
    return { bytes: encoded(gathered), isLast: false };
  }
}

function encoded(lines: readonly string[]): Uint8Array {
  return Buffer.from(lines.length === 0 ? '' : `${lines.join('\n')}\n`);
}
