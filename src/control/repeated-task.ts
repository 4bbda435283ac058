/** Runs a task at an interval, never twice at the same time. An error is reported and does not end it. */
export class RepeatedTask {
  readonly #timer: NodeJS.Timeout;
  #running: Promise<unknown> = Promise.resolve();
  #isRunning = false;

  /** The first run is now. */
  constructor(
    everyMs: number,
    private readonly task: () => Promise<unknown>,
    private readonly onError: (error: unknown) => void,
  ) {
    this.#timer = setInterval(() => this.#run(), everyMs);
    this.#timer.unref();
    this.#run();
  }

  /** Resolves when the running task, if any, is done. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  #run(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#running = this.task()
      .catch(this.onError)
      .finally(() => {
        this.#isRunning = false;
      });
  }
}
