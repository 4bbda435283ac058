/** A node that a test plays: what it was asked, and the replies that the test has put in. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface ReceivedRequest {
  method: string;
  target: string;
  headers: IncomingMessage['headers'];
  body: string;
  /** Milliseconds since the epoch. */
  atMs: number;
}

export type Reply = (response: ServerResponse, request: ReceivedRequest) => void;

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
export const success = (data: unknown, further: object = {}): Reply => json(200, { success: true, data, ...further });
export const failure = (status: number, code: string, headers: Record<string, string> = {}, details?: unknown): Reply =>
  json(status, { success: false, error: { code, message: `It is ${code}`, details }, request_id: 'r-1' }, headers);
/** The connection breaks once the request has arrived. */
export const drop: Reply = (response) => void response.socket!.destroy();
/** No answer comes. */
export const silence: Reply = () => {};

export class PlayedNode {
  readonly asked: ReceivedRequest[] = [];
  /** In their order; the last one stays. */
  replies: Reply[] = [];
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await buffer(request)).toString('utf8');
    const { method, url, headers } = request;
    const received = { method: method!, target: url!, headers, body, atMs: Date.now() };
    this.asked.push(received);
    const reply = this.replies.length > 1 ? this.replies.shift()! : this.replies[0]!;
    reply(response, received);
  }
}
