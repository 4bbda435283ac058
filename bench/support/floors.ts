/** The recorded ratios, and how far they may fall before it is more than the machine's noise. */
import type { Figure } from './figures.js';
import type { ScenarioSection, ResultSection } from './report.js';

/** Which scenario measures a figure, its recorded value, and the bound that it must respect. */
export type Floor = { scenario: string; recorded: number } & ({ atLeast: number } | { atMost: number });

/** By the figure's name. */
export type Floors = Record<string, Floor>;

/**
 * A share of the recorded median. Medians of the same build differed by up to a tenth between runs on a shared virtual
 * machine, and the guard's rounds are fewer and shorter; it is meant to detect a loss of a sixth.
 */
const TOLERANCE = 0.15;

/**
 * The floors that results give: one for each ratio with a target, since only ratios are the same on another machine. A
 * figure whose rounds were further apart than the tolerance may be as bad as its worst round.
 */
export function floorsOf(sections: readonly Pick<ResultSection, 'scenario' | 'figures'>[]): Floors {
  const floors: Floors = {};
  for (const { scenario, figures } of sections) {
    // the target of a comparison with the last release is its floor
    if (scenario === 'release') continue;
    for (const { name, value, unit, target, samples } of figures) {
      if (unit !== 'x' || target === undefined) continue;
      floors[name] = {
        scenario,
        recorded: value,
        ...('atLeast' in target
          ? { atLeast: round(Math.min(value * (1 - TOLERANCE), ...samples)) }
          : { atMost: round(Math.max(value * (1 + TOLERANCE), ...samples)) }),
      };
    }
  }
  return floors;
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
