/**
 * The share of their patience with MongoDB that nodes have: 1. A test of faults gives the nodes that it starts less,
 * before they load anything else, and its faults last as much shorter: see test/faults/patience.ts.
 */
export const patience = { share: 1 };

/** How long a node waits for MongoDB. */
export const patient = (ms: number): number => Math.ceil(ms * patience.share);
