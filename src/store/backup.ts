/** Copies of a store. */

/** A copy of a store, in one file. */
export interface Backup {
  bytes: number;
  /** Of the file, in hexadecimal. */
  sha256: string;
}

/** The folder of a copy in progress, above the copies: it stays after a kill. */
export const UNFINISHED_FOLDER = 'unfinished';

/** The disk has too little space for a copy of the store. */
export class NoSpaceError extends Error {
  constructor(storeBytes: number, options?: ErrorOptions) {
    super(`the disk has too little space for a copy of the store, which has ${storeBytes} bytes`, options);
  }
}
