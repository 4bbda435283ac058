/**
 * Carries a batch to its thread and the answers back: through memory that both share, and a port for anything that does
 * not fit.
 *
 * Piscina's own messages wake both event loops, which costs far more processor time per batch, most of all when the
 * thread is already looking for its next batch. The bodies of answers stay where the thread wrote them, see
 * encoding.ts.
 *
 * One batch is under way at a time: the main thread posts it, the thread takes and answers it, the main thread
 * collects.
 */
import { strict as assert } from 'node:assert';
import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { MAILBOX_TEXT_BYTES, MAX_BATCH_REQUESTS, THREAD_SPIN_MS } from '../limits/pool.js';
import type { GenerationHandle } from '../index/generation.js';
import { type PackedGeneration, Unpacker } from '../index/packed.js';
import { type BatchResult, type BatchTask, NUMBERS_PER_ANSWER, TEXTS_PER_JOB } from './wire.js';

/** The thread's end; its port has to be transferred. */
export interface MailboxEnd {
  counts: SharedArrayBuffer;
  task: SharedArrayBuffer;
  texts: SharedArrayBuffer;
  answers: SharedArrayBuffer;
  port: MessagePort;
}

// In `counts`, 64 bytes apart so that writes of one side do not evict the other side's cache line. They count modulo
// COUNTED.
const POSTED = 0;
const ANSWERED = 16;
/** 1: the thread is wanted for a batch, and a bulk on it pauses. */
const WANTED = 32;
const COUNTED = 2 ** 30;
/** In POSTED: no more batches will come. */
const DISMISSED = COUNTED;

// The header of `task` and `answers`. A length of BY_PORT: everything is in the port.
const BY_PORT = -1;
const TASK_HEAD = 4;
const NUMBERS_PER_JOB = 1 + TEXTS_PER_JOB;
const ANSWERS_HEAD = 4;
const MAX_UTF8_BYTES_PER_CODE_UNIT = 3;

/**
 * A message to the thread through the port: the next generation, or a task that does not fit into the memory. They are
 * taken in their order, so that a batch finds every generation that was sent before it.
 */
type PortMessage = { delta: PackedGeneration } | { task: BatchTask };

/**
 * A message of the thread through the port: answers that do not fit into the memory, or whose page the main thread has
 * not seen yet.
 */
interface PortReply {
  result: BatchResult;
  isNewPage: boolean;
}

/** The main thread's end. */
export class Mailbox {
  readonly forThread: MailboxEnd;
  readonly #counts = new Int32Array(new SharedArrayBuffer((WANTED + 1) * Int32Array.BYTES_PER_ELEMENT));
  readonly #task = new Float64Array(
    new SharedArrayBuffer((TASK_HEAD + MAX_BATCH_REQUESTS * NUMBERS_PER_JOB) * Float64Array.BYTES_PER_ELEMENT),
  );
  readonly #texts = Buffer.from(new SharedArrayBuffer(MAILBOX_TEXT_BYTES));
  readonly #answers = new Float64Array(
    new SharedArrayBuffer((ANSWERS_HEAD + MAX_BATCH_REQUESTS * NUMBERS_PER_ANSWER) * Float64Array.BYTES_PER_ELEMENT),
  );
  readonly #port: MessagePort;
  /** The thread's memory, by the numbers that the thread gives its pages. */
  readonly #pages: Uint8Array[] = [];
  #posted = 0;
  #isUnderWay = false;
  #isClosed = false;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    const memory = (view: ArrayBufferView): SharedArrayBuffer => view.buffer as SharedArrayBuffer;
    this.forThread = {
      counts: memory(this.#counts),
      task: memory(this.#task),
      texts: memory(this.#texts),
      answers: memory(this.#answers),
      port: port2,
    };
  }

  /** The thread adopts this generation before the first batch that names it or a later one. */
  send(delta: PackedGeneration): void {
    this.#port.postMessage({ delta } satisfies PortMessage);
  }

  /** Gives a batch to the thread, which must have none and must have been sent the generation that the batch names. */
  post(task: BatchTask): void {
    assert(!this.#isUnderWay, 'one batch at a time');
    if (!this.#write(task)) {
      this.#task[0] = BY_PORT;
      this.#port.postMessage({ task } satisfies PortMessage);
    }
    this.#isUnderWay = true;
    Atomics.store(this.#counts, WANTED, 0);
    this.#posted = (this.#posted + 1) % COUNTED;
    Atomics.store(this.#counts, POSTED, this.#posted);
    Atomics.notify(this.#counts, POSTED);
  }

  /** Resolves when the last posted batch has been answered, or the thread has ended. */
  async finished(): Promise<void> {
    const before = (this.#posted + COUNTED - 1) % COUNTED;
    // a loop: a thread that was interrupted between answering and notifying wakes the waiter of the next batch
    while (!this.#isClosed && Atomics.load(this.#counts, ANSWERED) === before)
      await Atomics.waitAsync(this.#counts, ANSWERED, before).value;
  }

  /** The result of the batch; null while there is none. The bodies are the thread's memory, see decodeResult. */
  collect(): BatchResult | null {
    if (!this.#isUnderWay || Atomics.load(this.#counts, ANSWERED) !== this.#posted) return null;
    this.#isUnderWay = false;
    const [length, page, busyMs, count] = this.#answers as unknown as [number, number, number, number];
    if (length === BY_PORT) return this.#receive();
    return {
      numbers: this.#answers.slice(ANSWERS_HEAD, ANSWERS_HEAD + count),
      bodies: this.#pages[page]!.subarray(0, length),
      assignments: [],
      busyMs,
    };
  }

  /** Makes the thread pause the bulk that it works on: within a line. */
  want(): void {
    Atomics.store(this.#counts, WANTED, 1);
  }

  /** Lets the thread leave as soon as it has answered. */
  dismiss(): void {
    Atomics.or(this.#counts, POSTED, DISMISSED);
    Atomics.notify(this.#counts, POSTED);
  }

  /** Frees the memory of a thread that has ended. */
  close(): void {
    this.#isClosed = true;
    this.#port.close();
    // wakes a caller that still waits for an answer
    Atomics.notify(this.#counts, ANSWERED);
  }

  /** False: the task does not fit. */
  #write({ generationId, now, texts, receivedAt, bulk }: BatchTask): boolean {
    if (receivedAt.length > MAX_BATCH_REQUESTS || bulk !== undefined) return false;
    const joined = texts.join('');
    if (joined.length * MAX_UTF8_BYTES_PER_CODE_UNIT > this.#texts.length) return false;
    const task = this.#task;
    task[0] = this.#texts.write(joined, 'utf8');
    task[1] = generationId;
    task[2] = now;
    task[3] = receivedAt.length;
    let next = TASK_HEAD;
    for (const arrival of receivedAt) task[next++] = arrival;
    for (const text of texts) task[next++] = text.length;
    return true;
  }

  #receive(): BatchResult {
    const { result, isNewPage } = receiveMessageOnPort(this.#port)!.message as PortReply;
    if (isNewPage) this.#pages.push(new Uint8Array(result.bodies.buffer));
    return result;
  }
}

/** Computes the result of a task; `isWanted`: whether the main thread has a batch that waits for this thread. */
type Answerer = (task: BatchTask, generation: GenerationHandle, isWanted: () => boolean) => BatchResult;

/**
 * Answers batch after batch, each on the generation that it names, until the thread is dismissed or `answer` throws. It
 * blocks the thread's event loop, because waiting there for messages is the cost that this avoids.
 */
export function serve(end: MailboxEnd, answer: Answerer): void {
  const mailbox = new ThreadMailbox(end);
  const isWanted = (): boolean => mailbox.isWanted();
  for (let task = mailbox.next(); task !== null; task = mailbox.next()) {
    mailbox.reply(answer(task, mailbox.generation(task.generationId), isWanted));
  }
}

class ThreadMailbox {
  readonly #counts: Int32Array;
  readonly #task: Float64Array;
  readonly #texts: Buffer;
  readonly #answers: Float64Array;
  readonly #port: MessagePort;
  readonly #pages: ArrayBufferLike[] = [];
  readonly #generations = new Unpacker();
  #taken = 0;

  constructor({ counts, task, texts, answers, port }: MailboxEnd) {
    this.#counts = new Int32Array(counts);
    this.#task = new Float64Array(task);
    this.#texts = Buffer.from(texts);
    this.#answers = new Float64Array(answers);
    this.#port = port;
  }

  /** Waits for a batch; null: none will come. */
  next(): BatchTask | null {
    const spinsUntil = performance.now() + THREAD_SPIN_MS;
    while (Atomics.load(this.#counts, POSTED) === this.#taken && performance.now() < spinsUntil);
    // it may wake spuriously
    while (Atomics.load(this.#counts, POSTED) === this.#taken) Atomics.wait(this.#counts, POSTED, this.#taken);
    const posted = (this.#taken + 1) % COUNTED;
    if (Atomics.load(this.#counts, POSTED) % COUNTED !== posted) return null;
    this.#taken = posted;
    return this.#read();
  }

  isWanted(): boolean {
    return Atomics.load(this.#counts, WANTED) !== 0;
  }

  /** The generation that a batch names. Later ones stay in the port, for the batches that name them. */
  generation(id: number): GenerationHandle {
    while (this.#generations.current?.id !== id) assert('delta' in this.#receive(), 'the port brings generations');
    return this.#generations.current;
  }

  reply(result: BatchResult): void {
    if (!this.#write(result)) this.#send(result);
    Atomics.store(this.#counts, ANSWERED, this.#taken);
    Atomics.notify(this.#counts, ANSWERED);
  }

  #read(): BatchTask {
    const [length, generationId, now, count] = this.#task as unknown as [number, number, number, number];
    if (length === BY_PORT) return this.#receiveTask();
    const joined = this.#texts.toString('utf8', 0, length);
    const receivedAt: number[] = [];
    const texts: string[] = [];
    let next = TASK_HEAD;
    for (let job = 0; job < count; job++) receivedAt.push(this.#task[next++]!);
    let start = 0;
    for (let text = 0; text < count * TEXTS_PER_JOB; text++) {
      const end = start + this.#task[next++]!;
      texts.push(joined.slice(start, end));
      start = end;
    }
    return { generationId, now, texts, receivedAt };
  }

  #receiveTask(): BatchTask {
    for (;;) {
      const message = this.#receive();
      if ('task' in message) return message.task;
    }
  }

  /** The next message; a generation in it has been adopted. */
  #receive(): PortMessage {
    const received = receiveMessageOnPort(this.#port) as { message: PortMessage } | undefined;
    assert(received !== undefined, 'what a batch names was sent before the batch');
    const { message } = received;
    if ('delta' in message) this.#generations.unpack(message.delta);
    return message;
  }

  /** False: the result does not fit, or is in memory that the main thread has not seen. */
  #write(result: BatchResult): boolean {
    if (result.assignments.length > 0 || result.bulk !== undefined) return false;
    const { numbers, bodies, busyMs } = result;
    const page = this.#pages.indexOf(bodies.buffer);
    if (page < 0 || bodies.byteOffset !== 0) return false;
    const answers = this.#answers;
    answers[0] = bodies.length;
    answers[1] = page;
    answers[2] = busyMs;
    answers[3] = numbers.length;
    answers.set(numbers, ANSWERS_HEAD);
    return true;
  }

  #send(result: BatchResult): void {
    if (result.bulk !== undefined) {
      this.#answers[0] = BY_PORT;
      this.#port.postMessage({ result, isNewPage: false } satisfies PortReply);
      return;
    }
    const isNewPage = !this.#pages.includes(result.bodies.buffer);
    if (isNewPage) this.#pages.push(result.bodies.buffer);
    this.#answers[0] = BY_PORT;
    const reply: PortReply = { result, isNewPage };
    this.#port.postMessage(reply);
  }
}
