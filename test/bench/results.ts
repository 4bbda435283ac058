/** Invented results in the form of a real run. */
import type { Figure, OfferedRound, Round, Section, Series, Sweep } from '../../bench/support/figures.js';

export function roundOf(requestsPerSecond: number, more: Partial<Round> = {}): Round {
  return {
    requestsPerSecond,
    p50Ms: 1,
    p99Ms: 3,
    p999Ms: 6,
    cpuMicroseconds: 40,
    residentMegabytes: 300,
    othersCores: 0.01,
    ...more,
  };
}

export function seriesOf(
  name: string,
  server: string,
  requestsPerSecond: readonly number[],
  partners?: number,
): Series {
  return { name, server, partners, connections: 64, rounds: requestsPerSecond.map((value) => roundOf(value)) };
}

export function offeredOf(offeredPerSecond: number, more: Partial<OfferedRound> = {}): OfferedRound {
  return {
    offeredPerSecond,
    goodPerSecond: offeredPerSecond,
    refusedPerSecond: 0,
    p50Ms: 0.4,
    p99Ms: 1.6,
    p999Ms: 3,
    refusedP99Ms: null,
    cpuMicroseconds: 40,
    residentMegabytes: 300,
    generatorLateMs: 0.5,
    othersCores: 0.01,
    ...more,
  };
}

/** A server that answers up to its peak, and refuses the rest. */
export function sweepOf(name: string, peakPerSecond: number): Sweep {
  const step = (share: number, latencies: Partial<OfferedRound>) => {
    const refusedPerSecond = Math.max(0, share - 1) * peakPerSecond;
    return {
      share,
      connections: 256,
      rounds: [
        offeredOf(share * peakPerSecond, {
          goodPerSecond: Math.min(1, share) * peakPerSecond,
          refusedPerSecond,
          refusedP99Ms: refusedPerSecond === 0 ? null : 12,
          ...latencies,
        }),
      ],
    };
  };
  return {
    name,
    peakPerSecond,
    steps: [
      step(0.5, { p50Ms: 0.41, p99Ms: 1.6, p999Ms: 3.1 }),
      step(0.8, { p50Ms: 0.62, p99Ms: 2.9, p999Ms: 6.2 }),
      step(1, { p50Ms: 2.2, p99Ms: 9.4, p999Ms: 14 }),
      step(1.5, { p50Ms: 31, p99Ms: 44, p999Ms: 49 }),
    ],
  };
}

export function figureOf(name: string, samples: readonly number[], target?: Figure['target'], unit = 'x'): Figure {
  return {
    name,
    value: [...samples].sort((a, b) => a - b)[Math.floor(samples.length / 2)]!,
    unit,
    target,
    samples: [...samples],
  };
}

/** One of each kind that the charts can draw. */
export function sectionsOf(): (Section & { scenario: string })[] {
  const contest = (title: string, [ours, bare, fastify]: readonly [number, number, number], partners?: number) => [
    seriesOf(`${title}: pinrate`, 'pinrate', [ours], partners),
    seriesOf(`${title}: bare uWebSockets.js, fixed answer`, 'bare', [bare], partners),
    seriesOf(`${title}: Fastify, inline`, 'fastify', [fastify], partners),
  ];
  return [
    {
      scenario: 'starts',
      title: 'starts',
      series: [],
      figures: [figureOf('start: ready after', [1.4], { atMost: 3 }, 's')],
    },
    {
      scenario: 'charges',
      title: 'charges',
      series: contest('charges', [36_297, 63_986, 10_430]),
      sweeps: [sweepOf('charges: pinrate', 36_297)],
      figures: [figureOf('charges: throughput of pinrate / bare', [0.55, 0.57, 0.58], { atLeast: 0.55 })],
    },
    {
      scenario: 'mix',
      title: 'a checkout’s mix <of requests> & more',
      sweeps: [sweepOf('mix: pinrate', 21_000)],
      figures: [],
      series: [
        ...contest('mix', [21_000, 60_000, 6_800]),
        seriesOf('mix: a service that queries MongoDB for each request', 'per-request', [740]),
      ],
    },
    ...(
      [
        [10, [21_000, 61_000, 6_100]],
        [100, [9_108, 52_000, 2_100]],
        [500, [2_950, 24_300, 480]],
      ] as const
    ).map(([partners, rates]) => ({
      scenario: 'find-all',
      title: `find-all, ${partners} partners`,
      series: contest(`find-all, ${partners} partners`, rates, partners),
      figures: [],
    })),
  ];
}
