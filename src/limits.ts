/**
 * Every limit of the engine, with its unit in its name, and at the end the relations that must hold between them.
 */
import assert from 'node:assert/strict';

/** Request bounds (docs/rules.md#request-limits). */
export const MIN_WEIGHT_GRAMS = 1;
export const MAX_WEIGHT_GRAMS = 50_000;
export const MAX_DECLARED_VALUE_RUPEES = 1_000_000;
/** Of assignmentPreferences.weights (docs/rules.md#scores). */
export const MAX_STRATEGY_WEIGHT_RUPEES = 10_000;
/** Below it a weight of a B2C shipment is probably meant in kilograms. */
export const LEAST_PLAUSIBLE_GRAMS = 50;
export const MAX_DIMENSION_CM = 10_000;
export const MAX_TEXT_LENGTH = 1_000;
/** Faults that one answer names at most; a body of 1 MiB could have a hundred thousand. */
export const MAX_REQUEST_FAULTS = 100;
/** Characters that a fault or warning shows of an unknown name, and of a list or an object that was sent. */
export const MAX_UNKNOWN_NAME_LENGTH = 100;
export const MAX_SHOWN_JSON_LENGTH = 200;
export const MAX_LIST_ITEMS = 1_000;
export const MAX_DELIVERY_HOURS = 10_000;

/**
 * Of the partners that could carry a refused shipment: how many are named, and how many that cover the route are asked.
 */
export const ALTERNATIVE_PARTNERS_SHOWN = 3;
export const ALTERNATIVE_PARTNERS_LOOKED_AT = 64;
/** Candidates that an assignment shows in the order of its strategy, and partners that a search ranks. */
export const ALTERNATIVES_SHOWN = 5;
export const RANKING_SHOWN = 10;
/** A data URI, which a client may keep in an attribute or a column. */
export const MAX_QR_CODE_CHARACTERS = 2_000;

/** Reads (docs/rules.md#lists). */
export const MAX_PAGE_LIMIT = 100;
export const MIN_SEARCH_LENGTH = 2;
export const MAX_SEARCH_LENGTH = 100;
/** Rows of a long list that are handled between two looks at the clock: some 50 microseconds. */
export const LIST_STEP_ROWS = 256;

/** Writes. An Idempotency-Key is remembered for a day; a write is tried again when another node takes the id that it chose. */
export const IDEMPOTENCY_KEY_LIFETIME_MS = 86_400_000;
export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;
export const IDEMPOTENCY_SWEEP_MS = 600_000;
export const MAX_WRITE_ATTEMPTS = 5;

/** Charges and discounts (docs/rules.md#request-limits). */
export const MAX_BULK_CHARGES = 1_000;
export const MIN_CHARGE_VALUE = 0.01;
export const MIN_DISCOUNT_WEIGHT_KG = 0.001;
export const MAX_DISCOUNT_WEIGHT_KG = 50_000;

/** Zones: the places of one kind, or the pincodes, that one request names; it has to fit MAX_BODY_BYTES as well. */
export const MAX_ZONE_PLACES = 20_000;
export const MAX_ZONE_SERVICES = 100;
/** What a sentence of a new zone's nextSteps names: so many zones, so many of anything else, and so much of a text. */
export const MAX_STEP_ZONES = 3;
export const MAX_STEP_NAMES = 10;
export const MAX_STEP_TEXT_LENGTH = 50;
/** What is given as a pincode and is none is named in the answer. */
export const MAX_PINCODE_TEXT_LENGTH = 100;
export const MAX_ASSIGN_RETRIES = 10;
/** Before a batch of pincodes that the store could not take is tried again. */
export const ASSIGN_RETRY_PAUSE_MS = 50;
/** Batches under way at once: they share a flush of the store. */
export const ASSIGN_BATCHES_AT_ONCE = 64;
/** Pincodes that a refusal names. */
export const MAX_REFUSED_PINCODES_SHOWN = 1_000;
/** An answer's lists are written down in pieces of so many items: a few tenths of a millisecond. */
export const JSON_PIECE_ITEMS = 500;

/** Document bounds: they keep every product of the pricing rules a safe integer or within one BigInt step. */
export const MAX_MONEY_RUPEES = 1_000_000;
export const MAX_PERCENT = 1_000;
export const MAX_PARTNER_WEIGHT_GRAMS = 10_000_000;
export const MAX_ZONES_PER_PARTNER = 1_000;
export const MAX_CUSTOM_CHARGES = 100;
export const MAX_CITY_ALIASES = 100;
export const MAX_PINCODE_SLOTS = 65_534;
/** What the columns of the geography can number. */
export const MAX_CITIES = 65_536;
export const MAX_STATES = 256;

/** HTTP. */
export const MAX_BODY_BYTES = 1_048_576;
export const MAX_JSON_DEPTH = 32;
/** uWebSockets.js by itself drops a body that comes slowly, without an answer, after some 8 s: the 408 has to come before. */
export const BODY_TIMEOUT_MS = 6_000;
/** How often deadlines of bodies are looked at. */
export const BODY_SWEEP_MS = 250;
/** After a 413 the rest of the body is discarded for so long without a byte of it, and so many bytes at most, before the connection closes. */
export const LINGER_MS = 1_000;
export const LINGER_BYTES = 64 * MAX_BODY_BYTES;
export const MAX_REQUEST_ID_LENGTH = 64;
export const SHUTDOWN_GRACE_MS = 10_000;
/** An answer larger than the first may leave bit by bit, for which its connection is given so long before it is closed. */
export const LARGE_ANSWER_BYTES = 16_384;
export const LARGE_ANSWER_LEAVES_MS = 1_000;
/** So long requests on open connections are still read when nothing is left to answer. */
export const LAST_REQUESTS_MS = 20;
/** After the grace: for ending the threads and closing the store. */
export const SHUTDOWN_FLUSH_MS = 5_000;
export const DATABASE_CHECK_TIMEOUT_MS = 2_000;
/** Of answers under overload one log line in this time stands for all. */
export const OVERLOAD_LOG_INTERVAL_MS = 1_000;

/**
 * Representations. Below the first a body fits the packets that carry its headers anyway; below the second, compressing an
 * answer of the pool takes longer than sending it. Of libuv's four threads compressing leaves one to the store and the files.
 */
export const MIN_COMPRESSED_BYTES = 1_400;
export const MIN_COMPRESSED_ANSWER_BYTES = 16_384;
export const MAX_COMPRESSIONS_AT_ONCE = 3;
/**
 * An unknown path is compared with the known ones by so many of its characters and segments, more than any route has, of
 * which so many may be misspelt; and it is shown by so many characters, its method by so many.
 */
export const MAX_COMPARED_PATH_LENGTH = 160;
export const MAX_COMPARED_SEGMENTS = 7;
export const MAX_MISSPELT_SEGMENTS = 3;
export const MAX_SHOWN_PATH_LENGTH = 120;
export const MAX_SHOWN_METHOD_LENGTH = 20;
export const PREFLIGHT_MAX_AGE_SECONDS = 7_200;

/** Rate limits of signed traffic, per credential (docs/rules.md#rate-limits). */
export const RATE_WINDOW_SECONDS = 60;
export const RATE_TIERS = {
  TIER_1: { perWindow: 1_000, perSecond: 50 },
  TIER_2: { perWindow: 5_000, perSecond: 200 },
  TIER_3: { perWindow: 20_000, perSecond: 1_000 },
  UNLIMITED: null,
} as const;

/**
 * Rate limits that nodes share through Redis. A request waits at most the first for Redis; then it, and all until Redis is
 * back, is counted on the node. A counter outlives its window there by the slack: nodes' clocks may differ by half of it.
 */
export const SHARED_COUNT_DEADLINE_MS = 100;
export const SHARED_COUNTER_SLACK_SECONDS = 10;
/** A deadline that is looked at this much too late tells of a stall of this thread: Redis then gets as long again. */
export const REDIS_AFTER_STALL_MS = 20;
export const REDIS_CONNECT_TIMEOUT_MS = 1_000;
/** Between two attempts to connect: doubled from the first to the second, which is also how long a connection must last to begin anew. */
export const REDIS_RETRY_MIN_MS = 100;
export const REDIS_RETRY_MAX_MS = 5_000;

/** Signatures. */
export const VERIFIED_SIGNATURES_REMEMBERED = 10_000;
export const MAX_TIMESTAMP_DIGITS = 12;

/** Unsigned traffic, per address: enough for probes and scrapes, too little to guess secrets or flood logs with. */
export const UNSIGNED_REQUESTS_PER_WINDOW = 600;
export const UNSIGNED_BURST_PER_SECOND = 100;
export const UNSIGNED_ADDRESSES_REMEMBERED = 100_000;

/** Pool. A batch is no more than its thread can probably do in the second; what that is, is not known of the first batch. */
export const MAX_BATCH_REQUESTS = 512;
export const BATCH_WORK_MS = 8;
export const FIRST_BATCH_REQUESTS = 64;
/** Fewer than this are not divided among idle threads: a task costs the main thread about as much as some jobs cost a thread. */
export const MIN_DIVIDED_BATCH_REQUESTS = 16;
export const MAX_BATCH_BYTES = 4 * MAX_BODY_BYTES;
/** Some 30 ms of charges: whoever comes later is told at once. With four times as many all of them waited the longer, and a sixth fewer were answered. */
export const MAX_WAITING_REQUESTS = 1_024;
export const OVERLOAD_RETRY_AFTER_SECONDS = 1;
/** A question is cheap that looks at no more partners than the first; a quote of one partner tells as much of it as a search does of four. */
export const INLINE_JOB_PARTNERS = 16;
export const PARTNERS_PER_QUOTE = 4;
/** Nor is a body longer than this, which takes 30 us to be parsed. */
export const INLINE_JOB_CHARACTERS = 8_192;
/** Of the cheap questions of a turn the main thread answers those that look at no more partners than these, in half a millisecond. */
export const INLINE_TURN_PARTNERS = 64 * PARTNERS_PER_QUOTE;
/** What of a batch passes to its thread through shared memory; a longer one goes as a message. */
export const MAILBOX_TEXT_BYTES = 1_048_576;
/** How long a thread that has answered looks for its next batch before it sleeps. */
export const THREAD_SPIN_MS = 0.05;
/** How long a thread that is replaced may take over the batch that it has. */
export const THREAD_RETIRE_MS = 30_000;
/** A thread's own heap, without the shared index: one that leaks ends alone, not with the process. */
export const MAX_THREAD_HEAP_MEGABYTES = 512;
/**
 * What is new on the builder's heap, of which V8 makes two halves of a third each. With V8's own 16 MB a half a node with 1,000
 * partners holds 15 MB more for good, and builds its index no sooner.
 */
export const MAX_BUILDER_YOUNG_MEGABYTES = 12;
/** Between the failed start of a thread and the next attempt. */
export const THREAD_RESTART_DELAY_MS = 1_000;
export const UTILIZATION_WINDOW_MS = 5_000;

/** Dataset import. */
export const MAX_IMPORT_ERRORS_SHOWN = 100;
export const MAX_IMPORT_LINE_BYTES = MAX_BODY_BYTES;
export const MAX_SCHEMA_ERRORS_PER_DOCUMENT = 1_000;

/** A copy between stores writes and remembers its place after so many documents. */
export const COPY_PAGE_DOCUMENTS = 1_000;

/** Decimals that a document's numbers may have, and the bounds of a discount (docs/rules.md#documents). */
export const MONEY_DECIMALS = 2;
export const KILOGRAM_DECIMALS = 3;
export const PERCENT_DECIMALS = 4;
export const MIN_DISCOUNT_VALUE = 0.01;
export const MAX_DISCOUNT_PERCENT = 100;
export const MAX_DISCOUNT_FLAT_RUPEES = 10_000;

/**
 * Between builds of the index while changes keep coming: as many times what the last one took, or the least that a partner
 * in it counts for, as there were before it, at most.
 */
export const INDEX_MOST_RESTS = 12;
export const INDEX_LEAST_PARTNER_MS = 2;
export const INDEX_LONGEST_REST_MS = 150;
/** After so long without a build the next change is one by itself. */
export const INDEX_CALM_MS = 500;
/** Partners whose blocks are asked of the builder thread in one message. A node of 1,000 partners holds 12 MB more for it, with sixteen 28. */
export const BUILD_MESSAGE_TASKS = 8;

/** Documents of the store that are refused at once and named one by one in the log. */
export const MAX_REFUSALS_LOGGED = 20;

/** Embedded store. The map is address space, not memory, and grows by itself; a key's length is LMDB's for 4 KiB pages. */
export const STORE_MAP_BYTES = 1_073_741_824;
export const STORE_PAGE_BYTES = 4_096;
export const STORE_MAX_READERS = 126;
export const MAX_STORE_KEY_BYTES = 1_900;
/** A load, a long write and a listing give way to other work of the thread after this long. */
export const SLICE_MS = 1;
/** More ops than these, some 20 microseconds each, are written in slices; a write of more has a transaction of its own. */
export const STORE_AT_ONCE_OPS = 64;
/**
 * Writes that come upon each other are committed at most so often, which is how long one may wait for others. A write with
 * a transaction and flush of its own takes the process 350 microseconds, one of four that share them 140, of sixteen 60.
 */
export const STORE_GATHER_MS = 4;
/** Entries of a secondary index that are passed over in one step: half a millisecond. */
export const STORE_COUNT_STEP_ENTRIES = 10_000;
/** Expired records that are removed in one transaction. */
export const STORE_FORGET_STEP_RECORDS = 200;
/** Documents whose index entries an upgrade writes in one transaction. */
export const STORE_UPGRADE_STEP_DOCUMENTS = 10_000;
/** Large enough that the encoder's buffer, twelve bytes a character, is an allocation of its own. */
export const STORE_WARM_VALUE_LENGTH = 262_144;
export const MAX_IDEMPOTENCY_RECORD_KEY_LENGTH = 600;

/** Acceptors. One that ends unexpectedly is started again after the first of these, twice as long each time, and the second at most; */
export const ACCEPTOR_RESTART_MIN_MS = 250;
export const ACCEPTOR_RESTART_MAX_MS = 30_000;
/** after so long without ending, its next end counts as the first. */
export const ACCEPTOR_STEADY_MS = 60_000;
/** An acceptor that cannot stop in time ends itself and says so; after so long more the supervisor ends it. */
export const ACCEPTOR_KILL_MARGIN_MS = 1_000;
/** For the acceptors to answer the supervisor with their metrics, and for the supervisor to answer the one that was asked. */
export const ACCEPTOR_METRICS_TIMEOUT_MS = 1_000;
export const NODE_METRICS_TIMEOUT_MS = 5_000;

/**
 * The change feed of MongoDB. How long the server may wait for a change before it says that there is none, also within a
 * transaction whose end is not known yet; and how much longer its answer may take, doubled with every failure in a row.
 */
export const FEED_AWAIT_MS = 1_000;
export const FEED_TRANSACTION_AWAIT_MS = 1;
/** Between the changes that were told and asking for more: at least the first, and while the follower rests the second at most. */
export const FEED_GATHER_MS = 15;
export const FEED_LONGEST_GATHER_MS = 150;
export const FEED_REPLY_MS = 4_000;
export const FEED_MAX_REPLY_MS = 60_000;
/** Events of one answer: about a megabyte. They are decoded in slices. */
export const FEED_BATCH_EVENTS = 1_000;
/** Between attempts, with full jitter: at most the first, twice as much each time, and the second at most; after so long without a failure from the beginning. */
export const FEED_RETRY_MIN_MS = 50;
export const FEED_RETRY_MAX_MS = 5_000;
export const FEED_STEADY_MS = 60_000;
/** After so many refusals in a row by a server that is well the place in the stream is given up, and everything read anew. */
export const FEED_MAX_REFUSALS = 5;
/** A cursor that is no longer wanted is closed on the server, if that takes no longer. */
export const FEED_CLOSE_MS = 500;
/** Documents of one answer while everything is read, which the driver takes apart in a third of a millisecond; and for how long that answer is waited for. */
export const SNAPSHOT_BATCH_DOCUMENTS = 2_000;
export const SNAPSHOT_REPLY_MS = 10_000;
/** Marks that were told, remembered for those who ask afterwards; and how long one stays in the database. */
export const MARKS_REMEMBERED = 10_000;
export const MARK_LIFETIME_SECONDS = 600;

/**
 * MongoDB store. A primary that hangs is noticed when a heartbeat fails, after MONGO_HEARTBEAT_MS and MONGO_CONNECT_TIMEOUT_MS
 * at most; what was under way on its connections is then interrupted. A socket that is silent for longer is given up.
 */
export const MONGO_CONNECT_TIMEOUT_MS = 2_000;
export const MONGO_HEARTBEAT_MS = 1_500;
export const MONGO_SERVER_SELECTION_MS = 5_000;
export const MONGO_SOCKET_TIMEOUT_MS = 60_000;
export const MONGO_CONNECTIONS = 32;
export const MONGO_PING_TIMEOUT_MS = 1_500;
/** What a read may take at the server. */
export const MONGO_READ_TIMEOUT_MS = 10_000;
/** From when a write is asked for to when it is given up; how long one attempt to commit may wait for the majority. */
export const MONGO_WRITE_DEADLINE_MS = 30_000;
export const MONGO_COMMIT_TIMEOUT_MS = 5_000;
/** Pauses between the attempts of a transaction double from the first to the last. */
export const MONGO_FIRST_PAUSE_MS = 2;
export const MONGO_LAST_PAUSE_MS = 250;
/** Ops of the short writes that share a transaction. */
export const MONGO_GROUP_OPS = 1_000;
/** For so long a group that conflicts with another transaction is tried again together. */
export const MONGO_GROUP_PATIENCE_MS = 1_000;
/** Keys that one query names, and documents that one command carries: a millisecond or two of the thread each. */
export const MONGO_QUERY_KEYS = 500;
export const MONGO_COMMAND_DOCUMENTS = 200;
/** A write that is durable is answered after so long even if this process' followers have not been told of it. */
export const MONGO_FOLLOW_WAIT_MS = 10_000;
/** An import's transactions each carry so many documents and renew its lease, which another process may take after so long. */
export const MONGO_IMPORT_STEP_DOCUMENTS = 2_000;
export const MONGO_LEASE_MS = 60_000;
export const MONGO_LEASE_POLL_MS = 250;

assert(MAX_MONEY_RUPEES * 100 * MAX_PARTNER_WEIGHT_GRAMS <= Number.MAX_SAFE_INTEGER, 'a weight charge is a safe integer');
assert(MAX_WEIGHT_GRAMS <= MAX_PARTNER_WEIGHT_GRAMS);
assert(MAX_BATCH_BYTES >= MAX_BODY_BYTES, 'the largest body fits a batch');
assert(MAX_WAITING_REQUESTS >= MAX_BATCH_REQUESTS && MAX_BATCH_REQUESTS >= FIRST_BATCH_REQUESTS);
assert(MIN_DIVIDED_BATCH_REQUESTS <= FIRST_BATCH_REQUESTS);
assert(MAX_DISCOUNT_PERCENT <= MAX_PERCENT && MAX_DISCOUNT_FLAT_RUPEES <= MAX_MONEY_RUPEES);
assert(MAX_ZONE_PLACES < MAX_PINCODE_SLOTS);
assert(REDIS_RETRY_MIN_MS <= REDIS_RETRY_MAX_MS);
assert(ACCEPTOR_RESTART_MIN_MS <= ACCEPTOR_RESTART_MAX_MS && ACCEPTOR_RESTART_MAX_MS <= ACCEPTOR_STEADY_MS);
assert(NODE_METRICS_TIMEOUT_MS > 2 * ACCEPTOR_METRICS_TIMEOUT_MS, 'the round under way and the next fit the wait for an answer');
assert(FEED_RETRY_MIN_MS <= FEED_RETRY_MAX_MS && FEED_RETRY_MAX_MS < FEED_STEADY_MS);
assert(FEED_AWAIT_MS < FEED_REPLY_MS && FEED_REPLY_MS <= FEED_MAX_REPLY_MS);
assert(MONGO_HEARTBEAT_MS + MONGO_CONNECT_TIMEOUT_MS < MONGO_WRITE_DEADLINE_MS, 'a hung primary is noticed before a write is given up');
assert(MONGO_COMMIT_TIMEOUT_MS < MONGO_WRITE_DEADLINE_MS && MONGO_WRITE_DEADLINE_MS < MONGO_LEASE_MS);
