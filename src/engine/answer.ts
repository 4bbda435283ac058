/** From the text of a request to the text of its answer: parse, validate, compute, serialise. Runs in a pool thread. */
import { renderFailure } from '../envelope.js';
import type { Job, Question, ThreadAnswer } from '../pool/wire.js';
import { type Fault, RequestValidator, validationFailure } from '../schemas/faults.js';
import { AssignmentRequest, AvailabilityRequest, ChargesRequest } from '../schemas/requests.js';
import { assignmentFaults, assignShipment } from './assignment.js';
import { checkAvailability } from './availability.js';
import { calculateCharges } from './charges.js';
import { type Caller, type EngineContext, failure, type Outcome } from './context.js';
import { renderSuccess } from './envelope.js';
import { fieldsOf, parseBody } from './parse.js';

type Answerer = (context: EngineContext, caller: Caller, body: unknown) => Outcome;

const availability = new RequestValidator(AvailabilityRequest);
const assignment = new RequestValidator(AssignmentRequest);
const charges = new RequestValidator(ChargesRequest);

const ANSWERERS: Record<Question, Answerer> = {
  availability: answerer(availability, () => NO_FAULTS, checkAvailability),
  assignment: answerer(assignment, assignmentFaults, assignShipment),
  charges: answerer(charges, chargesFaults, calculateCharges),
};

const NO_FAULTS: Fault[] = [];

/** Answers one job. Throws only on a fault of our own. */
export function answer(context: EngineContext, job: Job): ThreadAnswer {
  const caller: Caller = { kind: job.callerKind, id: job.callerId, requestId: job.requestId, receivedAt: job.receivedAt };
  const parsed = parseBody(job.body);
  const outcome = parsed.ok ? ANSWERERS[job.question](context, caller, parsed.value) : failure(parsed.failure);
  const elapsedMs = context.clock() - job.receivedAt;
  if (!outcome.ok) return renderFailure(outcome.failure, job.requestId, elapsedMs, context.now);
  return { status: 200, body: renderSuccess(outcome.data, outcome.envelope, job.requestId, elapsedMs), assignment: outcome.assignment };
}

function answerer<Request>(
  validator: { accepts(value: unknown): value is Request; faults(value: unknown): Fault[]; validFields(value: unknown, faults: readonly Fault[]): string[] },
  furtherFaults: (body: unknown, caller: Caller) => Fault[],
  compute: (context: EngineContext, caller: Caller, request: Request) => Outcome,
): Answerer {
  return (context, caller, body) => {
    const accepted = validator.accepts(body);
    const further = furtherFaults(body, caller);
    if (accepted && further.length === 0) return compute(context, caller, body);
    const faults = accepted ? further : [...validator.faults(body), ...further];
    return failure(validationFailure(caller.kind, faults, validator.validFields(body, faults)));
  };
}

/** A partner's credential means itself; a service has to name the partner. */
function chargesFaults(body: unknown, caller: Caller): Fault[] {
  const fields = caller.kind === 'service' ? fieldsOf(body) : null;
  return fields !== null && fields.partnerId === undefined ? [{ field: 'partnerId', code: 'REQUIRED', message: 'is required' }] : NO_FAULTS;
}
