/** Servers in this process to test the load generators on. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import type { Contestant } from '../../bench/support/load.js';

export function contestantAt(
  port: number,
  questions: Contestant['questions'] = { path: '/ask', bodies: ['{"a":1}', '{"b":2}'] },
): Contestant {
  return {
    name: 'test',
    questions,
    server: {
      name: 'test',
      url: `http://127.0.0.1:${port}`,
      pid: process.pid,
      readyAfterMs: 0,
      stop: () => Promise.resolve(),
    },
  };
}

const LOOK_MS = 0.5;

/**
 * From now on until the end of the test each look at the clock takes a moment, and otherwise no time passes. So times
 * are numbers of turns, the same on every machine.
 */
export function timeByTurns(t: TestContext): void {
  let nowMs = performance.now();
  t.mock.method(performance, 'now', () => (nowMs += LOOK_MS));
}

/** Calls `task` once that clock has gone on by so much. */
export function afterTurns(ms: number, task: () => void): void {
  const dueMs = performance.now() + ms;
  const look = (): void => {
    if (performance.now() >= dueMs) task();
    else setImmediate(look);
  };
  look();
}

export interface Seen {
  url: string;
  body: string;
  signed: boolean;
}

/** An HTTP server that records its requests. */
export async function serve(
  t: TestContext,
  answer: (res: ServerResponse, count: number, req: IncomingMessage) => void,
  onConnection: (socket: Socket) => void = () => undefined,
): Promise<{ port: number; seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer((req, res) => {
    let body = '';
    req
      .setEncoding('utf8')
      .on('data', (part: string) => {
        body += part;
      })
      .on('end', () => {
        seen.push({ url: `${req.method} ${req.url}`, body, signed: typeof req.headers['x-signature'] === 'string' });
        answer(res, seen.length, req);
      });
  });
  server.on('connection', onConnection).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, seen };
}

/** A server of raw bytes; its port. */
export async function serveBytes(t: TestContext, onRequest: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('data', () => onRequest(socket)).on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

export const good = (res: ServerResponse): void => {
  res.setHeader('Content-Length', 2).end('{}');
};
