/** What the node finds in lines, at the positions of the sheet that the lines were made of. */
import type { PinrateError } from '../client/error.js';
import { isMembers } from '../model/members.js';
import type { Fault as SheetFault } from '../sheets/tables/faults.js';
import type { ImportLine } from './lines.js';

/** A fault of one field. A partner's answers have `issue` in place of `message`. */
export interface Fault {
  line?: number;
  field?: string | null;
  message?: string;
  issue?: string;
  /** Another line about the same document. */
  otherLine?: number;
}
type LineFault = Fault & { line: number };

/** The file and line of a line of the request. */
export type PositionOf = (line: number) => string | undefined;

export function faultsOf(details: unknown): Fault[] | undefined {
  const list = isMembers(details) ? details['validationErrors'] : details;
  const isFault = (item: unknown): boolean => isMembers(item) && ('message' in item || 'issue' in item);
  return Array.isArray(list) && list.length > 0 && list.every(isFault) ? (list as Fault[]) : undefined;
}

/** The faults of lines; null: the node refuses for another reason. */
function lineFaultsOf({ details }: PinrateError): LineFault[] | null {
  const faults = faultsOf(details);
  return faults?.every((fault): fault is LineFault => fault.line !== undefined) === true ? faults : null;
}

/** The message of a fault, which may name another line by its number in the request. */
export function faultMessage({ message, issue, otherLine }: Fault, positionOf: PositionOf): string {
  const text = message ?? issue ?? '';
  const position = otherLine === undefined ? undefined : positionOf(otherLine);
  return position === undefined ? text : text.replace(`line ${otherLine}`, () => position);
}

/** null: the refusal is not about lines. */
export function placedFaults(error: PinrateError, lines: readonly ImportLine[]): SheetFault[] | null {
  const faults = lineFaultsOf(error);
  if (faults === null || !faults.every(({ line }) => lines[line - 1] !== undefined)) return null;
  const lineInFile = (line: number): string => `line ${lines[line - 1]!.positionOf('').line}`;
  return faults.map((fault) => ({
    ...lines[fault.line - 1]!.positionOf(fault.field ?? ''),
    message: faultMessage(fault, lineInFile),
  }));
}
