import type { Method } from '../contract/contract.js';
import type { Scope } from '../model/scopes.js';
import type { RequestDurations, RouteDurations } from '../request-durations.js';
import type { BodyKind } from './body.js';
import type { Exchange, Params } from './exchange.js';
import { NearestRoutes } from './nearest-route.js';

/** One route: its method and path, who may call it, and its handler. */
export interface Route {
  /** A GET answers HEAD too (RFC 9110, 9.3.2). */
  method: Method;
  /**
   * Compared as sent: nothing is decoded, and a trailing slash makes another path. `{name}` stands for any one
   * non-empty segment, which is decoded into `exchange.params`. A path that ends with `/*` stands for all paths below
   * it that no other route has; the rest of the path is the parameter `*`, as it was sent.
   */
  path: string;
  /**
   * `signed`: requires a credential, under its rate limit. `open`: for anyone, under the limit of the address. `probe`:
   * for anyone, without a limit: it costs next to nothing, and others behind the same address must not be able to
   * starve an orchestrator's probe.
   */
  access: 'signed' | 'open' | 'probe';
  /** The scope that the credential of a signed request must have. Absent: none. */
  scope?: Scope;
  /** The body that `handle` gets as text. Absent: a GET and a DELETE have no body, a PATCH a patch, all others JSON. */
  body?: BodyKind;
  /** How long the body may be. Absent: as long as its kind may be. */
  maxBodyBytes?: number;
  /** A request that does not sign the hash of its body is refused. */
  signsBody?: boolean;
  /** Whether the queue is full: a request is then refused before any work is done for it. Absent: never. */
  isFull?(): boolean;
  /** Answers through the responder, now or later, exactly once; may throw, which is an INTERNAL_ERROR. */
  handle(exchange: Exchange, body: string): void;
}

export interface BoundRoute extends Route {
  body: BodyKind;
  durations: RouteDurations;
}

/** A path that exists: its routes by method, and the answer to other methods. */
export interface KnownPath {
  /** With the names of its parameters. */
  path: string;
  routes: Map<string, BoundRoute>;
  /** Every method, in order. */
  methods: readonly string[];
  /** The histogram for requests with other methods. */
  otherMethods: RouteDurations;
}

/** Segments of a path with parameters; a parameter's segment is its name only. */
interface Pattern {
  known: KnownPath;
  segments: readonly { text: string; isParameter: boolean }[];
}

const USUAL_BODIES: Readonly<Record<Method, BodyKind>> = {
  GET: 'none',
  POST: 'json',
  PUT: 'json',
  PATCH: 'patch',
  DELETE: 'none',
};
const PARAMETER = /^\{([A-Za-z][A-Za-z0-9_]*)\}$/;

/**
 * All paths that are served. Two routes of the same method and path are a mistake and throw, as are two paths that
 * differ only in the names of their parameters.
 */
export class RouteTable {
  private readonly paths = new Map<string, KnownPath>();
  // By the number of their segments; the first pattern that fits a path wins.
  private readonly patterns = new Map<number, Pattern[]>();
  /** What paths begin with, the longest first. */
  private readonly prefixes: { text: string; known: KnownPath }[] = [];
  /** The histogram for requests with unknown paths, under one label: anybody can invent paths. */
  readonly unknownPaths: RouteDurations;
  /** Finds the route that the sender of an unknown path probably meant. */
  readonly nearest: NearestRoutes;

  constructor(routes: readonly Route[], durations: RequestDurations) {
    this.unknownPaths = durations.forRoute('unknown', 'any');
    const all = new Map<string, KnownPath>();
    for (const route of routes) {
      const { method, path, body = USUAL_BODIES[method] } = route;
      const known: KnownPath = all.get(path) ?? {
        path,
        routes: new Map(),
        methods: [],
        otherMethods: durations.forRoute(path, 'other'),
      };
      if (known.routes.has(method)) throw new Error(`two routes for ${method} ${path}`);
      for (const each of method === 'GET' ? [method, 'HEAD'] : [method]) {
        known.routes.set(each, { ...route, body, durations: durations.forRoute(path, each) });
      }
      known.methods = [...known.routes.keys()].sort();
      all.set(path, known);
    }
    this.nearest = new NearestRoutes(routes);
    for (const [path, known] of all) this.add(path, known);
  }

  /** The path that equals `path`: a single look-up, which is all that the questions need. */
  find(path: string): KnownPath | undefined {
    return this.paths.get(path);
  }

  /** The path with parameters, or with others below it, that `path` fits, when `find` finds none. */
  match(path: string): { known: KnownPath; params: Params } | undefined {
    const segments = path.split('/');
    const pattern = this.patterns.get(segments.length)?.find((candidate) => fits(candidate, segments));
    if (pattern === undefined) return this.matchPrefix(path);
    const params: Record<string, string> = {};
    pattern.segments.forEach(({ text, isParameter }, at) => {
      if (isParameter) params[text] = decoded(segments[at]!);
    });
    return { known: pattern.known, params };
  }

  private matchPrefix(path: string): { known: KnownPath; params: Params } | undefined {
    const prefix = this.prefixes.find(({ text }) => path.startsWith(text));
    return prefix && { known: prefix.known, params: { '*': path.slice(prefix.text.length) } };
  }

  private add(path: string, known: KnownPath): void {
    if (path.endsWith('/*')) {
      this.prefixes.push({ text: path.slice(0, -1), known });
      this.prefixes.sort((a, b) => b.text.length - a.text.length);
      return;
    }
    if (!/[{}]/.test(path)) {
      this.paths.set(path, known);
      return;
    }
    const segments = path.split('/').map((text) => {
      const name = PARAMETER.exec(text)?.[1];
      if (name === undefined && /[{}]/.test(text)) throw new Error(`a parameter is a whole segment: ${path}`);
      return { text: name ?? text, isParameter: name !== undefined };
    });
    const names = segments.filter(({ isParameter }) => isParameter).map(({ text }) => text);
    if (new Set(names).size !== names.length) throw new Error(`two parameters of the same name: ${path}`);
    const patterns = this.patterns.get(segments.length) ?? [];
    const pattern = { known, segments };
    if (patterns.some((other) => shapeOf(other) === shapeOf(pattern)))
      throw new Error(`two paths match the same requests: ${path}`);
    patterns.push(pattern);
    // A literal segment comes before a parameter, the leftmost difference first.
    patterns.sort((a, b) => (shapeOf(a) < shapeOf(b) ? 1 : -1));
    this.patterns.set(segments.length, patterns);
  }
}

function fits({ segments }: Pattern, sent: readonly string[]): boolean {
  return segments.every(({ text, isParameter }, at) => (isParameter ? sent[at] !== '' : sent[at] === text));
}

/** A text that sorts a parameter before every literal segment, since those never begin with a NUL. */
function shapeOf({ segments }: Pattern): string {
  return segments.map(({ text, isParameter }) => (isParameter ? '\0' : text)).join('/');
}

/**
 * A segment that cannot be decoded is passed on as sent: no document has such an id, so the route answers that it is
 * unknown.
 */
function decoded(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
