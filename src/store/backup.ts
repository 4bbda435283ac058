/** What copies of a store are made of. */

/** A copy of a store, in one file. */
export interface Backup {
  bytes: number;
  /** Of the file, in hexadecimal. */
  sha256: string;
}

/** In the folder above the copies, while one is made: after a kill it stays. */
export const UNFINISHED_FOLDER = 'unfinished';

/** The disk has too little space for a copy of the store. */
export class NoSpaceError extends Error {
  constructor(storeBytes: number, options?: ErrorOptions) {
    super(`the disk has too little space for a copy of the store, which has ${storeBytes} bytes`, options);
  }
}
