import {
  ANSWER_TURN_BYTES,
  UNSENT_ANSWER_BYTES,
  UNSENT_BYTES,
  UNSENT_BYTES_PER_ADDRESS,
  UNSENT_MIN_BYTES_PER_SECOND,
  UNSENT_PATIENCE_MS,
  UNSENT_SWEEP_MS,
  UWS_CORK_BYTES,
} from '../limits/http.js';
import type { Metrics, UnsentDrop } from '../metrics.js';
import type { Exchange } from './exchange.js';

/**
 * The owner of a body's bytes. `lent`: their owner overwrites them after the call. `own`: this answer alone keeps them
 * in memory. `shared`: they stay in memory anyway, such as a file that is served to everybody.
 */
export type ByteOwnership = 'lent' | 'own' | 'shared';

export interface UnsentLimits {
  /** The memory that unsent answers may hold: all of them, and those to one address. */
  bytes: number;
  bytesPerAddress: number;
  /** How long a connection may take no byte. */
  patienceMs: number;
}

export const UNSENT_LIMITS: UnsentLimits = {
  bytes: UNSENT_BYTES,
  bytesPerAddress: UNSENT_BYTES_PER_ADDRESS,
  patienceMs: UNSENT_PATIENCE_MS,
};

interface UnsentAnswer {
  readonly exchange: Exchange;
  readonly address: string;
  /** The bytes that the connection had not taken when the answer was written. */
  readonly rest: Uint8Array;
  /** Where `rest` starts in the body. */
  readonly restStart: number;
  readonly bodyBytes: number;
  readonly heldBytes: number;
  /** The bytes of the body that the connection has taken, and when their number last grew. */
  sentBytes: number;
  movedAtMs: number;
  /** When a reader of UNSENT_MIN_BYTES_PER_SECOND has the whole answer. */
  readonly deadlineMs: number;
}

/**
 * The answers that their connections did not take at once. The rest of each body stays here (as a copy only if its
 * bytes are lent) and is offered again when the connection takes bytes; uWS itself would copy it into a buffer of the
 * connection, without a bound. The memory is bounded for each address and for all; an answer that would go beyond that,
 * or whose reader stops, is cut off by closing its connection.
 *
 * An answer of `isHeldAnyway` is held without room: its work began only while there was some.
 *
 * An answer counts with UNSENT_ANSWER_BYTES for its connection's buffers, and with its bytes unless they are shared.
 */
export class UnsentAnswers {
  private readonly answers = new Map<Exchange, UnsentAnswer>();
  private readonly bytesOf = new Map<string, number>();
  private sweeping: NodeJS.Timeout | null = null;
  /** How long a connection may take no byte. */
  patienceMs: number;
  /** Called when an answer has left or was cut off, and now and then while one is held. */
  onRoom: (() => void) | null = null;

  /** @param onEmpty called when the last answer has left or was cut off */
  constructor(
    private readonly metrics: Pick<Metrics, 'unsent' | 'unsentDropped'>,
    private readonly limits: UnsentLimits,
    private readonly onEmpty: () => void,
  ) {
    this.patienceMs = limits.patienceMs;
  }

  get size(): number {
    return this.answers.size;
  }

  /** Whether a whole body could be held, in case the connection takes nothing of it. */
  hasRoomFor(exchange: Exchange, bodyBytes: number, ownership: ByteOwnership): boolean {
    return this.hasRoom(exchange.address, costOf(bodyBytes, ownership));
  }

  /**
   * Sends the rest of an answer after a `tryEnd` of `body` that did not end it.
   * @param tookAll the connection took everything that it was offered, and may take more
   */
  hold(exchange: Exchange, body: Uint8Array, ownership: ByteOwnership, tookAll: boolean): void {
    const { res, address } = exchange;
    const restStart = res.getWriteOffset();
    const rest = body.subarray(restStart);
    const heldBytes = costOf(ownership === 'lent' ? rest.length : body.length, ownership);
    const nowMs = performance.now();
    const answer: UnsentAnswer = {
      exchange,
      address,
      restStart,
      bodyBytes: body.length,
      heldBytes,
      rest: ownership === 'lent' ? new Uint8Array(rest) : rest,
      sentBytes: restStart,
      movedAtMs: nowMs,
      deadlineMs: nowMs + this.patienceMs + (rest.length / UNSENT_MIN_BYTES_PER_SECOND) * 1_000,
    };
    if (!exchange.isHeldAnyway && !this.hasRoom(address, heldBytes)) {
      const isSent = tookAll && offer(answer, Number.POSITIVE_INFINITY)[1];
      if (!isSent) this.cut(exchange, 'NO_ROOM');
      return;
    }
    this.answers.set(exchange, answer);
    this.count(address, heldBytes);
    res.onWritable(() => this.push(answer));
    leaveOneByte(answer);
    if (tookAll) this.pushSoon(answer);
    this.sweeping ??= setInterval(() => this.sweep(performance.now()), UNSENT_SWEEP_MS);
  }

  /** No-op unless the rest of the exchange's answer is held. */
  forget(exchange: Exchange): void {
    const answer = this.answers.get(exchange);
    if (answer === undefined) return;
    this.answers.delete(exchange);
    this.count(answer.address, -answer.heldBytes);
    this.onRoom?.();
    if (this.answers.size > 0) return;
    if (this.sweeping !== null) clearInterval(this.sweeping);
    this.sweeping = null;
    this.onEmpty();
  }

  /** Closes the connection of an answer that cannot leave. */
  cut(exchange: Exchange, reason: UnsentDrop): void {
    this.metrics.unsentDropped.inc({ reason });
    // within this call uWS reports the end of the exchange, and the pipeline forgets it
    exchange.res.close();
  }

  /** Offers the rest again. @returns whether the connection took all of it, as uWS asks for */
  private push(answer: UnsentAnswer): boolean {
    const [tookAll, isSent] = offer(answer, ANSWER_TURN_BYTES);
    if (isSent) this.forget(answer.exchange);
    else {
      const sentBytes = answer.exchange.res.getWriteOffset();
      if (sentBytes > answer.sentBytes) answer.movedAtMs = performance.now();
      answer.sentBytes = sentBytes;
      leaveOneByte(answer);
      if (tookAll) this.pushSoon(answer);
    }
    return tookAll;
  }

  /** In another turn, so that quotes do not wait for a long answer. */
  private pushSoon(answer: UnsentAnswer): void {
    setImmediate(() => {
      if (this.answers.get(answer.exchange) === answer) this.push(answer);
    });
  }

  /**
   * Offers every rest again, in addition to `onWritable`, for two reasons. The kernel reports a connection as writable
   * only when a third of its buffer is free, which takes longer than uWS's timeout of some 10 s if a slow reader has a
   * large buffer; an attempt restarts that timeout. It also shows sooner that a reader has not stopped.
   */
  private sweep(nowMs: number): void {
    for (const answer of this.answers.values()) {
      this.push(answer);
      const isStalled = nowMs > answer.movedAtMs + this.patienceMs || nowMs > answer.deadlineMs;
      if (isStalled && this.answers.has(answer.exchange)) this.cut(answer.exchange, 'STALLED');
    }
    this.onRoom?.();
  }

  private hasRoom(address: string, bytes: number): boolean {
    const { limits, metrics } = this;
    return (
      fits(metrics.unsent.bytes, bytes, limits.bytes)
      && fits(this.bytesOf.get(address) ?? 0, bytes, limits.bytesPerAddress)
    );
  }

  private count(address: string, bytes: number): void {
    this.metrics.unsent.bytes += bytes;
    const ofAddress = (this.bytesOf.get(address) ?? 0) + bytes;
    if (ofAddress === 0) this.bytesOf.delete(address);
    else this.bytesOf.set(address, ofAddress);
  }
}

/** A single answer may be larger than the limit: it is never refused for its size alone. */
function fits(held: number, bytes: number, limit: number): boolean {
  return held === 0 || held + bytes <= limit;
}

function costOf(bytes: number, ownership: ByteOwnership): number {
  return UNSENT_ANSWER_BYTES + (ownership === 'shared' ? 0 : bytes);
}

/** @returns uWS's result: whether the connection took everything offered, and whether the answer has ended */
function offer({ exchange: { res }, rest, restStart, bodyBytes }: UnsentAnswer, mostBytes: number): [boolean, boolean] {
  const start = res.getWriteOffset() - restStart;
  let result: [boolean, boolean] = [false, false];
  res.cork(() => {
    result = res.tryEnd(rest.subarray(start, start + mostBytes), bodyBytes);
  });
  return result;
}

/**
 * A piece that fits the cork buffer counts as taken even if the connection takes nothing of it: uWS keeps it, ends the
 * answer, and drops it after some 10 s in which the connection is not reported as writable. So of a rest of that size
 * only one byte is given to uWS: it accepts more after that byte has left, when there is room for the others too.
 */
function leaveOneByte(answer: UnsentAnswer): void {
  const leftBytes = answer.bodyBytes - answer.exchange.res.getWriteOffset();
  if (leftBytes > 1 && leftBytes <= UWS_CORK_BYTES) offer(answer, 1);
}
