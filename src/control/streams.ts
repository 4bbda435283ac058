/** Answers that are sent in parts: a part is made when the front asks for it, which it does when the last has left. */
import type { Caller } from '../caller.js';
import {
  MAX_STREAMS,
  MAX_STREAMS_OF_CALLER,
  STREAM_LONGEST_MS,
  STREAM_PART_CHARACTERS,
  STREAM_PATIENCE_MS,
} from '../limits/control.js';
import type { StreamPart, StreamStart } from '../messages.js';
import { nextTurn } from '../turn.js';
import type { StreamedResult } from './operations/operation.js';

const NDJSON = 'application/x-ndjson';

type Pages = Iterator<readonly string[]> | AsyncIterator<readonly string[]>;

interface OpenStream {
  pages: Pages;
  /** Each page is a part. */
  isLive: boolean;
  place: StreamSlot;
  /** Drops the stream when nobody asks for more. */
  timer: NodeJS.Timeout | null;
  /** Drops the stream when it takes too long as a whole. */
  end: NodeJS.Timeout;
  isCancelled: boolean;
}

/** Room for one streamed answer. */
interface StreamSlot {
  isStarted: boolean;
  /** No-op if it is free already. */
  free(): void;
  freeUnlessStarted(): void;
}

export class Streams {
  readonly #open = new Map<number, OpenStream>();
  readonly #placesOf = new Map<string, number>();
  #places = 0;
  #lastId = 0;

  constructor(
    private readonly patienceMs = STREAM_PATIENCE_MS,
    private readonly partCharacters = STREAM_PART_CHARACTERS,
    private readonly longestMs = STREAM_LONGEST_MS,
  ) {}

  /** How many are under way. */
  get size(): number {
    return this.#places;
  }

  /** Null: too many answers are under way, of this caller or of all. */
  reserve(caller: Caller): StreamSlot | null {
    const name = `${caller.kind}/${caller.id}`;
    const own = this.#placesOf.get(name) ?? 0;
    if (own >= MAX_STREAMS_OF_CALLER || this.#places >= MAX_STREAMS) return null;
    this.#places++;
    this.#placesOf.set(name, own + 1);
    let isFree = false;
    const free = (): void => {
      if (isFree) return;
      isFree = true;
      this.#places--;
      const left = this.#placesOf.get(name)! - 1;
      if (left === 0) this.#placesOf.delete(name);
      else this.#placesOf.set(name, left);
    };
    const place: StreamSlot = {
      isStarted: false,
      free,
      freeUnlessStarted() {
        if (!place.isStarted) free();
      },
    };
    return place;
  }

  /** Begins an answer, which frees its place when it has ended. Rejects with what the lines throw. */
  async start({ lines, mediaType = NDJSON, isLive = false }: StreamedResult, place: StreamSlot): Promise<StreamStart> {
    place.isStarted = true;
    const id = ++this.#lastId;
    const pages = Symbol.asyncIterator in lines ? lines[Symbol.asyncIterator]() : pagesOf(lines, this.partCharacters);
    const end = setTimeout(() => this.cancel(id), this.longestMs);
    end.unref();
    const open: OpenStream = { pages, isLive, place, timer: null, end, isCancelled: false };
    this.#open.set(id, open);
    return { id, mediaType, first: await this.#next(id, open) };
  }

  /** Null: the stream was dropped. Rejects with what the lines throw; there is no more then. */
  async more(id: number): Promise<StreamPart | null> {
    const open = this.#open.get(id);
    if (open === undefined) return null;
    if (open.timer !== null) clearTimeout(open.timer);
    open.timer = null;
    const part = await this.#next(id, open);
    return open.isCancelled ? null : part;
  }

  /** No-op for a stream that has ended. */
  cancel(id: number): void {
    const open = this.#open.get(id);
    if (open === undefined) return;
    open.isCancelled = true;
    this.#close(id, open);
  }

  /** Drops all of them. */
  close(): void {
    for (const id of [...this.#open.keys()]) this.cancel(id);
  }

  async #next(id: number, open: OpenStream): Promise<StreamPart> {
    let part: StreamPart;
    try {
      part = await this.#part(open);
    } catch (error) {
      this.#close(id, open);
      throw error;
    }
    if (part.isLast) this.#close(id, open);
    else if (!open.isCancelled) {
      open.timer = setTimeout(() => this.cancel(id), this.patienceMs);
      open.timer.unref();
    }
    return part;
  }

  #close(id: number, { pages, place, timer, end }: OpenStream): void {
    this.#open.delete(id);
    if (timer !== null) clearTimeout(timer);
    clearTimeout(end);
    place.free();
    // what a step under way throws, its caller has; of an ended one there is nothing to return
    void Promise.resolve(pages.return?.()).catch(() => undefined);
  }

  async #part(open: OpenStream): Promise<StreamPart> {
    const gathered: string[] = [];
    let characters = 0;
    const least = open.isLive ? 1 : this.partCharacters;
    while (characters < least && !open.isCancelled) {
      await nextTurn();
      const page = await open.pages.next();
      if (page.done === true) return { bytes: encoded(gathered), isLast: true };
      for (const line of page.value) {
        gathered.push(line);
        characters += line.length + 1;
      }
    }
    return { bytes: encoded(gathered), isLast: false };
  }
}

/** Pages of at least so many characters, but for the last one. */
function* pagesOf(lines: Iterable<string>, least: number): Generator<readonly string[]> {
  let page: string[] = [];
  let characters = 0;
  for (const line of lines) {
    page.push(line);
    characters += line.length + 1;
    if (characters < least) continue;
    yield page;
    page = [];
    characters = 0;
  }
  yield page;
}

function encoded(lines: readonly string[]): Uint8Array {
  return Buffer.from(lines.length === 0 ? '' : `${lines.join('\n')}\n`);
}
