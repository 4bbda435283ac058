/** Why an address cannot be listened on, in words that say what to do. uWebSockets.js only says that it cannot. */
import { createServer } from 'node:net';

const TAKEN = 'the port is taken: end the program that has it, or set PORT to another (0 takes any free one)';
const RESERVED = 'the system reserves this port, as most do with those below 1024: set PORT to a higher one';
const OTHERS = '127.0.0.1 serves this machine alone, 0.0.0.0 every network that it is in';

/** What is wrong with the host: a name that means nothing, another machine's address, one that lacks its network. */
const HOST_FAULTS: readonly (string | undefined)[] = ['ENOTFOUND', 'EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'];

/** One line for a person; null: a socket could listen on `host`:`port` a moment ago. */
export function findListenFault(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    // a caller that connects in this moment is not kept waiting for an answer that nobody gives
    const probe = createServer((socket) => { socket.destroy(); });
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(faultLine(host, port, error)));
    probe.listen({ host, port, exclusive: true }, () => { probe.close(() => resolve(null)); });
  });
}

/** As {@link findListenFault}, of the error that a socket of Node.js came to. */
export function faultLine(host: string, port: number, { code, message }: NodeJS.ErrnoException): string {
  const address = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  if (HOST_FAULTS.includes(code)) return `cannot listen on ${address}: HOST=${host} is not an address of this machine: ${OTHERS}`;
  if (code === 'EAI_AGAIN') return `cannot listen on ${address}: the name HOST=${host} cannot be looked up now: give an address, ${OTHERS}`;
  return `cannot listen on ${address}: ${code === 'EADDRINUSE' ? TAKEN : code === 'EACCES' ? RESERVED : message}`;
}
