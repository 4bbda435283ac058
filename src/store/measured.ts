import type { LastGoodWrite, Store } from './port.js';

/** The same store; `observe` gets the duration of each operation in seconds, whether it succeeded or not. */
export function measured(store: Store, observe: (operation: string, seconds: number) => void): Store {
  async function timed<T>(operation: string, run: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    try {
      return await run();
    } finally {
      observe(operation, (performance.now() - startedAt) / 1_000);
    }
  }
  return {
    isShared: store.isShared,
    load: (collections) => timed('load', () => store.load(collections)),
    get: (collection, key) => timed('get', () => store.get(collection, key)),
    getMany: (collection, keys) => timed('get_many', () => store.getMany(collection, keys)),
    assignments: (query) => timed('assignments', () => store.assignments(query)),
    assignmentSums: (query) => timed('assignment_sums', () => store.assignmentSums(query)),
    latestRequests: (limit, take) => timed('latest_asked', () => store.latestRequests(limit, take)),
    assignedParcels: (keys, awbs) => timed('assigned_parcels', () => store.assignedParcels(keys, awbs)),
    outcomesRevision: () => store.outcomesRevision(),
    writeOutcomes: (write) => timed('write_outcomes', () => store.writeOutcomes(write)),
    addOutcomeSums: (sums, at) => timed('add_outcome_sums', () => store.addOutcomeSums(sums, at)),
    // its duration is that of its reader
    outcomeSums: (query) => store.outcomeSums(query),
    forgetOutcomeSums: (beforeWeek) => timed('forget_outcome_sums', () => store.forgetOutcomeSums(beforeWeek)),
    // its duration is that of its reader, but for the count
    requests: (query) => timed('requests', () => store.requests(query)),
    changes: (query) => timed('changes', () => store.changes(query)),
    page: (collection, after, limit) => timed('page', () => store.page(collection, after, limit)),
    takeIds: (collection, count, above) => timed('take_ids', () => store.takeIds(collection, count, above)),
    // its duration is that of its reader
    pages: (collection, partnerId, limit) => store.pages(collection, partnerId, limit),
    write: (ops, note) => timed('write', () => store.write(ops, note)),
    ...(store.writeLastGood && {
      writeLastGood: (writes: readonly LastGoodWrite[]) => timed('keep', () => store.writeLastGood!(writes)),
    }),
    forgetExpired: (nowMs) => timed('forget', () => store.forgetExpired(nowMs)),
    importAll: (documents) => timed('import', () => store.importAll(documents)),
    ...(store.backup && { backup: (folder: string) => timed('backup', () => store.backup!(folder)) }),
    ping: () => timed('ping', () => store.ping()),
    isEmpty: () => store.isEmpty(),
    seal: (seal) => store.seal(seal),
    completeImport: () => store.completeImport(),
    follow: (collections, follower) => store.follow(collections, follower),
    caughtUp: () => timed('catch_up', () => store.caughtUp()),
    ...(store.closeSoon && { closeSoon: () => store.closeSoon!() }),
    close: () => store.close(),
  };
}
