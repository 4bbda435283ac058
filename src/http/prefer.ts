/** The one preference that this API knows (RFC 7240, 4.4): `handling`, `strict` or, as without it, `lenient`. */

/** What an answer says that was carried out strictly. */
export const STRICT_HANDLING = 'handling=strict';

/**
 * Whether a caller wants what is unknown in its request to be a fault. The first `handling` of the list counts; other
 * preferences, parameters and what cannot be read are ignored.
 *
 * @param prefer the values of all headers `Prefer` as one list; '' for none
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
    // what follows is a character of the quoted text, whatever it is
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
