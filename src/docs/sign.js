/** Prepares what the page of /docs sends: it is signed by the signer of pinrate/client. Served unchanged. */
export const BODY_HASH_HEADER = 'x-content-sha256';

/** Only in a secure context: https, localhost and 127.0.0.1. */
export const canSign = globalThis.crypto.subtle !== undefined;
const encoder = new TextEncoder();

export const isComplete = ({ id, secret }) => id !== '' && secret !== '';

const hasHeader = (request, name) => Object.keys(request.headers).some((given) => given.toLowerCase() === name);

/**
 * Swagger UI's `requestInterceptor`: sees every request as it is about to be sent.
 *
 * @param signer a Signer of the credential; null: there is none, and the request goes out unsigned
 * @param {string} here the address of the page
 */
export async function prepareRequest(request, signer, here) {
  const page = new URL(here);
  const url = new URL(request.url, page);
  if (request.loadSpec === true || url.origin !== page.origin) return request;
  // somebody who tries something out wants to learn that a name is wrong
  if (!hasHeader(request, 'prefer')) request.headers.prefer = 'handling=strict';
  if (signer === null) return request;

  // Parsed and written again, so that the browser finds nothing left to encode: what is signed is what is sent.
  const target = url.pathname + url.search;
  const body = encoder.encode(request.body ?? '');
  request.url = url.origin + target;
  Object.assign(request.headers, await signer.headers(request.method.toUpperCase(), target, body));
  return request;
}
