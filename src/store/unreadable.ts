/** Assignments that are stored but cannot be read. */
import type { AssignmentRecord } from '../model/documents.js';

/** An assignment that is stored but cannot be read. Its key is nevertheless taken. */
export class UnreadableRecordError extends Error {
  constructor(
    readonly key: string | number,
    reason: string,
    options?: ErrorOptions,
  ) {
    super(`the assignment ${key} cannot be read: ${reason}`, options);
  }
}

/**
 * The assignment that `read` gets.
 * @throws UnreadableRecordError
 */
export function readable<R extends AssignmentRecord | undefined>(key: string | number, read: () => R): R {
  let record: R;
  try {
    record = read();
  } catch (error) {
    throw new UnreadableRecordError(key, (error as Error).message, { cause: error });
  }
  if (record !== undefined && (typeof record.assignment !== 'object' || record.assignment === null))
    throw new UnreadableRecordError(key, 'it has no assignment');
  return record;
}
