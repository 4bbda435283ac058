/** The metrics of a node with several acceptors: one exposition of all their registries. */
import { AggregatorRegistry, Gauge, Counter, type Aggregator, type PrometheusContentType, type Registry } from 'prom-client';

/** What a registry's `getMetricsAsJSON()` resolves to. */
export type MetricsSnapshot = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** prom-client leaves the start time out; the latest one shows that an acceptor was started again. */
const DEFAULT_METRICS_TO: Readonly<Record<string, Aggregator>> = { process_start_time_seconds: 'max' };

/**
 * Counters and histograms never fall while the node runs: what an acceptor that ended, or does not answer, had counted when
 * it was last asked stays in the sums. Without that, Prometheus would read the fall as a restart and count everything the
 * other acceptors ever did as done since. Gauges are those of the acceptors that answer.
 */
export class NodeMetrics {
  /** By acceptor, as it last answered. */
  readonly #last = new Map<number, MetricsSnapshot>();
  #ended: MetricsSnapshot[] = [];
  #restarts = 0;

  heard(acceptor: number, snapshot: MetricsSnapshot): void {
    this.#last.set(acceptor, snapshot);
  }

  /** An acceptor's process has ended: the next one of that number counts from zero. */
  ended(acceptor: number): void {
    const last = this.#last.get(acceptor);
    if (last !== undefined) this.#ended.push(countsOf(last));
    this.#last.delete(acceptor);
  }

  restarted(): void {
    this.#restarts += 1;
  }

  /** Prometheus' text format; `answering`: whose last snapshot is of now. One call at a time. */
  async render(answering: ReadonlySet<number>): Promise<string> {
    const current = [...this.#last].filter(([acceptor]) => answering.has(acceptor)).map(([, snapshot]) => snapshot);
    const silent = [...this.#last].filter(([acceptor]) => !answering.has(acceptor)).map(([, snapshot]) => countsOf(snapshot));
    const registry = aggregate([...current, ...silent, ...this.#ended]);
    const registers = [registry];
    new Gauge({ name: 'pinrate_acceptors', help: 'Acceptor processes whose gauges are in these metrics', registers }).set(current.length);
    new Counter({ name: 'pinrate_acceptor_restarts_total', help: 'Acceptor processes that ended unexpectedly and were started again', registers }).inc(this.#restarts);
    if (this.#ended.length > 1) this.#ended.push(await aggregate(this.#ended.splice(0)).getMetricsAsJSON());
    return registry.metrics();
  }
}

function aggregate(snapshots: readonly MetricsSnapshot[]): Registry<PrometheusContentType> {
  return AggregatorRegistry.aggregate<PrometheusContentType>(snapshots.map((snapshot) =>
    snapshot.map((metric) => ({ ...metric, aggregator: DEFAULT_METRICS_TO[metric.name] ?? metric.aggregator }))));
}

function countsOf(snapshot: MetricsSnapshot): MetricsSnapshot {
  // prom-client declares the type as a numeric enum; it is the word of the exposition
  return snapshot.filter(({ type }) => ['counter', 'histogram'].includes(String(type)));
}
