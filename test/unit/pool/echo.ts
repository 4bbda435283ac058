/** What the tests and their thread agree on. */
import type { GenerationHandle } from '../../../src/index/generation.js';
import { byGeneralCollection } from '../../../src/index/general.js';
import type { Block } from '../../../src/index/layout.js';
import type { Job, PendingAssignment } from '../../../src/engine/question.js';
import { toJson } from '../../../src/json.js';

export interface Command {
  /**
   * `exit-at-first`: ends the thread the first `times` times.
   * `wait`: counts itself in `slot + 1`, then waits until `slot` is not 0.
   */
  do?: 'exit' | 'throw' | 'exit-at-first' | 'wait';
  slot?: number;
  times?: number;
  shipmentId?: string;
  text?: string;
}

export interface Echo {
  generationId: number;
  threadId: number;
  batchSize: number;
  job: Job;
}

const SHARED_SLOTS = 1_024;

export const sharedSlots = (): SharedArrayBuffer => new SharedArrayBuffer(SHARED_SLOTS * Int32Array.BYTES_PER_ELEMENT);

/** A generation without partners, whose geography is `shared`: Int32 slots that survive the end of a thread. */
export function testGeneration(id: number, shared = sharedSlots()): GenerationHandle {
  const settings = { gstRate: 0, roadFactor: 1 };
  const block = (buffer: SharedArrayBuffer, version: number): Block => ({ version, buffer, layout: '{}' });
  const geography = block(shared, 1);
  const general = byGeneralCollection(() => block(new SharedArrayBuffer(0), 2));
  return {
    id,
    builtAt: 0,
    newestVersion: 2,
    settings,
    tokens: { changeId: 0, key: null },
    counts: null,
    geography,
    general,
    performance: block(new SharedArrayBuffer(0), 2),
    partners: [],
    inactive: [],
    coverageWords: [],
  };
}

export function testJob(requestId: string, command: Command = {}): Job {
  const receivedAt = 1_700_000_000_000.25;
  const body = JSON.stringify(command);
  return { question: 'charges', callerKind: 'service', callerId: 'main-system', requestId, body, receivedAt };
}

/** What the store would have to decide on. */
export function testPending(shipmentId: string, record: PendingAssignment['record'] = null): PendingAssignment {
  return {
    shipmentId,
    requestHash: 'h',
    warnings: toJson([]),
    view: { partnerDetails: true, cost: true, timeline: true, decision: false },
    strategy: 'BEST_MATCH',
    record,
  };
}

/** The body of an answer, in whichever form it comes. */
export const textOf = (body: string | Uint8Array): string =>
  typeof body === 'string' ? body : Buffer.from(body).toString('utf8');

/** Of each question, of both kinds of callers, with texts of one, two, three and four bytes a character. */
export const TEST_JOBS: Job[] = [
  { ...testJob('r-1'), body: '{"weight":500}', receivedAt: 1_700_000_000_000.125 },
  {
    question: 'availability',
    callerKind: 'partner',
    callerId: 'hill-express',
    requestId: 'r-2',
    body: '',
    receivedAt: 0,
  },
  { ...testJob('r-3'), question: 'assignment', callerId: 'सेवा', query: 'page=2', body: '{"name":"हिमालय ₹ 😀 é"}' },
];
