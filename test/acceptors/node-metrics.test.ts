/**
 * The real registries of several acceptors as one exposition, and what happens to counts when an acceptor ends or is
 * silent.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MetricsRounds } from '../../src/acceptors/metrics-rounds.js';
import { NodeMetrics, type MetricsSnapshot } from '../../src/acceptors/node-metrics.js';
import { createMetrics, type Metrics } from '../../src/metrics.js';

/** A copy, as if sent between processes. */
const snapshotOf = async (metrics: Metrics): Promise<MetricsSnapshot> => structuredClone(await metrics.registry.getMetricsAsJSON());

/** The value of one series, as text of the exposition; undefined when it is missing. */
function valueOf(text: string, series: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

function filled(scale: number): Metrics {
  const metrics = createMetrics();
  const charges = metrics.requestDuration.forRoute('/charges', 'POST');
  for (let request = 0; request < scale; request += 1) charges.observe(200, 0.003);
  charges.observe(503, 60);
  metrics.inFlight.count = 2 * scale;
  metrics.rejected.inc({ reason: 'OVERLOADED' }, 3 * scale);
  metrics.batchSize.observe(scale);
  metrics.storeLatency.observe({ operation: 'write' }, 0.002 * scale);
  metrics.poolUtilization.set(scale / 10);
  metrics.indexGeneration.set(100 * scale);
  metrics.indexBuilt.atSeconds = 1_000_000 * scale;
  metrics.indexBuilt.bytes = () => 4_096 * scale;
  return metrics;
}

async function together(...all: Metrics[]): Promise<string> {
  const node = new NodeMetrics();
  for (const [index, metrics] of all.entries()) node.heard(index + 1, await snapshotOf(metrics));
  return node.render(new Set(all.map((_, index) => index + 1)));
}

describe('the metrics of a node', () => {
  it('sum what is counted: counters, and both kinds of histograms bucket by bucket', async () => {
    const text = await together(filled(1), filled(3));
    assert.equal(valueOf(text, 'pinrate_http_rejected_total{reason="OVERLOADED"}'), 12);
    const route = 'route="/charges",method="POST"';
    const duration = 'pinrate_http_request_duration_seconds';
    assert.equal(valueOf(text, `${duration}_bucket{le="0.002",${route},status="200"}`), 0);
    assert.equal(valueOf(text, `${duration}_bucket{le="0.004",${route},status="200"}`), 4);
    assert.equal(valueOf(text, `${duration}_bucket{le="10",${route},status="503"}`), 0);
    assert.equal(valueOf(text, `${duration}_bucket{le="+Inf",${route},status="503"}`), 2);
    assert.equal(valueOf(text, `${duration}_count{${route},status="200"}`), 4);
    assert.equal(valueOf(text, `${duration}_sum{${route},status="503"}`), 120);
    assert.equal(valueOf(text, 'pinrate_batch_size_bucket{le="1"}'), 1);
    assert.equal(valueOf(text, 'pinrate_batch_size_bucket{le="4"}'), 2);
    assert.equal(valueOf(text, 'pinrate_batch_size_sum'), 4);
    assert.equal(valueOf(text, 'pinrate_store_latency_seconds_count{operation="write"}'), 2);
  });

  it('show the values of gauges that an alert needs', async () => {
    const text = await together(filled(1), filled(3));
    assert.equal(valueOf(text, 'pinrate_acceptors'), 2);
    assert.equal(valueOf(text, 'pinrate_http_requests_in_flight'), 8);
    assert.equal(valueOf(text, 'pinrate_index_shared_memory_bytes'), 16_384);
    assert.equal(valueOf(text, 'pinrate_pool_utilization_ratio'), 0.2);
    assert.equal(valueOf(text, 'pinrate_index_generation'), 100);
    assert.equal(valueOf(text, 'pinrate_index_generation_timestamp_seconds'), 1_000_000);
  });

  it('include the default metrics, and every series name of a single process', async () => {
    const one = createMetrics();
    const text = await together(one, createMetrics());
    const started = valueOf(await one.render(), 'process_start_time_seconds');
    assert.equal(valueOf(text, 'process_start_time_seconds'), started);
    assert.equal(valueOf(text, `nodejs_version_info{version="${process.version}",major="${process.versions.node.split('.')[0]}",minor="${process.versions.node.split('.')[1]}",patch="${process.versions.node.split('.')[2]}"}`), 1);
    assert(valueOf(text, 'process_resident_memory_bytes')! > 1.5 * process.memoryUsage().rss / 2);
    const names = (exposition: string): string[] => [...exposition.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => `${name} ${type}`);
    assert.deepEqual(names(text), [...names(await one.render()), 'pinrate_acceptors gauge', 'pinrate_acceptor_restarts_total counter']);
  });

  it('are unchanged for a node without acceptors', async () => {
    const text = await filled(1).render();
    assert.doesNotMatch(text, /pinrate_acceptor/);
    assert.equal(valueOf(text, 'pinrate_index_generation'), 100);
  });

  it('keep the counts and drop the gauges of a silent acceptor until it answers again', async () => {
    const node = new NodeMetrics();
    node.heard(1, await snapshotOf(filled(1)));
    node.heard(2, await snapshotOf(filled(3)));
    for (const [answering, inFlight] of [[[1, 2], 8], [[1], 2], [[2], 6], [[1, 2], 8]] as const) {
      const text = await node.render(new Set(answering));
      assert.equal(valueOf(text, 'pinrate_http_rejected_total{reason="OVERLOADED"}'), 12);
      assert.equal(valueOf(text, 'pinrate_batch_size_count'), 2);
      assert.equal(valueOf(text, 'pinrate_http_requests_in_flight'), inFlight);
      assert.equal(valueOf(text, 'pinrate_acceptors'), answering.length);
    }
  });

  it('keep the counts of ended acceptors in addition to those of their successors', async () => {
    const node = new NodeMetrics();
    for (let life = 1; life <= 4; life += 1) {
      node.heard(1, await snapshotOf(filled(1)));
      // once more: the same process reports the same counts, not additional ones
      node.heard(1, await snapshotOf(filled(1)));
      const text = await node.render(new Set([1]));
      assert.equal(valueOf(text, 'pinrate_http_rejected_total{reason="OVERLOADED"}'), 3 * life);
      assert.equal(valueOf(text, 'pinrate_http_requests_in_flight'), 2);
      node.ended(1);
      assert.equal(valueOf(await node.render(new Set()), 'pinrate_http_rejected_total{reason="OVERLOADED"}'), 3 * life);
    }
  });
});

describe('a round of metrics requests', () => {
  const REJECTED = 'pinrate_http_rejected_total{reason="OVERLOADED"}';

  it('asks each acceptor once for all concurrent callers, and again for the next caller', async () => {
    const rounds = new MetricsRounds();
    const asked: string[] = [];
    const ask = (acceptor: number, round: number): void => { asked.push(`${acceptor} in ${round}`); };
    const both = [rounds.render([1, 2], ask), rounds.render([1, 2], ask)];
    rounds.take(1, 1, await snapshotOf(filled(1)));
    rounds.take(2, 1, await snapshotOf(filled(1)));
    for (const text of await Promise.all(both)) assert.equal(valueOf(text, REJECTED), 6);
    const next = rounds.render([1], ask);
    rounds.take(1, 1, await snapshotOf(filled(7)));
    rounds.take(1, 2, await snapshotOf(filled(2)));
    assert.equal(valueOf(await next, REJECTED), 9, 'a late answer of the previous round does not count in this one');
    assert.deepEqual(asked, ['1 in 1', '2 in 1', '1 in 2']);
  });

  it('does not wait for an acceptor that ends, and counts one that ends after its answer once', async () => {
    const rounds = new MetricsRounds();
    const text = rounds.render([1, 2, 3], () => {});
    rounds.take(1, 1, await snapshotOf(filled(1)));
    rounds.ended(1);
    rounds.take(2, 1, await snapshotOf(filled(1)));
    const startedAt = performance.now();
    rounds.ended(3);
    assert.equal(valueOf(await text, REJECTED), 6);
    assert.equal(valueOf(await text, 'pinrate_acceptors'), 1);
    assert(performance.now() - startedAt < 500);
  });
});
