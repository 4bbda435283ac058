/**
 * Reads the body of a bulk line by line: to parse a whole body of some megabytes would keep its thread from the
 * question of a checkout for as long.
 */
import { endOfString, parseBody, type ParsedBody } from '../../contract/body.js';
import type { Failure } from '../../errors.js';
import { MAX_BULK_LINES } from '../../limits/bulk.js';
import { MAX_BODY_BYTES } from '../../limits/http.js';
import type { Members } from '../../model/members.js';

/** Takes the items of the one list of a body that is read item by item. */
export interface ListReader {
  readonly name: string;
  /** The list begins: perhaps not for the first time, since the last member of a name counts. */
  begin(): void;
  /** Whether the item at this place has made it time for a pause. Throws what {@link parsed} throws. */
  add(text: string, at: number): boolean;
  /** The list as a value. */
  end(): unknown[];
}

/**
 * The members of a body, or what is wrong with a text that is no object in JSON. Yields where its list makes it time
 * for that.
 */
export function* readBody(text: string, list: ListReader): Generator<undefined, ParsedBody> {
  const scanner = new Scanner(text);
  const members: Members = {};
  try {
    // a body that is no object: the rules say what is wrong with it, unless it is no JSON
    if (!scanner.take(OPENING_BRACE)) return { ok: true, value: parsed(text, 0) };
    for (let isFirst = true; !scanner.take(CLOSING_BRACE); isFirst = false) {
      if (!isFirst) scanner.need(COMMA);
      const name = scanner.name();
      scanner.need(COLON);
      if (name === list.name && scanner.take(OPENING_BRACKET)) {
        list.begin();
        for (let isFirstItem = true; !scanner.take(CLOSING_BRACKET); isFirstItem = false) {
          if (!isFirstItem) scanner.need(COMMA);
          const at = scanner.at;
          if (list.add(scanner.value(), at)) yield undefined;
        }
        members[name] = list.end();
      } else {
        const at = scanner.at;
        // as JSON.parse does, also of a member that is called __proto__
        Object.defineProperty(members, name, { value: parsed(scanner.value(), at), ...MEMBER });
      }
    }
    scanner.end();
  } catch (error) {
    if (error instanceof Malformation) return { ok: false, failure: error.failure };
    throw error;
  }
  return { ok: true, value: members };
}

/** The lines of a bulk. */
export class BulkLinesReader implements ListReader {
  readonly name = 'shipments';
  /** At most one more than a bulk may have. One that is longer than a whole question is refused unread. */
  lines: ParsedBody[] = [];

  begin(): void {
    this.lines = [];
  }

  add(text: string, at: number): boolean {
    // the rest is refused unread
    if (this.lines.length <= MAX_BULK_LINES) this.lines.push(lineOf(text, at));
    return true;
  }

  end(): unknown[] {
    return this.lines.map((line) => (line.ok ? line.value : null));
  }
}

const MEMBER = { enumerable: true, writable: true, configurable: true } as const;

const TOO_LONG: ParsedBody = { ok: false, failure: { code: 'PAYLOAD_TOO_LARGE' } };

function lineOf(text: string, at: number): ParsedBody {
  if (text.length > MAX_BODY_BYTES) return TOO_LONG;
  return { ok: true, value: parsed(text, at) };
}

class Malformation extends Error {
  constructor(readonly failure: Failure) {
    super('the text is no JSON');
  }
}

const unexpected = (at: number): Malformation =>
  new Malformation({ code: 'MALFORMED_JSON', details: `unexpected text at position ${at}` });

/**
 * The value of a JSON text. Throws Malformation, which {@link readBody} makes a failure.
 * @param at where it begins in the body; null: the text is made of several pieces
 */
export function parsed(text: string, at: number | null): unknown {
  const body = parseBody(text);
  if (body.ok) return body.value;
  const details = String(body.failure.details);
  const position = /at position (\d+)/.exec(details)?.[1];
  if (position === undefined) throw new Malformation(body.failure);
  if (at !== null) throw unexpected(at + Number(position));
  throw new Malformation({ ...body.failure, details: 'the text is malformed' });
}

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPENING_BRACKET = 91;
const CLOSING_BRACKET = 93;
const OPENING_BRACE = 123;
const CLOSING_BRACE = 125;
const SPACES: ReadonlySet<number> = new Set([9, 10, 13, 32]);

/** Finds where values begin and end. Whether one is JSON says who parses it. */
class Scanner {
  #at = 0;

  constructor(private readonly text: string) {}

  get at(): number {
    return this.#at;
  }

  /** Whether the next character is this one; it is then behind. */
  take(code: number): boolean {
    this.#skipSpace();
    if (this.text.charCodeAt(this.#at) !== code) return false;
    this.#at++;
    return true;
  }

  need(code: number): void {
    if (!this.take(code)) throw unexpected(this.#at);
  }

  end(): void {
    this.#skipSpace();
    if (this.#at < this.text.length) throw unexpected(this.#at);
  }

  name(): string {
    this.#skipSpace();
    const start = this.#at;
    if (this.text.charCodeAt(start) !== QUOTE) throw unexpected(start);
    this.#at = endOfString(this.text, start) + 1;
    return parsed(this.text.slice(start, this.#at), start) as string;
  }

  value(): string {
    const { text } = this;
    const start = this.#at;
    let depth = 0;
    for (; this.#at < text.length; this.#at++) {
      const code = text.charCodeAt(this.#at);
      if (code === QUOTE) this.#at = endOfString(text, this.#at);
      else if (code === OPENING_BRACE || code === OPENING_BRACKET) depth++;
      else if (code === CLOSING_BRACE || code === CLOSING_BRACKET) {
        if (depth === 0) break;
        depth--;
      } else if (code === COMMA && depth === 0) break;
    }
    return text.slice(start, this.#at);
  }

  #skipSpace(): void {
    while (SPACES.has(this.text.charCodeAt(this.#at))) this.#at++;
  }
}
