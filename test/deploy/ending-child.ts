/** Ends in the midst of a transaction of the embedded store in the folder that is given. */
import { endAtOnce } from '../../src/start/end.js';
import { openLmdbStore } from '../../src/store/lmdb/store.js';

const store = await openLmdbStore({ path: process.argv[2]! });
void store.forgetExpired(Date.now());
setTimeout(() => endAtOnce(), 1);
