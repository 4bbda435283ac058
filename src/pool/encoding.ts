/**
 * Jobs and answers as the flat arrays of a batch, on both sides of the thread boundary.
 *
 * The forms were chosen for the main thread, which is the scarce one, at batches of 1 to 64 requests:
 * - jobs travel as an array of strings where they are sent as a message. One joined string is cheaper, but becomes
 *   two-byte, and several times as expensive, as soon as one body is not Latin-1. Objects and bytes cost more. The
 *   mailbox joins the strings itself.
 * - answers travel as UTF-8 bytes, which uWebSockets.js sends without conversion, whatever they contain; strings cost
 *   several times as much. The memory is shared, see `pages`.
 */
import type { CallerKind } from '../caller.js';
import { strict as assert } from 'node:assert';
import type { GenerationHandle } from '../index/generation.js';
import type { EngineAnswer, Job, Question, TextAnswer } from '../engine/question.js';
import { type BatchResult, type BatchTask, FLAGS, NUMBERS_PER_ANSWER, TEXTS_PER_JOB } from './wire.js';

/** A task that names `generation`. `now`: milliseconds since the epoch. */
export function encodeTask(jobs: readonly { job: Job }[], generation: GenerationHandle, now: number): BatchTask {
  const texts: string[] = [];
  const receivedAt: number[] = [];
  for (const { job } of jobs) {
    const flags = (job.isStrict === true ? FLAGS.isStrict : '') + (job.isManager === true ? FLAGS.isManager : '');
    texts.push(job.question, job.callerKind, job.callerId, job.requestId, job.body, job.query ?? '', flags);
    receivedAt.push(job.receivedAt);
  }
  return { generationId: generation.id, now, texts, receivedAt };
}

/** The jobs of a task, in the order in which their answers must come. */
export function decodeTask({ texts, receivedAt }: BatchTask): Job[] {
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
    const query = texts[first + 5]!;
    if (query !== '') job.query = query;
    const flags = texts[first + 6]!;
    if (flags.includes(FLAGS.isStrict)) job.isStrict = true;
    if (flags.includes(FLAGS.isManager)) job.isManager = true;
    return job;
  });
}

/** Answers whose bodies are UTF-8 bytes, and all these bytes, one body after the other. */
interface RenderedAnswers {
  answers: EngineAnswer[];
  bodies: Uint8Array;
}

/**
 * Takes one answer after another and writes their bodies into memory that is shared with the main thread. The bodies
 * may be read until the answers after the next ones are rendered.
 */
export function renderAnswers(texts: Iterable<TextAnswer>): RenderedAnswers {
  turn = 1 - turn;
  const page = pages[turn]!;
  const answers: EngineAnswer[] = [];
  let end = 0;
  const write = (text: TextAnswer): void => {
    const start = end;
    end += page.write(text.body, start);
    answers.push({ ...text, body: page.part(start, end) });
  };
  let unwritten: TextAnswer[] = [];
  let characters = 0;
  for (const text of texts) {
    unwritten.push(text);
    characters += text.body.length;
    if (characters < CHARACTERS_AT_ONCE) continue;
    unwritten.forEach(write);
    unwritten = [];
    characters = 0;
  }
  unwritten.forEach(write);
  return { answers, bodies: page.part(0, end) };
}

/** Answers in the order of their jobs; `busyMs` is the time that the thread spent on them. */
export function encodeResult(texts: Iterable<TextAnswer>, busyMs: number): BatchResult {
  const { answers, bodies } = renderAnswers(texts);
  const numbers: number[] = [];
  const assignments: BatchResult['assignments'] = [];
  answers.forEach(({ status, body, outcomeCode, assignment }, index) => {
    numbers.push(status, body.length, outcomeCode);
    if (assignment !== undefined) assignments.push({ index, pending: assignment });
  });
  return { numbers, bodies, assignments, busyMs };
}

/**
 * The answers to `count` jobs.
 * @throws when there are more or fewer
 * A body is the thread's memory: it may be read until the next batch has come back from that thread. The body of an
 * assignment has to wait for the store, so it is a copy.
 */
export function decodeResult({ numbers, bodies, assignments }: BatchResult, count: number): EngineAnswer[] {
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
 * An answer's text is a tree of pieces until it is written. Several answers are computed before they are written,
 * because alternating between both after each answer is slower; but only as many as fit into a core's cache. Computing
 * a whole batch first made large searches much slower, and the garbage collector moved their pieces.
 */
const CHARACTERS_AT_ONCE = 32_768;

const MAX_BYTES_PER_CODE_UNIT = 3;
const FIRST_PAGE_BYTES = 1 << 18;

/** Memory for the bodies of a batch, written by a thread; it grows to the largest batch. */
class Page {
  #bytes = Buffer.from(new SharedArrayBuffer(FIRST_PAGE_BYTES));

  /** Writes `body` at `at` and returns its length in bytes. */
  write(body: string, at: number): number {
    // the upper bound of its size: computing the exact one costs as much as writing when the text is not Latin-1
    const needed = at + body.length * MAX_BYTES_PER_CODE_UNIT;
    if (needed > this.#bytes.length) {
      const larger = Buffer.from(new SharedArrayBuffer(2 * needed));
      this.#bytes.copy(larger, 0, 0, at);
      this.#bytes = larger;
    }
    return this.#bytes.write(body, at, 'utf8');
  }

  part(start: number, end: number): Uint8Array {
    return this.#bytes.subarray(start, end);
  }
}

/**
 * Two pages, used in turn: the batcher sends a thread its next batch before it reads the answers of the last one, so
 * those must not be overwritten yet; and it has read them before that next batch comes back. Allocating memory for each
 * batch made the garbage collector scan the whole heap several times a second, which at large answers took half of the
 * main thread's time.
 */
const pages: [Page, Page] = [new Page(), new Page()];
let turn = 0;
