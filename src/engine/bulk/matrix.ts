/** POST /partners/rates/matrix: the same parcel from some pickups to many places (docs/rules.md#rates-matrix). */
import type { Caller } from '../../caller.js';
import { BINARY } from '../../contract/contract.js';
import { CSV } from '../../contract/matrix.js';
import { CELLS_PER_COUNTED_LINE } from '../../limits/bulk.js';
import type { EngineContext } from '../context.js';
import { failedBulk } from './failure.js';
import { csvOf, jsonOf, packedOf } from './matrix-answer.js';
import { fillCells } from './matrix-cells.js';
import { readMatrix } from './matrix-request.js';
import { type BulkJob, type BulkSteps, textOf } from './question.js';

/** All cells are priced by the context's generation and moment. */
export function* ratesMatrix(context: EngineContext, job: Extract<BulkJob, { kind: 'matrix' }>): BulkSteps {
  const { callerKind: kind, callerId: id, requestId, isStrict, mediaType } = job;
  const caller: Caller = { kind, id };
  const elapsedMs = (): number => context.clock() - job.receivedAt;
  const question = yield* readMatrix(context, caller, textOf(job.body), isStrict);
  if ('code' in question) return failedBulk(context, job, question);
  question.unknown = [...job.unknownParameters, ...question.unknown];
  const { partners, pickupSlots, deliverySlots } = question;
  const lines = partners.length * pickupSlots.length * deliverySlots.length;
  yield { counted: Math.ceil(lines / CELLS_PER_COUNTED_LINE), lines, detail: 'matrix' };

  const cells = yield* fillCells(context.view, question);
  const body = yield* mediaType === BINARY
    ? packedOf(context, question, cells)
    : mediaType === CSV
      ? csvOf(question, cells)
      : jsonOf(context, question, cells, requestId, elapsedMs);
  return { status: 200, body, lines: cells.outcomes };
}
