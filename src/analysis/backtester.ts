/** A backtest on a thread of its own (workers/analyst.ts), step by step: the control thread sends the parcels. */
import type { BacktestFigures } from '../contract/allocation-figures.js';
import type { GenerationHandle } from '../index/generation.js';
import { policyOf } from '../index/policies.js';
import { Viewer } from '../index/view.js';
import { BACKTEST_NICENESS } from '../limits/backtest.js';
import type { AllocationPolicy } from '../model/documents.js';
import type { SampledAssignment, SampledOrder } from './allocation/asked-again.js';
import { Backtest } from './allocation/backtest.js';
import { giveWay } from './give-way.js';

interface BacktestStart {
  generation: GenerationHandle;
  /** Null: no policy counts. */
  policy: AllocationPolicy | null;
  /** Rows that are in force at this moment count; milliseconds since the epoch. */
  rowsAt: number;
}

/** Functions that the control thread calls, in this order. */
export type BacktesterCalls = {
  begin(start: BacktestStart): void;
  /** The next parcels, each as JSON text of a SampledAssignment or SampledOrder. Returns how many there were so far. */
  take(parcels: readonly string[]): number;
  result(nothing: null): BacktestFigures;
};

export function createBacktester(): BacktesterCalls {
  let backtest: Backtest | null = null;
  return {
    begin({ generation, policy, rowsAt }) {
      giveWay(BACKTEST_NICENESS);
      const view = new Viewer().view(generation);
      backtest = new Backtest(view, policy && policyOf(policy, view.general.groups), rowsAt);
    },
    take(parcels) {
      for (const text of parcels) backtest!.add(JSON.parse(text) as SampledAssignment | SampledOrder);
      return backtest!.parcels;
    },
    result: () => backtest!.result(),
  };
}
