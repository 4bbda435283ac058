import { type Member, NOWHERE } from '../bag.js';
import type { RouteDurations } from '../metrics.js';
import type { ActiveCredential } from './authenticate.js';
import type { Conventions } from './headers.js';
import type { Admission } from './rate-limit.js';
import type { HttpResponse } from './uws.js';

/** The parameters of a path by name, decoded. */
export type Params = Readonly<Record<string, string>>;

const NO_PARAMS: Params = {};
const NO_CONVENTIONS: Conventions = {
  accept: '', ifNoneMatch: '', acceptEncoding: '', idempotencyKey: null, prefer: '',
};

/** One request on its way through the stages: all that is kept of it once uWS has taken its request object back. */
export class Exchange implements Member {
  method = '';
  requestId = '';
  /** Of a path with parameters. */
  params: Params = NO_PARAMS;
  /** As sent, without its `?`. */
  query = '';
  conventions: Conventions = NO_CONVENTIONS;
  /** What is unknown in the request is a fault, as its caller prefers; the answer says so. */
  isStrict = false;
  /** Where the duration of this request is counted; also its route's name in logs. */
  durations: RouteDurations | null = null;
  /** Who asks; set by the authentication stage of a signed route. */
  credential: ActiveCredential | null = null;
  /** What the rate limit headers say; null: there are none. */
  admission: Admission | null = null;
  /** What the answer tells a browser of another origin, names and values in turn; null: nothing is told to any origin. */
  corsHeaders: readonly string[] | null = null;
  /** Names and values in turn, for the answer. */
  extraHeaders: readonly string[] | null = null;

  /** What has come of the body, when it does not come in one piece. */
  received: Buffer | null = null;
  receivedLength = 0;
  /** All of the body came while it was held for the answer of a rate limit. */
  bodyEnded = false;
  /** The hash that the body must have; '' when none was given. */
  contentSha256 = '';
  /** Until when the body may be read or discarded, in milliseconds of the monotonic clock. */
  bodyDeadlineMs = 0;
  /** Among those whose bodies are being read. */
  place = NOWHERE;

  /** The connection closes with the answer. */
  closing = false;
  /** Answered but for the last chunk: what still comes of the body is discarded. */
  lingering = false;
  /** Answered, or given up by the client: `res` must not be touched any more. */
  done = false;

  constructor(
    readonly res: HttpResponse,
    /** Monotonic milliseconds: what durations are measured from. */
    readonly startedAtMs: number,
    /** Milliseconds since the epoch. */
    readonly receivedAtMs: number,
  ) {}
}
