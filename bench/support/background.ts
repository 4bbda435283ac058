/** One server under the same load, with different background work in turn. */
import type { Companion } from './companion.js';
import type { Series } from './figures.js';
import { type Contestant, CONNECTIONS, load, type Plan } from './load.js';

export interface Background {
  /** The background work, appended to the contestant's name. */
  label: string;
  /** Runs during these rounds only; null: no background work. */
  companion: Companion | null;
}

/** One series for each kind of background work, in turns. */
export async function takeTurnsWith(
  contestant: Contestant,
  backgrounds: readonly Background[],
  plan: Plan,
): Promise<Series[]> {
  const { name, server, connections = CONNECTIONS } = contestant;
  const series = backgrounds.map(({ label }): Series => ({
    name: label === '' ? name : `${name}, ${label}`,
    server: server.name,
    connections,
    rounds: [],
  }));
  if (plan.warmUpSeconds > 0) await load(contestant, plan.warmUpSeconds);
  for (let round = 0; round < plan.rounds; round++) {
    for (const [index, { companion }] of backgrounds.entries()) {
      await companion?.resume();
      series[index]!.rounds.push(await load(contestant, plan.roundSeconds));
      await companion?.pause();
    }
  }
  return series;
}
