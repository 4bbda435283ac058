import { hash } from 'node:crypto';

/** Weak, because answers with the same content still differ in their elapsed time and request id. */
export function etagOf(text: string): string {
  return `W/"${hash('sha1', text, 'base64url')}"`;
}
