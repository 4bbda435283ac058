/** Asks the engine in this thread: a view of a small world, a fixed clock, and the text of the answer as JSON. */
import assert from 'node:assert/strict';
import { answerJob } from '../../../src/engine/engine.js';
import type { EngineContext } from '../../../src/engine/context.js';
import { createIds } from '../../../src/engine/ids.js';
import { toJson } from '../../../src/json.js';
import { NO_COUNTS } from '../../../src/domain/allocation/counters.js';
import type { GenerationView } from '../../../src/index/view.js';
import type { Job, Question, TextAnswer } from '../../../src/engine/question.js';
import { viewOf } from '../index/world.js';
import { NOON } from '../../reference/fixture.js';
import type { World } from '../../reference/types.js';

/** What an answer holds is looked at field by field: types would say it twice. */
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyJson = any;

export interface Asked extends TextAnswer {
  json: AnyJson;
}

export type As = 'service' | { partner: string };
export type Ask = (question: Question, body: unknown, as?: As) => Asked;

export const ELAPSED_MS = 7;

export function contextOf(view: GenerationView, now = NOON.getTime()): EngineContext {
  return {
    view,
    now,
    nowJson: toJson(new Date(now)),
    clock: () => now + ELAPSED_MS,
    nextId: createIds(),
    counters: NO_COUNTS,
  };
}

/** A body that is a string goes as it is. Every answer has to be JSON, written without a byte to spare. */
export function asking(context: EngineContext): Ask {
  return (question, body, as = 'service') => {
    const job: Job = {
      question,
      callerKind: as === 'service' ? 'service' : 'partner',
      callerId: as === 'service' ? 'main-system' : as.partner,
      requestId: 'req-1',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      receivedAt: context.now,
    };
    const given = answerJob(context, job);
    const json: unknown = JSON.parse(given.body);
    assert.equal(
      given.body,
      JSON.stringify(json),
      'no key twice, no space, numbers and texts as JSON.stringify writes them',
    );
    return { ...given, json };
  };
}

export async function askWorld(world: World): Promise<Ask> {
  return asking(contextOf(await viewOf(world)));
}

export const CHARGES = {
  partnerId: 'acme',
  pickupPincode: '400001',
  deliveryPincode: '110001',
  weight: 1_200,
  shipmentType: 'B2C',
  paymentType: 'COD',
  declaredValue: 2_499.5,
};
export const AVAILABILITY = { ...CHARGES, serviceRequirements: ['PICKUP', 'DELIVERY'] };
export const assignment = (shipmentDetails: object = {}, preferences: object = {}, more: object = {}) => ({
  shipmentDetails: {
    shipmentId: 'S-1',
    serviceTypes: ['PICKUP', 'DELIVERY'],
    fromPincode: '400001',
    toPincode: '110001',
    weight: 1_200,
    paymentType: 'COD',
    shipmentType: 'B2C',
    declaredValue: 2_499.5,
    ...shipmentDetails,
  },
  assignmentPreferences: { assignmentStrategy: 'BEST_MATCH', ...preferences },
  ...more,
});
