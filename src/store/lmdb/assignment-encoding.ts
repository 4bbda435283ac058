/**
 * Assignments are stored as JSON, because their writer already has the text: encoding them as msgpack takes the thread
 * much longer. Assignments from earlier releases are msgpack and stay so.
 */
import { Unpackr } from 'msgpackr';
import type { AssignmentSample, AssignmentRecord } from '../../model/documents.js';
import type { Json } from '../../json.js';
import type { WriteOp } from '../../model/change.js';
import { type AssignmentAmounts, amountsOf, paiseOf } from '../assignment-sums.js';
import type { FilteredPart } from '../assignment-filter.js';
import type { AssignmentInsert } from '../port.js';

const JSON_OBJECT = '{'.charCodeAt(0);
/** The assignment itself comes last: the part before it can be read alone. */
const LAST_MEMBER = ',"assignment":';
const former = new Unpackr();

/** Takes the place of an assignment on its way from the op to the encoder; nothing between them looks into it. */
class AssignmentText {
  constructor(readonly text: Json) {}
}

export function insertion({ document, text }: AssignmentInsert): WriteOp {
  const assignment = new AssignmentText(text) as unknown as AssignmentRecord['assignment'];
  return { kind: 'insert', collection: 'assignments', document: { ...document, assignment } };
}

/** An encoder in the form that lmdb expects. */
export const ASSIGNMENT_ENCODING = {
  /** A value may be in use while the next one is read, so each has its own memory. */
  needsStableBuffer: true,

  encode({ assignment, ...fields }: AssignmentRecord): string {
    const text = assignment instanceof AssignmentText ? assignment.text : JSON.stringify(assignment);
    return `${JSON.stringify(fields).slice(0, -1)}${LAST_MEMBER}${text}}`;
  },

  decode(bytes: Uint8Array): AssignmentRecord {
    // no msgpack object begins with this byte
    if (bytes[0] !== JSON_OBJECT) return former.unpack(bytes) as AssignmentRecord;
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()) as AssignmentRecord;
  },
};

/**
 * The request in an encoded assignment, without decoding the assignment itself, which is the largest part; null: it has
 * none. The bytes are not used after the return.
 */
export function requestIn(bytes: Uint8Array): AssignmentSample | null {
  if (bytes[0] !== JSON_OBJECT) return null;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  // within a text the quotes would be escaped
  const end = text.indexOf(LAST_MEMBER);
  const record = JSON.parse(`${text.toString('utf8', 0, end)}}`) as AssignmentRecord;
  const { shipmentId, partnerId, asked, caller, createdAt, life } = record;
  if (asked === undefined) return null;
  const assignmentType = STRATEGY_IN_TEXT.exec(text.toString('utf8', end + LAST_MEMBER.length))?.[1];
  return {
    shipmentId,
    partnerId,
    asked,
    createdAt,
    ...(caller && { caller }),
    ...(life && { life }),
    ...(assignmentType && { assignmentType }),
  };
}

/** Of JSON that we wrote, without parsing the assignment: what the impact of changes and filters read of it. */
const STRATEGY_IN_TEXT = /"assignmentType":"(\w+)"/;
const CONFIRMED_IN_TEXT = /,"confirmedAt":"([^"]*)"/;
const ESTIMATES_IN_TEXT = /"estimates":(\{(?:[^{}]|\{[^{}]*\})*\})/;
const PICKUP_IN_TEXT = /"estimates":\{[^}]*?"pickupDate":"([^"]*)"/;

/** The part of an encoded assignment that filters read; the bytes are not used after the return. */
export function filteredPartIn(bytes: Uint8Array): FilteredPart {
  if (bytes[0] !== JSON_OBJECT) return ASSIGNMENT_ENCODING.decode(bytes);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const end = text.indexOf(LAST_MEMBER);
  const record = JSON.parse(`${text.toString('utf8', 0, end)}}`) as AssignmentRecord;
  const assignment = text.toString('utf8', end + LAST_MEMBER.length, text.length - 1);
  const confirmedAt = CONFIRMED_IN_TEXT.exec(assignment)?.[1];
  const pickupDate = PICKUP_IN_TEXT.exec(assignment)?.[1];
  return { ...record, assignment: { ...(confirmedAt && { confirmedAt }), estimates: { pickupDate } } };
}

/** The part of an encoded assignment that its outcome reads; the bytes are not used after the return. */
export function parcelPartIn(bytes: Uint8Array): AssignmentRecord {
  if (bytes[0] !== JSON_OBJECT) return ASSIGNMENT_ENCODING.decode(bytes);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const end = text.indexOf(LAST_MEMBER);
  const record = JSON.parse(`${text.toString('utf8', 0, end)}}`) as AssignmentRecord;
  const estimates = ESTIMATES_IN_TEXT.exec(text.toString('utf8', end + LAST_MEMBER.length))?.[1];
  return { ...record, assignment: estimates === undefined ? {} : { estimates: JSON.parse(estimates) as object } };
}

/** Of JSON that we wrote: members in their order, without parsing the rest. A text in it has its quotes escaped. */
const AMOUNTS_IN_TEXT =
  /"estimates":\{[^}]*"totalCost":([\d.]+)[^]*?"paymentTerms":\{"method":"(\w+)","collectionAmount":([\d.]+)/;

/** What sums count of an assignment, which may be on its way to the encoder. */
export function amountsIn({ assignment }: AssignmentRecord): AssignmentAmounts {
  if (!(assignment instanceof AssignmentText)) return amountsOf(assignment);
  const [found, cost, payment = '', cod] = AMOUNTS_IN_TEXT.exec(assignment.text) ?? [];
  if (found === undefined) return amountsOf(JSON.parse(assignment.text) as object);
  return { payment, costPaise: paiseOf(Number(cost)), codPaise: paiseOf(Number(cod)) };
}
