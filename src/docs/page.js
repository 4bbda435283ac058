/**
 * Sets Swagger UI up for pinrate: what "Execute" sends is signed, with a credential that stays in this page.
 * Served to the browser as it stands.
 */
const ID_HEADERS = { service: 'x-service-id', partner: 'x-partner-id' };
const BODY_HASH_HEADER = 'x-content-sha256';

// Only in a secure context: https, localhost and 127.0.0.1.
const canSign = globalThis.crypto.subtle !== undefined;
const encoder = new TextEncoder();
const form = document.getElementById('credential');
const state = document.getElementById('state');

/** What is typed in at the top, complete or not. */
function readCredential() {
  const { kind, id, secret, 'covers-body': coversBody } = form.elements;
  return { kind: kind.value, id: id.value.trim(), secret: secret.value, coversBody: coversBody.checked };
}

const isComplete = ({ id, secret }) => id !== '' && secret !== '';

/** @returns {{ text: string, level: 'off' | 'on' | 'warning' }} */
function describeState(credential) {
  if (!canSign) return { level: 'warning', text: 'Cannot sign here: browsers do that on https, localhost and 127.0.0.1 only. Requests go out unsigned.' };
  if (isComplete(credential)) return { level: 'on', text: `Signs as ${credential.kind} ${credential.id}` };
  if (credential.id === '' && credential.secret === '') return { level: 'off', text: 'Unsigned: what needs a signature answers 401' };
  return { level: 'warning', text: `Unsigned until there is ${credential.id === '' ? 'an id' : 'a secret'} too` };
}

function showState() {
  const { text, level } = describeState(readCredential());
  state.textContent = text;
  state.dataset.level = level;
}

/** @returns {Promise<string>} base64 */
async function hmacSha256(secret, text) {
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', key, encoder.encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(signature)));
}

/** @returns {Promise<string>} hexadecimal */
async function sha256(text) {
  const hash = await crypto.subtle.digest('SHA-256', encoder.encode(text));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The body's hash that the signature has to cover: asked for at the top, or given as a header of the operation; '' for none. */
async function coveredHash(request, coversBody) {
  if (coversBody) return sha256(request.body ?? '');
  const given = Object.keys(request.headers).find((name) => name.toLowerCase() === BODY_HASH_HEADER);
  return given === undefined ? '' : request.headers[given];
}

const hasHeader = (request, name) => Object.keys(request.headers).some((given) => given.toLowerCase() === name);

/** Swagger UI's `requestInterceptor`: sees every request as it is about to be sent. */
async function prepareRequest(request) {
  const url = new URL(request.url, location.href);
  if (request.loadSpec === true || url.origin !== location.origin) return request;
  // somebody who tries something out wants to learn that a name is wrong
  if (!hasHeader(request, 'prefer')) request.headers.prefer = 'handling=strict';
  const credential = readCredential();
  if (!canSign || !isComplete(credential)) return request;

  // Parsed and written again, so that the browser finds nothing left to encode: what is signed is what is sent.
  const target = url.pathname + url.search;
  const timestamp = String(Math.floor(Date.now() / 1000));
  const bodyHash = await coveredHash(request, credential.coversBody);
  const signature = await hmacSha256(credential.secret, request.method.toUpperCase() + target + timestamp + bodyHash);
  request.url = url.origin + target;
  Object.assign(request.headers, { [ID_HEADERS[credential.kind]]: credential.id, 'x-timestamp': timestamp, 'x-signature': signature });
  if (credential.coversBody) request.headers[BODY_HASH_HEADER] = bodyHash;
  return request;
}

/** Swagger UI's own way to give credentials cannot sign: without it there is one way, and that one works. */
const withoutAuthorize = () => ({
  wrapComponents: { authorizeBtn: () => () => null, authorizeOperationBtn: () => () => null },
});

form.addEventListener('input', showState);
form.addEventListener('submit', (event) => event.preventDefault());
for (const field of form.elements) field.disabled = !canSign;
showState();

globalThis.SwaggerUIBundle({
  url: '/openapi.json',
  domNode: document.getElementById('api'),
  plugins: [withoutAuthorize],
  requestInterceptor: prepareRequest,
  // would send the document to swagger.io
  validatorUrl: null,
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  tryItOutEnabled: true,
});
