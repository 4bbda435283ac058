/** The sample of questions: what it holds of them, how many, how long, and that all have the same chance. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SampleGatherer, Sampling } from '../../../../src/http/sampling.js';
import { OFFERED, refusedCode } from '../../../../src/engine/outcomes.js';
import type { AnsweredQuestion, Question } from '../../../../src/engine/question.js';
import { Sample, type SampledQuestion, sampledOf } from '../../../../src/analysis/impact/sample.js';
import {
  MAX_GATHERED_QUESTIONS,
  MAX_SAMPLED_MEMBERS,
  MAX_SAMPLED_QUESTIONS,
  SAMPLE_GATHER_MS,
  SAMPLE_WINDOW_MS,
} from '../../../../src/limits/control.js';
import { REFERENCE_NOW } from '../../../reference/random.js';
import { Rng } from '../../../reference/rng.js';
import { seedOf } from '../../../support/depth.js';

const NOON = REFERENCE_NOW.getTime();
const HOUR_MS = 3_600_000;
const SEED = seedOf(20_260_311);

const PRIVATE = ['Asha Rao', '12 Hill Road', 'ORDER-77', 'ring twice'];
const base = {
  pickupPincode: '110001',
  deliveryPincode: '560001',
  shipmentType: 'B2C',
  paymentType: 'COD',
  note: PRIVATE[0],
};
const dimensions = { length: 10, width: 20, height: 30, label: PRIVATE[0] };
const sides = { length: 10, width: 20, height: 30 };

function taken(question: Question, body: object, more: Partial<AnsweredQuestion> = {}): AnsweredQuestion {
  const job = { question, callerKind: 'service' as const, callerId: 'shop', body: JSON.stringify(body) };
  return { ...job, receivedAt: NOON, outcomeCode: OFFERED, ...more };
}
/** A question that its weight tells from others. */
const weighing = (weight: number, receivedAt = NOON): AnsweredQuestion =>
  taken('charges', { ...base, partnerId: 'acme', weight }, { receivedAt });

const asked = (sample: Sample, nowMs: number): SampledQuestion[] =>
  sample.questions(nowMs, () => true).map((text) => JSON.parse(text));

describe('what is kept of a question', () => {
  it('is what pricing reads of calculate-charges', () => {
    const body = {
      ...base,
      partnerId: 'acme',
      pieces: [{ count: 2, weight: 1_500, dimensions, mark: PRIVATE[2] }],
      declaredValue: 900,
      customerGstin: '29ABCDE1234F1ZW',
      shipDate: '2026-04-01',
      additionalServices: ['PICKUP', 'PICKUP'],
      deliveryInstructions: PRIVATE[3],
      customerDetails: { name: PRIVATE[0], address: PRIVATE[1] },
    };
    assert.deepEqual(sampledOf(taken('charges', body)), {
      question: 'charges',
      partnerId: 'acme',
      excluded: [],
      shipDate: '2026-04-01',
      shipment: {
        pickupPincode: '110001',
        deliveryPincode: '560001',
        pieces: [{ count: 2, weight: 1_500, dimensions: sides }],
        declaredValue: 900,
        shipmentType: 'B2C',
        paymentType: 'COD',
        customerGstin: '29',
        services: ['PICKUP'],
      },
    });
  });

  it('is what pricing reads of availability, and whom it named', () => {
    const body = { ...base, weight: 700, dimensions, serviceRequirements: [], maxDeliveryTime: 48 };
    const shipment = {
      pickupPincode: '110001',
      deliveryPincode: '560001',
      weight: 700,
      dimensions: sides,
      shipmentType: 'B2C',
      paymentType: 'COD',
      maxDeliveryTime: 48,
      services: [],
    };
    const all = { question: 'availability', partnerId: null, excluded: [], shipDate: undefined, shipment };
    assert.deepEqual(sampledOf(taken('availability', { ...body, specialInstructions: PRIVATE[3] })), all);
    const named = sampledOf(taken('availability', { ...body, partnerId: 'acme' }));
    assert.deepEqual(named, { ...all, partnerId: 'acme' });
    const others = sampledOf(taken('availability', { ...body, excludePartners: ['slow'] }));
    assert.deepEqual(others, { ...all, excluded: ['slow'] });
    const own = sampledOf(taken('availability', body, { callerKind: 'partner', callerId: 'acme' }));
    assert.deepEqual(own, { ...all, partnerId: 'acme' });
  });

  it('is what pricing reads of an assignment, with its defaults', () => {
    const body = {
      shipmentDetails: {
        shipmentId: PRIVATE[2],
        fromPincode: '110001',
        deliveryPincode: '560001',
        serviceTypes: ['PICKUP', 'DELIVERY', 'COD'],
        specialInstructions: PRIVATE[3],
      },
      customerDetails: { recipient: { name: PRIVATE[0], address: { line1: PRIVATE[1] } } },
      assignmentPreferences: { assignmentStrategy: 'CHEAPEST' },
    };
    const sampled = sampledOf(taken('assignment', body));
    assert.deepEqual(sampled, {
      question: 'assignment',
      partnerId: null,
      excluded: [],
      shipDate: undefined,
      shipment: {
        pickupPincode: '110001',
        deliveryPincode: '560001',
        weight: 500,
        shipmentType: 'B2C',
        paymentType: 'COD',
        services: ['PICKUP', 'DELIVERY', 'COD'],
      },
    });
    for (const text of PRIVATE) assert.ok(!JSON.stringify(sampled).includes(text), text);
    const ofOne = { assignmentStrategy: 'MANUAL_SELECTION', selectedPartner: 'acme' };
    const by = (assignmentPreferences: object, assignedPartnerId?: string) =>
      sampledOf(
        taken('assignment', {
          ...body,
          shipmentDetails: { ...body.shipmentDetails, assignedPartnerId },
          assignmentPreferences,
        }),
      ).partnerId;
    assert.equal(by(ofOne, 'other'), 'acme');
    assert.equal(by({ assignmentStrategy: 'MANUAL_SELECTION' }, 'other'), 'other');
    assert.equal(by({ ...ofOne, allowAlternatives: true }), null);
    assert.equal(by({ ...ofOne, assignmentStrategy: 'CHEAPEST' }), null);
  });
});

describe('the sample', () => {
  it('holds all questions while there is room, and never more than its bound', () => {
    const sample = new Sample();
    for (let weight = 1; weight <= MAX_SAMPLED_QUESTIONS; weight++) sample.take(weighing(weight));
    const weights = asked(sample, NOON).map(({ shipment }) => shipment.weight);
    assert.equal(new Set(weights).size, MAX_SAMPLED_QUESTIONS);
    sample.take(weighing(50_000));
    assert.equal(sample.size, MAX_SAMPLED_QUESTIONS);
    assert.equal(asked(sample, NOON).at(-1)!.shipment.weight, 50_000);
  });

  it('holds no more pieces and excluded partners than its bound', () => {
    const pieces = Array.from({ length: 200 }, (_, index) => ({ count: 1, weight: index + 1 }));
    const sample = new Sample();
    for (let count = 0; count < 600; count++) sample.take(taken('charges', { ...base, partnerId: 'acme', pieces }));
    assert.equal(sample.size, MAX_SAMPLED_MEMBERS / pieces.length);
    const excludePartners = Array.from({ length: 1_000 }, (_, index) => `partner-${index}`);
    sample.take(taken('availability', { ...base, weight: 1, serviceRequirements: [], excludePartners }));
    const members = asked(sample, NOON).reduce(
      (sum, { shipment, excluded }) => sum + (shipment.pieces?.length ?? 0) + excluded.length,
      0,
    );
    assert.ok(members <= MAX_SAMPLED_MEMBERS && members > MAX_SAMPLED_MEMBERS - 1_000, String(members));
  });

  it('gives the questions that named one of some partners, or none', () => {
    const sample = new Sample();
    sample.take(weighing(1));
    sample.take(taken('charges', { ...base, partnerId: 'slow', weight: 2 }));
    sample.take(taken('availability', { ...base, weight: 3, serviceRequirements: [] }));
    const named = sample.questions(NOON, (partnerId) => partnerId === 'slow').map((text) => JSON.parse(text));
    assert.deepEqual(
      named.map(({ shipment }) => shipment.weight),
      [2, 3],
    );
  });

  it('forgets a question after 24 hours, to the millisecond, and has room again', () => {
    const sample = new Sample();
    sample.take(weighing(1, NOON));
    sample.take(weighing(2, NOON + 1));
    const weights = (nowMs: number) => asked(sample, nowMs).map(({ shipment }) => shipment.weight);
    assert.deepEqual(weights(NOON + SAMPLE_WINDOW_MS - 1), [1, 2]);
    assert.deepEqual(weights(NOON + SAMPLE_WINDOW_MS), [2]);
    assert.equal(sample.size, 1);
    for (let weight = 1; weight <= MAX_SAMPLED_QUESTIONS; weight++) sample.take(weighing(weight, NOON + 2));
    sample.take(weighing(7, NOON + SAMPLE_WINDOW_MS + 2));
    assert.equal(sample.size, 1, 'what is too old gives its place away');
  });
});

describe(`the chance to be in the sample (PINRATE_TEST_SEED=${SEED})`, () => {
  /** Asks at these moments; returns how many questions of each part of the time are in the sample at the end. */
  function partsAfter(askedAtMs: readonly number[], fromMs: number, parts: number): number[] {
    const rng = new Rng(SEED);
    const sampling = new Sampling(() => rng.next());
    const sample = new Sample(() => rng.next());
    const lengthMs = (askedAtMs.at(-1)! + 1 - fromMs) / parts;
    for (const atMs of askedAtMs)
      if (sampling.takes(atMs)) sample.take(weighing(1 + Math.floor((atMs - fromMs) / lengthMs), atMs));
    const counts = new Array<number>(parts).fill(0);
    for (const { shipment } of asked(sample, askedAtMs.at(-1)!)) counts[shipment.weight! - 1]! += 1;
    return counts;
  }

  it('is the same for all of a day', () => {
    const moments = Array.from({ length: 40_000 }, (_, index) => NOON + (index * 20 * HOUR_MS) / 40_000);
    const counts = partsAfter(moments, NOON, 10);
    assert.equal(
      counts.reduce((sum, count) => sum + count, 0),
      MAX_SAMPLED_QUESTIONS,
    );
    // of 4,000 each with a chance of a quarter: 1,000, with a standard deviation of 27
    for (const count of counts) assert.ok(Math.abs(count - 1_000) < 140, counts.join());
  });

  it('is nearly the same for the last of three equal days, of which nearly as many are in it as there is room', () => {
    const perDay = 30_000;
    const moments = Array.from({ length: 3 * perDay }, (_, index) => NOON + (index * 24 * HOUR_MS) / perDay);
    const counts = partsAfter(moments, NOON + 48 * HOUR_MS, 4);
    const total = counts.reduce((sum, count) => sum + count, 0);
    assert.ok(total > 0.9 * MAX_SAMPLED_QUESTIONS, String(total));
    for (const count of counts) assert.ok(Math.abs(count - total / 4) < 0.15 * (total / 4), counts.join());
  });

  it('is 1 again once there are few questions', () => {
    const sampling = new Sampling(() => 0.999_999);
    for (let asked = 0; asked < MAX_SAMPLED_QUESTIONS; asked++) assert.equal(sampling.takes(NOON), true);
    assert.equal(sampling.takes(NOON), false);
    assert.equal(sampling.takes(NOON + 23 * HOUR_MS), false);
    assert.equal(sampling.takes(NOON + 24 * HOUR_MS), true);
    assert.equal(sampling.takes(NOON - 48 * HOUR_MS), true, 'a clock that was set back begins again');
  });
});

describe('what became of the questions of the sample', () => {
  it('is counted by question and outcome, as long as they are in it', () => {
    const sample = new Sample();
    const refused = refusedCode('INSUFFICIENT_COVERAGE');
    const later = NOON + 1_000;
    for (const [atMs, outcomeCode] of [
      [NOON, refused],
      [later, refused],
      [later, OFFERED],
      [later, refused],
    ] as const)
      sample.take({ ...weighing(1, atMs), outcomeCode });
    const counts = (nowMs: number) =>
      sample.outcomes(nowMs).counts.map(({ outcomeCode, count }) => [outcomeCode, count]);
    assert.deepEqual(counts(later), [
      [refused, 3],
      [OFFERED, 1],
    ]);
    assert.deepEqual(counts(NOON + SAMPLE_WINDOW_MS), [
      [refused, 2],
      [OFFERED, 1],
    ]);
    assert.deepEqual(sample.outcomes(later + SAMPLE_WINDOW_MS), { questions: 0, counts: [] });
  });
});

describe('questions on their way to the sample', () => {
  const job = (requestId: string) => ({ ...weighing(1), requestId });

  it('leave together after a moment, without what the sample does not need', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const sent: (readonly AnsweredQuestion[])[] = [];
    const gatherer = new SampleGatherer((questions) => sent.push(questions));
    gatherer.note(job('a'), OFFERED);
    gatherer.note(job('b'), OFFERED);
    assert.deepEqual(sent, []);
    t.mock.timers.tick(SAMPLE_GATHER_MS);
    assert.deepEqual(sent, [[weighing(1), weighing(1)]]);
    gatherer.note(job('c'), OFFERED);
    gatherer.flush();
    gatherer.flush();
    t.mock.timers.tick(SAMPLE_GATHER_MS);
    assert.equal(sent.length, 2, 'nothing is sent twice, and no message is empty');
  });

  it('leave at once when there are many, and those that the sample does not take never', () => {
    const sent: number[] = [];
    const gatherer = new SampleGatherer((questions) => sent.push(questions.length), new Sampling(() => 0));
    for (let asked = 0; asked < MAX_GATHERED_QUESTIONS; asked++) gatherer.note(job(String(asked)), OFFERED);
    assert.deepEqual(sent, [MAX_GATHERED_QUESTIONS]);
    const full = new Sampling(() => 0.999_999);
    for (let asked = 0; asked < MAX_SAMPLED_QUESTIONS; asked++) full.takes(NOON);
    const nothing = new SampleGatherer((questions) => sent.push(questions.length), full);
    nothing.note(job('late'), OFFERED);
    nothing.flush();
    assert.deepEqual(sent, [MAX_GATHERED_QUESTIONS]);
  });
});
