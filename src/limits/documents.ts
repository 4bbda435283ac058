/** Bounds of documents (docs/api-rules.md#documents), each with its unit in its name. */
import { assert } from './assert.js';

/**
 * Document bounds: they keep every weight charge a safe integer. Percentages of percentages can go beyond; a price
 * whose subtotal is above the first value is refused.
 */
export const MAX_SUBTOTAL_PAISE = 499_999_999_999_999;
export const MAX_MONEY_RUPEES = 1_000_000;
/** Of limits and conditions about the declared value and the amount to collect. */
export const MAX_VALUE_BOUND_RUPEES = 100_000_000;
export const MAX_PERCENT = 1_000;
export const MAX_TAX_PERCENT = 100;
export const MAX_PARTNER_WEIGHT_GRAMS = 25_000_000;
/** Kilograms per cubic foot. */
export const MAX_CFT = 50;
export const MAX_VOLUMETRIC_DIVISOR = 1_000_000;
export const MAX_TRANSIT_DAYS = 60;
export const MAX_TRANSIT_HOURS = 10_000;
/** Of a zone. */
export const MAX_PICKUP_PINCODES = 100;
/** Beyond the town of a courier. */
export const MAX_EDL_KM = 1_000;
/** Bounds per partner. Places are the states, cities and areas of all its zones together. */
export const MAX_ZONES_PER_PARTNER = 1_000;
export const MAX_PLACES_PER_PARTNER = 50_000;
export const MAX_CHARGES_PER_PARTNER = 5_000;
export const MAX_DISTANCE_CHARGES_PER_PARTNER = 5_000;
export const MAX_DISCOUNTS_PER_PARTNER = 5_000;
export const MAX_LANE_RULES_PER_PARTNER = 64;
/** Different tags of its zones: a bit each in a word. */
export const MAX_TAGS_PER_PARTNER = 32;
export const MAX_HOLIDAYS_PER_PARTNER = 400;
/** Holds that are not over, of a partner and as many of no partner. */
export const MAX_HOLDS_PER_PARTNER = 64;
/** Surcharges that a partner's card has: its own and those without a partner. */
export const MAX_SURCHARGES_PER_CARD = 256;
export const MAX_SURCHARGE_CODES_PER_CARD = 31;
export const MAX_SURCHARGE_GROUPS_PER_CARD = 32;
/** Place groups: a bit each in two words. */
export const MAX_PLACE_GROUPS = 64;
export const MAX_PARTNER_GROUPS = 16;
/** Policies, the rules of one, the bytes of its JSON, and the entries of its lists. */
export const MAX_POLICIES = 64;
export const MAX_POLICY_RULES = 64;
export const MAX_POLICY_BYTES = 65_536;
export const MAX_POLICY_LIST = 1_000;
export const MAX_WHEN_PINCODES = 100;
export const MAX_POLICY_PRIORITY = 999;
export const MAX_ADJUSTMENT_RUPEES = 10_000;
export const MAX_ADJUSTMENT_PERCENT = 100;
/** Attributes of a request: how many, and how long and how large their values. */
export const MAX_ATTRIBUTES = 16;
export const MAX_ATTRIBUTE_LENGTH = 64;
export const MAX_ATTRIBUTE_INTEGER = 1_000_000_000;
/** A zone's JSON without its places: an answer lists up to MAX_PAGE_LIMIT zones. */
export const MAX_ZONE_DETAILS_BYTES = 16_384;
export const MAX_CUSTOM_CHARGES = 100;
export const MAX_TAX_ENTRIES = 100;
export const MAX_CITY_ALIASES = 100;
export const MAX_PINCODE_SLOTS = 65_534;
/** The numbers that fit the columns of the geography. */
export const MAX_CITIES = 65_536;
export const MAX_STATES = 256;
/** Replacing a collection, a partner may lose no more than this number of rows and this share, unless forced. */
export const MAX_LOST_ROWS = 5;
export const MAX_LOST_SHARE = 0.1;
/**
 * A wrong name of a place: how many similar names are listed, and how often. A longer text is no name; a document with
 * so many wrong names is not checked further.
 */
export const MAX_NEAREST_PLACES = 3;
export const MAX_PLACE_TEXT_LENGTH = 250;
export const MAX_WRONG_PLACES = 1_000;
export const MAX_PLACES_COMPARED = 20;

/** Decimals of a document's numbers, and the bounds of a discount (docs/api-rules.md#checks-of-documents). */
export const MONEY_DECIMALS = 2;
export const KILOGRAM_DECIMALS = 3;
export const PERCENT_DECIMALS = 4;
/** The charge of a step may have more decimals than other money, up to these amounts: a rate by the gram has six. */
export const STEP_CHARGE_DECIMALS = 6;
export const MAX_FINEST_STEP_RUPEES = 100;
export const EXACT_STEP_DECIMALS = 4;
export const MAX_EXACT_STEP_RUPEES = 10_000;
/** A surcharge's value, in Rupees or percent; and its maximum where kilograms or pieces multiply it. */
export const SURCHARGE_VALUE_DECIMALS = 4;
export const MAX_SURCHARGE_PER_UNIT_RUPEES = 10_000;
export const ROAD_FACTOR_DECIMALS = 4;
export const MIN_DISCOUNT_VALUE = 0.01;
export const MAX_DISCOUNT_PERCENT = 100;
export const MAX_DISCOUNT_FLAT_RUPEES = 10_000;

assert(
  MAX_MONEY_RUPEES * 100 * (MAX_PARTNER_WEIGHT_GRAMS + 1) <= Number.MAX_SAFE_INTEGER,
  'a weight charge is a safe integer',
);
// A price has no negative part, so with its subtotal every other amount is at most that, and GST, by either side, is
// at most 100 %: its halves are each rounded up at most once. 15 digits survive a caller's binary floating point.
assert(MAX_TAX_PERCENT <= 100, 'GST is at most the taxable amount');
assert(2 * MAX_SUBTOTAL_PAISE + 1 < 10 ** 15, 'every amount of a price, and every sum of them, is exact');
assert(MAX_DISCOUNT_PERCENT <= MAX_PERCENT && MAX_DISCOUNT_FLAT_RUPEES <= MAX_MONEY_RUPEES);

/** Findings of the linter: that a partner may accept, of a code in an answer, and documents that one names at most. */
export const MAX_ACCEPTED_FINDINGS = 200;
export const MAX_FINDINGS_A_CODE = 100;
export const MAX_FINDING_DOCUMENTS = 20;
/** Capacities of a partner, and what one may be: parcels, pieces, grams or Rupees. */
export const MAX_CAPACITIES_PER_PARTNER = 64;
export const MAX_CAPACITY = 1_000_000_000_000;
/** Members of a share, and shipments of one in a window. */
export const MAX_SHARE_MEMBERS = 16;
export const MAX_SHARE_PARCELS = 1_000_000_000;
/** Landed terms of all customers together: every thread has them. */
export const MAX_LANDED_TERMS = 10_000;
/** How long a courier may keep what it collects. */
export const MAX_REMITTANCE_DAYS = 365;
