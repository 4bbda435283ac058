/**
 * Answers byte for byte as they were: 10,000 questions of every kind to the demo, of which
 * recorded-answers.json has a digest for each hundred. A change that is for speed alone must leave all of them.
 *
 * `npm run record:answers` writes the digests again, after a change of answers on purpose, of the demo's data or of the
 * questions below. With `PINRATE_ANSWERS=FOLDER` it also writes the answers there, a file for each hundred: written by
 * both commits, `diff -r` shows what differs.
 */
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { before, describe, it } from 'node:test';
import { Catalog } from '../../../src/control/documents/catalog.js';
import type { EngineContext } from '../../../src/engine/context.js';
import { answerJob } from '../../../src/engine/engine.js';
import { type Job, type Question, QUESTIONS } from '../../../src/engine/question.js';
import { Viewer } from '../../../src/index/view.js';
import { PACKAGE_ROOT } from '../../../src/package-root.js';
import { readDataset } from '../../../src/store/dataset/dataset.js';
import { Rng } from '../../reference/rng.js';
import { smallDemoFolder } from '../../support/demo.js';
import { published } from '../index/world.js';
import { contextOf } from './ask.js';

const RECORD = join(PACKAGE_ROOT, 'test', 'unit', 'engine', 'recorded-answers.json');
const IS_RECORDING = process.env.PINRATE_RECORD_ANSWERS === '1';
const SEED = 43;
const IN_A_GROUP = 100;
/** Groups of each kind of question. */
const GROUPS: Record<Question, number> = { charges: 45, availability: 35, assignment: 20 };
const ASKED_AT = Date.parse('2026-11-25T09:40:00+05:30');
const DIGEST_LENGTH = 16;

interface Demo {
  context: EngineContext;
  partners: readonly string[];
  pincodes: readonly string[];
}

async function demo(): Promise<Demo> {
  const folder = smallDemoFolder();
  const read = await readDataset(folder, { geographyFolder: folder });
  assert(read.ok);
  const { publisher } = await published(
    Catalog.of(read.documents, () => ASKED_AT),
    { now: () => ASKED_AT },
  );
  const view = new Viewer().view(publisher.current!);
  return {
    context: contextOf(view, ASKED_AT),
    partners: view.partners.map(({ partnerId }) => partnerId),
    // every 37th, and all places that have rules of their own
    pincodes: [
      ...read.documents.pincodes.filter((_, index) => index % 37 === 0).map(({ pincode }) => pincode),
      ...read.documents['zone-pincodes'].filter((_, index) => index % 3 === 0).map(({ pincode }) => pincode),
      ...['110001', '400001', '560001', '560067', '700001', '600001', '190001', '744101', '999999'],
    ],
  };
}

const maybe = <V>(rng: Rng, probability: number, value: () => V): V | undefined =>
  rng.chance(probability) ? value() : undefined;

const dimensions = (rng: Rng) => ({ length: rng.scaled(10, 1_200, 1), width: rng.int(1, 60), height: rng.int(1, 60) });

/** Of the members, each question takes some; undefined ones are absent in JSON. */
function parcel(rng: Rng) {
  const pieces = maybe(rng, 0.1, () =>
    Array.from({ length: rng.int(1, 3) }, () => ({
      count: rng.int(1, 3),
      weight: rng.int(100, 20_000),
      dimensions: maybe(rng, 0.6, () => dimensions(rng)),
    })),
  );
  return {
    ...(pieces === undefined
      ? { weight: Math.ceil(rng.next() ** 3 * 60_000), dimensions: maybe(rng, 0.3, () => dimensions(rng)) }
      : { pieces }),
    shipmentType: rng.pick(['B2C', 'B2C', 'B2B']),
    paymentType: rng.pick(['COD', 'PREPAID']),
    declaredValue: maybe(rng, 0.8, () => rng.scaled(1, rng.pick([50_000, 500_000, 9_000_000]), 2)),
    codAmount: maybe(rng, 0.2, () => rng.scaled(1, 500_000, 2)),
    customerType: maybe(rng, 0.2, () => rng.pick(['RETAIL', 'CORPORATE', 'SME'])),
    customerId: maybe(rng, 0.3, () => rng.pick(['CUST-1', 'amber-mart', 'nila-retail'])),
    customerGstin: maybe(rng, 0.1, () => '27AAPFU0939F1ZV'),
    placeOfSupply: maybe(rng, 0.1, () => rng.pick(['07', '27', '29'])),
    customerSez: maybe(rng, 0.05, () => rng.pick(['WITH_TAX', 'WITHOUT_TAX'])),
    urgency: maybe(rng, 0.2, () => rng.pick(['STANDARD', 'EXPRESS', 'URGENT'])),
    maxDeliveryTime: maybe(rng, 0.1, () => rng.int(12, 200)),
    shipDate: maybe(rng, 0.1, () => rng.pick(['2026-11-26', '2026-12-25', '2027-01-26'])),
    direction: maybe(rng, 0.15, () => rng.pick(['FORWARD', 'RTO', 'REVERSE'])),
    unheardOf: maybe(rng, 0.03, () => 1),
  };
}

function bodyOf(question: Question, rng: Rng, { partners, pincodes }: Demo, number: number): object {
  const [from, to] = [rng.pick(pincodes), rng.pick(pincodes)];
  const services = [
    ...rng.some(['PICKUP', 'DELIVERY'], 0.8),
    ...rng.some(['EXPRESS', 'INSURANCE', 'REVERSE', 'TRACKING'], 0.07),
  ];
  const partnerId = rng.pick(partners);
  if (question === 'assignment')
    return {
      shipmentDetails: {
        shipmentId: `shipment-${number}`,
        fromPincode: from,
        toPincode: to,
        serviceTypes: services,
        ...parcel(rng),
        excludePartners: maybe(rng, 0.1, () => [partnerId]),
      },
      assignmentPreferences: {
        assignmentStrategy: rng.pick([
          'BEST_MATCH',
          'BEST_MATCH',
          'FASTEST',
          'CHEAPEST',
          'BALANCED',
          'MANUAL_SELECTION',
        ]),
        selectedPartner: maybe(rng, 0.3, () => partnerId),
        allowAlternatives: maybe(rng, 0.3, () => true),
      },
      options: maybe(rng, 0.1, () => ({
        includeCostEstimate: rng.chance(0.5),
        createAssignmentRecord: rng.chance(0.5),
      })),
    };
  const asked = { pickupPincode: from, deliveryPincode: to, serviceRequirements: services, ...parcel(rng) };
  return question === 'charges'
    ? { partnerId, ...asked, includeReturns: maybe(rng, 0.1, () => true) }
    : {
        partnerId: maybe(rng, 0.5, () => partnerId),
        ...asked,
        preferredServices: maybe(rng, 0.1, () => ['EXPRESS', 'X']),
      };
}

/** The answers to a group of questions, a line for each. */
function answersOf(question: Question, group: number, demo: Demo): string {
  let ids = 0;
  const context = { ...demo.context, nextId: (prefix: string) => `${prefix}-${(++ids).toString(36)}` };
  const rng = new Rng(SEED * 1_000 + group * QUESTIONS.length + QUESTIONS.indexOf(question));
  const lines = Array.from({ length: IN_A_GROUP }, (_, index) => {
    const isService = rng.chance(0.9);
    const job: Job = {
      question,
      callerKind: isService ? 'service' : 'partner',
      callerId: isService ? 'main-system' : rng.pick(demo.partners),
      requestId: `request-${index}`,
      body: JSON.stringify(bodyOf(question, rng, demo, index)),
      receivedAt: ASKED_AT,
      isStrict: rng.chance(0.05),
    };
    return JSON.stringify({ asked: job.body, ...answerJob(context, job) });
  });
  return `${lines.join('\n')}\n`;
}

describe('recorded answers', () => {
  let demoOfAll: Demo;
  before(async () => {
    demoOfAll = await demo();
  });
  const record: Record<string, string[]> = IS_RECORDING ? {} : JSON.parse(readFileSync(RECORD, 'utf8'));

  it('are of the demo as it is', () => {
    const data = [basename(smallDemoFolder())];
    if (IS_RECORDING) record['data'] = data;
    assert.deepEqual(record['data'], data, 'the demo has other data: npm run record:answers records its answers');
  });

  for (const question of QUESTIONS)
    it(`of ${question} are byte for byte as they were`, () => {
      const folder = process.env.PINRATE_ANSWERS;
      const answered: string[] = [];
      const digests = Array.from({ length: GROUPS[question] }, (_, group) => {
        const answers = answersOf(question, group, demoOfAll);
        answered.push(answers);
        if (folder !== undefined) {
          mkdirSync(folder, { recursive: true });
          writeFileSync(join(folder, `${question}-${group}.ndjson`), answers);
        }
        return hash('sha256', answers, 'hex').slice(0, DIGEST_LENGTH);
      });
      // most questions are answered, by offers and by refusals
      const statuses = answered
        .join('')
        .split('\n')
        .filter((line) => line.includes('"status":200')).length;
      assert(statuses > (GROUPS[question] * IN_A_GROUP) / 3, `${statuses} answers of 200`);
      if (IS_RECORDING) {
        record[question] = digests;
        writeFileSync(RECORD, `${JSON.stringify(record, null, 2)}\n`);
        return;
      }
      const differing = digests.flatMap((digest, group) => (digest === record[question]![group] ? [] : [group]));
      assert.deepEqual(
        differing,
        [],
        `groups of ${question} whose answers differ; the head of this file says how to see them`,
      );
    });
});
