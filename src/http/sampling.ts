/**
 * Chooses the questions of the control thread's sample (src/analysis/impact/sample.ts): all of them with the same
 * chance.
 */
import { HOUR_MS } from '../domain/calendar.js';
import type { AnsweredQuestion, Job } from '../engine/question.js';
import { MAX_GATHERED_QUESTIONS, MAX_SAMPLED_QUESTIONS, SAMPLE_GATHER_MS } from '../limits/control.js';

const HOURS = 24;

/** Counts the questions of the last 24 hours: an addition and a random number each. */
export class Sampling {
  /** By the hour since the epoch, modulo {@link HOURS}. */
  readonly #counts = new Array<number>(HOURS).fill(0);
  #hour = Number.NaN;
  #total = 0;

  /** @param random uniform in [0, 1) */
  constructor(private readonly random: () => number = Math.random) {}

  /**
   * Counts a question, and returns whether it goes into the sample: always while there is room for all questions of the
   * last 24 hours, otherwise with the same chance as each of them.
   * @param atMs milliseconds since the epoch
   */
  takes(atMs: number): boolean {
    const hour = Math.floor(atMs / HOUR_MS);
    if (hour !== this.#hour) this.#turnTo(hour);
    this.#counts[hour % HOURS]! += 1;
    this.#total += 1;
    return this.random() * this.#total < MAX_SAMPLED_QUESTIONS;
  }

  /** Forgets the hours that are a day old. */
  #turnTo(hour: number): void {
    // the first hour, or the clock was set back or by more than a day
    if (!(hour > this.#hour && hour - this.#hour < HOURS)) this.#counts.fill(0);
    else for (let passed = this.#hour + 1; passed <= hour; passed++) this.#counts[passed % HOURS] = 0;
    this.#hour = hour;
    this.#total = this.#counts.reduce((total, count) => total + count, 0);
  }
}

/** Gathers the questions of the sample, and sends them a few times a second: a message costs more than a question. */
export class SampleGatherer {
  #gathered: AnsweredQuestion[] = [];

  constructor(
    private readonly send: (questions: readonly AnsweredQuestion[]) => void,
    private readonly sampling = new Sampling(),
  ) {}

  /** Counts an answered question, and gathers it if the sample takes it. */
  note({ question, callerKind, callerId, body, receivedAt }: Job, outcomeCode: number): void {
    if (!this.sampling.takes(receivedAt)) return;
    const gathered = this.#gathered.push({ question, callerKind, callerId, body, receivedAt, outcomeCode });
    if (gathered >= MAX_GATHERED_QUESTIONS) this.flush();
    else if (gathered === 1) setTimeout(() => this.flush(), SAMPLE_GATHER_MS).unref();
  }

  /** Sends what is gathered now. */
  flush(): void {
    if (this.#gathered.length === 0) return;
    const questions = this.#gathered;
    this.#gathered = [];
    this.send(questions);
  }
}
