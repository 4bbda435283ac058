/** Bounds of requests and of the lists in their answers (docs/api-rules.md#request-limits). */
import { assert } from './assert.js';
import {
  MAX_CHARGES_PER_PARTNER,
  MAX_PARTNER_WEIGHT_GRAMS,
  MAX_PINCODE_SLOTS,
  MAX_PLACES_PER_PARTNER,
} from './documents.js';

/**
 * What a gram, a centimetre and a Rupee of a question are divided into: its numbers are rounded to that, half up,
 * before anything looks at them (docs/api-rules.md#numbers).
 */
export const PARTS_OF_A_GRAM = 1_000;
export const PARTS_OF_A_CENTIMETRE = 10_000;
export const PARTS_OF_A_RUPEE = 100;

/** Request bounds (docs/api-rules.md#request-limits). */
export const MIN_WEIGHT_GRAMS = 1;
export const MAX_WEIGHT_GRAMS = 50_000;
/** Bounds of pieces; the grams of all of them are at most those that a partner may carry. */
export const MAX_PIECES = 200;
export const MAX_PIECE_COUNT = 10_000;
export const MAX_PIECE_GRAMS = 1_000_000;
export const MAX_PIECES_GRAMS = MAX_PARTNER_WEIGHT_GRAMS;
export const MAX_DECLARED_VALUE_RUPEES = 1_000_000;
/** Bounds of assignmentPreferences.weights (docs/rules.md#scores). */
export const MAX_STRATEGY_WEIGHT_RUPEES = 10_000;
/** A smaller weight of a B2C shipment was probably given in kilograms. */
export const LEAST_PLAUSIBLE_GRAMS = 50;
/** Of the sides of a parcel, and of a piece. */
export const MAX_DIMENSION_CM = 1_000;
export const MAX_TEXT_LENGTH = 1_000;
/** The most faults that one answer lists; a body of 1 MiB could have a hundred thousand. */
export const MAX_REQUEST_FAULTS = 100;
/** Characters that a fault or warning shows of an unknown name, and of a sent list or object. */
export const MAX_UNKNOWN_NAME_LENGTH = 100;
export const MAX_SHOWN_JSON_LENGTH = 200;
export const MAX_LIST_ITEMS = 1_000;
export const MAX_DELIVERY_HOURS = 10_000;
/** Bounds of shipDate: the first day, and days ahead of today (docs/rules.md#dates). */
export const FIRST_SHIP_DATE = '2000-01-01';
export const MAX_DAYS_AHEAD_OF_CHARGES = 731;
export const MAX_DAYS_AHEAD_OF_AVAILABILITY = 366;

/** Characters of a quoteToken, so that it fits into a header or a column. */
export const MAX_QUOTE_TOKEN_LENGTH = 1_024;
/** Longer texts are refused unread. */
export const MAX_GIVEN_TOKEN_LENGTH = 4_096;

/** For a refused shipment: how many partners that can carry it are named, and how many are tried. */
export const ALTERNATIVE_PARTNERS_SHOWN = 3;
export const ALTERNATIVE_PARTNERS_LOOKED_AT = 64;
/** Candidates that an assignment lists in the order of its strategy, and partners that a search ranks. */
export const ALTERNATIVES_SHOWN = 5;
export const RANKING_SHOWN = 10;
/** Of a shipment: how often it is given to a partner. */
export const MAX_ATTEMPTS = 16;
/** Shipments that one request moves to other partners. */
export const MAX_REASSIGNED = 10_000;
/** The length of a data URI, which a client may store in an attribute or a column. */
export const MAX_QR_CODE_CHARACTERS = 2_000;

/** Reads (docs/api-rules.md#lists). */
export const MAX_PAGE_LIMIT = 100;
export const MAX_CURSOR_LENGTH = 1_000;
export const MIN_SEARCH_LENGTH = 2;
export const MAX_SEARCH_LENGTH = 100;
export const MIN_PLACES_SEARCH_LENGTH = 1;
export const MAX_PLACES_FOUND = 20;

/** Charges and discounts (docs/api-rules.md#request-limits). */
export const MAX_BULK_CHARGES = 1_000;
export const MIN_CHARGE_VALUE = 0.01;
export const MIN_DISCOUNT_WEIGHT_KG = 0.001;
export const MAX_DISCOUNT_WEIGHT_KG = 50_000;

/** Zones: the places of one kind, or the pincodes, that one request may name; it must also fit MAX_BODY_BYTES. */
export const MAX_ZONE_PLACES = 25_000;
export const MAX_ZONE_SERVICES = 100;
/** Bounds of a sentence in a new zone's nextSteps: the zones, other names, and characters of a text that it shows. */
export const MAX_STEP_ZONES = 3;
export const MAX_STEP_NAMES = 10;
export const MAX_STEP_TEXT_LENGTH = 50;
/** The length of a pincode in a request: an invalid one is repeated in the answer. */
export const MAX_PINCODE_TEXT_LENGTH = 100;
/** Pincodes whose serving partners one request asks for. */
export const MAX_PINCODES_REQUESTED = 1_000;
/** Days of a summary of assignments. */
export const MAX_SUMMARY_DAYS = 366;
export const MAX_ASSIGN_RETRIES = 10;
/** The pause before a batch of pincodes that the store could not write is tried again. */
export const ASSIGN_RETRY_PAUSE_MS = 50;
/** Batches under way at once: they share a flush of the store. */
export const ASSIGN_BATCHES_AT_ONCE = 64;
/** Places of one zone that an answer lists with the zone; their own route has all of them, page by page. */
export const MAX_ZONE_PLACES_SHOWN = 200;
/** Failures of a new zone, and pincodes of a refusal, that an answer lists; further ones are only counted. */
export const MAX_ITEMS_SHOWN = 1_000;
/** Rows of each list of comprehensive-data, and the ids of each list of its format `minimal`. */
export const MAX_COMPREHENSIVE_ROWS = 100;
export const MAX_COMPREHENSIVE_IDS = 1_000;

assert(MAX_WEIGHT_GRAMS <= MAX_PARTNER_WEIGHT_GRAMS);
assert(MAX_ZONE_PLACES < MAX_PINCODE_SLOTS);
assert(MAX_ZONE_PLACES <= MAX_PLACES_PER_PARTNER && MAX_BULK_CHARGES <= MAX_CHARGES_PER_PARTNER);
