/** Limits of the MongoDB store and of its change feed. */
import { assert } from './assert.js';
import { SHUTDOWN_FLUSH_MS, SHUTDOWN_GRACE_MS } from './http.js';
import { patient } from './patience.js';

/**
 * The change feed of MongoDB. How long the server may wait for a change before it answers without one, in general and
 * within a transaction whose end is not known yet; then how much longer its answer may take, doubled with every failure
 * in a row.
 */
export const FEED_AWAIT_MS = 1_000;
export const FEED_TRANSACTION_AWAIT_MS = 1;
/** The shortest pause before the next request for changes; the longest one, while the follower rests. */
export const FEED_GATHER_MS = 15;
export const FEED_LONGEST_GATHER_MS = 150;
export const FEED_REPLY_MS = patient(4_000);
export const FEED_MAX_REPLY_MS = patient(60_000);
/** Events of one answer: about a megabyte. */
export const FEED_BATCH_EVENTS = 1_000;
/**
 * The pause between attempts, with full jitter: at most FEED_RETRY_MIN_MS, doubled each time up to the second value;
 * reset after FEED_STEADY_MS without a failure.
 */
export const FEED_RETRY_MIN_MS = 50;
export const FEED_RETRY_MAX_MS = 5_000;
export const FEED_STEADY_MS = 60_000;
/** After this many refusals in a row by a healthy server, everything is read again from the start. */
export const FEED_MAX_REFUSALS = 5;
/** An unneeded cursor is closed on the server, unless that takes longer. */
export const FEED_CLOSE_MS = 500;
/** Documents per answer while everything is read; its time limit. */
export const SNAPSHOT_BATCH_DOCUMENTS = 2_000;
export const SNAPSHOT_REPLY_MS = patient(10_000);
/**
 * How often the store is checked while collections are missing or being restored; a restored one is adopted when the
 * number of its documents has not changed for RESTORE_QUIET_MS.
 */
export const RESTORE_POLL_MS = 1_000;
export const RESTORE_QUIET_MS = 5_000;
/** The server's clock is read again after this long: it may have been adjusted. */
export const FEED_CLOCK_MS = 60_000;

/**
 * MongoDB store. A primary that hangs is noticed when a heartbeat fails, at most MONGO_HEARTBEAT_MS plus
 * MONGO_CONNECT_TIMEOUT_MS later; operations on its connections are then interrupted. A socket that is silent for
 * longer is closed.
 */
export const MONGO_CONNECT_TIMEOUT_MS = 2_000;
export const MONGO_HEARTBEAT_MS = 1_500;
export const MONGO_SERVER_SELECTION_MS = 5_000;
export const MONGO_SOCKET_TIMEOUT_MS = 60_000;
export const MONGO_CONNECTIONS = 32;
export const MONGO_PING_TIMEOUT_MS = 1_500;
/** The time limit of a read at the server. */
export const MONGO_READ_TIMEOUT_MS = patient(10_000);
/** How long a read may take with finding the server, a connection and a second attempt. */
export const MONGO_READ_DEADLINE_MS = patient(30_000);
/** A transaction that has not ended so long after its lifetime at the server is given up. */
export const MONGO_LATE_MS = patient(10_000);
/** Documents per answer while the latest assignments are read. */
export const REQUEST_BATCH_DOCUMENTS = 500;
/** How long to wait for the end of a transaction, for which the server needs no time. */
export const MONGO_ABORT_MS = 5_000;
/**
 * A transaction that no process continues blocks others. A node that is blocked looks for such transactions at the
 * first interval. It ends those that have been silent for the second value if their connection is gone, otherwise for
 * the third: a live process is busy for less.
 */
export const MONGO_ABANDONED_POLL_MS = 1_000;
export const MONGO_ABANDONED_MS = 500;
export const MONGO_SILENT_MS = patient(10_000);
/** When the process stops: the time for operations under way, and then for the end of the connections. */
export const MONGO_STOP_MS = 5_000;
export const MONGO_CLOSE_MS = 2_000;
/** The time limit of a write from its request on; how long one attempt to commit may wait for the majority. */
export const MONGO_WRITE_DEADLINE_MS = patient(30_000);
export const MONGO_COMMIT_TIMEOUT_MS = patient(5_000);
/** The pause between attempts of a transaction doubles from the first value to the last. */
export const MONGO_FIRST_PAUSE_MS = 2;
export const MONGO_LAST_PAUSE_MS = 250;
/**
 * The pause before a transaction asks for its turn among those of all nodes, while others want turns: at most
 * MONGO_TURN_LONGEST_PAUSE_MS, divided by one more than its lost turns, but not below the second value; and how
 * long others are expected to want turns after a lost one.
 */
export const MONGO_TURN_LONGEST_PAUSE_MS = 60;
export const MONGO_TURN_SHORTEST_PAUSE_MS = 20;
export const MONGO_TURN_CONTENDED_MS = 1_000;
/** How many ids of a collection a node takes at a time. */
export const MONGO_ID_BLOCK = 64;
/** A second is complete when the server's clock is this much further and the stream has nothing more. */
export const FOREIGN_SETTLED_SECONDS = 3;
/** Ops of the short writes that share a transaction. */
export const MONGO_GROUP_OPS = 1_000;
/** How long a group of writes that conflicts with another transaction is repeated together. */
export const MONGO_GROUP_PATIENCE_MS = 1_000;
/** Keys that one query names, and documents that one command carries. */
export const MONGO_QUERY_KEYS = 500;
export const MONGO_COMMAND_DOCUMENTS = 200;
/** A durable write is answered after this long even if this process's followers have not received it yet. */
export const MONGO_FOLLOW_WAIT_MS = patient(10_000);
/** Change sets of an earlier release whose views of partners a start computes at a time. */
export const MONGO_JUDGED_CHANGES = 500;

/** Sums of assignments: those of an hour that is over for this long are kept for a while, so many of them. */
export const SUMS_CLOSE_AFTER_MS = 600_000;
export const SUMS_STAY_MS = 600_000;
export const MAX_CACHED_SUMS = 100;

/**
 * Documents per transaction of an import; each renews the lease, which another process may take after MONGO_LEASE_MS.
 */
export const MONGO_IMPORT_STEP_DOCUMENTS = 2_000;
export const MONGO_LEASE_MS = 60_000;
export const MONGO_LEASE_POLL_MS = 250;

assert(FEED_RETRY_MIN_MS <= FEED_RETRY_MAX_MS && FEED_RETRY_MAX_MS < FEED_STEADY_MS);
assert(RESTORE_POLL_MS < RESTORE_QUIET_MS, 'a restore is looked at several times before it counts as quiet');
assert(FEED_AWAIT_MS < FEED_REPLY_MS && FEED_REPLY_MS <= FEED_MAX_REPLY_MS);
assert(MONGO_HEARTBEAT_MS + MONGO_CONNECT_TIMEOUT_MS < MONGO_WRITE_DEADLINE_MS, 'a hung primary is noticed in time');
assert(MONGO_COMMIT_TIMEOUT_MS < MONGO_WRITE_DEADLINE_MS && MONGO_WRITE_DEADLINE_MS < MONGO_LEASE_MS);
assert(MONGO_READ_TIMEOUT_MS + MONGO_SERVER_SELECTION_MS < MONGO_READ_DEADLINE_MS, 'a read may be slow');
assert(MONGO_COMMIT_TIMEOUT_MS < MONGO_LATE_MS, 'a commit may begin at the end of the lifetime');
assert(MONGO_STOP_MS < SHUTDOWN_GRACE_MS, 'what is given up is still answered');
assert(MONGO_CLOSE_MS + FEED_CLOSE_MS < SHUTDOWN_FLUSH_MS);
