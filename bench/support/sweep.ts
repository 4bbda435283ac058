/** One contestant under rising load: its throughput, its latencies, and its behaviour under overload. */
import { MAX_WAITING_REQUESTS } from '../../src/limits/pool.js';
import { type Figure, median, type OfferedRound, type Sweep } from './figures.js';
import type { Contestant, Plan } from './load.js';
import { offer, OFFERED_CONNECTIONS } from './open-loop.js';

const HALF = 0.5;
const OVERLOAD = 1.5;
/** Shares of the peak. */
const SWEEP_SHARES = [HALF, 0.8, 1, OVERLOAD] as const;
/** More than the server's queue holds: with fewer, requests that it would refuse would wait in the generator. */
const OVERLOAD_CONNECTIONS = MAX_WAITING_REQUESTS + 1_024;

const MOST_P99_MS = 2;
const LEAST_GOODPUT = 0.9;
const MOST_REFUSED_MS = 50;

/**
 * Rounds at each share of the peak in turn, so that what disturbs the machine for seconds disturbs all; `peakPerSecond`
 * is the result of `load`. A `ceiling` is offered the same where there is a target.
 */
export async function sweep(
  contestant: Contestant,
  peakPerSecond: number,
  plan: Plan,
  ceiling?: Contestant,
): Promise<Sweep> {
  const swept = stepsOf(contestant, peakPerSecond, SWEEP_SHARES);
  if (ceiling !== undefined) swept.ceiling = stepsOf(ceiling, peakPerSecond, [HALF, OVERLOAD]);
  if (plan.warmUpSeconds > 0) await offer(contestant, HALF * peakPerSecond, plan.warmUpSeconds);
  for (let round = 0; round < plan.rounds; round++) {
    await takeRound(contestant, swept, plan);
    if (ceiling !== undefined) await takeRound(ceiling, swept.ceiling!, plan);
  }
  return swept;
}

function stepsOf({ name }: Contestant, peakPerSecond: number, shares: readonly number[]): Sweep {
  return {
    name,
    peakPerSecond,
    steps: shares.map((share) => ({
      share,
      connections: share > 1 ? OVERLOAD_CONNECTIONS : OFFERED_CONNECTIONS,
      rounds: [],
    })),
  };
}

async function takeRound(
  contestant: Contestant,
  { peakPerSecond, steps }: Sweep,
  { roundSeconds }: Plan,
): Promise<void> {
  for (const { share, connections, rounds } of steps)
    rounds.push(await offer(contestant, share * peakPerSecond, roundSeconds, connections));
}

/**
 * The targets of a server under open load, with names that begin with the sweep's name, and figures to compare them
 * with.
 */
export function sweepFigures(swept: Sweep): Figure[] {
  return [
    p99AtHalf(swept),
    goodputUnderOverload(swept),
    refusedUnderOverload(swept),
    ...(swept.ceiling === undefined ? [] : ceilingFigures(swept.ceiling)),
  ];
}

export function p99AtHalf(swept: Sweep): Figure {
  const samples = roundsAt(swept, HALF).map(({ p99Ms }) => p99Ms);
  return {
    name: `${swept.name}: p99 offered 50 % of the peak`,
    value: median(samples),
    unit: 'ms',
    target: { atMost: MOST_P99_MS },
    samples,
  };
}

export function goodputUnderOverload(swept: Sweep): Figure {
  const samples = roundsAt(swept, OVERLOAD).map(({ goodPerSecond }) => goodPerSecond / swept.peakPerSecond);
  return {
    name: `${swept.name}: goodput offered 150 % of the peak / peak`,
    value: median(samples),
    unit: 'x',
    target: { atLeast: LEAST_GOODPUT },
    samples,
  };
}

export function refusedUnderOverload(swept: Sweep): Figure {
  // where nothing was refused, there was no wait for a refusal
  const samples = roundsAt(swept, OVERLOAD).map(({ refusedP99Ms }) => refusedP99Ms ?? 0);
  return {
    name: `${swept.name}: p99 of the refused offered 150 % of the peak`,
    value: median(samples),
    unit: 'ms',
    target: { atMost: MOST_REFUSED_MS },
    samples,
  };
}

/**
 * Figures of a server that computes nothing, at the loads that have targets: no p99 and no overload can be better here
 * than these.
 */
function ceilingFigures(ceiling: Sweep): Figure[] {
  const { name, value, unit, samples } = p99AtHalf(ceiling);
  const answered = roundsAt(ceiling, OVERLOAD).map(
    ({ goodPerSecond, offeredPerSecond }) => goodPerSecond / offeredPerSecond,
  );
  return [
    { name: `${name} of pinrate`, value, unit, samples },
    {
      name: `${ceiling.name}: answered of 150 % of the peak of pinrate`,
      value: median(answered),
      unit: 'x',
      samples: answered,
    },
  ];
}

function roundsAt({ steps }: Sweep, wanted: number): OfferedRound[] {
  return steps.find(({ share }) => share === wanted)!.rounds;
}
