/** One server under the same load, while one thing or another goes on beside. */
import type { Companion } from './companion.js';
import type { Series } from './figures.js';
import { type Contestant, CONNECTIONS, load, type Plan } from './load.js';

export interface Beside {
  /** What goes on, behind the contestant's name. */
  label: string;
  /** At work during these rounds alone; null: nothing goes on. */
  companion: Companion | null;
}

/** A series for each of what goes on beside, in turns. */
export async function takeTurnsBeside(contestant: Contestant, besides: readonly Beside[], plan: Plan): Promise<Series[]> {
  const { name, server, connections = CONNECTIONS } = contestant;
  const series = besides.map(({ label }): Series => ({ name: label === '' ? name : `${name}, ${label}`, server: server.name, connections, rounds: [] }));
  if (plan.warmUpSeconds > 0) await load(contestant, plan.warmUpSeconds);
  for (let round = 0; round < plan.rounds; round++) {
    for (const [index, { companion }] of besides.entries()) {
      await companion?.resume();
      series[index]!.rounds.push(await load(contestant, plan.roundSeconds));
      await companion?.pause();
    }
  }
  return series;
}
