/** Limits of backtests: how much one asks, and how much its answer lists. */
import { assert } from './assert.js';
import { IMPACT_BANDS_KG } from './control.js';

/** Shipments: the latest so many at most, and unless a request says otherwise. */
export const MAX_BACKTEST_SHIPMENTS = 1_000_000;
export const DEFAULT_BACKTEST_SHIPMENTS = 100_000;
/** The longest period between `from` and `to`. */
export const MAX_BACKTEST_DAYS = 366;
/** Orders that come with the request. */
export const MAX_BACKTEST_ORDERS = 100_000;
/** What the answer lists: of many groups, moves and windows of capacities so many. */
export const MAX_BACKTEST_GROUPS = 20;
export const MAX_BACKTEST_MOVES = 50;
export const MAX_BACKTEST_WINDOWS = 1_000;
/** How many shipments travel to the backtest's thread at a time: its answer to them is a line of progress, at most. */
export const BACKTEST_STEP_SHIPMENTS = 500;
/** How often the answer has a line of progress. */
export const BACKTEST_PROGRESS_MS = 500;
/** A thread that has not answered a step after this long is ended. */
export const BACKTEST_STEP_PATIENCE_MS = 60_000;
/** The thread's heap. */
export const BACKTEST_YOUNG_MEGABYTES = 16;
export const BACKTEST_OLD_MEGABYTES = 512;
/** How much the thread's work gives way to quotes: the priority of a process, from 0 (as others) to 19. */
export const BACKTEST_NICENESS = 3;

assert(DEFAULT_BACKTEST_SHIPMENTS <= MAX_BACKTEST_SHIPMENTS && IMPACT_BANDS_KG[0] === 0);
