/** Pincodes, and sets of them. */
import { cellText, fault, type ParsedCell, parsed } from './text.js';

/** A pincode has no leading zeros; a spreadsheet may have added zeros after a point, or an apostrophe before. */
const PINCODE = /^'?([1-9]\d{2}) ?(\d{3})(?:\.0+)?'?$/;
const PREFIX = /^([1-9]\d{0,4})\*$/;
const DIGITS = 6;

/** Six digits. */
export function pincode(text: string): ParsedCell<string> {
  const [, first, last] = PINCODE.exec(cellText(text)) ?? [];
  if (first !== undefined) return parsed(first + last!);
  return fault(`must be a pincode of six digits, but is "${cellText(text)}"`);
}

/** From and to, both inclusive; equal for one pincode. */
export interface PincodeRange {
  from: string;
  to: string;
}

/** Also `793001-793005`, `793*`, and lists by comma, blank or semicolon. */
export function pincodeSet(text: string): ParsedCell<PincodeRange[]> {
  const one = pincode(text);
  if (one.ok) return parsed([{ from: one.value, to: one.value }]);
  const ranges: PincodeRange[] = [];
  for (const word of cellText(text)
    .replace(/\s*[-–]\s*/g, '-')
    .split(/[\s,;]+/)
    .filter((each) => each !== '')) {
    const range = rangeOf(word);
    if (range === null) return one;
    ranges.push(range);
  }
  return ranges.length === 0 ? one : parsed(ranges);
}

function rangeOf(word: string): PincodeRange | null {
  const [, prefix] = PREFIX.exec(word) ?? [];
  if (prefix !== undefined) return { from: prefix.padEnd(DIGITS, '0'), to: prefix.padEnd(DIGITS, '9') };
  const ends = word.split('-').map(pincode);
  const [from, to = from] = ends;
  if (ends.length > 2 || !from!.ok || !to!.ok || to.value < from.value) return null;
  return { from: from.value, to: to.value };
}
