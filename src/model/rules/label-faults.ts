/**
 * Characters in a document's texts that would steer the terminal of a reader. They are faults of a change, not of a
 * document: a store that is older than the rule keeps what it has.
 */
import { ONE_LINE, ONE_LINE_PHRASE, SENTENCES, SENTENCES_PHRASE } from '../texts.js';
import type { Fault } from '../schema-faults.js';

const LINE = new RegExp(ONE_LINE);
const LINES = new RegExp(SENTENCES);
/** The members that may have several lines. All other texts are names, labels and notes. */
const DESCRIPTIONS: ReadonlySet<string> = new Set(['description', 'specialInstructions']);

/** @param former the document that there is: texts that it has are not judged again */
export function labelFaults(document: object, former: object | null = null): Fault[] {
  const found = [...textsIn(document, '', '')].filter(({ text, isFit }) => !isFit(text));
  if (found.length === 0 || former === null) return found.map(faultOf);
  const known = new Set([...textsIn(former, '', '')].map(({ text }) => text));
  return found.filter(({ text }) => !known.has(text)).map(faultOf);
}

interface Text {
  field: string;
  text: string;
  isFit(text: string): boolean;
}

const faultOf = ({ field, isFit }: Text): Fault => ({
  field,
  message: `must be ${isFit === isLines ? SENTENCES_PHRASE : ONE_LINE_PHRASE}`,
});
const isLine = (text: string): boolean => LINE.test(text);
const isLines = (text: string): boolean => LINES.test(text);

/** The texts of a value, and the names of its members. `name` is that of the member that has it. */
function* textsIn(value: unknown, field: string, name: string): Generator<Text> {
  if (typeof value === 'string') yield { field, text: value, isFit: DESCRIPTIONS.has(name) ? isLines : isLine };
  else if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* textsIn(item, `${field}[${index}]`, name);
  else if (typeof value === 'object' && value !== null)
    for (const [member, inner] of Object.entries(value)) {
      const path = field === '' ? member : `${field}.${member}`;
      if (!isLine(member)) yield { field: path, text: member, isFit: isLine };
      yield* textsIn(inner, path, member);
    }
}
