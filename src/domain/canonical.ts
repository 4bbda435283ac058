/**
 * Canonical JSON: keys sorted, absent and null fields left out, so that equal documents from any store have equal
 * texts.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value) text += `${text === '' ? '' : ','}${canonicalJson(item ?? null)}`;
    return `[${text}]`;
  }
  // by UTF-16 code units, as comparing does
  for (const name of Object.keys(value).sort()) {
    const field = (value as Record<string, unknown>)[name];
    if (field === undefined || field === null) continue;
    text += `${text === '' ? '' : ','}${quoted(name)}:${canonicalJson(field)}`;
  }
  return `{${text}}`;
}

/** Printable ASCII without quotes and backslashes, which JSON writes as it is. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** A text as JSON, in less than half of the time that JSON.stringify takes for a short one. */
export const quoted = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text));
