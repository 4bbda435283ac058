/** The recorded ratios, and how far they may fall before it is more than the machine's noise. */
import type { Figure, Target } from './figures.js';
import type { ScenarioSection, ResultSection } from './report.js';

/** Which scenario measures a figure, its values in the last two recorded runs, the newer first, and its bound. */
export type Floor = { scenario: string; recorded: number[] } & Target;

/** By the figure's name. */
export type Floors = Record<string, Floor>;

/**
 * A share of the recorded median. Medians of the same build differed by up to a tenth between runs on a shared virtual
 * machine; it is meant to detect a loss of a sixth.
 */
const TOLERANCE = 0.15;

/**
 * The floors that results give: one for each ratio with a target, since only ratios are the same on another machine. A
 * figure whose rounds were further apart than the tolerance may be as bad as its worst round. The run before counts
 * too, since two days of one machine differ more than the rounds of a run: charges of pinrate are 2.8 and 4.2 times
 * those of Fastify. A run before that one no longer counts, so a bound cannot sink from release to release unseen.
 * The largest of many times has its target for a floor.
 */
export function floorsOf(
  sections: readonly Pick<ResultSection, 'scenario' | 'figures'>[],
  before: Floors = {},
): Floors {
  const floors: Floors = {};
  for (const { scenario, figures } of sections) {
    // the target of a comparison with the last release is its floor
    if (scenario === 'release') continue;
    for (const { name, value, unit, target, samples, isLargest } of figures) {
      if (unit !== 'x' || target === undefined) continue;
      const recorded = [value, ...(before[name]?.recorded.slice(0, 1) ?? [])];
      floors[name] = { scenario, recorded, ...(isLargest ? target : boundOf(target, recorded, samples)) };
    }
  }
  return floors;
}

/** How far the recorded values may fall, or rise where less is better. */
function boundOf(target: Target, recorded: readonly number[], samples: readonly number[]): Target {
  return 'atLeast' in target
    ? { atLeast: round(Math.min(...recorded.map((run) => run * (1 - TOLERANCE)), ...samples)) }
    : { atMost: round(Math.max(...recorded.map((run) => run * (1 + TOLERANCE)), ...samples)) };
}

const round = (value: number): number => Number(value.toPrecision(3));

export interface Comparison {
  name: string;
  floor: Floor;
  /** The figure as measured now; null when no scenario gave it. */
  figure: Figure | null;
  /** `not run`: its scenario needs something that is missing here. `missing`: no figure has that name any more. */
  outcome: 'held' | 'broken' | 'missing' | 'not run';
}

/** One comparison for each floor; figures without a floor are not compared. */
export function compareWithFloors(
  floors: Floors,
  { sections, notRun }: { sections: readonly Pick<ScenarioSection, 'figures'>[]; notRun: readonly string[] },
): Comparison[] {
  const figures = new Map(sections.flatMap((section) => section.figures).map((figure) => [figure.name, figure]));
  return Object.entries(floors).map(([name, floor]): Comparison => {
    const figure = figures.get(name) ?? null;
    if (figure === null)
      return { name, floor, figure, outcome: notRun.includes(floor.scenario) ? 'not run' : 'missing' };
    // NaN is broken too
    const holds = 'atLeast' in floor ? figure.value >= floor.atLeast : figure.value <= floor.atMost;
    return { name, floor, figure, outcome: holds ? 'held' : 'broken' };
  });
}
