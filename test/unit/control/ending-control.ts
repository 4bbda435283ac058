/** A control thread that ends at its first call, as `workerData` says. */
import { parentPort, workerData } from 'node:worker_threads';

parentPort!.on('message', () => {
  if (workerData.config === 'exits') process.exit(3);
  throw new Error('out of documents');
});
