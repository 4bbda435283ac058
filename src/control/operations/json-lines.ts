/** Bodies of lines of JSON. */
import { jsonExcess } from '../../contract/body.js';
import { MAX_IMPORT_LINE_BYTES } from '../../limits/store.js';
import { isMembers, type Members } from '../../model/members.js';
import type { RequestFault } from '../../model/schema-faults.js';
import { refuse, type RefusedResult } from './operation.js';

export type LineFault = Pick<RequestFault, 'field' | 'message' | 'code'>;

/** @param most how many there may be, of what: `100000 lines` */
export function refuseTooMany(most: string): RefusedResult {
  const message = `There may be at most ${most}`;
  return refuse('PAYLOAD_TOO_LARGE', { message, details: message });
}

/** The lines without blanks around them, from number 1 on; some are empty. */
export function* numberedLines(text: string): Generator<[number: number, line: string]> {
  let number = 0;
  for (let start = 0; start < text.length;) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    yield [++number, text.slice(start, end).trim()];
    start = end + 1;
  }
}

/** The object of a line, or why it has none. */
export function membersOfLine(text: string): { ok: true; members: Members } | { ok: false; fault: LineFault } {
  const refused = (message: string, code: LineFault['code']) =>
    ({ ok: false, fault: { field: '', message, code } }) as const;
  if (text.length > MAX_IMPORT_LINE_BYTES)
    return refused(`must be shorter: a line may have ${MAX_IMPORT_LINE_BYTES} characters`, 'TOO_LONG');
  const excess = jsonExcess(text);
  if (excess !== null) return refused(excess, 'TOO_MANY_ITEMS');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refused('is not valid JSON', 'INVALID_FORMAT');
  }
  return isMembers(value) ? { ok: true, members: value } : refused('must be a JSON object', 'INVALID_TYPE');
}
