/**
 * Road factors of the states that a great circle cuts short: roads from the North East pass Guwahati and the Siliguri
 * corridor north of Bangladesh, those from Kashmir and Ladakh the passes to Jammu and Manali. A factor is the length of
 * the shortest of these roads in great circles between the two states' towns. One factor stands for a pair of states,
 * so a town far from its state's is measured only roughly.
 */
import type { RoadDistance } from '../../src/model/documents.js';
import { CARD_CREATED } from './common.js';
import { kilometresBetween, type Geography, type Point } from './geography.js';
import { ISLANDS } from './regions.js';

const ROAD_FACTOR = 1.3;
/** A factor that is nearer than this to ROAD_FACTOR has no row. */
const LEAST_DIFFERENCE = 0.05;
const HIGHEST_FACTOR = 5;

const [GUWAHATI, SHILLONG, AGARTALA, AIZAWL, IMPHAL] = ['781001', '793001', '799001', '796001', '795001'] as const;
const [KOHIMA, ITANAGAR, SRINAGAR, LEH] = ['797001', '791111', '190001', '194101'] as const;
const [SILCHAR, DIMAPUR, SILIGURI, JAMMU, MANALI] = ['788001', '797112', '734001', '180001', '175131'] as const;

/** The town that roads from each of these states begin at, by its pincode; and how winding the roads within it are. */
const STATES: Readonly<Record<string, { town: string; within: number }>> = {
  AS: { town: GUWAHATI, within: 1.4 },
  ML: { town: SHILLONG, within: 1.6 },
  TR: { town: AGARTALA, within: 1.5 },
  MZ: { town: AIZAWL, within: 1.8 },
  MN: { town: IMPHAL, within: 1.7 },
  NL: { town: KOHIMA, within: 1.7 },
  AR: { town: ITANAGAR, within: 2 },
  JK: { town: SRINAGAR, within: 1.7 },
  LA: { town: LEH, within: 1.8 },
};

/** From here on roads are as straight as elsewhere. */
const GATES = [SILIGURI, JAMMU, MANALI];

/** Road kilometres between towns. */
const ROADS: readonly (readonly [string, string, number])[] = [
  [GUWAHATI, SILIGURI, 440],
  [GUWAHATI, SHILLONG, 100],
  [GUWAHATI, SILCHAR, 315],
  [GUWAHATI, DIMAPUR, 280],
  [GUWAHATI, ITANAGAR, 330],
  [SHILLONG, SILCHAR, 215],
  [SILCHAR, AGARTALA, 290],
  [SILCHAR, AIZAWL, 175],
  [SILCHAR, IMPHAL, 260],
  [AGARTALA, AIZAWL, 345],
  [IMPHAL, KOHIMA, 140],
  [KOHIMA, DIMAPUR, 70],
  [DIMAPUR, ITANAGAR, 270],
  [SRINAGAR, JAMMU, 250],
  [SRINAGAR, LEH, 420],
  [LEH, MANALI, 430],
];

/** Rows for all partners: each of the states within itself, with each other, and with every other state on the land. */
export function roadDistances(geography: Geography): RoadDistance[] {
  const cutShort = Object.keys(STATES);
  const others = geography.states.map(({ code }) => code).filter((code) => !cutShort.includes(code));
  const onLand = others.filter((code) => !ISLANDS.includes(code));
  const pairs = cutShort.flatMap((from, i) => [...cutShort.slice(i), ...onLand].map((to) => [from, to] as const));
  return pairs
    .map(([from, to]) => ({ from, to, factor: factorBetween(from, to, geography) }))
    .filter(({ factor }) => Math.abs(factor - ROAD_FACTOR) >= LEAST_DIFFERENCE)
    .map(({ from, to, factor }, i) => ({
      id: i + 1,
      partnerId: null,
      fromStateId: geography.state(from).id,
      toStateId: geography.state(to).id,
      factor,
      createdAt: CARD_CREATED,
    }));
}

function factorBetween(from: string, to: string, geography: Geography): number {
  const { town, within } = STATES[from]!;
  if (from === to) return within;
  const roads = roadsFrom(town);
  const start = geography.pincode(town);
  const end = STATES[to] === undefined ? middleOf(to, geography) : geography.pincode(STATES[to].town);
  const throughGate = GATES.map(
    (gate) => (roads.get(gate) ?? Infinity) + ROAD_FACTOR * kilometresBetween(geography.pincode(gate), end),
  );
  const km = Math.min(roads.get(STATES[to]?.town ?? '') ?? Infinity, ...throughGate);
  return Math.min(HIGHEST_FACTOR, Math.round((100 * km) / kilometresBetween(start, end)) / 100);
}

/** The shortest way by ROADS from a town to each town that they reach. */
function roadsFrom(town: string): Map<string, number> {
  const shortest = new Map([[town, 0]]);
  for (let round = 0; round < ROADS.length; round++) {
    for (const [a, b, km] of ROADS) {
      for (const [near, far] of [
        [a, b],
        [b, a],
      ] as const) {
        const through = (shortest.get(near) ?? Infinity) + km;
        if (through < (shortest.get(far) ?? Infinity)) shortest.set(far, through);
      }
    }
  }
  return shortest;
}

/** The mean of a state's pincodes. */
function middleOf(code: string, geography: Geography): Point {
  const { id } = geography.state(code);
  const located = geography.located.filter(({ stateId, latitude }) => stateId === id && latitude !== null);
  const mean = (of: (row: Point) => number): number => located.reduce((sum, row) => sum + of(row), 0) / located.length;
  return { latitude: mean((row) => row.latitude!), longitude: mean((row) => row.longitude!) };
}
