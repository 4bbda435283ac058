/**
 * Every limit of the engine, with its unit in its name, and at the end the relations that must hold between them.
 */
import assert from 'node:assert/strict';

/** Request bounds (API specification, part 8). */
export const MIN_WEIGHT_GRAMS = 1;
export const MAX_WEIGHT_GRAMS = 50_000;
export const MAX_DECLARED_VALUE_RUPEES = 1_000_000;
/** Availability and assignment name no bound; this one keeps their arithmetic exact. */
export const MAX_DECLARED_VALUE_OPEN_RUPEES = 100_000_000;
export const MAX_DIMENSION_CM = 10_000;
export const MAX_TEXT_LENGTH = 1_000;
export const MAX_LIST_ITEMS = 1_000;
export const MAX_DELIVERY_HOURS = 10_000;

/** Document bounds: they keep every product of the pricing rules a safe integer or within one BigInt step. */
export const MAX_MONEY_RUPEES = 1_000_000;
export const MAX_PERCENT = 1_000;
export const MAX_PARTNER_WEIGHT_GRAMS = 10_000_000;
export const MAX_ZONES_PER_PARTNER = 1_000;
export const MAX_PINCODE_SLOTS = 65_534;

/** HTTP. */
export const MAX_BODY_BYTES = 1_048_576;
export const MAX_JSON_DEPTH = 32;
export const BODY_TIMEOUT_MS = 10_000;
export const MAX_REQUEST_ID_LENGTH = 64;
export const SHUTDOWN_GRACE_MS = 10_000;

/** Signatures. */
export const VERIFIED_SIGNATURES_REMEMBERED = 10_000;

/** Unsigned traffic, per address: enough for probes and scrapes, too little to guess secrets or flood logs with. */
export const UNSIGNED_REQUESTS_PER_WINDOW = 600;
export const UNSIGNED_BURST_PER_SECOND = 100;
export const UNSIGNED_ADDRESSES_REMEMBERED = 100_000;

/** Pool. */
export const MAX_BATCH_REQUESTS = 64;
export const MAX_BATCH_BYTES = 4 * MAX_BODY_BYTES;
export const MAX_WAITING_REQUESTS = 4_096;
export const OVERLOAD_RETRY_AFTER_SECONDS = 1;

/** Dataset import. */
export const MAX_IMPORT_ERRORS_SHOWN = 100;
export const MAX_IMPORT_LINE_BYTES = MAX_BODY_BYTES;

assert(MAX_MONEY_RUPEES * 100 * MAX_PARTNER_WEIGHT_GRAMS <= Number.MAX_SAFE_INTEGER, 'a weight charge is a safe integer');
assert(MAX_WEIGHT_GRAMS <= MAX_PARTNER_WEIGHT_GRAMS);
assert(MAX_BATCH_BYTES >= MAX_BODY_BYTES, 'the largest body fits a batch');
assert(MAX_WAITING_REQUESTS >= MAX_BATCH_REQUESTS);
