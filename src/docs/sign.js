/** Signs a request as pinrate wants it, with a credential that stays in the page. Served unchanged. */
const ID_HEADERS = { service: 'x-service-id', partner: 'x-partner-id' };
export const BODY_HASH_HEADER = 'x-content-sha256';

/** Only in a secure context: https, localhost and 127.0.0.1. */
export const canSign = globalThis.crypto.subtle !== undefined;
const encoder = new TextEncoder();

export const isComplete = ({ id, secret }) => id !== '' && secret !== '';

/** @returns {Promise<string>} base64 */
async function hmacSha256(secret, text) {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', key, encoder.encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(signature)));
}

/** @returns {Promise<string>} hexadecimal */
async function sha256(text) {
  const hash = await crypto.subtle.digest('SHA-256', encoder.encode(text));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const hasHeader = (request, name) => Object.keys(request.headers).some((given) => given.toLowerCase() === name);

/**
 * Swagger UI's `requestInterceptor`: sees every request as it is about to be sent.
 *
 * @param credential `{ kind, id, secret }`, complete or not
 * @param {string} here the address of the page
 */
export async function prepareRequest(request, credential, here) {
  const page = new URL(here);
  const url = new URL(request.url, page);
  if (request.loadSpec === true || url.origin !== page.origin) return request;
  // somebody who tries something out wants to learn that a name is wrong
  if (!hasHeader(request, 'prefer')) request.headers.prefer = 'handling=strict';
  if (!canSign || !isComplete(credential)) return request;

  // Parsed and written again, so that the browser finds nothing left to encode: what is signed is what is sent.
  const target = url.pathname + url.search;
  const timestamp = String(Math.floor(Date.now() / 1000));
  // always covered: what changes something is refused otherwise
  const bodyHash = await sha256(request.body ?? '');
  const signature = await hmacSha256(credential.secret, request.method.toUpperCase() + target + timestamp + bodyHash);
  request.url = url.origin + target;
  Object.assign(request.headers, {
    [ID_HEADERS[credential.kind]]: credential.id,
    'x-timestamp': timestamp,
    [BODY_HASH_HEADER]: bodyHash,
    'x-signature': signature,
  });
  return request;
}
