/** The metrics of the control thread, in its own registry: /metrics shows it after the front's. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { PREFIX } from '../metrics.js';
import type { Severity } from '../contract/finding.js';
import type { FollowingReport } from '../messages.js';
import type { CapacityUse } from './allocation/capacity-uses.js';

const BUILD_BUCKETS_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const STORE_BUCKETS_SECONDS = [0.000_1, 0.000_5, 0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
const FOLLOW_STATES = ['following', 'resuming', 'reloading'] as const;

export interface ControlMetrics {
  registry: Registry;
  indexBuild: Histogram;
  storeLatency: Histogram<'operation'>;
  /** Computations of the figures of outcomes. */
  figures: Histogram;
  /** Documents of the store that broke their schema or a rule and were refused. */
  documentsRefused: Counter<'collection'>;
  /** Parcels that backtests have asked again. */
  backtestParcels: Counter;
  /** Read at scrape time. */
  backtestsRunning(): number;
  /** Lines of outcomes that were new or replaced others. */
  outcomeLines: Counter<'status'>;
  outcomeImport: Histogram;
  /** Read at scrape time: how long the oldest change that the index lacks has waited. */
  indexLagSeconds(): number;
  /** Read at scrape time: how long ago the figures of outcomes were computed; null: they were not yet. */
  figuresAgeSeconds(): number | null;
  /** Read at scrape time: the findings of the linter. */
  lintFindings(): Record<Severity, number>;
  /** Read at scrape time: what is used of capacities today. */
  capacityUses(): readonly CapacityUse[];
  /** Read at scrape time; null: nothing is followed yet. */
  following(): FollowingReport | null;
}

export function createControlMetrics(): ControlMetrics {
  const registry = new Registry();
  const registers = [registry];
  const metrics: ControlMetrics = {
    registry,
    indexBuild: new Histogram({
      name: `${PREFIX}index_build_duration_seconds`,
      help: 'Time to build an index generation',
      buckets: BUILD_BUCKETS_SECONDS,
      registers,
    }),
    storeLatency: new Histogram({
      name: `${PREFIX}store_latency_seconds`,
      help: 'Time of a store operation',
      labelNames: ['operation'],
      buckets: STORE_BUCKETS_SECONDS,
      registers,
    }),
    figures: new Histogram({
      name: `${PREFIX}performance_duration_seconds`,
      help: 'Time to compute the figures of outcomes',
      buckets: BUILD_BUCKETS_SECONDS,
      registers,
    }),
    documentsRefused: new Counter({
      name: `${PREFIX}documents_refused_total`,
      help: 'Documents of the store that broke their schema or a rule',
      labelNames: ['collection'],
      registers,
    }),
    backtestParcels: new Counter({
      name: `${PREFIX}backtest_parcels_total`,
      help: 'Parcels that backtests have asked again',
      registers,
    }),
    backtestsRunning: () => 0,
    outcomeLines: new Counter({
      name: `${PREFIX}outcome_lines_total`,
      help: 'Lines of outcomes that were new or replaced others',
      labelNames: ['status'],
      registers,
    }),
    outcomeImport: new Histogram({
      name: `${PREFIX}outcome_import_duration_seconds`,
      help: 'Time of an import of outcomes that changed something',
      buckets: BUILD_BUCKETS_SECONDS,
      registers,
    }),
    indexLagSeconds: () => 0,
    figuresAgeSeconds: () => null,
    lintFindings: () => ({ error: 0, warning: 0 }),
    capacityUses: () => [],
    following: () => null,
  };
  new Gauge({
    name: `${PREFIX}index_lag_seconds`,
    help: 'How long the oldest change that the index lacks has waited; 0: it lacks none',
    registers,
    collect() {
      this.set(metrics.indexLagSeconds());
    },
  });
  new Gauge({
    name: `${PREFIX}performance_age_seconds`,
    help: 'How long ago the figures of outcomes were computed',
    registers,
    collect() {
      const age = metrics.figuresAgeSeconds();
      if (age !== null) this.set(age);
    },
  });
  new Gauge({
    name: `${PREFIX}lint_findings`,
    help: 'Findings about the rate cards of active partners, counted again some seconds after the last change',
    registers,
    labelNames: ['severity'],
    collect() {
      for (const [severity, count] of Object.entries(metrics.lintFindings())) this.set({ severity }, count);
    },
  });
  new Gauge({
    name: `${PREFIX}backtests_in_flight`,
    help: '1 while a backtest runs, otherwise 0',
    registers,
    collect() {
      this.set(metrics.backtestsRunning());
    },
  });
  new Gauge({
    name: `${PREFIX}capacity_used_ratio`,
    help: 'What assignments have used of a capacity in its present day or month: 1 is all of it',
    registers,
    labelNames: ['capacity'],
    collect() {
      this.reset();
      for (const { document, used, limit } of metrics.capacityUses())
        this.set({ capacity: String(document.id) }, used / limit);
    },
  });
  observeFollowing(registry, () => metrics.following());
  return metrics;
}

/** Adds the state of following the store, read at scrape time. */
function observeFollowing(registry: Registry, read: () => FollowingReport | null): void {
  const registers = [registry];
  const gauge = (name: string, help: string, value: (following: FollowingReport) => number): void => {
    new Gauge({
      name: PREFIX + name,
      help,
      registers,
      collect() {
        const following = read();
        if (following !== null) this.set(value(following));
      },
    });
  };
  const counter = (name: string, help: string, value: (following: FollowingReport) => number): void => {
    new Counter({
      name: PREFIX + name,
      help,
      registers,
      collect() {
        const following = read();
        this.reset();
        if (following !== null) this.inc(value(following));
      },
    });
  };
  gauge(
    'store_follow_lag_seconds',
    "Age of the oldest change that has arrived and was not adopted yet, by the store's clock; 0: there is nothing new",
    ({ lagMs }) => lagMs / 1_000,
  );
  gauge(
    'store_last_sign_timestamp_seconds',
    'Unix time of the last message of the store, even if it has no changes',
    ({ lastSignMs }) => lastSignMs / 1_000,
  );
  counter(
    'store_resumes_total',
    "Interrupted connections to the store's changes that were resumed",
    ({ resumes }) => resumes,
  );
  counter(
    'store_reloads_total',
    'Times that everything was read again because changes may have been missed',
    ({ reloads }) => reloads,
  );
  new Gauge({
    name: `${PREFIX}store_follow_state`,
    help: "How the store's changes are followed: 1 for the current state",
    registers,
    labelNames: ['state'],
    collect() {
      const state = read()?.state;
      for (const each of FOLLOW_STATES) this.set({ state: each }, each === state ? 1 : 0);
    },
  });
  new Gauge({
    name: `${PREFIX}refused_documents`,
    help: 'Documents of the store that are refused at present',
    registers,
    labelNames: ['collection'],
    collect() {
      this.reset();
      for (const [collection, count] of read()?.refused ?? []) this.set({ collection }, count);
    },
  });
}
