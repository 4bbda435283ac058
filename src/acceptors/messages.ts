/** What the supervisor and its acceptors say to each other. Structured clones, not JSON: a metric may be NaN or infinite. */
import type { MetricsSnapshot } from './node-metrics.js';

/** A process is an acceptor when a supervisor forked it with this argument and, after it, its number: 1 and up. */
export const ACCEPTOR_ARGUMENT = 'acceptor';

export type ToAcceptor =
  /** Every acceptor of the node listens; said once, to one of them, which tells the person at the terminal. */
  | { kind: 'all-listen' }
  | { kind: 'snapshot-wanted'; round: number }
  | { kind: 'node-metrics'; request: number; text: string };

export type ToSupervisor =
  | { kind: 'listening' }
  | { kind: 'snapshot'; round: number; snapshot: MetricsSnapshot }
  | { kind: 'node-metrics-wanted'; request: number };
