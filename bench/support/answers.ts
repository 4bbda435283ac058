/** Checks, before anything is measured, that contestants do the same work: they must give the same answers. */
import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { ask, type Mix, type Questions, type Reply } from './questions.js';
import type { Server } from './servers.js';
import { FRESH_ID } from './writers.js';

export interface Peer {
  server: Server;
  /** Whether its answer has every member of pinrate's; otherwise only the members that it has must be equal. */
  isWhole: boolean;
}

/** Asks every contestant everything once, and returns the mean size of pinrate's answers in bytes. */
export async function compareAnswers(
  questions: Questions | Mix,
  pinrate: Server,
  peers: readonly Peer[],
): Promise<number> {
  const requests =
    'requests' in questions ? questions.requests : questions.bodies.map((body) => ({ path: questions.path, body }));
  const sizes = new Map<string, number>();
  let bytes = 0;
  for (const { path, body } of requests) {
    const name = `${path} ${body}`;
    if (!sizes.has(name)) sizes.set(name, await compareAnswer(path, body, pinrate, peers));
    bytes += sizes.get(name)!;
  }
  return Math.round(bytes / requests.length);
}

async function compareAnswer(path: string, body: string, pinrate: Server, peers: readonly Peer[]): Promise<number> {
  const ours = await askFreshly(pinrate, path, body);
  assert.equal(ours.status, 200, ours.text);
  const { data } = comparable(ours.text) as { data: { available?: boolean; isAvailable?: boolean; success?: boolean } };
  // a refusal is a 200 too, and would measure nothing
  assert(
    [data.available, data.isAvailable, data.success].every((is) => is !== false),
    ours.text,
  );
  for (const { server, isWhole } of peers) {
    const { status, text } = await askFreshly(server, path, body);
    assert.equal(status, 200, `${server.name}: ${text}`);
    const theirs = comparable(text);
    assert.deepEqual(
      theirs,
      isWhole ? comparable(ours.text) : within(comparable(ours.text), theirs),
      `${server.name} answers ${path} ${body}`,
    );
  }
  return Buffer.byteLength(ours.text);
}

/** Each with a new identifier: contestants may share a store, where a shipment is assigned once. */
function askFreshly({ url }: Server, path: string, body: string): Promise<Reply> {
  return ask(url, path, body.replace(FRESH_ID, `compared-${randomUUID()}`));
}

/** The members that differ with every answer. */
const FRESH = new Set([
  'calculationId',
  'calculatedAt',
  'check_id',
  'assignmentId',
  'shipmentId',
  'assignedAt',
  'timestamp',
  'processingTime',
  'execution_time_ms',
  'request_id',
  'requestId',
  'tracking',
  'nextSteps',
]);

function comparable(text: string): unknown {
  return JSON.parse(text, (key, value: unknown) => (FRESH.has(key) ? undefined : value));
}

/** The fields of `whole` that `part` also has, at every depth; lists are compared as a whole. */
function within(whole: unknown, part: unknown): unknown {
  if (Array.isArray(whole) && Array.isArray(part)) return whole.map((item, index) => within(item, part[index]));
  if (!isObject(whole) || !isObject(part)) return whole;
  return Object.fromEntries(
    Object.entries(whole).flatMap(([name, value]) => (name in part ? [[name, within(value, part[name])]] : [])),
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
