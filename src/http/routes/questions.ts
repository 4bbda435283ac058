import type { Contract } from '../../contract/contract.js';
import { assignShipment, calculateCharges, checkAvailability } from '../../contract/questions.js';
import type { Route } from '../route-table.js';
import { idempotencyKeyFault, unknownFieldFault, validationFailure } from '../../contract/faults.js';
import { unknownParametersIn } from '../../contract/input.js';
import { ERRORS } from '../../errors.js';
import type { EngineAnswer, Job, Question } from '../../engine/question.js';
import { wantsStrictHandling } from '../prefer.js';
import { OVERLOADED, type Responder, RETRY_AFTER } from '../respond.js';

/** The part of the engine's answer that is sent. */
export type QuestionAnswer = Pick<EngineAnswer, 'status' | 'body' | 'limit'>;

/**
 * Accepts a question and calls `onAnswer` once, now or later, with the final status and JSON body.
 * False: the queue is full, and `onAnswer` will not be called.
 */
export type Ask = (job: Job, onAnswer: (answer: QuestionAnswer) => void) => boolean;

const UNAVAILABLE = ERRORS.STORE_UNAVAILABLE.status;

/**
 * The three questions that the pool answers. Their bodies are passed on as text: the pool's threads parse and validate
 * them. `isFull`: whether `ask` would refuse a question now.
 */
export function questionRoutes(ask: Ask, isFull: () => boolean, respond: Responder): Route[] {
  const route = ({ path, scope }: Pick<Contract, 'path' | 'scope'>, question: Question): Route => ({
    method: 'POST',
    path,
    access: 'signed',
    scope,
    isFull,
    handle(exchange, body) {
      const { kind, id, scopes } = exchange.credential!;
      const job: Job = {
        question,
        callerKind: kind,
        callerId: id,
        requestId: exchange.requestId,
        body,
        receivedAt: exchange.receivedAtMs,
      };
      if (question === 'assignment' && scopes.has('manage')) job.isManager = true;
      const { idempotencyKey, prefer } = exchange.conventions;
      if (exchange.query !== '') job.query = exchange.query;
      if (wantsStrictHandling(prefer)) {
        exchange.isStrict = true;
        job.isStrict = true;
        const faults = unknownParametersIn(exchange.query).map(unknownFieldFault);
        if (faults.length > 0) return respond.fail(exchange, validationFailure(kind, faults, []));
      }
      if (question === 'assignment' && idempotencyKey !== null) {
        const fault = idempotencyKeyFault(idempotencyKey);
        if (fault !== null) return respond.fail(exchange, validationFailure(kind, [fault], []));
        job.idempotencyKey = idempotencyKey;
      }
      const send = (answer: QuestionAnswer): void => {
        if (answer.limit !== undefined)
          return respond.failLimited(exchange, { allowed: false, remaining: 0, ...answer.limit });
        if (answer.status === UNAVAILABLE) exchange.extraHeaders = RETRY_AFTER;
        respond.sendCompressible(exchange, answer.status, answer.body);
      };
      // the queue has filled since the request's headers arrived
      if (!ask(job, send)) respond.failTemporarily(exchange, OVERLOADED);
    },
  });
  return [
    route(checkAvailability, 'availability'),
    route(assignShipment, 'assignment'),
    route(calculateCharges, 'charges'),
  ];
}
