/** How to stop what has started. */
export class StopList {
  readonly #stops: (() => Promise<void>)[] = [];
  readonly #warnings: (() => void)[] = [];

  /** Called in the reverse order. */
  add(stop: () => Promise<void>): void {
    this.#stops.push(stop);
  }

  /** Called before, for parts that may take long to stop. */
  addWarning(warning: () => void): void {
    this.#warnings.push(warning);
  }

  warn(): void {
    for (const each of this.#warnings.splice(0)) each();
  }

  async run(): Promise<void> {
    this.warn();
    const failures: unknown[] = [];
    for (const stop of this.#stops.splice(0).reverse()) await stop().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
  }
}
