/** What the tests and their thread agree on. */
import type { GenerationHandle } from '../../src/index/generation.js';
import type { Job } from '../../src/pool/wire.js';

/** Stands in for a generation: of a handle the pool looks at the id alone. */
export interface TestGeneration {
  id: number;
  /** Int32 slots that survive the end of a thread. */
  shared: SharedArrayBuffer;
}

export interface Command {
  /**
   * `exit-at-first`: ends the thread the first `times` times.
   * `wait`: counts itself in `slot + 1`, then waits until `slot` is not 0.
   */
  do?: 'exit' | 'throw' | 'uncaught' | 'exit-at-first' | 'wait';
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

export function testGeneration(id: number, shared = sharedSlots()): GenerationHandle {
  const generation: TestGeneration = { id, shared };
  return generation as unknown as GenerationHandle;
}

export function testJob(requestId: string, command: Command = {}): Job {
  const receivedAt = 1_700_000_000_000.25;
  const body = JSON.stringify(command);
  return { question: 'charges', callerKind: 'service', callerId: 'main-system', requestId, body, receivedAt };
}
