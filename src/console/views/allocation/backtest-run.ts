/** A run of a backtest: how far it is, and what it found. */
import { askLines } from '../../../client/lists.js';
import type { AllocationPolicy } from '../../../model/documents.js';
import { useLineRun } from '../../parts/line-run.js';
import type { AllocationFigures } from '../../review/allocation-figures.js';

export interface BacktestOrder {
  policy?: AllocationPolicy;
  policyId?: string;
  from?: string;
  to?: string;
  customerId?: string;
  limit?: number;
  /** Orders from elsewhere as lines, instead of assigned shipments. */
  orders?: string;
}

export interface BacktestTally {
  done: number;
  /** Null: not known yet. */
  of: number | null;
  figures: AllocationFigures | null;
}

/** TODO(backtest): the client's operation. */
const backtest = askLines<any, any>('/api/v1/allocation/backtest') as any;

export const useBacktest = () =>
  useLineRun({
    ask: (pinrate, order: BacktestOrder, signal): AsyncIterable<any> => backtest(pinrate, order, { signal }),
    empty: (): BacktestTally => ({ done: 0, of: null, figures: null }),
    count: (line: any, tally) => {
      if ('cost' in line) tally.figures = line as AllocationFigures;
      else Object.assign(tally, { done: line.done, of: line.of });
    },
    isWhole: ({ figures }) => figures !== null,
  });
