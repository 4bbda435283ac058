/** One request: its attempts, the time that they may take, and the reading of its answer. */
import type { Pinrate } from './connect.js';
import { PinrateError, refusalOf, remembered, responseOf } from './error.js';

export interface OutgoingRequest {
  pinrate: Pinrate;
  method: string;
  /** The path with its query. */
  target: string;
  /** Their names in lower case. */
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer> | undefined;
  signal: AbortSignal | undefined;
  timeoutMs: number;
  retries: number;
  /** To send it twice does nothing twice. */
  isRepeatable: boolean;
}

/** The waits between the attempts of one request, together. */
const MAX_WAIT_MS = 20_000;
/** Doubled with each attempt. */
const FIRST_WAIT_MS = 500;
/** The longest timer there is. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** One attempt, which ends when its caller aborts it, or when nothing has arrived for too long. */
export class Attempt {
  readonly #controller = new AbortController();
  readonly #abort = (): void => this.#controller.abort();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #code: 'NOT_REACHED' | 'TIMEOUT' = 'NOT_REACHED';
  #message = 'no node answers';

  constructor(readonly request: OutgoingRequest) {
    request.signal?.addEventListener('abort', this.#abort);
    this.startTimer();
  }

  /** The response, whatever its status. */
  async send(): Promise<Response> {
    const { pinrate, method, target, headers, body } = this.request;
    // a redirection would send the signature to another address
    const init = {
      method,
      headers,
      signal: this.#controller.signal,
      redirect: 'manual',
      ...(body && { body }),
    } as const;
    const response = await pinrate.signer.send(pinrate.fetch, new URL(target, pinrate.url), init);
    this.#message = 'the answer broke off';
    return response;
  }

  startTimer(): void {
    this.stopTimer();
    const onTimeout = (): void => {
      this.#code = 'TIMEOUT';
      this.#abort();
    };
    this.#timer = setTimeout(onTimeout, Math.min(this.request.timeoutMs, MAX_TIMER_MS));
  }

  stopTimer(): void {
    clearTimeout(this.#timer);
  }

  /** What still arrives is not read. */
  end(): void {
    this.stopTimer();
    this.request.signal?.removeEventListener('abort', this.#abort);
    this.#abort();
  }

  /** The error that the attempt fails with. @throws the reason of the caller's abort */
  faultOf(error: unknown): PinrateError {
    const { signal, pinrate, isRepeatable } = this.request;
    signal?.throwIfAborted();
    if (error instanceof PinrateError) return error;
    const { cause = error } = Object(error) as { cause?: unknown };
    const { code, message } = Object(cause) as { code?: string; message?: string };
    const text = `${this.#message} at ${pinrate.url} (${code ?? message})`;
    return new PinrateError(this.#code, text, { isRepeatable }, { cause: error });
  }
}

/**
 * What is read of the first response that is no failure; it ends the attempt.
 *
 * A request is sent again where it may be repeated: after a network fault, 429 and 503, at the earliest after
 * Retry-After, plus a random part of a time that doubles (full jitter). A wait beyond MAX_WAIT_MS in all is not begun.
 */
export async function exchange<T>(
  request: OutgoingRequest,
  read: (response: Response, attempt: Attempt) => Promise<T>,
): Promise<T> {
  const { signal, isRepeatable, retries } = request;
  for (let repeats = 0, waitedMs = 0; ; repeats++) {
    signal?.throwIfAborted();
    const attempt = new Attempt(request);
    try {
      return await read(await attempt.send(), attempt);
    } catch (error) {
      attempt.end();
      const fault = attempt.faultOf(error);
      const leastMs = retryAfterMs(fault);
      const spareMs = MAX_WAIT_MS - waitedMs - leastMs;
      if (!isRepeatable || !fault.retryable || repeats >= retries || spareMs < 0) throw fault;
      const waitMs = leastMs + Math.random() * Math.min(FIRST_WAIT_MS * 2 ** repeats, spareMs);
      await pause(waitMs, signal);
      waitedMs += waitMs;
    }
  }
}

export type IsAnswer = (response: Response, body: Readonly<Record<string, unknown>>) => boolean;

/** The answer as the object that its JSON is. */
export const answered = (request: OutgoingRequest, isAnswer: IsAnswer): Promise<object> =>
  exchange(request, async (response, attempt) => {
    const body = await jsonOf(response);
    attempt.end();
    if (typeof body !== 'object' || body === null || !isAnswer(response, body as Record<string, unknown>))
      throw refusalOf(response, body, request.pinrate.url, request.isRepeatable);
    return remembered(body, response);
  });

/** undefined: the body is no JSON. */
async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The response if it has this media type. @throws {PinrateError} for another one */
export async function ofType(
  mediaType: string,
  response: Response,
  { pinrate, isRepeatable }: OutgoingRequest,
): Promise<Response> {
  if (response.ok && response.headers.get('content-type')?.startsWith(mediaType) === true) return response;
  throw refusalOf(response, await jsonOf(response), pinrate.url, isRepeatable);
}

/** 0: the answer has no Retry-After, or there is no answer. */
export function retryAfterMs(fault: PinrateError): number {
  const text = responseOf(fault)?.headers.get('retry-after') ?? '';
  const ms = Number(text) * 1_000 || Date.parse(text) - Date.now();
  return ms > 0 ? ms : 0;
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      if (signal?.aborted === true) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
}
