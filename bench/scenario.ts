/** `node scenario.js <name>`: one scenario, by the plan that its parent sends; it sends the section back. See runScenarios. */
import { once } from 'node:events';
import type { Plan } from './support/load.js';
import { SCENARIOS } from './support/suite.js';

// its parent has the section, or is gone; explicit, because a connection of fetch's pool may hold the process open
process.once('disconnect', () => process.exit());
const [plan] = await once(process, 'message') as [Plan];
const measure = await SCENARIOS[process.argv[2]!]!();
process.send!(await measure(plan));
