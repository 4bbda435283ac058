/** Bulks: their bodies go to the pool as bytes, and what they cost is counted before anything is computed. */
import type { ActiveCredential } from '../../caller.js';
import { calculateBulkCharges } from '../../contract/bulk.js';
import type { Contract } from '../../contract/contract.js';
import { unknownFieldFault, validationFailure } from '../../contract/faults.js';
import { KnownParameters } from '../../contract/input.js';
import { calculateRatesMatrix, CSV } from '../../contract/matrix.js';
import type { BulkCost, BulkEvents, BulkJob, BulkKind } from '../../engine/bulk/question.js';
import { MAX_BULK_BODY_BYTES } from '../../limits/bulk.js';
import { MAX_BODY_BYTES } from '../../limits/http.js';
import type { Metrics } from '../../metrics.js';
import type { Admission } from '../../rate-limits/limiters.js';
import type { Exchange } from '../exchange.js';
import { wantsStrictHandling } from '../prefer.js';
import { preferredMediaType } from '../representation.js';
import { OVERLOADED, type Responder } from '../respond.js';
import type { Route } from '../route-table.js';

/** The pool as bulks see it. */
export interface Bulks {
  isFull(): boolean;
  /** null: refused, too many wait. */
  submit(job: BulkJob, events: BulkEvents): { cancel(): void } | null;
  /** A bulk that waits may have room now. */
  advance(): void;
}

/** Counts what a bulk costs in addition to its request; null: the credential has no limit. */
export type AdmitMore = (
  credential: ActiveCredential,
  more: number,
  nowMs: number,
) => Admission | Promise<Admission> | null;

interface BulkRouteDeps {
  bulks: Bulks;
  admitMore: AdmitMore;
  respond: Responder;
  metrics: Pick<Metrics, 'bulkLines' | 'bulkSeconds'>;
  /** Milliseconds since the epoch. */
  now(): number;
}

interface BulkOperation {
  contract: Pick<Contract, 'path' | 'scope' | 'schemas' | 'mediaType' | 'streams'>;
  maxBodyBytes: number;
  /** @param mediaType the one of the contract's that the caller prefers */
  kindOf(mediaType: string): BulkKind;
}

const OPERATIONS: readonly BulkOperation[] = [
  { contract: calculateBulkCharges, maxBodyBytes: MAX_BULK_BODY_BYTES, kindOf: () => ({ kind: 'charges' }) },
  {
    contract: calculateRatesMatrix,
    maxBodyBytes: MAX_BODY_BYTES,
    kindOf: (mediaType) => ({ kind: 'matrix', mediaType }),
  },
];

export const bulkRoutes = (deps: BulkRouteDeps): Route[] =>
  OPERATIONS.map((operation) => {
    const { path, scope, schemas } = operation.contract;
    const parameters = new KnownParameters(schemas.query);
    return {
      method: 'POST',
      path,
      access: 'signed',
      scope,
      body: 'bytes',
      maxBodyBytes: operation.maxBodyBytes,
      isFull: () => deps.bulks.isFull(),
      handle: (exchange) => handle(deps, operation, parameters, exchange),
    };
  });

function handle(
  deps: BulkRouteDeps,
  { contract, kindOf }: BulkOperation,
  parameters: KnownParameters,
  exchange: Exchange,
): void {
  const { bulks, respond, metrics } = deps;
  const { kind, id } = exchange.credential!;
  exchange.isStrict = wantsStrictHandling(exchange.conventions.prefer);
  const unknownParameters = exchange.query === '' ? [] : parameters.unknownIn(new URLSearchParams(exchange.query));
  if (exchange.isStrict && unknownParameters.length > 0)
    return respond.fail(exchange, validationFailure(kind, unknownParameters.map(unknownFieldFault), []));
  const { mediaType, streams } = contract;
  const preferred = preferredMediaType(exchange.conventions.accept, [mediaType, ...streams]);
  const vary = streams.length === 0 ? '' : 'Accept';
  const job: BulkJob = {
    ...kindOf(preferred),
    callerKind: kind,
    callerId: id,
    requestId: exchange.requestId,
    body: exchange.received!,
    receivedAt: exchange.receivedAtMs,
    isStrict: exchange.isStrict,
    unknownParameters,
  };
  let cost: BulkCost | null = null;
  let isDropped = false;
  const drop = (): void => {
    if (isDropped) return;
    isDropped = true;
    // nobody has read the lines of one that has only waited
    const { detail = 'unknown', lines = 1 } = cost ?? {};
    metrics.bulkLines.inc({ detail, outcome: 'dropped' }, lines);
  };
  // it begins only where there is room, and what was computed is sent
  exchange.isHeldAnyway = true;
  const submitted = bulks.submit(job, {
    hasRoom: () => respond.unsent.hasRoomFor(exchange, 0, 'own'),
    onNoRoom: () => respond.failTemporarily(exchange, OVERLOADED),
    admit(asked) {
      const admitted = admit(deps, exchange, asked);
      cost = asked;
      return admitted;
    },
    onAnswer({ status, body: bytes, lines }) {
      if (exchange.done) return drop();
      const { detail = 'total' } = cost ?? {};
      for (const [outcome, count] of Object.entries(lines)) metrics.bulkLines.inc({ detail, outcome }, count);
      metrics.bulkSeconds.observe((performance.now() - exchange.startedAtMs) / 1_000);
      // failures are JSON
      respond.sendOwn(exchange, status, bytes, status === SUCCESS ? typeOf(preferred) : mediaType, vary);
    },
    onFailure(cause) {
      drop();
      respond.crash(exchange, cause);
    },
  });
  if (submitted === null) return respond.failTemporarily(exchange, OVERLOADED);
  exchange.onAbandoned = () => {
    drop();
    submitted.cancel();
  };
}

const SUCCESS = 200;
const typeOf = (mediaType: string): string => (mediaType === CSV ? `${CSV}; charset=utf-8; header=present` : mediaType);

/** Whether the caller's tier has room for all lines; otherwise the caller has its answer. */
function admit(
  { admitMore, respond, now }: BulkRouteDeps,
  exchange: Exchange,
  { counted }: BulkCost,
): boolean | Promise<boolean> {
  if (exchange.done) return false;
  // one was counted when the request arrived
  if (counted <= 1) return true;
  const decide = (admission: Admission | null): boolean => {
    if (exchange.done) return false;
    if (admission === null) return true;
    // the caller has what is left, which is too little for this bulk alone
    const { remaining } = exchange.admission!;
    if (admission.allowed) exchange.admission = admission;
    else respond.failLimited(exchange, { ...admission, remaining });
    return admission.allowed;
  };
  const admission = admitMore(exchange.credential!, counted - 1, now());
  return admission instanceof Promise ? admission.then(decide) : decide(admission);
}
