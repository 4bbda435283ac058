/** Percentiles of values of which there are few different ones, such as hours of transit. */
export class Percentiles {
  readonly #counts = new Map<number, number>();
  #count = 0;

  add(value: number): void {
    this.#count++;
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1);
  }

  result(): { p50: number | null; p90: number | null } {
    const sorted = [...this.#counts].sort(([a], [b]) => a - b);
    return { p50: this.#nearestRank(sorted, 50), p90: this.#nearestRank(sorted, 90) };
  }

  #nearestRank(sorted: readonly (readonly [value: number, count: number])[], percent: number): number | null {
    const rank = Math.ceil((percent * this.#count) / 100);
    let passed = 0;
    for (const [value, count] of sorted) {
      passed += count;
      if (passed >= rank) return value;
    }
    return null;
  }
}
