/**
 * The only file that imports uWebSockets.js, so that another build of it can take its place by one line of package.json.
 *
 * What the rest of src/http does about the faults of the build in use stands beside the code that does it; look for "uWS".
 */
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

// ListenOptions is declared as an enum but has no value at run time: the number of LIBUS_LISTEN_EXCLUSIVE_PORT.
const EXCLUSIVE_PORT: ListenOptions = 1;
type ListenWithHost = (host: string, port: number, options: ListenOptions, onListen: (socket: Parameters<typeof us_listen_socket_close>[0] | false) => void) => void;

/**
 * Listens on `host`:`port` and hands every request, whatever its method and path, to `onRequest`.
 * Rejects when the address cannot be bound.
 */
export function listen(host: string, port: number, onRequest: (res: HttpResponse, req: HttpRequest) => void): Promise<Listener> {
  const app = App();
  app.any('/*', onRequest);
  return new Promise((resolve, reject) => {
    // Without the exclusive option a second engine on the same port would start and take half of the connections.
    const listenExclusively = app.listen.bind(app) as unknown as ListenWithHost;
    listenExclusively(host, port, EXCLUSIVE_PORT, (socket) => {
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
