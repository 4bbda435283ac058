/** Rows of totals and ends of pages, which are between data and are none. */
import { cellText } from '../cells/text.js';

const BEFORE = String.raw`(?:(?:grand|sub|page|net|invoice|bill)[\s-]*)?`;
/** `Total Amount`, `Total Invoice Value (Rs.)`; with other words it may be a name. */
const BEHIND = String.raw`(?:\s+(?:invoice|bill|net|amount|amt|charges?|value|payable|due|freight|weight|tax|gst))*`;
const UNIT = String.raw`(?:\s*[([]?(?:in\s+)?(?:₹|rs\.?|inr|rupees|kgs?)[)\]]?)?`;
const PAGE = String.raw`page\s*\d+(?:\s*(?:of|/)\s*\d+)?`;
const TOTAL = new RegExp(String.raw`^(?:${BEFORE}totals?${BEHIND}${UNIT}\s*:?|${PAGE})$`, 'i');

/** Whether the key of a row says that it is a total. */
export const isTotalWord = (key: string): boolean => TOTAL.test(key);

export function firstText(cells: readonly string[]): string {
  for (const cell of cells) {
    const text = cellText(cell);
    if (text !== '') return text;
  }
  return '';
}
