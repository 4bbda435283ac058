/** What a node's process is asked for, and answers. */
export const MEASURE = 'measure';

/** What a process holds after a full garbage collection. */
export interface Held {
  residentBytes: number;
  descriptors: number;
}
