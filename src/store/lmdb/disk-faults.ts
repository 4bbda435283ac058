/** Errors of LMDB for a disk that takes no more: the same write may succeed later. */
import { constants } from 'node:os';
import { StoreUnavailableError } from '../port.js';

const { ENOSPC, EDQUOT, EFBIG, EIO, ENOMEM } = constants.errno;

/** By the error's code, a number of lmdb. */
const REASONS = new Map<unknown, string>([
  [ENOSPC, 'the disk is full'],
  [EDQUOT, 'the disk quota is used up'],
  [EFBIG, 'the file has the largest size that this process may write'],
  // also LMDB's error for a partial write
  [EIO, 'the disk is full, or it fails'],
  // the map grows with the file
  [ENOMEM, 'the system has no more address space for the file'],
]);

/** The error of the store in the folder `path` for its callers: StoreUnavailableError for a fault of the disk. */
export function faultOf(error: Error, path: string): Error {
  const reason = REASONS.get((error as { code?: unknown }).code);
  return reason === undefined
    ? error
    : new StoreUnavailableError(`the store in ${path} cannot be written: ${reason} (${error.message})`, {
        cause: error,
      });
}
