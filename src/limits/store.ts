/** Limits of the embedded store, of imports and of copies between stores. */
import { MAX_BODY_BYTES } from './http.js';

/** Dataset import. */
export const MAX_IMPORT_ERRORS_SHOWN = 100;
export const MAX_IMPORT_LINE_BYTES = MAX_BODY_BYTES;
export const MAX_SCHEMA_ERRORS_PER_DOCUMENT = 1_000;

/** A copy between stores saves its progress after this many documents. */
export const COPY_PAGE_DOCUMENTS = 1_000;

/**
 * Embedded store. The map is address space, not memory, and grows by itself; keys have LMDB's limit for 4 KiB pages.
 */
export const STORE_MAP_BYTES = 1_073_741_824;
export const STORE_PAGE_BYTES = 4_096;
export const STORE_MAX_READERS = 126;
export const MAX_STORE_KEY_BYTES = 1_900;
/** A write with more ops than these has its own transaction: the writes that share one would wait for all of them. */
export const STORE_AT_ONCE_OPS = 64;
/**
 * Concurrent writes are committed together at this interval, which is also the longest wait of one for others. A write
 * with its own transaction and flush costs much more than one that shares them.
 */
export const STORE_GATHER_MS = 4;
/** After a fault of the disk, writes are refused for this long; the size of the next check's temporary write. */
export const STORE_DISK_REST_MS = 1_000;
export const STORE_PROBE_BYTES = 65_536;
/** Expired records that are removed in one transaction. */
export const STORE_FORGET_STEP_RECORDS = 200;
/** Assignments that are read in one turn to price them again. */
export const STORE_READ_STEP_DOCUMENTS = 500;
/**
 * A part of an import of outcomes: the documents that it puts, and the characters of those that are long; then how many
 * parts are stored in one transaction. Parts of an import that never counted are forgotten after a day.
 */
export const OUTCOME_PART_OPS = 2_000;
export const OUTCOME_PART_CHARACTERS = 1_000_000;
export const OUTCOME_PARTS_AT_ONCE = 4;
export const FORGOTTEN_PART_MS = 86_400_000;
/** Documents of outcome sums that are read in one turn; each may have some hundred rows. */
export const OUTCOME_SUMS_PAGE_DOCUMENTS = 50;
/** Change sets that a search looks at in one turn. */
export const CHANGES_SEARCHED_AT_ONCE = 200;
/** Documents whose index entries an upgrade writes in one transaction. */
export const STORE_UPGRADE_STEP_DOCUMENTS = 10_000;
/** A backup is refused unless the disk has room for this many times the store's size. */
export const BACKUP_SPACE_FACTOR = 1.2;
/** Large enough that the encoder's buffer, at twelve bytes per character, is a separate allocation. */
export const STORE_WARM_VALUE_LENGTH = 262_144;
export const MAX_IDEMPOTENCY_RECORD_KEY_LENGTH = 600;

/** The entries of a change set are stored in parts below this size, so that each is read in a moment. */
export const MAX_HISTORY_PART_BYTES = 131_072;
/** How many references are listed when a document cannot be removed. */
export const MAX_NAMERS = 20;
