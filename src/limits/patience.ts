/**
 * Shortens every wait for MongoDB: 1 is the full wait. A test of faults gives its nodes a smaller share before they
 * load anything else, and its faults are shorter by the same share: see test/faults/patience.ts.
 */
export const patience = { share: 1 };

/** How long a node waits for MongoDB. */
export const patient = (ms: number): number => Math.ceil(ms * patience.share);
