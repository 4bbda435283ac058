/** The port that the acceptors of one node share, and nobody else. */
import { createServer } from 'node:net';
import { listen } from '../http/uws.js';

export interface ClaimedPort {
  /** The port asked for, or the one chosen when that was 0. */
  port: number;
  release(): void;
}

/**
 * Claims `host`:`port` for acceptors that share it (SO_REUSEPORT), which the kernel would let any program of the same user do.
 *
 * Listening exclusively for a moment shows that nobody is there. From then until the first acceptor listens, a program that
 * wants the port for itself can take it, and the acceptor refuses to start; another node with acceptors, whose sockets would
 * mix with these unseen, finds the name taken that is held here as long as the supervisor lives, however it ends.
 * Rejects when the address cannot be bound, or is claimed.
 */
export async function claimPort(host: string, port: number): Promise<ClaimedPort> {
  if (process.platform !== 'linux') throw new Error('ACCEPTORS needs Linux: other kernels do not spread the connections of a shared port');
  const alone = await listen(host, port, (res) => { res.close(); });
  try {
    return { port: alone.port, release: await holdName(host, alone.port) };
  } finally {
    alone.closeAll();
  }
}

/** A socket in Linux's abstract namespace: no file that could be left behind, and one namespace a network namespace, as ports. */
function holdName(host: string, port: number): Promise<() => void> {
  const holder = createServer((socket) => { socket.destroy(); }).unref();
  return new Promise((resolve, reject) => {
    holder.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new Error(`cannot listen on ${host}:${port}: another pinrate with ACCEPTORS starts or runs there`) : error);
    });
    holder.listen(`\0pinrate/${host.toLowerCase()}:${port}`, () => resolve(() => { holder.close(); }));
  });
}
