/** From the text of a request to the text of its answer: parses, validates, computes, serialises. */
import { performance } from 'node:perf_hooks';
import { type Counters, NO_COUNTS } from '../domain/allocation/counters.js';
import { CountBoard } from '../index/count-board.js';
import type { GenerationHandle } from '../index/generation.js';
import { type GenerationView, Viewer } from '../index/view.js';
import { PARTNER_ID_REQUIRED, type RequestOf, type RequestSchema } from '../contract/faults.js';
import type { RequestFault } from '../model/schema-faults.js';
import { AssignmentRequest, AvailabilityRequest, ChargesRequest } from '../contract/requests.js';
import type { UnknownField } from '../model/unknown-fields.js';
import { assignShipment } from './assignment.js';
import { checkAvailability } from './availability.js';
import { calculateCharges } from './charges.js';
import { type Asker, type QuestionResult, type EngineContext, failure } from './context.js';
import { chargesInBulk } from './bulk/charges.js';
import { ratesMatrix } from './bulk/matrix.js';
import type { BulkJob, BulkSteps } from './bulk/question.js';
import { createIds } from './ids.js';
import { failedAnswer, OFFERED, refusedCode } from './outcomes.js';
import { renderSuccess } from '../envelope.js';
import { toJson } from '../json.js';
import { parseBody } from '../contract/body.js';
import { unknownParametersIn } from '../contract/input.js';
import { membersIn } from '../model/members.js';
import type { Job, Question, TextAnswer } from './question.js';
import { toResolution } from './resolution.js';
import { chargesDateFaults, dateFaultsFromNow } from './ship-date.js';
import { joined, NO_FAULTS } from './parcel-faults.js';
import { assignmentFaults, availabilityFaults, chargesFaults } from './request-faults.js';
import { QuestionValidator } from './validation.js';

/**
 * Answers jobs on one generation after another, and keeps caches in between. Each pool thread has one, and so has the
 * main thread.
 */
export class Engine {
  readonly #nextId = createIds();
  readonly #viewer = new Viewer();
  #view: GenerationView | null = null;
  #board: CountBoard | null = null;

  /**
   * One answer per job, in their order, each computed when it is taken; the generation is adopted at once. `now`:
   * milliseconds since the epoch. Throws only on a fault of our own.
   */
  answer(jobs: readonly Job[], generation: GenerationHandle, now: number): Iterable<TextAnswer> {
    return answerJobs(jobs, this.#contextOf(generation, now));
  }

  /** The steps of a bulk, all on this generation, whatever the engine answers in between. */
  bulk(job: BulkJob, generation: GenerationHandle, now: number): BulkSteps {
    const context = this.#contextOf(generation, now);
    return job.kind === 'matrix' ? ratesMatrix(context, job) : chargesInBulk(context, job);
  }

  #contextOf(generation: GenerationHandle, now: number): EngineContext {
    const startedAt = performance.now();
    if (this.#view?.id !== generation.id) this.#view = this.#viewer.view(generation);
    return {
      view: this.#view,
      now,
      nowJson: toJson(new Date(now)),
      clock: () => now + performance.now() - startedAt,
      counters: this.#countersOf(generation),
      nextId: this.#nextId,
    };
  }

  #countersOf({ counts }: GenerationHandle): Counters {
    if (counts === null) return NO_COUNTS;
    if (this.#board?.shared !== counts) this.#board = new CountBoard(counts);
    return this.#board;
  }
}

function* answerJobs(jobs: readonly Job[], context: EngineContext): Generator<TextAnswer> {
  for (const job of jobs) yield answerJob(context, job);
}

/** Computes the outcome of one kind of question. */
type Compute = (context: EngineContext, caller: Asker, body: unknown, job: Job) => QuestionResult;

const COMPUTE: Record<Question, Compute> = {
  availability: validated(
    'availability',
    AvailabilityRequest,
    (body, { now }) => joined(availabilityFaults(body), dateFaultsFromNow(body, now)),
    checkAvailability,
  ),
  assignment: validated(
    'assignment',
    AssignmentRequest,
    (body, { now, isStrict }) =>
      joined(
        assignmentFaults(body, isStrict),
        dateFaultsFromNow(membersIn(body)?.['shipmentDetails'], now, 'shipmentDetails.'),
      ),
    assignShipment,
  ),
  charges: validated(
    'charges',
    ChargesRequest,
    (body, { caller, now }) => joined(partnerIdFaults(body, caller), chargesFaults(body), chargesDateFaults(body, now)),
    calculateCharges,
  ),
};

/** Answers one job. Throws only on a fault of our own. */
export function answerJob(context: EngineContext, job: Job): TextAnswer {
  const caller: Asker = {
    kind: job.callerKind,
    id: job.callerId,
    requestId: job.requestId,
    receivedAt: job.receivedAt,
    isManager: job.isManager === true,
  };
  const parsed = parseBody(job.body);
  const outcome = parsed.ok ? COMPUTE[job.question](context, caller, parsed.value, job) : failure(parsed.failure);
  const elapsedMs = context.clock() - job.receivedAt;
  const { refusedFor } = outcome;
  if (!outcome.ok) {
    const failed = failedAnswer(outcome.failure, job.requestId, elapsedMs, context.now);
    if (refusedFor !== null) failed.outcomeCode = refusedCode(refusedFor);
    return outcome.assignment === undefined ? failed : { ...failed, assignment: outcome.assignment };
  }
  const body = renderSuccess(`"data":${outcome.data}`, outcome.envelope, job.requestId, elapsedMs);
  const outcomeCode = refusedFor === null ? OFFERED : refusedCode(refusedFor);
  return { status: 200, body, outcomeCode, assignment: outcome.assignment };
}

/** What faults of a body may depend on. */
interface AskedBody {
  caller: Asker;
  /** Milliseconds since the epoch. */
  now: number;
  isStrict: boolean;
}

/** Validates, then computes. */
function validated<S extends RequestSchema>(
  question: Question,
  schema: S,
  furtherFaults: (body: unknown, asked: AskedBody) => readonly RequestFault[],
  compute: (
    context: EngineContext,
    caller: Asker,
    request: RequestOf<S>,
    unknown: readonly UnknownField[],
  ) => QuestionResult,
): Compute {
  const validator = new QuestionValidator(schema);
  return (context, caller, body, { isStrict = false, query = '' }) => {
    toResolution(question, body);
    const further = furtherFaults(body, { caller, now: context.now, isStrict });
    const validated = validator.validate(body, further, caller.kind, isStrict);
    if (!validated.ok) return failure(validated.failure);
    const { request, unknown } = validated;
    return compute(context, caller, request, query === '' ? unknown : [...unknownParametersIn(query), ...unknown]);
  };
}

/** A partner's credential implies its partner; a service must name one. */
function partnerIdFaults(body: unknown, caller: Asker): readonly RequestFault[] {
  const fields = caller.kind === 'service' ? membersIn(body) : null;
  return fields !== null && fields.partnerId === undefined ? [PARTNER_ID_REQUIRED] : NO_FAULTS;
}
