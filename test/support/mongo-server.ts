/** A MongoDB that the tests start if none was given. */
import { MongoMemoryReplSet } from 'mongodb-memory-server-core';

/** Time for the download and the start. */
const START_TIMEOUT_MS = 120_000;

/** Downloads a server if there is none yet, and starts it. */
export async function startServer(): Promise<{ uri: string; stop: () => Promise<unknown> }> {
  const { warn } = console;
  // a failed download would print the same stack trace several times; the thrown error says the same
  console.warn = () => {};
  const starting = MongoMemoryReplSet.create({ replSet: { count: 1, storageEngine: 'wiredTiger' } });
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, START_TIMEOUT_MS, new Error(`not within ${START_TIMEOUT_MS} ms`));
  });
  try {
    const server = await Promise.race([starting, late]);
    return { uri: server.getUri(), stop: () => server.stop() };
  } catch (error) {
    starting.then(
      (server) => server.stop(),
      () => {},
    );
    throw error;
  } finally {
    clearTimeout(timer!);
    console.warn = warn;
  }
}
