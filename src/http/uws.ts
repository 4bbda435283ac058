/**
 * The only file that imports uWebSockets.js. Several builds of it exist, and none runs everywhere: `loadUws` takes the
 * first one that this machine can load. docs/operate.md says who publishes each.
 *
 * The workarounds for faults of these builds are next to the code that they protect; search src/http for "uWS".
 */
import { createRequire } from 'node:module';
import type { Acceptance } from './descriptors.js';
import { findListenFault } from './listen-fault.js';
import type { HttpRequest, HttpResponse, ListenOptions, TemplatedApp, us_listen_socket } from 'uws-btc-vision';

export type { HttpRequest, HttpResponse };

/** The part of uWebSockets.js that pinrate uses. */
interface Uws {
  App(): TemplatedApp;
  us_listen_socket_close(socket: us_listen_socket): void;
  us_socket_local_port(socket: us_listen_socket): number;
}

/** A package that may hold a build of uWebSockets.js for this machine. */
export interface UwsBuild {
  /** Its name in `node_modules`. */
  name: string;
  load(): unknown;
}

// `import` of a CommonJS package whose binary does not load ends the process in Node.js 20, even where the error is
// caught.
const require = createRequire(import.meta.url);

/**
 * In order of preference: the official release, which is not on the npm registry and is present only if the operator
 * has added it; the newer repack; the repack for older systems.
 */
export const UWS_BUILDS: readonly UwsBuild[] = [
  { name: 'uWebSockets.js', load: () => require('uWebSockets.js') },
  { name: 'uws-btc-vision', load: () => require('uws-btc-vision') },
  { name: 'uws-pack', load: () => import('uws-pack') },
];

/** No build of uWebSockets.js runs on this machine. The message is one line for the operator. */
export class NoUwsError extends Error {}

/**
 * The first of `builds` that this machine can load.
 * @throws NoUwsError when it can load none: wrong Node.js version, C library or processor
 */
export async function loadUws(builds: readonly UwsBuild[] = UWS_BUILDS): Promise<{ name: string; uws: Uws }> {
  const causes: unknown[] = [];
  for (const { name, load } of builds) {
    try {
      return { name, uws: (await load()) as Uws };
    } catch (error) {
      // Not installed, or its binary is for another Node.js, C library or processor: the next one may fit.
      causes.push(error);
    }
  }
  throw new NoUwsError(
    `no build of uWebSockets.js runs on Node.js ${process.versions.node}, ${process.platform} ${process.arch}, ${cLibrary()}: `
      + 'use Node.js 20.19, 22 or 24 with glibc 2.38 or later (Debian 13, Ubuntu 24.04), '
      + 'Node.js 20 or 22 with an older glibc, or add the official release: npm i uNetworking/uWebSockets.js#v20.69.0',
    { cause: new AggregateError(causes) },
  );
}

function cLibrary(): string {
  const { header } = process.report.getReport() as unknown as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime === undefined ? 'no glibc' : `glibc ${header.glibcVersionRuntime}`;
}

export interface Listener extends Acceptance {
  /** The bound port: the requested one, or the one chosen when that was 0. */
  port: number;
  /** The package whose build of uWebSockets.js serves. */
  build: string;
  /** Closes every connection at once, even with an unfinished answer. */
  closeAll(): void;
}

// ListenOptions is declared as an enum but has no value at run time: this is LIBUS_LISTEN_EXCLUSIVE_PORT. Without it a
// second engine on the same port would start and take half of the connections.
const EXCLUSIVE_PORT: ListenOptions = 1;
type ListenWithHost = (
  host: string,
  port: number,
  options: ListenOptions,
  onListen: (socket: us_listen_socket | false) => void,
) => void;

/**
 * Listens on `host`:`port` and passes every request, whatever its method and path, to `onRequest`.
 * @throws NoUwsError, or an Error when the address cannot be bound
 */
export async function listen(
  host: string,
  port: number,
  onRequest: (res: HttpResponse, req: HttpRequest) => void,
): Promise<Listener> {
  const { name, uws } = await loadUws();
  const app = uws.App();
  app.any('/*', onRequest);
  const listenWithHost = app.listen.bind(app) as unknown as ListenWithHost;
  const bind = (portNow: number): Promise<us_listen_socket | false> =>
    new Promise((resolve) => {
      listenWithHost(host, portNow, EXCLUSIVE_PORT, resolve);
    });
  let socket = await bind(port);
  if (socket === false) {
    const fault = await findListenFault(host, port);
    throw new Error(
      fault
        ?? `cannot listen on ${host}:${port}, although it is free now: start again, or set HOST to a numeric address`,
    );
  }
  const boundPort = uws.us_socket_local_port(socket);
  let isClosed = false;
  const stopAccepting = (): void => {
    if (socket !== false) uws.us_listen_socket_close(socket);
    socket = false;
  };
  return {
    port: boundPort,
    build: name,
    stopAccepting,
    async startAccepting() {
      if (socket === false && !isClosed) socket = await bind(boundPort);
      return socket !== false;
    },
    closeAll() {
      isClosed = true;
      stopAccepting();
      app.close();
    },
  };
}
