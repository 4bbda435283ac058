/** A node as an operator starts it, but for its control thread, which gets into trouble on request. */
import { readConfig } from '../../src/config.js';
import { launchWorker } from '../../src/control/remote.js';
import { runProcess } from '../../src/start/run.js';
import { moduleUrl } from '../support/programs.js';

const read = readConfig(process.env);
if (!read.ok) throw new Error(read.problems.join('; '));
await runProcess({
  config: read.config,
  warnings: [],
  launchControl: (...given) => launchWorker(moduleUrl('test/deploy/troubled-control'), ...given),
});
