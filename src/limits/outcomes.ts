/** Limits of outcomes: how long they are kept, and what their lines may say. */

/** A line is kept until so many days after the import that closed it; its sums for so many weeks after the pickup. */
export const KEPT_OUTCOME_DAYS = 60;
export const KEPT_OUTCOME_WEEKS = 104;
export const MAX_ATTEMPTS_OF_DELIVERY = 100;
/** What has happened may be so far in the future: clocks of couriers and callers may be ahead. */
export const EVENT_AHEAD_MS = 86_400_000;
/** How often weeks that are too old are removed, and how often a node looks for imports of others. */
export const OUTCOME_SWEEP_MS = 3_600_000;
export const OUTCOME_POLL_MS = 60_000;
/** Lines whose shipments and former lines are read at a time. */
export const OUTCOME_LINES_AT_ONCE = 500;
/** An import that other imports overtake is planned again so often. */
export const MAX_OUTCOME_ATTEMPTS = 10;
