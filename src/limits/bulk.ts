/** Limits of charges in bulk and of matrices (docs/api-rules.md#request-limits). */
import { MAX_BODY_BYTES } from './http.js';
import { MAX_WAITING_REQUESTS } from './pool.js';

export const MAX_BULK_BODY_BYTES = 4 * MAX_BODY_BYTES;
export const MAX_BULK_LINES = 1_000;
export const MAX_REF_LENGTH = 64;
/** Partners that a bulk lists, or a matrix; offers that a line shows. */
export const MAX_BULK_PARTNERS = 20;
export const MAX_BULK_OFFERS = 20;
/** The most that any partner carries. */
export const MAX_ASSUMED_GRAMS = 25_000_000;
/** A line that is priced for many partners counts for a tier once for each of so many, begun ones too. */
export const PARTNERS_PER_COUNTED_LINE = 10;
/** Bulks that wait for a thread: of one credential, and of all. More are refused with 503. */
export const MAX_WAITING_BULKS = 16;
export const MAX_WAITING_BULKS_OF_CREDENTIAL = 4;
/** So long a bulk waits for its caller's address to read the answers before it. Then it is refused with 503. */
export const BULK_ROOM_PATIENCE_MS = 5_000;
/** While more questions than this wait for a thread, bulks are refused. */
export const MAX_WAITING_BESIDE_BULKS = MAX_WAITING_REQUESTS / 2;
/** Different warnings that one answer lists. */
export const MAX_BULK_WARNINGS = 1_000;
/** Lists of a matrix, and its cells: partners × pickups × deliveries. */
export const MAX_MATRIX_PICKUPS = 20;
export const MAX_MATRIX_DELIVERIES = 20_000;
export const MAX_MATRIX_CELLS = 400_000;
/** So many cells count for a tier as one line of a bulk, begun ones too. */
export const CELLS_PER_COUNTED_LINE = 100;
/** Cells that a thread fills before it looks whether a question waits for it. */
export const CELLS_PER_STEP = 256;
