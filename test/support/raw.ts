/** A bare TCP connection, for requests that no HTTP client would send. */
import { EventEmitter, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { PATIENCE_MS } from './until.js';

export class RawConnection {
  private text = '';
  private readonly changes = new EventEmitter();
  closed = false;

  private constructor(readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => {
      this.text += chunk.toString('latin1');
      this.changes.emit('change');
    });
    socket.on('close', () => {
      this.closed = true;
      this.changes.emit('change');
    });
    // some refusals end with a reset; only the bytes before it matter
    socket.on('error', () => {});
  }

  static async open(port: number): Promise<RawConnection> {
    const socket = connect(port, '127.0.0.1');
    const connection = new RawConnection(socket);
    await once(socket, 'connect');
    return connection;
  }

  /** Resolves when the kernel has the bytes. */
  send(bytes: string | Buffer): Promise<void> {
    return new Promise((resolve) => {
      this.socket.write(bytes, () => resolve());
    });
  }

  get received(): string {
    return this.text;
  }

  /** Resolves with everything received once that matches; rejects if the connection ends or stays silent before. */
  async until(pattern: RegExp): Promise<string> {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    while (!pattern.test(this.text)) {
      if (this.closed) throw new Error(`closed before ${pattern}; received ${JSON.stringify(this.text)}`);
      await once(this.changes, 'change', { signal });
    }
    return this.text;
  }

  /** Resolves with everything received once the other side has closed. */
  async untilClosed(): Promise<string> {
    if (!this.closed) await once(this.socket, 'close', { signal: AbortSignal.timeout(PATIENCE_MS) });
    return this.text;
  }

  destroy(): void {
    this.socket.destroy();
  }
}

/** The text of a request with `headers` as lines. */
export function rawRequest(
  method: string,
  path: string,
  headers: Record<string, string> | string[],
  body = '',
): string {
  const lines = Array.isArray(headers) ? headers : Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `${method} ${path} HTTP/1.1\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n${body}`;
}

/** Status and JSON body of each response in what a connection received. */
export function responsesIn(
  text: string,
): { status: number; head: string; json: Record<string, unknown> | undefined }[] {
  const responses = [];
  let rest = text;
  while (rest.startsWith('HTTP/1.1 ')) {
    const headEnd = rest.indexOf('\r\n\r\n') + 4;
    const head = rest.slice(0, headEnd);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);
    const next = Number.isNaN(length) ? rest.length : headEnd + length;
    const body = rest.slice(headEnd, next);
    responses.push({
      status: Number(head.slice(9, 12)),
      head,
      json: /\{.*\}/s.test(body) ? (JSON.parse(/\{.*\}/s.exec(body)![0]) as Record<string, unknown>) : undefined,
    });
    rest = rest.slice(next);
  }
  return responses;
}
