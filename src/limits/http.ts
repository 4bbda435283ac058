/** Limits of the front: bodies, connections, answers on their way, and the end of the process. */
import assert from 'node:assert/strict';

/** HTTP. */
export const MAX_BODY_BYTES = 1_048_576;
/** A body of lines, which alone may be compressed: as sent, and inflated. */
export const MAX_LINES_BODY_BYTES = 33_554_432;
/** The bodies of operations under way, those that wait for their turn included: two of the longest. */
export const MAX_HELD_CHARACTERS = 2 * MAX_LINES_BODY_BYTES;
/** The time limit of such a body grows with what has arrived of it: a sender must be at least this fast. */
export const LINES_MIN_BYTES_PER_SECOND = 131_072;
export const MAX_JSON_DEPTH = 32;
/**
 * Members of all objects of a body, and its objects and lists: more take the thread that parses them too long. The
 * largest bulk of charges has less than half of either.
 */
export const MAX_JSON_MEMBERS = 20_000;
export const MAX_JSON_CONTAINERS = 20_000;
/** uWebSockets.js itself drops a slow body after some 8 s without an answer: the 408 must come before that. */
export const BODY_TIMEOUT_MS = 6_000;
/** The interval at which the deadlines of bodies are checked. */
export const BODY_SWEEP_MS = 250;
/**
 * After a 413 the body is discarded until the client is silent for this long or has sent so much; then it is closed.
 */
export const LINGER_MS = 1_000;
export const LINGER_BYTES = 64 * MAX_BODY_BYTES;
export const MAX_REQUEST_ID_LENGTH = 64;
export const SHUTDOWN_GRACE_MS = 10_000;
/** What uWebSockets.js gathers of an answer before it writes; a larger body is offered to the connection itself. */
export const UWS_CORK_BYTES = 16_384;
export const LARGE_ANSWER_BYTES = UWS_CORK_BYTES;
/**
 * Answers that their connections have not taken yet. The memory that they may hold, in all and for each address; what
 * each counts with in addition to its own bytes, mostly for the buffer of its connection.
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
 * Answers that no rate limit counts and of which uWebSockets.js does not say whether they left: those that close their
 * connection, and some to HEAD. Further ones, per address, are not sent.
 */
export const BLIND_ANSWERS_PER_WINDOW = 6_000;
export const BLIND_ANSWERS_PER_SECOND = 1_000;
/**
 * File descriptors. Connections are refused while fewer are free than a part of those that were free at the start, at
 * most the second value; the process keeps some for itself. How often it looks, unless that took more than a part of
 * the time; the log says it at most once in the last value.
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
 * The log of a process that ends at once: how long the thread that writes it may need for what it writes just then, and
 * for how long a reader that takes nothing is waited for.
 */
export const LAST_WRITE_MS = 50;
export const LAST_LINES_MS = 1_000;
/** A component that has not answered a check after this long is down. */
export const COMPONENT_CHECK_TIMEOUT_MS = 2_000;
/** Under overload one log line per interval represents all 503 answers. */
export const OVERLOAD_LOG_INTERVAL_MS = 1_000;

/**
 * Representations. A body below the first size fits into the packets of its headers anyway; below the second,
 * compressing an answer of the pool takes longer than sending it. Compression leaves one of libuv's four threads to the
 * store and files.
 */
export const MIN_COMPRESSED_BYTES = 1_400;
export const MIN_COMPRESSED_ANSWER_BYTES = 16_384;
export const MAX_COMPRESSIONS_AT_ONCE = 3;
/**
 * How much of an unknown path is compared with the known ones: its characters and segments (more than any route has),
 * and how many of them may be misspelled; then how many characters of the path and method an answer shows.
 */
export const MAX_COMPARED_PATH_LENGTH = 160;
export const MAX_COMPARED_SEGMENTS = 7;
export const MAX_MISSPELT_SEGMENTS = 3;
export const MAX_SHOWN_PATH_LENGTH = 120;
export const MAX_SHOWN_METHOD_LENGTH = 20;
export const PREFLIGHT_MAX_AGE_SECONDS = 7_200;

/** Answers that the front keeps until a document changes: the longest one, and all together. */
export const MAX_CACHED_PAGE_BYTES = 262_144;
export const MAX_PAGE_CACHE_BYTES = 16 * 1_024 * 1_024;

assert(
  UNSENT_ANSWER_BYTES <= UNSENT_BYTES_PER_ADDRESS && UNSENT_BYTES_PER_ADDRESS < UNSENT_BYTES,
  'one address cannot take all',
);
assert(UNSENT_SWEEP_MS < UNSENT_LAST_PATIENCE_MS && UNSENT_LAST_PATIENCE_MS < SHUTDOWN_GRACE_MS);
assert(MAX_CACHED_PAGE_BYTES < MAX_PAGE_CACHE_BYTES);
