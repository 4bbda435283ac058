/**
 * The only file that imports uWebSockets.js, so that another build of it can take its place by one line of package.json.
 *
 * What the rest of src/http does about the faults of the build in use stands beside the code that does it; look for "uWS".
 */
import assert from 'node:assert/strict';
import { App, us_listen_socket_close, us_socket_local_port } from 'uWebSockets.js';
import type { HttpRequest, HttpResponse, ListenOptions } from 'uWebSockets.js';

export type { HttpRequest, HttpResponse };

export interface Listener {
  /** The port that was bound: the one asked for, or the one chosen when that was 0. */
  port: number;
  /** Takes no further connections; those that are open stay. */
  stopAccepting(): void;
  /** Closes every connection at once, finished or not. */
  closeAll(): void;
}

/** Whether other processes may listen on the same port: `shared` is for the acceptors of one node, whose supervisor holds the port for them. */
export type PortUse = 'exclusive' | 'shared';

// ListenOptions is declared as an enum but has no value at run time: LIBUS_LISTEN_DEFAULT (SO_REUSEPORT) and LIBUS_LISTEN_EXCLUSIVE_PORT.
const LISTEN_OPTIONS: Record<PortUse, ListenOptions> = { shared: 0, exclusive: 1 };
type ListenWithHost = (host: string, port: number, options: ListenOptions, onListen: (socket: Parameters<typeof us_listen_socket_close>[0] | false) => void) => void;

/**
 * Listens on `host`:`port` and hands every request, whatever its method and path, to `onRequest`.
 * Rejects when the address cannot be bound.
 */
export function listen(host: string, port: number, onRequest: (res: HttpResponse, req: HttpRequest) => void, use: PortUse = 'exclusive'): Promise<Listener> {
  // uWS binds a port of the kernel's choice without SO_REUSEPORT: nobody could join it
  assert(port !== 0 || use === 'exclusive', 'a shared port is a given one');
  const app = App();
  app.any('/*', onRequest);
  return new Promise((resolve, reject) => {
    // Without the exclusive option a second engine on the same port would start and take half of the connections.
    const listenWithHost = app.listen.bind(app) as unknown as ListenWithHost;
    listenWithHost(host, port, LISTEN_OPTIONS[use], (socket) => {
      if (socket === false) {
        reject(new Error(`cannot listen on ${host}:${port}: the port is taken, or the host is no address of this machine`));
        return;
      }
      let accepting = true;
      const stopAccepting = (): void => {
        if (accepting) us_listen_socket_close(socket);
        accepting = false;
      };
      resolve({
        port: us_socket_local_port(socket as unknown as Parameters<typeof us_socket_local_port>[0]),
        stopAccepting,
        closeAll: () => { stopAccepting(); app.close(); },
      });
    });
  });
}
