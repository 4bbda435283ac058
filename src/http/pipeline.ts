import { MAX_LINES_BODY_BYTES } from '../limits/http.js';
import { Exchange } from './exchange.js';
import { readHeaders, type RequestHeaders } from './headers.js';
import { DOCS_PATH, shownRequest } from './nearest-route.js';
import { requestIdFor } from './request-id.js';
import { ERRORS, type Failure, missingScope } from '../errors.js';
import type { Metrics } from '../metrics.js';
import type { Authenticator } from './authenticate.js';
import type { TrustedProxies } from './address.js';
import type { BodyHeaders, BodyReader } from './body.js';
import type { Cors } from './cors.js';
import type { AddressLimiter, Admission, CredentialLimiter } from '../rate-limits/limiters.js';
import { OVERLOADED, type Responder } from './respond.js';
import type { BoundRoute, KnownPath, RouteTable } from './route-table.js';
import type { HttpRequest, HttpResponse } from './uws.js';

interface Stages {
  routes: RouteTable;
  authenticator: Authenticator;
  credentialLimiter: CredentialLimiter;
  /** For requests with an unknown route or a failed authentication. */
  strangerLimiter: AddressLimiter;
  /** For the open routes: a flood of bad signatures through a shared proxy must not block its health checks. */
  openLimiter: AddressLimiter;
  /** Absent: no answer has CORS headers. */
  cors?: Cors;
  /** Absent: the peer of a connection is the client. */
  proxies?: TrustedProxies;
  bodies: BodyReader;
  respond: Responder;
  metrics: Metrics;
  /** Milliseconds since the epoch. */
  now(): number;
}

// Also seen when a Content-Length follows a header without a name, where uWS stops reading headers.
const noLength = (method: string): Failure => ({
  code: 'MALFORMED_REQUEST',
  details: `A ${method} needs a Content-Length or Transfer-Encoding: chunked`,
});
const METHODS_WITH_LENGTH: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/**
 * The stages of a request, from its headers to its route's handler:
 * framing → origin → route → size → room → signature → rate limit → scope → body → route's handler.
 * An unknown path is 404 for everybody; authentication happens only for routes that exist. A HEAD is handled like its
 * GET, and the responder omits the body.
 */
export class Pipeline {
  constructor(private readonly stages: Stages) {}

  /** Handles a request from uWS. Never throws: a throw into uWS would end the process. */
  handle(res: HttpResponse, req: HttpRequest): void {
    const { respond, bodies, metrics, now } = this.stages;
    const exchange = new Exchange(res, performance.now(), now());
    res.onAborted(() => {
      bodies.forget(exchange);
      respond.abandon(exchange);
    });
    metrics.inFlight.count += 1;
    try {
      this.run(exchange, req);
    } catch (error) {
      respond.crash(exchange, error);
    }
  }

  private run(exchange: Exchange, req: HttpRequest): void {
    const { respond, routes, cors, proxies } = this.stages;
    const headers = readHeaders(req);
    if (proxies !== undefined) {
      exchange.proxies = proxies;
      exchange.forwardedFor = headers.forwardedFor;
    }
    const path = req.getUrl();
    exchange.method = req.getCaseSensitiveMethod();
    exchange.requestId = requestIdFor(headers.requestId);
    exchange.durations = routes.unknownPaths;
    // first, so that a browser can read refusals too
    if (cors !== undefined) exchange.corsHeaders = cors.headersFor(headers.origin);

    if (headers.fault !== null)
      return respond.failAndClose(exchange, { code: 'MALFORMED_REQUEST', details: headers.fault });
    if (headers.contentLength < 0 && !headers.chunked && METHODS_WITH_LENGTH.has(exchange.method))
      return respond.failAndClose(exchange, noLength(exchange.method));

    const known = routes.find(path) ?? this.matchPath(exchange, path);
    if (known === undefined) return this.refuseStranger(exchange, () => this.noSuchRoute(exchange, path));
    const route = known.routes.get(exchange.method);
    if (route === undefined) return this.runOtherMethod(exchange, known, headers);
    exchange.durations = route.durations;
    exchange.conventions = headers.conventions;
    // uWS distinguishes `/a` from `/a?` only by undefined and ''
    const query = req.getQuery() as string | undefined;
    if (query !== undefined) exchange.query = query;
    if (route.access === 'signed')
      this.runSigned(exchange, route, headers, query === undefined ? path : `${path}?${query}`);
    else this.runOpen(exchange, route);
  }

  private matchPath(exchange: Exchange, path: string): KnownPath | undefined {
    const match = this.stages.routes.match(path);
    if (match !== undefined) exchange.params = match.params;
    return match?.known;
  }

  private runOtherMethod(exchange: Exchange, known: KnownPath, headers: RequestHeaders): void {
    const { respond, cors, openLimiter } = this.stages;
    exchange.durations = known.otherMethods;
    if (cors === undefined || !cors.isPreflight(exchange, headers)) {
      exchange.extraHeaders = ['Allow', known.methods.join(', ')];
      return this.refuseStranger(exchange, () => methodNotAllowed(exchange.method, known));
    }
    const admission = openLimiter.admit(exchange.address, exchange.receivedAtMs);
    if (!admission.allowed) return respond.failLimited(exchange, admission);
    exchange.extraHeaders = cors.preflightHeaders(known.methods.join(', '));
    respond.sendNothing(exchange);
  }

  private runOpen(exchange: Exchange, route: BoundRoute): void {
    if (route.access === 'probe') exchange.isUncounted = true;
    else {
      const admission = this.stages.openLimiter.admit(exchange.address, exchange.receivedAtMs);
      if (!admission.allowed) return this.stages.respond.failLimited(exchange, admission);
    }
    route.handle(exchange, '');
  }

  /** @param target the path with its query string, exactly as sent */
  private runSigned(exchange: Exchange, route: BoundRoute, headers: RequestHeaders, target: string): void {
    const { respond, bodies, authenticator, credentialLimiter, metrics } = this.stages;
    if (route.body === 'ndjson' || route.body === 'json-lines') exchange.maxBodyBytes = MAX_LINES_BODY_BYTES;
    else if (route.maxBodyBytes !== undefined) exchange.maxBodyBytes = route.maxBodyBytes;
    if (route.body === 'bytes') {
      exchange.isShared = true;
      exchange.announcedBytes = headers.contentLength;
    }
    if (headers.contentLength > exchange.maxBodyBytes) return bodies.refuseTooLarge(exchange);
    // Before everything that costs time: under overload, authenticating a request only to refuse it takes time from the
    // requests that get an answer
    if (route.isFull?.() === true) return respond.failTemporarily(exchange, OVERLOADED);

    const authentication = authenticator.authenticate(
      exchange.method,
      target,
      headers,
      exchange.receivedAtMs,
      route.signsBody,
    );
    if (!authentication.ok) {
      metrics.authenticationFailures.inc({ reason: authentication.fault });
      return this.refuseStranger(exchange, () => authentication.failure);
    }
    exchange.credential = authentication.credential;

    exchange.contentSha256 = headers.contentSha256;
    // copied, because the next request overwrites `headers`
    const { contentType, contentEncoding, contentLength } = headers;
    const body: BodyHeaders = { contentType, contentEncoding, contentLength };
    const admission = credentialLimiter.admit(authentication.credential, exchange.receivedAtMs);
    if (!(admission instanceof Promise)) return this.runAdmitted(exchange, route, admission, body);

    // before the first await: uWS delivers every chunk only once
    if (route.body !== 'none' && contentLength !== 0) bodies.hold(exchange);
    admission
      .then((answer) => this.runAdmitted(exchange, route, answer, body))
      .catch((error: unknown) => respond.crash(exchange, error));
  }

  private runAdmitted(exchange: Exchange, route: BoundRoute, admission: Admission | null, body: BodyHeaders): void {
    // the client may have disconnected while the limit was checked: its response is gone then
    if (exchange.done) return;
    exchange.admission = admission;
    if (admission !== null && !admission.allowed) return this.stages.respond.failLimited(exchange, admission);
    const { scope } = route;
    if (scope !== undefined && !exchange.credential!.scopes.has(scope))
      return this.stages.respond.fail(exchange, missingScope(scope));
    if (route.body === 'none') this.stages.bodies.readNone(exchange, route.handle);
    else this.stages.bodies.read(exchange, body, route.handle, route.body);
  }

  /** @param failureOf called only if the address is within its limit */
  private refuseStranger(exchange: Exchange, failureOf: () => Failure): void {
    const admission = this.stages.strangerLimiter.admit(exchange.address, exchange.receivedAtMs);
    if (admission.allowed) this.stages.respond.fail(exchange, failureOf());
    else this.stages.respond.failLimited(exchange, admission);
  }

  private noSuchRoute({ method }: Exchange, path: string): Failure {
    return {
      code: 'NOT_FOUND',
      message: `${ERRORS.NOT_FOUND.message}: ${shownRequest(method, path)}`,
      details: { nearest: this.stages.routes.nearest.find(method, path), docs: DOCS_PATH },
    };
  }
}

function methodNotAllowed(method: string, { path, methods }: KnownPath): Failure {
  return {
    code: 'METHOD_NOT_ALLOWED',
    message: `${ERRORS.METHOD_NOT_ALLOWED.message}: ${shownRequest(method, path)}`,
    details: { allowed: methods, docs: DOCS_PATH },
  };
}
