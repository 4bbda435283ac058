/**
 * Documents as objects in the least memory. As a store decodes them, their members are kept apart from the object, and
 * a short string is a slice that keeps the text of its whole document alive. With many partners that shows in the
 * resident memory of the bench scenario `scale`.
 */
import type { PutChange } from '../../model/change.js';

const FEW_MEMBERS = 4;

/** Replaces the document of each of `puts` by a compact one. Equal texts (dates, partner ids) are kept once. */
export function compact(puts: readonly PutChange[]): void {
  const texts = new Map<string, string>();
  for (const put of puts) {
    // objects with few members hold them inline
    if (Object.keys(put.document).length > FEW_MEMBERS)
      put.document = JSON.parse(JSON.stringify(put.document)) as typeof put.document;
    shareTexts(put.document, texts);
  }
}

function shareTexts(value: object, texts: Map<string, string>): void {
  const members = value as Record<string, unknown>;
  for (const name in members) {
    const member = members[name];
    if (typeof member === 'object' && member !== null) shareTexts(member, texts);
    if (typeof member !== 'string') continue;
    const known = texts.get(member);
    if (known === undefined) texts.set(member, member);
    else members[name] = known;
  }
}
