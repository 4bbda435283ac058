/** Where a text in the search box leads, as far as its form says that. */
import { pathWith } from '../parts/paths.js';

const PINCODE = /^[1-9]\d{5}$/;
const CHANGE = /^(?:change\s+|#)?(\d{1,9})$/i;
/** Shorter texts may be names. */
const TOKEN = /^[A-Za-z0-9_-]{40,}$/;
const WEIGHT = /^\d[\d.]*(?:kg|g)$/i;
const AMOUNT = /^[₹\d][\d,.]*$/;

/**
 * The path of a view; null: it is a name, or nothing. The first form that fits counts: two pincodes with weight and
 * amounts; a pincode; a quote token; the number of a change.
 */
export function destinationOf(text: string): string | null {
  const words = text.trim().split(/[\s>]+/);
  const [from, to] = words;
  if (PINCODE.test(from!) && to !== undefined && PINCODE.test(to)) return questionOf(from!, to, words.slice(2));
  if (words.length > 2 || (words.length === 2 && !CHANGE.test(text))) return null;
  if (PINCODE.test(from!)) return `/pincodes/${from!}`;
  if (TOKEN.test(from!)) return pathWith('/rate', { token: from });
  const change = CHANGE.exec(text.trim())?.[1];
  return change === undefined ? null : `/changes/${Number(change)}`;
}

/** The path of a shipment by its number or its AWB; null: without a digit it is neither, but a name with a mistake. */
export const shipmentOf = (text: string): string | null =>
  /^\S*\d\S*$/.test(text) ? `/today/${encodeURIComponent(text)}` : null;

/** `500g cod 2499 value 3000`, in any order; what is not understood is left out. */
function questionOf(from: string, to: string, rest: readonly string[]): string {
  const found: Record<string, string> = { from, to };
  rest.forEach((word, at) => {
    const name = rest[at - 1]?.toLowerCase();
    if (WEIGHT.test(word)) found['weight'] = word;
    else if (AMOUNT.test(word) && (name === 'cod' || name === 'value')) found[name] = word;
    // a bare number is kilograms, as in the field
    else if (/^\d[\d.]*$/.test(word)) found['weight'] ??= word;
  });
  return pathWith('/rate', found);
}
