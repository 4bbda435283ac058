/** Sets Swagger UI up for pinrate: what "Execute" sends is signed, with a credential that stays in this page. */
import { curlOf } from './curl.js';
import { canSign, isComplete, prepareRequest } from './sign.js';
import { Signer } from '/docs/signer.js';
import { pinratePlugin } from './swagger-plugin.js';

const REMEMBERED = 'pinrate-caller';
const CANNOT_SIGN =
  'Cannot sign here: browsers do that on https, localhost and 127.0.0.1 only. ' + 'Requests go out unsigned.';

const form = document.getElementById('credential');
const state = document.getElementById('state');
const demo = document.getElementById('demo');

/** What is typed in at the top, complete or not. */
function readCredential() {
  const { kind, id, secret } = form.elements;
  return { kind: kind.value, id: id.value.trim(), secret: secret.value };
}

/** @returns {{ text: string, level: 'off' | 'on' | 'warning' }} */
function describeState(credential) {
  if (!canSign) return { level: 'warning', text: CANNOT_SIGN };
  if (signerOf(credential) !== null) return { level: 'on', text: `Signs as ${credential.kind} ${credential.id}` };
  if (credential.id === '' && credential.secret === '') {
    return { level: 'off', text: 'Unsigned: what needs a signature answers 401' };
  }
  if (isComplete(credential)) return { level: 'warning', text: 'Unsigned: no credential has such an id' };
  return { level: 'warning', text: `Unsigned until there is ${credential.id === '' ? 'an id' : 'a secret'} too` };
}

/** null: the credential is not complete, or can be nobody's. */
function signerOf({ kind, id, secret }) {
  try {
    return canSign && isComplete({ id, secret }) ? new Signer({ [kind]: id, secret }) : null;
  } catch {
    return null;
  }
}

function showState() {
  const { text, level } = describeState(readCredential());
  state.textContent = text;
  state.dataset.level = level;
}

/** Who asks, never the secret. A browser that keeps nothing is no reason to fail. */
function remember() {
  const { kind, id } = readCredential();
  try {
    localStorage.setItem(REMEMBERED, JSON.stringify({ kind, id }));
  } catch {
    /* asked for again next time */
  }
}

function recall() {
  try {
    const { kind, id } = JSON.parse(localStorage.getItem(REMEMBERED) ?? '{}');
    if (kind === 'partner') form.elements.kind.value = kind;
    if (typeof id === 'string') form.elements.id.value = id;
  } catch {
    /* nothing that can be read */
  }
}

function fillInDemo() {
  const { kind, id, secret } = form.elements;
  kind.value = 'service';
  id.value = demo.dataset.id;
  secret.value = demo.dataset.secret;
  remember();
  showState();
}

/** The secret of the demo is public; every other one stays out of the page's text. */
function describeCurl(request) {
  const { secret } = readCredential();
  return curlOf(request, demo !== null && secret === demo.dataset.secret ? secret : null);
}

/** `#signing` is a heading within the conventions, which are folded. */
function showSigning() {
  if (location.hash !== '#signing') return;
  const conventions = document.getElementById('conventions');
  if (conventions === null) return;
  conventions.open = true;
  const heading = [...conventions.querySelectorAll('h2')].find(({ textContent }) => textContent === 'Signing');
  heading?.scrollIntoView();
}

recall();
form.addEventListener('input', () => {
  remember();
  showState();
});
form.addEventListener('submit', (event) => event.preventDefault());
demo?.addEventListener('click', fillInDemo);
for (const field of form.elements) field.disabled = !canSign;
showState();
addEventListener('hashchange', showSigning);

globalThis.SwaggerUIBundle({
  url: '/openapi.json',
  domNode: document.getElementById('api'),
  plugins: [pinratePlugin(describeCurl)],
  requestInterceptor: (request) => prepareRequest(request, signerOf(readCredential()), location.href),
  onComplete: showSigning,
  // would send the document to swagger.io
  validatorUrl: null,
  deepLinking: true,
  filter: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  tryItOutEnabled: true,
});
