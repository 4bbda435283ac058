/** Every limit of the engine, with its unit in its name, and at the end the relations that must hold between them. */
import assert from 'node:assert/strict';

/** Request bounds (docs/rules.md#request-limits). */
export const MIN_WEIGHT_GRAMS = 1;
export const MAX_WEIGHT_GRAMS = 50_000;
export const MAX_DECLARED_VALUE_RUPEES = 1_000_000;
/** Bounds of assignmentPreferences.weights (docs/rules.md#scores). */
export const MAX_STRATEGY_WEIGHT_RUPEES = 10_000;
/** A smaller weight of a B2C shipment was probably meant in kilograms. */
export const LEAST_PLAUSIBLE_GRAMS = 50;
export const MAX_DIMENSION_CM = 10_000;
export const MAX_TEXT_LENGTH = 1_000;
/** The most faults that one answer lists; a body of 1 MiB could have a hundred thousand. */
export const MAX_REQUEST_FAULTS = 100;
/** Characters that a fault or warning shows of an unknown name, and of a sent list or object. */
export const MAX_UNKNOWN_NAME_LENGTH = 100;
export const MAX_SHOWN_JSON_LENGTH = 200;
export const MAX_LIST_ITEMS = 1_000;
export const MAX_DELIVERY_HOURS = 10_000;

/** For a refused shipment: how many partners that can carry it are named, and how many are tried. */
export const ALTERNATIVE_PARTNERS_SHOWN = 3;
export const ALTERNATIVE_PARTNERS_LOOKED_AT = 64;
/** Candidates that an assignment lists in the order of its strategy, and partners that a search ranks. */
export const ALTERNATIVES_SHOWN = 5;
export const RANKING_SHOWN = 10;
/** The length of a data URI, which a client may store in an attribute or a column. */
export const MAX_QR_CODE_CHARACTERS = 2_000;

/** Reads (docs/rules.md#lists). */
export const MAX_PAGE_LIMIT = 100;
export const MIN_SEARCH_LENGTH = 2;
export const MAX_SEARCH_LENGTH = 100;

/** Writes. An Idempotency-Key is valid for a day; a write is repeated when another node takes the id that it chose. */
export const IDEMPOTENCY_KEY_LIFETIME_MS = 86_400_000;
export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;
export const IDEMPOTENCY_SWEEP_MS = 600_000;
/**
 * A longer answer is kept compressed: of each credential the last ones of each size, in characters of base64. The longest
 * is that of an assignment of all pincodes of India.
 */
export const MAX_INLINE_ANSWER_BYTES = 1_024;
export const KEPT_ANSWERS = [
  { characters: 4_096, places: 2_048 },
  { characters: 65_536, places: 256 },
  { characters: 524_288, places: 32 },
] as const;
export const MAX_WRITE_ATTEMPTS = 5;

/** Charges and discounts (docs/rules.md#request-limits). */
export const MAX_BULK_CHARGES = 1_000;
export const MIN_CHARGE_VALUE = 0.01;
export const MIN_DISCOUNT_WEIGHT_KG = 0.001;
export const MAX_DISCOUNT_WEIGHT_KG = 50_000;

/** Zones: the places of one kind, or the pincodes, that one request may name; it must also fit MAX_BODY_BYTES. */
export const MAX_ZONE_PLACES = 20_000;
export const MAX_ZONE_SERVICES = 100;
/** Bounds of a sentence in a new zone's nextSteps: the zones, other names, and characters of a text that it shows. */
export const MAX_STEP_ZONES = 3;
export const MAX_STEP_NAMES = 10;
export const MAX_STEP_TEXT_LENGTH = 50;
/** The length of a pincode in a request: an invalid one is repeated in the answer. */
export const MAX_PINCODE_TEXT_LENGTH = 100;
export const MAX_ASSIGN_RETRIES = 10;
/** The pause before a batch of pincodes that the store could not write is tried again. */
export const ASSIGN_RETRY_PAUSE_MS = 50;
/** Batches under way at once: they share a flush of the store. */
export const ASSIGN_BATCHES_AT_ONCE = 64;
/** Places of one zone that an answer lists with the zone; a route of its own has all of them, page by page. */
export const MAX_ZONE_PLACES_SHOWN = 200;
/** Failures of a new zone, and pincodes of a refusal, that an answer lists; further ones are only counted. */
export const MAX_ITEMS_SHOWN = 1_000;
/** Rows of each list of comprehensive-data, and the ids of each list of its format `minimal`. */
export const MAX_COMPREHENSIVE_ROWS = 100;
export const MAX_COMPREHENSIVE_IDS = 1_000;

/**
 * Document bounds: they keep every weight charge a safe integer. Percentages of percentages can go beyond; a price whose
 * subtotal is above the first value is refused.
 */
export const MAX_SUBTOTAL_PAISE = 499_999_999_999_999;
export const MAX_MONEY_RUPEES = 1_000_000;
export const MAX_PERCENT = 1_000;
export const MAX_PARTNER_WEIGHT_GRAMS = 10_000_000;
/** What a partner may have. Places are the states, cities and areas that its zones name, all zones together. */
export const MAX_ZONES_PER_PARTNER = 1_000;
export const MAX_PLACES_PER_PARTNER = 50_000;
export const MAX_CHARGES_PER_PARTNER = 5_000;
export const MAX_DISTANCE_CHARGES_PER_PARTNER = 5_000;
export const MAX_DISCOUNTS_PER_PARTNER = 5_000;
/** A zone's JSON without its places: an answer lists up to MAX_PAGE_LIMIT zones. */
export const MAX_ZONE_DETAILS_BYTES = 16_384;
export const MAX_CUSTOM_CHARGES = 100;
export const MAX_CITY_ALIASES = 100;
export const MAX_PINCODE_SLOTS = 65_534;
/** The numbers that fit the columns of the geography. */
export const MAX_CITIES = 65_536;
export const MAX_STATES = 256;

/** HTTP. */
export const MAX_BODY_BYTES = 1_048_576;
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
/** What uWebSockets.js gathers of an answer before it writes; a body that is larger is offered to the connection itself. */
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
/** The interval at which the rests are offered again; uWebSockets.js closes a connection after some 8 s without that. */
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
export const DATABASE_CHECK_TIMEOUT_MS = 2_000;
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

/** Rate limits of signed traffic, per credential (docs/rules.md#rate-limits). */
export const RATE_WINDOW_SECONDS = 60;
export const RATE_TIERS = {
  TIER_1: { perWindow: 1_000, perSecond: 50, recordsPerDay: 10_000 },
  TIER_2: { perWindow: 5_000, perSecond: 200, recordsPerDay: 100_000 },
  TIER_3: { perWindow: 20_000, perSecond: 1_000, recordsPerDay: 500_000 },
  UNLIMITED: null,
} as const;
/** A stored record counts once for each of these that it begins. */
export const STORED_RECORD_BYTES = 8_192;
/** The window of the records that are stored for a credential. */
export const DAY_SECONDS = 86_400;

/**
 * Rate limits that nodes share through Redis. A request waits for Redis at most the first value. After that it is
 * counted on the node, as are all requests until Redis is back. A counter in Redis outlives its window by the slack:
 * the nodes' clocks may differ by half of it.
 */
export const SHARED_COUNT_DEADLINE_MS = 100;
export const SHARED_COUNTER_SLACK_SECONDS = 10;
/** A deadline that is checked this late shows that this thread has stalled: Redis then gets this much longer. */
export const REDIS_AFTER_STALL_MS = 20;
export const REDIS_CONNECT_TIMEOUT_MS = 1_000;
/** The pause between attempts to connect doubles up to the second value; a connection that lasts so long resets it. */
export const REDIS_RETRY_MIN_MS = 100;
export const REDIS_RETRY_MAX_MS = 5_000;

/** Signatures. A shorter secret can be guessed from one signed request; production refuses it. */
export const MIN_SECRET_LENGTH = 16;
export const VERIFIED_SIGNATURES_REMEMBERED = 10_000;
export const MAX_TIMESTAMP_DIGITS = 12;

/** Unsigned traffic, per address: enough for probes and scrapes, too little to guess secrets or flood logs. */
export const UNSIGNED_REQUESTS_PER_WINDOW = 600;
export const UNSIGNED_BURST_PER_SECOND = 100;
export const UNSIGNED_ADDRESSES_REMEMBERED = 100_000;

/**
 * Pool. A batch is as large as its thread can probably process within BATCH_WORK_MS; the first batch has a fixed size,
 * because the speed is not known yet.
 */
export const MAX_BATCH_REQUESTS = 512;
export const BATCH_WORK_MS = 8;
export const FIRST_BATCH_REQUESTS = 64;
/** A smaller batch is not divided among idle threads: handing over a task costs about as much as several jobs. */
export const MIN_DIVIDED_BATCH_REQUESTS = 16;
export const MAX_BATCH_BYTES = 4 * MAX_BODY_BYTES;
/** Some 30 ms of charges. Later requests get 503 at once: in a longer queue all wait longer and fewer are answered. */
export const MAX_WAITING_REQUESTS = 1_024;
export const OVERLOAD_RETRY_AFTER_SECONDS = 1;
/**
 * Cost is counted in partners looked at. A question is cheap up to INLINE_JOB_PARTNERS; a full quote of one partner
 * counts as PARTNERS_PER_QUOTE.
 */
export const INLINE_JOB_PARTNERS = 16;
export const PARTNERS_PER_QUOTE = 4;
/** A question with a longer body is not cheap: parsing takes too long. */
export const INLINE_JOB_CHARACTERS = 8_192;
/** The cheap questions that the main thread answers in one turn, in partners looked at: half a millisecond of work. */
export const INLINE_TURN_PARTNERS = 64 * PARTNERS_PER_QUOTE;
/** The part of a batch that travels through shared memory; a longer batch is sent as a message. */
export const MAILBOX_TEXT_BYTES = 1_048_576;
/** How long a thread that has answered polls for its next batch before it sleeps. */
export const THREAD_SPIN_MS = 0.05;
/** How long a thread that is being replaced may work on its batch. */
export const THREAD_RETIRE_MS = 30_000;
/** A thread's own heap, without the shared index: a thread that leaks ends alone, without the process. */
export const MAX_THREAD_HEAP_MEGABYTES = 512;
/** The young generation of a thread's heap; that of the main thread is larger, see `npm start`. */
export const THREAD_YOUNG_MEGABYTES = 48;
/** The pause between the failed start of a thread and the next attempt. */
export const THREAD_RESTART_DELAY_MS = 1_000;
export const UTILIZATION_WINDOW_MS = 5_000;

/** Dataset import. */
export const MAX_IMPORT_ERRORS_SHOWN = 100;
export const MAX_IMPORT_LINE_BYTES = MAX_BODY_BYTES;
export const MAX_SCHEMA_ERRORS_PER_DOCUMENT = 1_000;

/** A copy between stores saves its progress after this many documents. */
export const COPY_PAGE_DOCUMENTS = 1_000;

/** Decimals that a document's numbers may have, and the bounds of a discount (docs/rules.md#documents). */
export const MONEY_DECIMALS = 2;
export const KILOGRAM_DECIMALS = 3;
export const PERCENT_DECIMALS = 4;
export const MIN_DISCOUNT_VALUE = 0.01;
export const MAX_DISCOUNT_PERCENT = 100;
export const MAX_DISCOUNT_FLAT_RUPEES = 10_000;

/**
 * The pause between builds of the index while changes keep coming. It grows with every build in a row: the first value
 * bounds that factor. It is multiplied by the last build's duration or, if that is longer, by the second value per
 * partner in the build. The third value is the longest pause.
 */
export const INDEX_MOST_RESTS = 12;
export const INDEX_LEAST_PARTNER_MS = 2;
export const INDEX_LONGEST_REST_MS = 150;
/** After this long without a build, the next change is built at once. */
export const INDEX_CALM_MS = 500;
/** Partners whose blocks are requested from the builder in one message: larger ones cost memory permanently. */
export const BUILD_MESSAGE_TASKS = 8;

/** Assignments that cannot be read and that the log names, each once. */
export const MAX_UNREADABLE_LOGGED = 1_000;
/** Documents refused at once that the log names one by one. */
export const MAX_REFUSALS_LOGGED = 20;
/** Of a refused document: how many faults are kept and logged, and the characters of each text. */
export const MAX_REFUSAL_FAULTS = 20;
export const MAX_REFUSAL_TEXT_LENGTH = 200;
/** A longer one that waits for others is not held in memory but read again when it is judged again. */
export const MAX_REFUSED_HELD_CHARACTERS = 16_384;
/** How many refused documents without a good version /health names. */
export const MAX_REFUSALS_NAMED = 20;
/** Records of what stays in force: how many are written at a time, and how often the same one, in case nodes disagree. */
export const KEPT_WRITE_RECORDS = 1_000;
export const KEPT_MAX_WRITES = 5;
export const KEPT_RETRY_MS = 2_000;

/**
 * Embedded store. The map is address space, not memory, and grows by itself; keys have LMDB's limit for 4 KiB pages.
 */
export const STORE_MAP_BYTES = 1_073_741_824;
export const STORE_PAGE_BYTES = 4_096;
export const STORE_MAX_READERS = 126;
export const MAX_STORE_KEY_BYTES = 1_900;
/** A load, a long write and a listing yield to other work of the thread after this long. */
export const SLICE_MS = 1;
/** A write with more ops than these, some 20 microseconds each, has its own transaction. */
export const STORE_AT_ONCE_OPS = 64;
/**
 * Concurrent writes are committed together at this interval, which is also how long one may wait for others. A write
 * with its own transaction and flush costs several times as much as one that shares them.
 */
export const STORE_GATHER_MS = 4;
/** After a fault of the disk, writes are refused for this long; what the next check of it writes, for a moment. */
export const STORE_DISK_REST_MS = 1_000;
export const STORE_PROBE_BYTES = 65_536;
/** Entries of a secondary index that one step skips: half a millisecond. */
export const STORE_COUNT_STEP_ENTRIES = 10_000;
/** Documents of a load that are read in one turn. */
export const STORE_LOAD_STEP_DOCUMENTS = 5_000;
/** Expired records that are removed in one transaction. */
export const STORE_FORGET_STEP_RECORDS = 200;
/** Documents whose index entries an upgrade writes in one transaction. */
export const STORE_UPGRADE_STEP_DOCUMENTS = 10_000;
/** Large enough that the encoder's buffer, at twelve bytes per character, is a separate allocation. */
export const STORE_WARM_VALUE_LENGTH = 262_144;
export const MAX_IDEMPOTENCY_RECORD_KEY_LENGTH = 600;


/**
 * The change feed of MongoDB. How long the server may wait for a change before it answers that there is none, in
 * general and within a transaction whose end is not known yet; then how much longer its answer may take, doubled with
 * every failure in a row.
 */
export const FEED_AWAIT_MS = 1_000;
export const FEED_TRANSACTION_AWAIT_MS = 1;
/** The pause before asking for more changes: at least the first value; while the follower rests, at most the second. */
export const FEED_GATHER_MS = 15;
export const FEED_LONGEST_GATHER_MS = 150;
export const FEED_REPLY_MS = 4_000;
export const FEED_MAX_REPLY_MS = 60_000;
/** Events of one answer: about a megabyte. They are decoded in slices. */
export const FEED_BATCH_EVENTS = 1_000;
/**
 * The pause between attempts, with full jitter: at most the first value, doubled each time up to the second; reset
 * after the third without a failure.
 */
export const FEED_RETRY_MIN_MS = 50;
export const FEED_RETRY_MAX_MS = 5_000;
export const FEED_STEADY_MS = 60_000;
/** After this many refusals in a row by a healthy server, everything is read again from the start. */
export const FEED_MAX_REFUSALS = 5;
/** An unneeded cursor is closed on the server, unless that takes longer. */
export const FEED_CLOSE_MS = 500;
/** Documents per answer while everything is read, few enough to decode without a long pause; its time limit. */
export const SNAPSHOT_BATCH_DOCUMENTS = 2_000;
export const SNAPSHOT_REPLY_MS = 10_000;
/**
 * While collections are missing or being restored, the store is looked at this often; one that was restored is adopted
 * when the number of its documents has not changed for the second value.
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
export const MONGO_READ_TIMEOUT_MS = 10_000;
/** The time limit of a write from its request on; how long one attempt to commit may wait for the majority. */
export const MONGO_WRITE_DEADLINE_MS = 30_000;
export const MONGO_COMMIT_TIMEOUT_MS = 5_000;
/** The pause between attempts of a transaction doubles from the first value to the last. */
export const MONGO_FIRST_PAUSE_MS = 2;
export const MONGO_LAST_PAUSE_MS = 250;
/** Ops of the short writes that share a transaction. */
export const MONGO_GROUP_OPS = 1_000;
/** How long a group of writes that conflicts with another transaction is repeated together. */
export const MONGO_GROUP_PATIENCE_MS = 1_000;
/** Keys that one query names, and documents that one command carries: a millisecond or two of the thread each. */
export const MONGO_QUERY_KEYS = 500;
export const MONGO_COMMAND_DOCUMENTS = 200;
/** A durable write is answered after this long even if this process's followers have not received it yet. */
export const MONGO_FOLLOW_WAIT_MS = 10_000;
/**
 * Documents per transaction of an import; each renews the lease, which another process may take after MONGO_LEASE_MS.
 */
export const MONGO_IMPORT_STEP_DOCUMENTS = 2_000;
export const MONGO_LEASE_MS = 60_000;
export const MONGO_LEASE_POLL_MS = 250;

/** Answers that the front keeps until a document changes: the longest one, and all together. */
export const MAX_KEPT_PAGE_BYTES = 262_144;
export const MAX_KEPT_PAGES_BYTES = 16 * 1_024 * 1_024;

assert(MAX_MONEY_RUPEES * 100 * (MAX_PARTNER_WEIGHT_GRAMS + 1) <= Number.MAX_SAFE_INTEGER, 'a weight charge is a safe integer');
// A price has no negative part, so with its subtotal every other amount is at most that, and GST is at most 100 %: its
// halves are each rounded up at most once. 15 digits survive a caller's binary floating point.
assert(2 * MAX_SUBTOTAL_PAISE + 1 < 10 ** 15, 'every amount of a price, and every sum of them, is exact');
assert(MAX_WEIGHT_GRAMS <= MAX_PARTNER_WEIGHT_GRAMS);
assert(MAX_BATCH_BYTES >= MAX_BODY_BYTES, 'the largest body fits a batch');
assert(MAX_WAITING_REQUESTS >= MAX_BATCH_REQUESTS && MAX_BATCH_REQUESTS >= FIRST_BATCH_REQUESTS);
assert(MIN_DIVIDED_BATCH_REQUESTS <= FIRST_BATCH_REQUESTS);
assert(MAX_DISCOUNT_PERCENT <= MAX_PERCENT && MAX_DISCOUNT_FLAT_RUPEES <= MAX_MONEY_RUPEES);
assert(MAX_ZONE_PLACES < MAX_PINCODE_SLOTS);
assert(MAX_ZONE_PLACES <= MAX_PLACES_PER_PARTNER && MAX_BULK_CHARGES <= MAX_CHARGES_PER_PARTNER);
assert(UNSENT_ANSWER_BYTES <= UNSENT_BYTES_PER_ADDRESS && UNSENT_BYTES_PER_ADDRESS < UNSENT_BYTES, 'one address cannot take all');
assert(UNSENT_SWEEP_MS < UNSENT_LAST_PATIENCE_MS && UNSENT_LAST_PATIENCE_MS < SHUTDOWN_GRACE_MS);
assert(REDIS_RETRY_MIN_MS <= REDIS_RETRY_MAX_MS);
assert(FEED_RETRY_MIN_MS <= FEED_RETRY_MAX_MS && FEED_RETRY_MAX_MS < FEED_STEADY_MS);
assert(RESTORE_POLL_MS < RESTORE_QUIET_MS, 'a restore is looked at several times before it counts as quiet');
assert(FEED_AWAIT_MS < FEED_REPLY_MS && FEED_REPLY_MS <= FEED_MAX_REPLY_MS);
assert(MONGO_HEARTBEAT_MS + MONGO_CONNECT_TIMEOUT_MS < MONGO_WRITE_DEADLINE_MS, 'a hung primary is noticed in time');
assert(MONGO_COMMIT_TIMEOUT_MS < MONGO_WRITE_DEADLINE_MS && MONGO_WRITE_DEADLINE_MS < MONGO_LEASE_MS);
assert(MAX_KEPT_PAGE_BYTES < MAX_KEPT_PAGES_BYTES);
