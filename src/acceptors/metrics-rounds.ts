/** Rounds of asking the acceptors for their metrics: those who want them during a round share its outcome. */
import { ACCEPTOR_METRICS_TIMEOUT_MS } from '../limits.js';
import { NodeMetrics, type MetricsSnapshot } from './node-metrics.js';

export class MetricsRounds {
  readonly #metrics = new NodeMetrics();
  #round = 0;
  #current: Promise<string> | null = null;
  /** Of the current round: who has not answered yet, who has, and what ends it. */
  readonly #awaited = new Set<number>();
  readonly #answered = new Set<number>();
  #allAnswered: () => void = () => {};

  /** The metrics of the node, from those of `acceptors` that answer in time; `ask` is called once for each. */
  render(acceptors: readonly number[], ask: (acceptor: number, round: number) => void): Promise<string> {
    this.#current ??= this.#gather(acceptors, ask).finally(() => { this.#current = null; });
    return this.#current;
  }

  /** An acceptor's answer; one that comes after its round is not needed any more. */
  take(acceptor: number, round: number, snapshot: MetricsSnapshot): void {
    if (round !== this.#round || !this.#awaited.has(acceptor)) return;
    this.#answered.add(acceptor);
    this.#metrics.heard(acceptor, snapshot);
    this.#noLongerAwait(acceptor);
  }

  /** The acceptor's process has ended. */
  ended(acceptor: number): void {
    this.#metrics.ended(acceptor);
    this.#noLongerAwait(acceptor);
  }

  restarted(): void {
    this.#metrics.restarted();
  }

  async #gather(acceptors: readonly number[], ask: (acceptor: number, round: number) => void): Promise<string> {
    this.#round += 1;
    this.#answered.clear();
    for (const acceptor of acceptors) this.#awaited.add(acceptor);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ACCEPTOR_METRICS_TIMEOUT_MS);
      this.#allAnswered = () => { clearTimeout(timer); resolve(); };
      for (const acceptor of acceptors) ask(acceptor, this.#round);
    });
    this.#awaited.clear();
    return this.#metrics.render(this.#answered);
  }

  #noLongerAwait(acceptor: number): void {
    if (this.#awaited.delete(acceptor) && this.#awaited.size === 0) this.#allAnswered();
  }
}
