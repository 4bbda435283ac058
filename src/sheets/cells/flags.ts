/** Yes and no, as couriers write them. */
import { cellText, fault, type ParsedCell, parsed, plainText } from './text.js';

const YES: ReadonlySet<string> = new Set(['y', 'yes', '1', 'true', '✓', '✔', 'active', 'serviceable']);
const NO: ReadonlySet<string> = new Set([
  'n',
  'no',
  '0',
  'false',
  'inactive',
  'non-serviceable',
  'non serviceable',
  'nonserviceable',
]);

/** @param text not empty; `NA` and `-` are neither */
export function flag(text: string): ParsedCell<boolean> {
  const plain = plainText(text);
  if (YES.has(plain)) return parsed(true);
  if (NO.has(plain)) return parsed(false);
  return fault(`must be Y or N, but is "${cellText(text)}"`);
}
