/**
 * Ports that are free, and stay so while the server that has one is down: they are none of those that the kernel gives
 * to outgoing connections, of which one to that very port would even find itself.
 */
import { once } from 'node:events';
import { createServer } from 'node:net';

const FIRST_PORT = 21_000;
const PORTS = 10_000;

/** The first of `count` that follow each other. */
export async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = FIRST_PORT + Math.floor(Math.random() * PORTS);
    const are = await Promise.all(Array.from({ length: count }, (_, index) => isFree(first + index)));
    if (are.every(Boolean)) return first;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
