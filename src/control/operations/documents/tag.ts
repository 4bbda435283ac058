/** The ETag of a document: that of its content, the same on every node. */
import { hash } from 'node:crypto';
import { isMembers } from '../../../model/members.js';

/** Strong: documents with the same ETag have the same members. */
export function tagOf(document: object): string {
  return `"${hash('sha1', sortedJson(document), 'base64url')}"`;
}

/** Unlike canonical JSON it tells null from absent: a strong ETag covers every member. */
function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    isMembers(member) ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1))) : member,
  );
}

export interface Conditions {
  ifMatch: string | null;
  ifNoneMatch: string | null;
}

/** Whether the conditions of a change hold; undefined: there is no document. */
export function isAsDemanded(document: object | undefined, { ifMatch, ifNoneMatch }: Conditions): boolean {
  if (ifMatch !== null && !isNamed(document, ifMatch)) return false;
  return ifNoneMatch === null || !isNamed(document, ifNoneMatch);
}

/** A proxy that compresses answers makes their ETags weak: they count all the same. */
function isNamed(document: object | undefined, tags: string): boolean {
  if (document === undefined) return false;
  if (tags.trim() === '*') return true;
  const own = tagOf(document);
  return tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === own);
}
