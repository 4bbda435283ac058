/** Bulks of questions: sent two at a time, answered in their order, and sent again when the node says so. */
import { PinrateError } from '../client/error.js';
import type { calculateBulkCharges } from '../client/operations.js';
import { retryAfterMs } from '../client/request.js';

export type BulkAnswer = Pick<Awaited<ReturnType<typeof calculateBulkCharges>>['data'], 'results' | 'warnings'>;
/** Of one line: by a partner, by the partners that were searched, or its fault. */
export type LineAnswer = BulkAnswer['results'][number];
export type BulkWarning = BulkAnswer['warnings'][number];

export type Ask = (shipments: readonly object[]) => Promise<BulkAnswer>;

export const BULK_LINES = 500;
/** So many bulks are under way at once. */
export const UNDER_WAY = 2;
const TEMPORARY: readonly number[] = [429, 503];
/** So often in a row a bulk may get no answer at all and is sent again. */
const UNANSWERED = 1;
/** Where a refusal does not say when to come again. */
const WAIT_MS = 1_000;
/** A bulk that was refused for so many whole windows may never be admitted as it is. */
const WINDOWS = 2;

/** Results in the order of what was asked; at most two are under way. */
export async function* inOrder<T, R>(all: AsyncIterable<T>, send: (one: T) => Promise<R>): AsyncGenerator<R> {
  const underWay: Promise<R>[] = [];
  for await (const one of all) {
    const sent = send(one);
    // it is awaited in its turn; until then its failure is no unhandled one
    sent.catch(() => undefined);
    underWay.push(sent);
    if (underWay.length === UNDER_WAY) yield await underWay.shift()!;
  }
  for (const sent of underWay) yield await sent;
}

/** Waits as 429 and 503 say, for as long as it takes. A bulk that no window has room for is sent in parts. */
export async function askPatiently(
  ask: Ask,
  shipments: readonly object[],
  onWait: (begins: boolean) => void,
): Promise<BulkAnswer> {
  let refusedMs = 0;
  let unanswered = 0;
  for (;;)
    try {
      return await ask(shipments);
    } catch (error) {
      if (!(error instanceof PinrateError) || !error.retryable) throw error;
      if (!TEMPORARY.includes(error.status) && ++unanswered > UNANSWERED) throw error;
      const part = fittingPart(error, shipments.length, refusedMs);
      if (part !== null && shipments.length > 1) return inParts(ask, shipments, part, onWait);
      const ms = retryAfterMs(error) || WAIT_MS;
      onWait(true);
      await new Promise((resolve) => setTimeout(resolve, ms));
      onWait(false);
      refusedMs += ms;
    }
}

/** Details of a refusal by the tier. */
interface TierLimit {
  limit?: number;
  window?: number;
}

/** How many lines a window may have room for; null: as many as were asked. */
function fittingPart({ status, details }: PinrateError, lines: number, refusedMs: number): number | null {
  const { limit, window = 1 } = (details ?? {}) as TierLimit;
  // a bulk counts one for its second
  if (status !== 429 || typeof limit !== 'number' || window <= 1) return null;
  if (lines > limit) return Math.max(1, limit);
  return refusedMs >= WINDOWS * window * 1_000 ? Math.ceil(lines / 2) : null;
}

async function inParts(
  ask: Ask,
  shipments: readonly object[],
  part: number,
  onWait: (begins: boolean) => void,
): Promise<BulkAnswer> {
  const answers: BulkAnswer[] = [];
  for (let at = 0; at < shipments.length; at += part)
    answers.push(await askPatiently(ask, shipments.slice(at, at + part), onWait));
  return {
    results: answers.flatMap(({ results }) => results),
    warnings: answers.flatMap(({ warnings }) => warnings),
  };
}
