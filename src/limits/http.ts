/** Limits of the front: bodies, connections, answers on their way, and the end of the process. */
import { assert } from './assert.js';

/** HTTP. */
export const MAX_BODY_BYTES = 1_048_576;
/** A body of lines, which alone may be compressed: as sent, and inflated. */
export const MAX_LINES_BODY_BYTES = 33_554_432;
/** Lines of one body, all of which count or none. */
export const MAX_APPLY_LINES = 100_000;
/** The bodies of operations under way, those that wait for their turn included: two of the longest. */
export const MAX_HELD_CHARACTERS = 2 * MAX_LINES_BODY_BYTES;
/** The time limit of such a body grows with its received length: a sender must be at least this fast. */
export const LINES_MIN_BYTES_PER_SECOND = 131_072;
export const MAX_JSON_DEPTH = 32;
/**
 * Members of all objects of a body, and its objects and lists: with more of them, parsing takes its thread too long.
 * The largest bulk of charges has less than half of either.
 */
export const MAX_JSON_MEMBERS = 20_000;
export const MAX_JSON_CONTAINERS = 20_000;
/** uWebSockets.js itself drops a slow body after some 8 s without an answer: the 408 must come before that. */
export const BODY_TIMEOUT_MS = 6_000;
/** The interval at which the deadlines of bodies are checked. */
export const BODY_SWEEP_MS = 250;
/**
 * After a 413 the body is discarded until the client has been silent for LINGER_MS or has sent LINGER_BYTES; then the
 * connection is closed.
 */
export const LINGER_MS = 1_000;
export const LINGER_BYTES = 64 * MAX_BODY_BYTES;
export const MAX_REQUEST_ID_LENGTH = 64;
export const SHUTDOWN_GRACE_MS = 10_000;
/**
 * The buffer in which uWebSockets.js gathers an answer before it writes; a larger body goes to the connection itself.
 */
export const UWS_CORK_BYTES = 16_384;
export const LARGE_ANSWER_BYTES = UWS_CORK_BYTES;
/** What of a long answer is written in one turn of the event loop: quotes wait that long. */
export const ANSWER_TURN_BYTES = 131_072;
/**
 * Answers that their connections have not taken yet: the memory that they may hold, in all and for each address; and
 * the bytes that each counts for its connection's buffer, in addition to its own.
 */
export const UNSENT_BYTES = 33_554_432;
export const UNSENT_BYTES_PER_ADDRESS = 8_388_608;
export const UNSENT_ANSWER_BYTES = 2 * UWS_CORK_BYTES;
/** The share of small answers that are written so that uWebSockets.js says whether they left. */
export const UNSENT_SAMPLE = 1 / 8;
/**
 * A connection that takes nothing for this long is closed, as is one that is slower than the given speed. A reader of
 * 100 kB/s with a receive buffer of 32 MB takes nothing for 20 s at a time. The second value is for the shutdown.
 */
export const UNSENT_PATIENCE_MS = 30_000;
export const UNSENT_LAST_PATIENCE_MS = 2_000;
export const UNSENT_MIN_BYTES_PER_SECOND = 16_384;
/** How often the rests are offered again; uWebSockets.js closes a connection after some 8 s without that. */
export const UNSENT_SWEEP_MS = 1_000;
/**
 * Answers without a rate limit that uWebSockets.js sends without a report: those that close their connection, and some
 * to HEAD. Further ones, per address, are not sent.
 */
export const BLIND_ANSWERS_PER_WINDOW = 6_000;
export const BLIND_ANSWERS_PER_SECOND = 1_000;
/**
 * File descriptors. Connections are refused while fewer are free than 1/DESCRIPTORS_MARGIN_PART of those free at the
 * start, or than DESCRIPTORS_MAX_MARGIN if that is less; DESCRIPTORS_SPARE are reserved for the process. The interval
 * between two looks, longer if a look takes more than its share of the time; the interval between two log lines.
 */
export const DESCRIPTORS_MARGIN_PART = 8;
export const DESCRIPTORS_MAX_MARGIN = 1_024;
export const DESCRIPTORS_SPARE = 16;
export const DESCRIPTORS_LOOK_MS = 50;
export const DESCRIPTORS_LOOK_LOAD = 0.01;
export const DESCRIPTORS_LOG_INTERVAL_MS = 60_000;
/** When nothing is left to answer, requests on open connections are still read for this long. */
export const LAST_REQUESTS_MS = 20;
/** The time after the grace period for ending the threads and closing the store. */
export const SHUTDOWN_FLUSH_MS = 5_000;
/**
 * The log of a process that ends at once: how long its thread may take for the last lines, and how long it waits for a
 * reader that takes nothing.
 */
export const LAST_WRITE_MS = 50;
export const LAST_LINES_MS = 1_000;
/** A component that has not answered a check after this long is down. */
export const COMPONENT_CHECK_TIMEOUT_MS = 2_000;
/** Under overload one log line per interval represents all 503 answers. */
export const OVERLOAD_LOG_INTERVAL_MS = 1_000;

/**
 * Representations. A body below MIN_COMPRESSED_BYTES fits into the packets of its headers anyway; below
 * MIN_COMPRESSED_ANSWER_BYTES, compressing an answer of the pool takes longer than sending it. Compression leaves one
 * of libuv's four threads to the store and files.
 */
export const MIN_COMPRESSED_BYTES = 1_400;
export const MIN_COMPRESSED_ANSWER_BYTES = 16_384;
export const MAX_COMPRESSIONS_AT_ONCE = 3;
/**
 * The compared part of an unknown path: its characters and segments (more than any route has), and the segments that
 * may be misspelled; then the characters of the path and of the method that an answer shows.
 */
export const MAX_COMPARED_PATH_LENGTH = 160;
export const MAX_COMPARED_SEGMENTS = 7;
export const MAX_MISSPELT_SEGMENTS = 3;
export const MAX_SHOWN_PATH_LENGTH = 120;
export const MAX_SHOWN_METHOD_LENGTH = 20;
export const PREFLIGHT_MAX_AGE_SECONDS = 7_200;

/** The page cache of the front: the longest answer, and all together. */
export const MAX_CACHED_PAGE_BYTES = 262_144;
export const MAX_PAGE_CACHE_BYTES = 16 * 1_024 * 1_024;
/** An answer that is too long for the cache crosses to the front as bytes in shared memory. */
export const LONG_ANSWER_CHARACTERS = MAX_CACHED_PAGE_BYTES / 2;

assert(
  UNSENT_ANSWER_BYTES <= UNSENT_BYTES_PER_ADDRESS && UNSENT_BYTES_PER_ADDRESS < UNSENT_BYTES,
  'one address cannot take all',
);
assert(UNSENT_SWEEP_MS < UNSENT_LAST_PATIENCE_MS && UNSENT_LAST_PATIENCE_MS < SHUTDOWN_GRACE_MS);
assert(MAX_CACHED_PAGE_BYTES < MAX_PAGE_CACHE_BYTES);
