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

/** The body's hash that the signature covers: asked for in the bar, or given as a header; '' for none. */
async function coveredHash(request, coversBody) {
  if (coversBody) return sha256(request.body ?? '');
  const given = Object.keys(request.headers).find((name) => name.toLowerCase() === BODY_HASH_HEADER);
  return given === undefined ? '' : request.headers[given];
}

const hasHeader = (request, name) => Object.keys(request.headers).some((given) => given.toLowerCase() === name);

/**
 * Swagger UI's `requestInterceptor`: sees every request as it is about to be sent.
 *
 * @param credential `{ kind, id, secret, coversBody }`, complete or not
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
  const bodyHash = await coveredHash(request, credential.coversBody);
  const signature = await hmacSha256(credential.secret, request.method.toUpperCase() + target + timestamp + bodyHash);
  request.url = url.origin + target;
  const id = { [ID_HEADERS[credential.kind]]: credential.id };
  Object.assign(request.headers, id, { 'x-timestamp': timestamp, 'x-signature': signature });
  if (credential.coversBody) request.headers[BODY_HASH_HEADER] = bodyHash;
  return request;
}
