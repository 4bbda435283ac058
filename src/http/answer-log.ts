import type { Logger } from 'pino';
import { OVERLOAD_LOG_INTERVAL_MS } from '../limits/http.js';
import type { Activity } from './activity.js';
import type { Exchange } from './exchange.js';

/**
 * Counts and logs answers. One line per request would cost more than the request, and a flood of refusals would flood
 * the log: answers below 500 are logged at `debug` only, and overload once a second. The metrics have all of it.
 */
export class AnswerLog {
  private readonly logsRequests: boolean;
  private overloadLoggedAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly log: Logger,
    private readonly activity: Activity,
  ) {
    this.logsRequests = log.isLevelEnabled('debug');
  }

  add(exchange: Exchange, status: number): void {
    const elapsedMs = performance.now() - exchange.startedAtMs;
    const { credential, durations } = exchange;
    durations?.observe(status, elapsedMs / 1000);
    if (credential !== null)
      this.activity.record(
        credential.kind,
        credential.id,
        durations!.endpoint,
        status,
        elapsedMs,
        exchange.receivedAtMs,
      );
    if (status < 500 && !this.logsRequests) return;
    const line = {
      request_id: exchange.requestId,
      method: exchange.method,
      route: durations?.route,
      status,
      elapsed_ms: elapsedMs,
    };
    if (status < 500) this.log.debug(line, 'request');
    else if (status !== 503) this.log.error(line, 'request');
    else this.addOverload(line);
  }

  /** The client disconnected before its answer. */
  addAborted({ requestId, durations }: Exchange): void {
    if (this.logsRequests) this.log.debug({ request_id: requestId, route: durations?.route }, 'client went away');
  }

  private addOverload(line: object): void {
    const nowMs = performance.now();
    if (nowMs - this.overloadLoggedAtMs < OVERLOAD_LOG_INTERVAL_MS) return;
    this.overloadLoggedAtMs = nowMs;
    this.log.warn(line, 'answered 503; further ones within a second are not logged');
  }
}
