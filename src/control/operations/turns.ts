/** Tasks that run one after another. */
export class Turns {
  /** Resolves when the last task has ended. */
  #free: Promise<unknown> = Promise.resolve();

  /** Runs `task` after the earlier ones have ended. */
  run<T>(task: () => Promise<T>): Promise<T> {
    const done = this.#free.then(task);
    this.#free = done.catch(() => undefined);
    return done;
  }

  /** Like {@link run}; null, and `task` does not run, if its turn has not come after `patienceMs` milliseconds. */
  async runWithin<T>(patienceMs: number, task: () => Promise<T>): Promise<T | null> {
    let isLate = false;
    const free = this.#free;
    const done = this.run(async () => (isLate ? null : task()));
    isLate = !(await endsWithin(patienceMs, free));
    return isLate ? null : done;
  }
}

/** The writes of a node that see what the earlier ones of their kind have written, each kind with its own turns. */
export class WriteTurns {
  readonly documents = new Turns();
  /** A dry run waits for other dry runs, and no change waits for it. */
  readonly dryRuns = new Turns();
  readonly outcomes = new Turns();
  readonly customerCharges = new Turns();
  readonly credentials = new Turns();
  /** Assignments that create pincodes. */
  readonly pincodes = new Turns();
}

async function endsWithin(ms: number, promise: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  const inTime = await Promise.race([promise.then(() => true), late]);
  clearTimeout(timer);
  return inTime;
}
