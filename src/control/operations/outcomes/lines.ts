/** The lines of a body of outcomes. */
import type { ApplyFault } from '../../../contract/document-names.js';
import { OutcomeLine } from '../../../contract/outcomes.js';
import { MAX_APPLY_LINES } from '../../../limits/http.js';
import { MAX_REQUEST_FAULTS } from '../../../limits/requests.js';
import { SchemaValidator } from '../../../model/schema-faults.js';
import { inTurns } from '../../../turn.js';
import { FaultList } from '../documents/fault-list.js';
import { type LineFault, membersOfLine, numberedLines } from '../json-lines.js';

export interface ReadLine {
  /** From 1. */
  number: number;
  given: OutcomeLine;
}

export interface ReadLines {
  lines: ReadLine[];
  faults: FaultList<ApplyFault>;
}

/** Refuses members that it does not know, too. */
const VALIDATOR = new SchemaValidator(OutcomeLine, MAX_REQUEST_FAULTS);

/** Reads lines of JSON; blank ones are skipped. Null: there are more lines than may be. */
export async function readLines(text: string): Promise<ReadLines | null> {
  const lines: ReadLine[] = [];
  const faults = new FaultList<ApplyFault>();
  // first, because telling faults takes much longer
  let count = 0;
  for await (const piece of inTurns(numberedLines(text))) for (const [, line] of piece) if (line !== '') count++;
  if (count > MAX_APPLY_LINES) return null;
  for await (const piece of inTurns(numberedLines(text)))
    for (const [number, line] of piece) {
      if (line === '') continue;
      const read = membersOfLine(line);
      if (!read.ok) {
        faults.add(faultOf(number, null, read.fault));
        continue;
      }
      const given = withoutNulls(read.members);
      if (VALIDATOR.accepts(given)) lines.push({ number, given });
      else for (const fault of VALIDATOR.faults(given)) faults.add(faultOf(number, given, fault));
    }
  return { lines, faults };
}

/** A member that is null is as an absent one. */
function withoutNulls(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}

/** A fault of a line, as the answer tells it. @param given what names its shipment; null: nothing can be read */
export function faultOf(
  line: number,
  given: Readonly<Record<string, unknown>> | null,
  { field, message, code }: LineFault,
): ApplyFault {
  const name = given?.['shipmentId'] ?? given?.['awb'];
  const key = typeof name === 'string' ? name.slice(0, MAX_SHOWN_KEY_LENGTH) : null;
  return { line, collection: 'outcomes', key, field: field.slice(0, MAX_SHOWN_FIELD_LENGTH), message, code };
}

const MAX_SHOWN_KEY_LENGTH = 200;
const MAX_SHOWN_FIELD_LENGTH = 100;
