/** Requests and their bytes, made before the load. */
import { randomBytes } from 'node:crypto';
import { type Mix, type Questions, type Reads, signedHeaders } from './questions.js';

export interface BenchRequest {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** The requests to send in turn, signed now. */
export function requestsOf(questions: Questions | Mix | Reads): BenchRequest[] {
  if ('paths' in questions)
    return questions.paths.map((path) => ({ method: 'GET', path, headers: signedHeaders(path, 'GET') }));
  const posts =
    'requests' in questions ? questions.requests : questions.bodies.map((body) => ({ path: questions.path, body }));
  return posts.map(({ path, body }) => ({ method: 'POST', path, headers: signedHeaders(path), body }));
}

/** The placeholder in a body where each request has a unique identifier. */
export const FRESH_ID = '[<id>]';

/** For each request of a round's turn, a function that returns its bytes. */
export function writersOf(requests: readonly BenchRequest[], host: string): (() => Buffer | string)[] {
  return requests.map(({ method, path, headers, body = '' }) => {
    const parts = body.split(FRESH_ID);
    const bytes = Buffer.byteLength(parts.join('')) + (parts.length - 1) * FRESH_ID_LENGTH;
    const lines = Object.entries({
      host,
      ...headers,
      ...(method === 'POST' && { 'content-length': String(bytes) }),
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
    if (parts.length > 1) return () => head + parts.join(freshId());
    const request = Buffer.from(head + body);
    return () => request;
  });
}

const RUN = randomBytes(4).toString('hex');
const COUNTER_DIGITS = 8;
/** All of one length, so that a body's length is known beforehand. */
const FRESH_ID_LENGTH = RUN.length + COUNTER_DIGITS;
let identifiers = 0;

function freshId(): string {
  return RUN + (identifiers++).toString(36).padStart(COUNTER_DIGITS, '0');
}

/** A histogram has no zero. */
export function toMicroseconds(milliseconds: number): number {
  return Math.max(1, Math.round(milliseconds * 1000));
}
