/**
 * How assignments are kept: each as JSON, since whoever writes one has its text (encoding one as msgpack took 50 us of the
 * main thread, putting its text in place takes 6). Those of a store that was made before are msgpack, and stay it.
 */
import { Unpackr } from 'msgpackr';
import type { AssignmentRecord } from '../../schemas/documents.js';
import { JsonText } from '../../schemas/json-text.js';

const JSON_OBJECT = '{'.charCodeAt(0);
const former = new Unpackr();

/** To lmdb an encoder. */
export const ASSIGNMENT_ENCODING = {
  /** A value may be read while the next is being: each in memory of its own. */
  needsStableBuffer: true,

  encode({ assignment, ...fields }: AssignmentRecord): string {
    const text = assignment instanceof JsonText ? assignment.text : JSON.stringify(assignment);
    return `${JSON.stringify(fields).slice(0, -1)},"assignment":${text}}`;
  },

  decode(bytes: Uint8Array): AssignmentRecord {
    // in msgpack no object begins so
    if (bytes[0] !== JSON_OBJECT) return former.unpack(bytes) as AssignmentRecord;
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()) as AssignmentRecord;
  },
};
