/**
 * Jobs and answers as the flat arrays of a batch, on both sides of the thread boundary.
 *
 * Measured on Node 20 with bodies of 400 B in and 2 kB out, nanoseconds a request on the main thread (the scarce one) in
 * batches of 1 / 8 / 64:
 *
 *   jobs, encoding and posting       objects 1120 / 415 / 426, one joined string with lengths 1310 / 155 / 104 (474 as
 *                                    soon as one body is not Latin-1, since that makes the whole string two-byte), bytes
 *                                    2240 / 341 / 140, an array of strings 790 / 170 / 115: the array it is, where they go
 *                                    as a message; the mailbox joins them.
 *   answers, receiving and handing   one joined string 3580 / 699 / 805 (7216 / 2750 / 5740 with one '₹' in it), an array
 *   to uWebSockets.js                of strings 3103 / 949 / 925 (3839 / 2979 / 2980), bytes cloned 2836 / 463 / 263,
 *                                    bytes transferred 1855 / 281 / 197, whatever they hold: UTF-8 bytes it is, in memory that is shared, see `pages`.
 */
import { strict as assert } from 'node:assert';
import type { GenerationHandle } from '../index/generation.js';
import { packGeneration } from '../index/packed.js';
import {
  type BatchAnswers, type BatchTask, type CallerKind, type EngineAnswer, type Job, NUMBERS_PER_ANSWER, type Question, STRICT,
  TEXTS_PER_JOB, type ThreadAnswer,
} from './wire.js';

/**
 * A task that names `generation` and brings it along for threads that hold the one of which `since` is the newest version,
 * for any when that is 0, or for none when it is null. `now`: milliseconds since the epoch.
 */
export function encodeJobs(jobs: readonly { job: Job }[], generation: GenerationHandle, since: number | null, now: number): BatchTask {
  const texts: string[] = [];
  const receivedAt: number[] = [];
  for (const { job } of jobs) {
    const strict = job.isStrict === true ? STRICT : '';
    texts.push(job.question, job.callerKind, job.callerId, job.requestId, job.body, strict);
    receivedAt.push(job.receivedAt);
  }
  return { generationId: generation.id, generation: since === null ? null : packGeneration(generation, since), now, texts, receivedAt };
}

/** The jobs of a task, in the order in which their answers must come. */
export function decodeJobs({ texts, receivedAt }: BatchTask): Job[] {
  assert.equal(texts.length, receivedAt.length * TEXTS_PER_JOB, 'a task is whole');
  return receivedAt.map((arrival, index) => {
    const first = index * TEXTS_PER_JOB;
    const job: Job = {
      question: texts[first] as Question,
      callerKind: texts[first + 1] as CallerKind,
      callerId: texts[first + 2]!,
      requestId: texts[first + 3]!,
      body: texts[first + 4]!,
      receivedAt: arrival,
    };
    if (texts[first + 5] === STRICT) job.isStrict = true;
    return job;
  });
}

/**
 * Answers in the order of their jobs; `busyMs` is what the thread spent on them. The bodies stand in memory that is
 * shared with the main thread and written anew by the batch after the next.
 */
export function encodeAnswers(answers: Iterable<ThreadAnswer>, busyMs: number): BatchAnswers {
  const [page] = pages.reverse() as [Page, Page];
  const numbers: number[] = [];
  const assignments: BatchAnswers['assignments'] = [];
  let end = 0;
  const write = ({ status, body, assignment, outcomeCode }: ThreadAnswer): void => {
    const length = page.write(body, end);
    end += length;
    if (assignment !== undefined) assignments.push({ index: numbers.length / NUMBERS_PER_ANSWER, pending: assignment });
    numbers.push(status, length, outcomeCode);
  };
  let unwritten: ThreadAnswer[] = [];
  let characters = 0;
  for (const answer of answers) {
    unwritten.push(answer);
    characters += answer.body.length;
    if (characters < CHARACTERS_AT_ONCE) continue;
    unwritten.forEach(write);
    unwritten = [];
    characters = 0;
  }
  unwritten.forEach(write);
  return { missingGeneration: false, numbers, bodies: page.upTo(end), assignments, busyMs };
}

/**
 * The answers to `count` jobs. Throws when they are not as many. A body is the thread's memory: it may be read until the
 * next batch has come back from that thread. That of an assignment has to wait for the store and is a copy.
 */
export function decodeAnswers({ numbers, bodies, assignments }: BatchAnswers, count: number): EngineAnswer[] {
  assert.equal(numbers.length, count * NUMBERS_PER_ANSWER, 'each job has one answer');
  const answers: EngineAnswer[] = [];
  let start = 0;
  for (let index = 0; index < count; index++) {
    const first = index * NUMBERS_PER_ANSWER;
    const end = start + numbers[first + 1]!;
    const body = bodies.subarray(start, end);
    answers.push({ status: numbers[first]!, body, outcomeCode: numbers[first + 2]! });
    start = end;
  }
  assert.equal(start, bodies.length, 'the bodies fill the answer');
  for (const { index, pending } of assignments) {
    const { status, body, outcomeCode } = answers[index]!;
    answers[index] = { status, body: Buffer.from(body as Uint8Array), outcomeCode, assignment: pending };
  }
  return answers;
}

/**
 * An answer's text is a tree of pieces until it is written. Some charges are computed before they are written, since to do
 * one after the other with each left 0.955 of the throughput; but no more than a core's cache holds. When a whole batch was
 * computed first, searches of 100 partners took their thread 1.4 times as long, and the collector moved their pieces.
 */
const CHARACTERS_AT_ONCE = 32_768;

const MAX_BYTES_PER_CODE_UNIT = 3;
const FIRST_PAGE_BYTES = 1 << 18;

/** Memory that a thread writes the bodies of a batch into; it grows to the largest batch. */
class Page {
  #bytes = Buffer.from(new SharedArrayBuffer(FIRST_PAGE_BYTES));

  /** Writes `body` at `at` and answers its length in bytes. */
  write(body: string, at: number): number {
    // the most that it may take: to look at each text's length costs as much as the writing when it is beyond Latin-1
    const needed = at + body.length * MAX_BYTES_PER_CODE_UNIT;
    if (needed > this.#bytes.length) {
      const larger = Buffer.from(new SharedArrayBuffer(2 * needed));
      this.#bytes.copy(larger, 0, 0, at);
      this.#bytes = larger;
    }
    return this.#bytes.write(body, at, 'utf8');
  }

  upTo(end: number): Uint8Array {
    return this.#bytes.subarray(0, end);
  }
}

/**
 * Two, used in turn: the batcher sends a thread its next batch before it reads the answers of the last, so those must
 * not be written over yet; and it has read them before that next batch comes back. Memory of its own for each batch made
 * the collector look at the whole heap several times a second: at 66 kB an answer it took half of the main thread's time.
 */
const pages: [Page, Page] = [new Page(), new Page()];
