import type { RequestDurations, RouteDurations } from '../metrics.js';
import type { Exchange } from './exchange.js';

export const API_PREFIX = '/api/v1';

/** One route: how it is reached, who may ask, and what answers. */
export interface Route {
  /** A POST has a JSON body, which `handle` gets as text; a GET has none and gets ''. */
  method: 'GET' | 'POST';
  /** Compared whole and as sent: nothing is decoded, and a trailing slash is another path. */
  path: string;
  /**
   * `signed`: by a credential, under its rate limit. `open`: by anyone, under the limit of the address. `probe`: by anyone,
   * without limit: it costs next to nothing, and others behind the same address must not be able to starve an
   * orchestrator's probe.
   */
  access: 'signed' | 'open' | 'probe';
  /** Answers through the responder, now or later, exactly once; may throw, which is an INTERNAL_ERROR. */
  handle(exchange: Exchange, body: string): void;
}

export interface BoundRoute extends Route {
  durations: RouteDurations;
}

/** A path that exists: its routes by method, and what is said of the methods that it has not. */
export interface KnownPath {
  routes: Map<string, BoundRoute>;
  /** The value of an `Allow` header. */
  allow: string;
  /** Where requests with other methods are counted. */
  otherMethods: RouteDurations;
}

/** Every path that is answered. Two routes of the same method and path are a mistake and throw. */
export class RouteTable {
  private readonly paths = new Map<string, KnownPath>();
  /** Where requests for unknown paths are counted, under one label: the paths themselves are the callers' invention. */
  readonly unknownPaths: RouteDurations;

  constructor(routes: readonly Route[], durations: RequestDurations) {
    this.unknownPaths = durations.forRoute('unknown', 'any');
    for (const route of routes) {
      const known = this.paths.get(route.path) ?? { routes: new Map(), allow: '', otherMethods: durations.forRoute(route.path, 'other') };
      if (known.routes.has(route.method)) throw new Error(`two routes for ${route.method} ${route.path}`);
      known.routes.set(route.method, { ...route, durations: durations.forRoute(route.path, route.method) });
      known.allow = [...known.routes.keys()].sort().join(', ');
      this.paths.set(route.path, known);
    }
  }

  find(path: string): KnownPath | undefined {
    return this.paths.get(path);
  }
}
