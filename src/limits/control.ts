/** Limits of the control thread: its heartbeat, stored answers, builds of the index, refused documents. */
import { assert } from './assert.js';
import { MAX_LIST_ITEMS, MAX_PIECES } from './requests.js';

/**
 * The control thread's work is divided into turns of milliseconds, and CONTROL_BEAT_MS is how often it shows that its
 * event loop turns. After CONTROL_PATIENCE_MS without that, /health and /metrics are answered without it. After
 * CONTROL_UNREADY_MS the node is not ready: quotes are right, but operations and assignments have waited for so long.
 */
export const CONTROL_BEAT_MS = 250;
export const CONTROL_PATIENCE_MS = 1_000;
export const CONTROL_UNREADY_MS = 30_000;

/** Writes. An Idempotency-Key is valid for a day. */
export const IDEMPOTENCY_KEY_LIFETIME_MS = 86_400_000;
export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;
/** How often records that have expired are removed. */
export const EXPIRY_SWEEP_MS = 600_000;
/**
 * A longer answer is stored compressed: the last ones of each credential and size, in characters of base64. The longest
 * is the answer to an assignment of all pincodes of India.
 */
export const MAX_INLINE_ANSWER_BYTES = 1_024;
export const STORED_ANSWERS = [
  { characters: 4_096, places: 2_048 },
  { characters: 65_536, places: 256 },
  { characters: 524_288, places: 32 },
] as const;
/**
 * A write whose documents another write has changed meanwhile is planned again: the number of attempts, and the longest
 * pause before the first and the last of them. It doubles in between.
 */
export const MAX_WRITE_ATTEMPTS = 10;
export const WRITE_FIRST_PAUSE_MS = 5;
export const WRITE_LAST_PAUSE_MS = 320;
/** How long a change of documents waits for the one before it. */
export const CHANGE_PATIENCE_MS = 30_000;
/** Long work holds the thread for so long at a time: see `inTurns`. */
export const LONGEST_TURN_MS = 20;
/** How many documents a change of many reads at a time. */
export const FORMERS_AT_ONCE = 500;

/**
 * The pause between builds of the index while changes keep coming: the number of builds in a row, at most
 * INDEX_MOST_RESTS, times the last build's duration or, if that is longer, the given time per partner in the build. The
 * last value bounds the pause.
 */
export const INDEX_MOST_RESTS = 12;
export const INDEX_LEAST_PARTNER_MS = 2;
export const INDEX_LONGEST_REST_MS = 150;
/** After this long without a build, the next change is built at once. */
export const INDEX_CALM_MS = 500;

/** The young generation of the control thread's heap. V8's default of 48 costs memory and starts no faster. */
export const CONTROL_YOUNG_MEGABYTES = 24;

/**
 * Streamed answers: how many may be under way, of all and of one caller; the documents that they read at once; the size
 * of their parts (a message and a write each); how long a part waits to be asked for before the rest is dropped; and
 * how long an answer may take as a whole, because the embedded store cannot reuse the space of documents that are
 * removed meanwhile.
 */
export const MAX_STREAMS = 16;
export const MAX_STREAMS_OF_CALLER = 2;
export const STREAM_PAGE_DOCUMENTS = 200;
export const STREAM_LONGEST_MS = 900_000;
export const STREAM_PART_CHARACTERS = 262_144;
export const STREAM_PATIENCE_MS = 60_000;

/** How long figures of outcomes are used, and how often it is checked whether they are older or there are none. */
export const FIGURES_LIFETIME_MS = 3_600_000;
export const FIGURES_TRY_MS = 60_000;
assert(FIGURES_TRY_MS < FIGURES_LIFETIME_MS);

/** Assignments that a run through many reads at once; how many of them are moved, or counted, at the same time. */
export const ASSIGNMENTS_PAGE = 2_000;
export const REASSIGNED_AT_ONCE = 16;
export const COUNTED_AT_ONCE = 32;

/** Parts of a change set's entries that are read at a time, and parsed within one turn. */
export const CHANGE_PARTS_AT_ONCE = 16;
/** A page of a change set's entries ends after so many characters of their JSON text. */
export const CHANGE_PAGE_CHARACTERS = 4_194_304;
/** Change sets that are read at a time to look back. */
export const CHANGE_SETS_AT_ONCE = 200;
/**
 * The newest entries of the history, as characters of their JSON text, stay parsed in memory after the first replay of
 * a quote.
 */
export const RECENT_HISTORY_CHARACTERS = 16_000_000;
/** How many of other programs' change sets after a quote a replay tries both with and without. */
export const REPLAY_FOREIGN_SETS = 8;

/**
 * Changes of other programs: how often and after which pause a node tries to record them, and how long a recorded one
 * is remembered.
 */
export const FOREIGN_ATTEMPTS = 30;
export const FOREIGN_RETRY_MS = 1_000;
export const FOREIGN_RETENTION_MS = 2_592_000_000;
/** How long the index must have been unchanged before the findings of changed rate cards are counted. */
export const LINT_CALM_MS = 5_000;
/**
 * How long the analyst works on a report or on the linter's part of a change, on the linter's part with `strict`, and
 * on the impact, in milliseconds: then the result is cut, and marked so. Together they are below the patience of the
 * changes that wait. A thread that has not answered ANALYST_GRACE_MS after its budget is ended.
 */
export const LINT_BUDGET_MS = 10_000;
export const STRICT_LINT_BUDGET_MS = 20_000;
export const IMPACT_BUDGET_MS = 5_000;
export const ANALYST_GRACE_MS = 4_000;
/** The part of the impact that is about who gets shipments: prices have the rest. */
export const ALLOCATION_IMPACT_BUDGET_MS = 2_000;
/** The analyst's heap: its young generation, for memory; its old one, so that a card that is too large ends only it. */
export const ANALYST_YOUNG_MEGABYTES = 16;
export const ANALYST_OLD_MEGABYTES = 512;
/**
 * The impact of a change: how long the node remembers questions and how many of them, how many pieces and excluded
 * partners they have together, and how often old ones are removed. The front sends them after this time, or when it has
 * so many. Then the number of the latest assignments that it reads from the store, and of pairs of a shipment and a
 * partner that it prices: of more pairs it takes one of each n.
 */
export const SAMPLE_WINDOW_MS = 86_400_000;
export const MAX_SAMPLED_QUESTIONS = 10_000;
export const MAX_SAMPLED_MEMBERS = 100_000;
export const SAMPLE_SWEEP_MS = 60_000;
export const SAMPLE_GATHER_MS = 250;
export const MAX_GATHERED_QUESTIONS = 1_000;
export const MAX_IMPACT_ASSIGNMENTS = 10_000;
export const MAX_IMPACT_PAIRS = 100_000;
/** The latest assignments that are chosen again with and without a change. */
export const MAX_IMPACT_CHOICES = 5_000;
/** How its answer groups prices: most groups, and the lower bounds of the bands of chargeable weight in kilograms. */
export const MAX_IMPACT_GROUPS = 20;
export const IMPACT_BANDS_KG = [0, 0.5, 1, 2, 5, 10, 20, 50] as const;
/** How often old entries of the history are looked for. */
export const HISTORY_SWEEP_MS = 3_600_000;

/** How many unreadable assignments the log names, each once. */
export const MAX_UNREADABLE_LOGGED = 1_000;
/** Documents refused at once that the log names one by one. */
export const MAX_REFUSALS_LOGGED = 20;
/** A refused document: how many of its faults are stored and logged, and the characters of each text. */
export const MAX_REFUSAL_FAULTS = 20;
export const MAX_REFUSAL_TEXT_LENGTH = 200;
/** A longer refused document that waits for others is not held in memory: it is read again when it is judged again. */
export const MAX_REFUSED_HELD_CHARACTERS = 16_384;
/** How many refused documents without a good version /health names. */
export const MAX_REFUSALS_NAMED = 20;
/** Documents that a change of SECRETS_KEY encrypts again in one write. */
export const REKEY_BATCH_DOCUMENTS = 100;
/** Last good records: how many are written at a time; how often the same one, in case nodes disagree. */
export const LAST_GOOD_WRITE_RECORDS = 1_000;
export const LAST_GOOD_MAX_WRITES = 5;
export const LAST_GOOD_RETRY_MS = 2_000;

assert(MAX_STREAMS_OF_CALLER < MAX_STREAMS, 'no caller takes all places');
assert(ALLOCATION_IMPACT_BUDGET_MS < IMPACT_BUDGET_MS && MAX_IMPACT_CHOICES <= MAX_IMPACT_ASSIGNMENTS);
assert(STRICT_LINT_BUDGET_MS + IMPACT_BUDGET_MS + ANALYST_GRACE_MS < CHANGE_PATIENCE_MS);
assert(CONTROL_BEAT_MS < CONTROL_PATIENCE_MS && CONTROL_PATIENCE_MS < CONTROL_UNREADY_MS);
assert(MAX_SAMPLED_MEMBERS >= MAX_PIECES + MAX_LIST_ITEMS, 'the longest question fits');

/** How often a node drops counters whose windows are over, and reads what other nodes have counted. */
export const COUNTS_SWEEP_MS = 3_600_000;
export const COUNTS_READ_MS = 1_000;

/**
 * What rules of policies have done: in how many days, in the latest so many assignments of them, and how many there
 * must be before a rule that did nothing is a finding. What is younger than RULE_USE_SETTLED_MS is read again each
 * time, because other nodes may still be writing it.
 */
export const RULE_USE_DAYS = 30;
export const MAX_RULE_USES = 200_000;
export const LEAST_RULE_USES = 1_000;
export const RULE_USE_SETTLED_MS = 30_000;
