/** A client that signs its requests, for tests that talk to a running server. */
import { createHmac } from 'node:crypto';
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';

export interface ClientCredential {
  kind: 'service' | 'partner';
  id: string;
  secret: string;
}

export interface SignOptions {
  /** Unix seconds; now unless given. */
  nowSeconds?: number;
  /** Hex SHA-256 of the body, to send and sign. */
  contentSha256?: string;
  encoding?: 'base64' | 'hex';
}

/** The authentication headers for a request. */
export function sign(
  method: string,
  pathWithQuery: string,
  credential: ClientCredential,
  options: SignOptions = {},
): Record<string, string> {
  const timestamp = String(options.nowSeconds ?? Math.floor(Date.now() / 1000));
  const text = method + pathWithQuery + timestamp + (options.contentSha256 ?? '');
  const headers: Record<string, string> = {
    [credential.kind === 'service' ? 'x-service-id' : 'x-partner-id']: credential.id,
    'x-timestamp': timestamp,
    'x-signature': createHmac('sha256', credential.secret)
      .update(text)
      .digest(options.encoding ?? 'base64'),
  };
  if (options.contentSha256 !== undefined) headers['x-content-sha256'] = options.contentSha256;
  return headers;
}

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The body parsed; undefined when it is not JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any
  json: any;
}

export interface RequestOptions {
  port: number;
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** The client's address; one of 127.0.0.0/8. */
  localAddress?: string;
}

/** A whole answer. `parse`: its JSON, by default that of an answer of that media type. */
export function replyOf(incoming: IncomingMessage, parse = parsedByType(incoming)): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('error', reject);
    incoming.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      resolve({ status: incoming.statusCode!, headers: incoming.headers, text, json: parse(text) });
    });
  });
}

const parsedByType =
  ({ headers }: IncomingMessage) =>
  (text: string): Reply['json'] =>
    /^application\/json/.test(headers['content-type'] ?? '') ? JSON.parse(text) : undefined;

/** One request on its own connection. */
export function request({
  port,
  method = 'GET',
  path,
  headers = {},
  body,
  localAddress,
}: RequestOptions): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const outgoing = httpRequest(
      { host: '127.0.0.1', port, method, path, headers: { ...length, ...headers }, localAddress, agent: false },
      (incoming) => void replyOf(incoming, parse).then(resolve, reject),
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** A signed POST of `body` (a string is sent unchanged). */
export function post(
  port: number,
  path: string,
  credential: ClientCredential,
  body: unknown,
  options: SignOptions = {},
): Promise<Reply> {
  const text = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  return request({
    port,
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', ...sign('POST', path, credential, options) },
    body: text,
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
