/** A request as a command for a shell. Served to the browser unchanged. */
import { BODY_HASH_HEADER } from './sign.js';

/** Quoted so that a shell takes it unchanged. */
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * The command that sends `request`. A signed one is signed again when the command runs, so that it works however late
 * it is pasted.
 *
 * @param request `{ url, method, headers, body }`, signed or not
 * @param {string | null} secret only one that is public; null: the command reads it from PINRATE_SECRET
 */
export function curlOf({ url, method, headers, body }, secret) {
  const isSigned = Object.keys(headers).includes('x-signature');
  const sent = Object.entries(headers).filter(([name]) => !isSigned || !['x-timestamp', 'x-signature'].includes(name));
  const verb = method.toUpperCase();
  const secretLine = secret === null ? '# once: PINRATE_SECRET=…' : `PINRATE_SECRET=${quoted(secret)}`;
  const signature = signatureOf(verb, url, headers[BODY_HASH_HEADER]);
  return [
    ...(isSigned ? [secretLine, 't=$(date +%s); curl -s \\'] : ['curl -s \\']),
    `  -X ${verb} \\`,
    ...sent.map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)} \\`),
    ...(isSigned ? ['  -H "x-timestamp: $t" \\', `  -H "x-signature: $(${signature})" \\`] : []),
    ...(body === undefined ? [] : [`  -d ${quoted(body)} \\`]),
    `  ${quoted(url)}`,
  ].join('\n');
}

function signatureOf(verb, url, bodyHash) {
  const { pathname, search } = new URL(url);
  const text = `printf '%s' ${quoted(verb + pathname + search)}"$t"${bodyHash}`;
  return `${text} | openssl dgst -sha256 -hmac "$PINRATE_SECRET" -binary | base64`;
}
