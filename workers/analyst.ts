/**
 * The analyst's thread: it finds faults of rate cards and the effect of changes on prices for the control thread. A
 * backtest has another one.
 */
import { parentPort } from 'node:worker_threads';
import { createAnalyst } from '../src/analysis/analyst.js';
import { createBacktester } from '../src/analysis/backtester.js';
import { Channel } from '../src/control/channel.js';

new Channel<Record<string, never>>(parentPort!).offer({ ...createAnalyst(), ...createBacktester() });
