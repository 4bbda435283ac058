/**
 * `node scenario.js <name>`: runs one scenario by the plan that its parent sends, and sends the section back. See
 * runScenarios.
 */
import { once } from 'node:events';
import type { Plan } from './support/load.js';
import { SCENARIOS } from './support/suite.js';

// its parent has the section, or has ended; explicit, because a connection of fetch's pool may keep the process alive
process.once('disconnect', () => process.exit());
const [plan] = (await once(process, 'message')) as [Plan];
const measure = await SCENARIOS[process.argv[2]!]!();
process.send!(await measure(plan));
