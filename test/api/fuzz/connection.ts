/**
 * A keep-alive connection that sends one request after another and reads as little of the answers as possible: a
 * hundred thousand of them have to be cheap.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createHash } from 'node:crypto';
import { sign } from '../../support/client.js';
import { PATIENCE_MS } from '../../support/until.js';
import type { Wire } from './wire-faults.js';

export interface RawReply {
  status: number;
  /** By their names in lower case. */
  headers: Record<string, string>;
  text: string;
}

interface Waiting {
  resolve(reply: RawReply): void;
  reject(error: Error): void;
}

const HEAD_END = '\r\n\r\n';
/** Well before the server closes a connection that was idle for 10 s: a request might then cross with that. */
const STALE_MS = 4_000;

export class Connection {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #waiting: Waiting | null = null;
  /** Of the last request, rather than of its answer, which a busy machine may have read long after it came. */
  #usedAtMs = performance.now();
  #isClosed = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.setTimeout(PATIENCE_MS, () => {
      if (this.#waiting !== null) socket.destroy(new Error('no answer in time'));
    });
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('error', (error) => this.#end(error));
    socket.on('close', () => this.#end(new Error('the server closed the connection')));
  }

  static async open(port: number): Promise<Connection> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new Connection(socket);
  }

  /**
   * Whether no further request may be sent: it is closed, or was idle for so long on a busy machine that it soon will
   * be.
   */
  get isSpent(): boolean {
    return this.#isClosed || performance.now() - this.#usedAtMs > STALE_MS;
  }

  send(request: string): Promise<RawReply> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new Error('the server closed the connection after the previous answer'));
      this.#waiting = { resolve, reject };
      this.#usedAtMs = performance.now();
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const headEnd = this.#received.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const { status, headers } = headOf(this.#received.toString('latin1', 0, headEnd));
    const end = headEnd + HEAD_END.length + Number(headers['content-length'] ?? 0);
    if (this.#received.length < end) return;
    const text = this.#received.toString('utf8', headEnd + HEAD_END.length, end);
    const waiting = this.#waiting;
    const rest = this.#received.length - end;
    this.#received = Buffer.alloc(0);
    this.#waiting = null;
    if (waiting === null || rest > 0) this.#socket.destroy(new Error('more than one answer arrived'));
    else waiting.resolve({ status, headers, text });
  }

  #end(error: Error): void {
    this.#isClosed = true;
    this.#waiting?.reject(error);
    this.#waiting = null;
  }
}

function headOf(head: string): { status: number; headers: Record<string, string> } {
  const [first, ...lines] = head.split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  return { status: Number(first!.slice(9, 12)), headers };
}

/** The headers of a request, signed for this second. */
export function headersOf(
  { method, target, body, contentType, headers, credential, contentSha256 }: Wire,
  nowSeconds: number,
): Record<string, string> {
  return {
    ...(body !== null && { 'content-length': String(Buffer.byteLength(body)) }),
    ...(body !== null && contentType !== '' && { 'content-type': contentType }),
    ...headers,
    ...(credential !== null
      && sign(method, target, credential, { nowSeconds, ...(contentSha256 !== null && { contentSha256 }) })),
  };
}

/** @param requestId the id that the answer must have */
export function requestText(wire: Wire, nowSeconds: number, requestId: string): string {
  const lines = Object.entries(headersOf(wire, nowSeconds))
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  return `${wire.method} ${wire.target} HTTP/1.1\r\nhost: localhost\r\nx-request-id: ${requestId}\r\n${lines}\r\n${wire.body ?? ''}`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const LONGEST_SHOWN = 4_000;

/** For a person: the request as a curl command without the signature's headers. */
export function curlOf({ method, target, body, contentType, headers, credential, contentSha256 }: Wire): string {
  const shown = {
    ...headers,
    ...(contentType !== 'application/json' && { 'content-type': contentType }),
    ...(contentSha256 !== null && { 'x-content-sha256': contentSha256 }),
  };
  const parts = Object.entries(shown).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const who = credential === null ? 'unsigned' : `signed by ${credential.kind} ${credential.id}`;
  const data =
    body === null
      ? []
      : [
          `-d ${quoted(body.length > LONGEST_SHOWN ? `${body.slice(0, LONGEST_SHOWN)}… ${body.length} characters, sha256 ${createHash('sha256').update(body).digest('hex')}` : body)}`,
        ];
  return [`curl -X ${method} ${quoted(target)}`, ...parts, ...data, `# ${who}`].join(' ');
}
