/** The results of a bench: rounds of load, and figures that may have a target. */

/** One round of load on one server. */
export interface Round {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  p999Ms: number;
  /** Processor time of the server's whole process per request; null where the system does not report it. */
  cpuMicroseconds: number | null;
  /** Resident memory of the server's process after the round; null where the system does not report it. */
  residentMegabytes: number | null;
  /** Cores that unrelated processes kept busy meanwhile; null where the system does not report it. */
  othersCores: number | null;
}

/** The rounds of one contestant; the nth round of each contestant of a section ran within the same few seconds. */
export interface Series {
  name: string;
  /** The name of the server; absent: pinrate. */
  server?: string;
  /** Where given, the charts draw throughput over it, and compare series with the same value. */
  partners?: number;
  connections: number;
  rounds: Round[];
}

/** One round of requests that were due at fixed times, independent of earlier answers. */
export interface OfferedRound {
  offeredPerSecond: number;
  /** Answers 200 within the round, per second of it. */
  goodPerSecond: number;
  /** Answers 503, per second of the round. */
  refusedPerSecond: number;
  /** Of the good answers, each from the moment that its request was due. */
  p50Ms: number;
  p99Ms: number;
  p999Ms: number;
  /** Of the answers 503, measured likewise; null when there were none. */
  refusedP99Ms: number | null;
  /** Processor time of the server's whole process per answer; null where the system does not report it. */
  cpuMicroseconds: number | null;
  residentMegabytes: number | null;
  /**
   * How late the generator itself sent requests that had a free connection, p99; when this is large, the round measures
   * the generator.
   */
  generatorLateMs: number;
  othersCores: number | null;
}

/** The rounds at one share of the peak. */
export interface SweepStep {
  share: number;
  connections: number;
  rounds: OfferedRound[];
}

/** One contestant under rising load. */
export interface Sweep {
  name: string;
  /** Its throughput when clients waited for their answers. */
  peakPerSecond: number;
  steps: SweepStep[];
  /**
   * The ceiling in the same turns, offered shares of the same peak: how much of a figure is due to the generator and
   * the machine.
   */
  ceiling?: Sweep;
}

export type Target = { atLeast: number } | { atMost: number };

export interface Figure {
  name: string;
  value: number;
  unit: string;
  /** Absent: for information only. */
  target?: Target;
  /** The largest of many times differs between runs by more than the machine's noise: its target is its floor. */
  isLargest?: true;
  /** The samples behind the value. */
  samples: number[];
}

export interface Section {
  title: string;
  /** The first one is measured, the others are its rivals. */
  series: Series[];
  sweeps?: Sweep[];
  figures: Figure[];
}

export function meets({ value, target }: Figure): boolean {
  if (target === undefined) return true;
  return 'atLeast' in target ? value >= target.atLeast : value <= target.atMost;
}

/** The nearest-rank percentile of `values`, which must not be empty; `share` is 0 to 1. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

export function medianRound({ rounds }: Series): Round {
  return {
    requestsPerSecond: median(rounds.map(({ requestsPerSecond }) => requestsPerSecond)),
    p50Ms: median(rounds.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(rounds.map(({ p99Ms }) => p99Ms)),
    p999Ms: median(rounds.map(({ p999Ms }) => p999Ms)),
    cpuMicroseconds: medianOfTold(rounds.map(({ cpuMicroseconds }) => cpuMicroseconds)),
    residentMegabytes: medianOfTold(rounds.map(({ residentMegabytes }) => residentMegabytes)),
    othersCores: medianOfTold(rounds.map(({ othersCores }) => othersCores)),
  };
}

export function medianOffered({ rounds }: SweepStep): OfferedRound {
  return {
    offeredPerSecond: median(rounds.map(({ offeredPerSecond }) => offeredPerSecond)),
    goodPerSecond: median(rounds.map(({ goodPerSecond }) => goodPerSecond)),
    refusedPerSecond: median(rounds.map(({ refusedPerSecond }) => refusedPerSecond)),
    p50Ms: median(rounds.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(rounds.map(({ p99Ms }) => p99Ms)),
    p999Ms: median(rounds.map(({ p999Ms }) => p999Ms)),
    refusedP99Ms: medianOfTold(rounds.map(({ refusedP99Ms }) => refusedP99Ms)),
    cpuMicroseconds: medianOfTold(rounds.map(({ cpuMicroseconds }) => cpuMicroseconds)),
    residentMegabytes: medianOfTold(rounds.map(({ residentMegabytes }) => residentMegabytes)),
    generatorLateMs: median(rounds.map(({ generatorLateMs }) => generatorLateMs)),
    othersCores: medianOfTold(rounds.map(({ othersCores }) => othersCores)),
  };
}

function medianOfTold(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : median(known);
}

/** Throughput of `a` relative to `b`, round by round: what disturbs the machine for seconds disturbs both. */
export function throughputRatios(a: Series, b: Series): number[] {
  return a.rounds.map((round, index) => round.requestsPerSecond / b.rounds[index]!.requestsPerSecond);
}
