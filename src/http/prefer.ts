/**
 * The only preference that this API supports (RFC 7240, 4.4): `handling`, which is `strict` or, by default, `lenient`.
 */

/** The header value of an answer that was handled strictly. */
export const STRICT_HANDLING = 'handling=strict';

/**
 * Whether a caller wants unknown members of its request to be faults. The first `handling` of the list counts; other
 * preferences, parameters and unreadable parts are ignored.
 *
 * @param prefer the values of all `Prefer` headers as one list; '' for none
 */
export function wantsStrictHandling(prefer: string): boolean {
  if (prefer === '') return false;
  if (prefer === STRICT_HANDLING) return true;
  for (const preference of splitOutsideQuotes(prefer, ',')) {
    const [main = ''] = splitOutsideQuotes(preference, ';');
    const [name = '', ...value] = main.split('=');
    if (name.trim().toLowerCase() === 'handling') return unquoted(value.join('=').trim()).toLowerCase() === 'strict';
  }
  return false;
}

function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') isQuoted = !isQuoted;
    // a backslash escapes the next character of a quoted string
    else if (character === '\\' && isQuoted) at++;
    else if (character === separator && !isQuoted) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

function unquoted(word: string): string {
  const isQuoted = word.length >= 2 && word.startsWith('"') && word.endsWith('"');
  return isQuoted ? word.slice(1, -1).replaceAll(/\\(.)/g, '$1') : word;
}
