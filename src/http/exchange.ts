import type { ActiveCredential } from '../caller.js';
import { addressKey, type TrustedProxies } from './address.js';
import type { RouteDurations } from '../request-durations.js';
import { MAX_BODY_BYTES } from '../limits/http.js';
import { type Conventions, noConventions } from './headers.js';
import type { Admission } from '../rate-limits/limiters.js';
import type { HttpResponse } from './uws.js';

/** The parameters of a path by name, decoded. */
export type Params = Readonly<Record<string, string>>;

const NO_PARAMS: Params = {};
const NO_CONVENTIONS = noConventions();

/**
 * One request on its way through the stages. It holds everything that is needed after uWS has invalidated its request
 * object.
 */
export class Exchange {
  method = '';
  requestId = '';
  /** Of a path with parameters. */
  params: Params = NO_PARAMS;
  /** As sent, without its `?`. */
  query = '';
  conventions: Conventions = NO_CONVENTIONS;
  /** The caller prefers strict handling: unknown members are faults, and the answer says so. */
  isStrict = false;
  /** The histogram of this request's duration; its route is also the name in logs. */
  durations: RouteDurations | null = null;
  /** The authenticated caller; set by the authentication stage of a signed route. */
  credential: ActiveCredential | null = null;
  /** The content of the rate limit headers; null: there are none. */
  admission: Admission | null = null;
  /** No rate limit counts the request. */
  isUncounted = false;
  /** The CORS headers of the answer, names and values in turn; null: CORS is off. */
  corsHeaders: readonly string[] | null = null;
  /** Additional headers of the answer, names and values in turn. */
  extraHeaders: readonly string[] | null = null;

  /** The part of the body that has arrived, when it does not come in one piece. */
  received: Buffer | null = null;
  receivedLength = 0;
  /** The whole body arrived while it was held for the rate limit's decision. */
  bodyEnded = false;
  /** The body is received into memory that threads share, at once as long as its headers announce it. */
  isShared = false;
  announcedBytes = 0;
  /** How long the body may be, as sent. */
  maxBodyBytes = MAX_BODY_BYTES;
  /** The hash that the body must have; '' when none was given. */
  contentSha256 = '';
  /** The deadline for reading or discarding the body, in milliseconds of the monotonic clock. */
  bodyDeadlineMs = 0;

  /** The connection closes with the answer. */
  closing = false;
  /** Everything but the last chunk of the answer is written; the rest of the body is discarded. */
  lingering = false;
  /** Answered, or abandoned by the client: `res` must not be touched any more. */
  done = false;
  /** Called when the client disconnects before the answer is complete. */
  onAbandoned: (() => void) | null = null;

  /** The answer waits for its reader also where no room is left: there was some when the work on it began. */
  isHeldAnyway = false;

  /** The client may be behind these proxies; null: the peer is the client. */
  proxies: TrustedProxies | null = null;
  /** X-Forwarded-For: all of its values as one list. */
  forwardedFor = '';
  #address: string | null = null;

  constructor(
    readonly res: HttpResponse,
    /** The start for durations, in monotonic milliseconds. */
    readonly startedAtMs: number,
    /** Milliseconds since the epoch. */
    readonly receivedAtMs: number,
  ) {}

  /**
   * The client's address as a key for limits; see `addressKey` and `TrustedProxies`. The first read must happen before
   * the exchange is done.
   */
  get address(): string {
    return (this.#address ??=
      this.proxies === null
        ? addressKey(this.res.getRemoteAddress())
        : this.proxies.keyOf(this.res.getRemoteAddress(), this.forwardedFor));
  }
}
