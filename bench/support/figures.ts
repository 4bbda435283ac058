/** What a bench comes to: rounds of load, and figures that may have a target. */

/** One round of load on one server. */
export interface Round {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Processor time of the server's whole process for one request; null where the system does not tell. */
  cpuMicroseconds: number | null;
  /** Cores that processes with no part in the bench kept busy meanwhile; null where the system does not tell. */
  othersCores: number | null;
}

/** The rounds of one contestant; the nth round of each contestant of a section ran within the same few seconds. */
export interface Series {
  name: string;
  connections: number;
  rounds: Round[];
}

export interface Figure {
  name: string;
  value: number;
  unit: string;
  /** Absent: for information only. */
  target?: { atLeast: number } | { atMost: number };
  /** What the value was taken from. */
  samples: number[];
}

export interface Section {
  title: string;
  series: Series[];
  figures: Figure[];
}

export function meets({ value, target }: Figure): boolean {
  if (target === undefined) return true;
  return 'atLeast' in target ? value >= target.atLeast : value <= target.atMost;
}

/** The nearest-rank percentile of `values`, `share` being 0 to 1. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

export function medianRound({ rounds }: Series): Round {
  const medianOf = (pick: (round: Round) => number) => median(rounds.map(pick));
  const medianIfTold = (pick: (round: Round) => number | null) => {
    const told = rounds.map(pick).filter((value) => value !== null);
    return told.length === 0 ? null : median(told);
  };
  return {
    requestsPerSecond: medianOf(({ requestsPerSecond }) => requestsPerSecond),
    p50Ms: medianOf(({ p50Ms }) => p50Ms),
    p99Ms: medianOf(({ p99Ms }) => p99Ms),
    cpuMicroseconds: medianIfTold(({ cpuMicroseconds }) => cpuMicroseconds),
    othersCores: medianIfTold(({ othersCores }) => othersCores),
  };
}

/** Throughput of `a` relative to `b`, round by round: what disturbs the machine for seconds disturbs both. */
export function throughputRatios(a: Series, b: Series): number[] {
  return a.rounds.map((round, index) => round.requestsPerSecond / b.rounds[index]!.requestsPerSecond);
}
