/** A run of a backtest: how far it is, and what it found. */
import { PinrateError, type PinrateErrorCode } from '../../../client/error.js';
import { backtestAllocation } from '../../../client/operations.js';
import type { BacktestFigures } from '../../../contract/allocation-figures.js';
import type { backtestAllocation as contract, BacktestLine } from '../../../contract/backtest.js';
import type { BodyOf } from '../../../contract/types.js';
import type { AllocationPolicy } from '../../../model/documents.js';
import { useLineRun } from '../../parts/line-run.js';

type BacktestQuestion = BodyOf<typeof contract>;

export interface BacktestOrder {
  question: BacktestQuestion;
  /** Orders from elsewhere instead of assigned shipments, as lines; null: none. */
  orders: string | null;
  /** Whose rules count. */
  policy: AllocationPolicy;
}

export interface BacktestTally {
  done: number;
  /** Null: not known yet. */
  of: number | null;
  figures: BacktestFigures | null;
}

export const useBacktest = () =>
  useLineRun({
    ask: (pinrate, { question, orders }: BacktestOrder, signal) =>
      backtestAllocation(pinrate, orders === null ? question : [question, orders], { signal }),
    empty: (): BacktestTally => ({ done: 0, of: null, figures: null }),
    count,
    isWhole: ({ figures }) => figures !== null,
  });

function count(line: BacktestLine, tally: BacktestTally): void {
  if ('error' in line) {
    const { code, message, details } = line.error;
    throw new PinrateError(code as PinrateErrorCode, message, { status: 200, details });
  }
  if ('progress' in line) Object.assign(tally, { done: line.progress.parcels, of: line.progress.of });
  else tally.figures = line;
}
