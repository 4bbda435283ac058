/** A MongoDB of the tests' own, where none was given. */
import { MongoMemoryReplSet } from 'mongodb-memory-server-core';

/** For downloading and starting. */
const START_TIMEOUT_MS = 120_000;

/** Downloads a server where none is yet, and starts it. */
export async function startServer(): Promise<{ uri: string; stop: () => Promise<unknown> }> {
  const { warn } = console;
  // a failed download would print the same stack trace several times; the error that is thrown says as much
  console.warn = () => {};
  const starting = MongoMemoryReplSet.create({ replSet: { count: 1, storageEngine: 'wiredTiger' } });
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => { timer = setTimeout(reject, START_TIMEOUT_MS, new Error(`not within ${START_TIMEOUT_MS} ms`)); });
  try {
    const server = await Promise.race([starting, late]);
    return { uri: server.getUri(), stop: () => server.stop() };
  } catch (error) {
    starting.then((server) => server.stop(), () => {});
    throw error;
  } finally {
    clearTimeout(timer!);
    console.warn = warn;
  }
}
