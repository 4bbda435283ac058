/** Explains why listening on an address fails, and the remedy. uWebSockets.js reports the failure without a reason. */
import { createServer } from 'node:net';

const TAKEN = 'the port is taken: end the program that has it, or set PORT to another (0 takes any free one)';
const RESERVED = 'the system reserves this port, as most do with those below 1024: set PORT to a higher one';
const OTHERS = '127.0.0.1 serves this machine alone, 0.0.0.0 every network that it is in';

/** The host is wrong: an unknown name, another machine's address, or an address whose network this machine lacks. */
const HOST_FAULTS: readonly (string | undefined)[] = ['ENOTFOUND', 'EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'];

/** One line for the operator; null: a socket could listen on `host`:`port` a moment ago. */
export function findListenFault(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    // a caller that connects at this moment must not wait for an answer that never comes
    const probe = createServer((socket) => {
      socket.destroy();
    });
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(faultLine(host, port, error)));
    probe.listen({ host, port, exclusive: true }, () => {
      probe.close(() => resolve(null));
    });
  });
}

/** The line of {@link findListenFault} for an error of a Node.js socket. */
function faultLine(host: string, port: number, { code, message }: NodeJS.ErrnoException): string {
  const address = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  if (HOST_FAULTS.includes(code))
    return `cannot listen on ${address}: HOST=${host} is not an address of this machine: ${OTHERS}`;
  if (code === 'EAI_AGAIN')
    return `cannot listen on ${address}: the name HOST=${host} cannot be looked up now: give an address, ${OTHERS}`;
  return `cannot listen on ${address}: ${code === 'EADDRINUSE' ? TAKEN : code === 'EACCES' ? RESERVED : message}`;
}
