/** How the fields of documents are written in the cells of a sheet, and read from them. */
import { numberText } from '../../../../sheets/cells/money.js';
import { fault, parsed, type ParsedCell } from '../../../../sheets/cells/text.js';
import { dayInIndia, endOfDayInIndia, startOfDayInIndia, weightInWords, weightOf } from '../../../parts/words.js';

export interface Names {
  partnerId: string;
  zones: readonly { id: number; name: string }[];
}

/** How a field is written in a cell. */
export interface Kind {
  isNumber?: boolean;
  show(value: unknown, names: Names): string;
  /** Of a text that is not empty. */
  read(text: string, names: Names): ParsedCell<unknown>;
}

export const TEXT: Kind = { show: String, read: parsed };
export const CODE: Kind = { show: String, read: (text) => parsed(text) };
/** A word of a closed list, or as much of its beginning as no other word has. */
export const oneOf = (words: readonly string[]): Kind => ({
  show: String,
  read(text) {
    const typed = text.toLowerCase().replaceAll(' ', '_');
    const begun = words.filter((word) => word.toLowerCase().startsWith(typed));
    const found = words.find((word) => word.toLowerCase() === typed) ?? (begun.length === 1 ? begun[0] : undefined);
    return found === undefined ? fault(`must be one of ${words.join(', ')}`) : parsed(found);
  },
});
export const NUMBER: Kind = {
  isNumber: true,
  show: String,
  read(text) {
    const plain = numberText(text.replace(/^(?:₹|rs\.?|inr)\s*|\s*%$/gi, ''));
    return plain === null ? fault(`must be a number, but is "${text}"`) : parsed(Number(plain));
  },
};
export const WEIGHT: Kind = { isNumber: true, show: (grams) => weightInWords(Number(grams)), read: weightOf };
export const FLAG: Kind = {
  show: (value) => (value === true ? 'yes' : 'no'),
  read: (text) =>
    /^(?:yes|y|true|1)$/i.test(text)
      ? parsed(true)
      : /^(?:no|n|false|0)$/i.test(text)
        ? parsed(false)
        : fault('must be yes or no'),
};
const day = (momentOf: (isoDay: string) => string): Kind => ({
  show: (moment) => dayInIndia(new Date(String(moment))),
  read: (text) =>
    /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
      ? parsed(momentOf(text))
      : fault('must be a day such as 2026-12-01'),
});
export const LIST: Kind = {
  show: (value) => (value as unknown[]).join(', '),
  read: (text) => parsed(text.split(/[,;]\s*/).filter((each) => each !== '')),
};
export const NUMBERS: Kind = {
  ...LIST,
  read: (text) =>
    /^\d+(?:[,;]\s*\d+)*$/.test(text) ? parsed(text.split(/[,;]\s*/).map(Number)) : fault('must be numbers'),
};
const zoneOf = (text: string, { zones }: Names): ParsedCell<number> => {
  const found = zones.filter(({ id, name }) => String(id) === text || name.toLowerCase() === text.toLowerCase());
  return found.length === 1
    ? parsed(found[0]!.id)
    : fault(found.length === 0 ? `there is no zone "${text}"` : `"${text}" may be several zones: write the id`);
};
const zoneName = (id: unknown, { zones }: Names): string => zones.find((zone) => zone.id === id)?.name ?? String(id);
export const ZONE: Kind = { show: zoneName, read: zoneOf };
export const ZONES: Kind = {
  show: (ids, names) => (ids as unknown[]).map((id) => zoneName(id, names)).join(', '),
  read(text, names) {
    const found = text.split(/[,;]\s*/).map((each) => zoneOf(each, names));
    const wrong = found.find((each) => !each.ok);
    return wrong ?? parsed(found.flatMap((each) => (each.ok ? [each.value] : [])));
  },
};
export const START = day(startOfDayInIndia);
export const END = day(endOfDayInIndia);
