/** Figures derived from rounds: mostly one contestant relative to another in the same turns. */
import { type Figure, median, type Round, type Series, type Target, throughputRatios } from './figures.js';

/** Requests a second of `ours`, as a multiple of those of `theirs`. */
export function throughputRatio(name: string, ours: Series, theirs: Series, target?: Target): Figure {
  const samples = throughputRatios(ours, theirs);
  return { name, value: median(samples), unit: 'x', ...(target && { target }), samples };
}

/** p99 of `ours`, as a multiple of that of `theirs`. */
export function p99Ratio(name: string, ours: Series, theirs: Series, target?: Target): Figure {
  const samples = ours.rounds.map(({ p99Ms }, round) => p99Ms / theirs.rounds[round]!.p99Ms);
  return { name, value: median(samples), unit: 'x', ...(target && { target }), samples };
}

/**
 * Shows how much more work a request is, which a ratio of throughputs hides where the load generator is the limit.
 * Empty where the system does not report it.
 */
export function processorTimeRatio(name: string, ours: Series, theirs: Series): Figure[] {
  const samples = ours.rounds.flatMap(({ cpuMicroseconds }, round) => {
    const other = theirs.rounds[round]!.cpuMicroseconds;
    return cpuMicroseconds === null || other === null ? [] : [cpuMicroseconds / other];
  });
  return samples.length === 0 ? [] : [{ name, value: median(samples), unit: 'x', samples }];
}

/** The server's largest resident memory. Empty where the system does not report it. */
export function residentFigure(name: string, rounds: readonly Round[], atMost: number): Figure[] {
  const samples = rounds.flatMap(({ residentMegabytes }) => residentMegabytes ?? []);
  return samples.length === 0 ? [] : [{ name, value: Math.max(...samples), unit: 'MB', target: { atMost }, samples }];
}
