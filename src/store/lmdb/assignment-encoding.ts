/**
 * Assignments are kept as JSON, because their writer already has the text: encoding an assignment as msgpack takes the
 * main thread several times as long. Assignments of a store from an earlier release are msgpack and stay msgpack.
 */
import { Unpackr } from 'msgpackr';
import type { AssignmentRecord } from '../../contract/documents/documents.js';
import { JsonText } from '../../contract/documents/json-text.js';

const JSON_OBJECT = '{'.charCodeAt(0);
const former = new Unpackr();

/** An encoder in the form that lmdb expects. */
export const ASSIGNMENT_ENCODING = {
  /** A value may be in use while the next one is read, so each has its own memory. */
  needsStableBuffer: true,

  encode({ assignment, ...fields }: AssignmentRecord): string {
    const text = assignment instanceof JsonText ? assignment.text : JSON.stringify(assignment);
    return `${JSON.stringify(fields).slice(0, -1)},"assignment":${text}}`;
  },

  decode(bytes: Uint8Array): AssignmentRecord {
    // no msgpack object begins with this byte
    if (bytes[0] !== JSON_OBJECT) return former.unpack(bytes) as AssignmentRecord;
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()) as AssignmentRecord;
  },
};
