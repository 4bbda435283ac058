/** The OpenAPI document's text about the whole API: conventions, groups, signatures. */
import type { CallerKind } from '../../caller.js';
import { HOUR_MS } from '../../domain/calendar.js';
import { IDEMPOTENCY_KEY_LIFETIME_MS, STORED_ANSWERS, MAX_INLINE_ANSWER_BYTES } from '../../limits/control.js';
import { MAX_BODY_BYTES } from '../../limits/http.js';
import {
  RATE_TIERS,
  RATE_WINDOW_SECONDS,
  UNSIGNED_BURST_PER_SECOND,
  UNSIGNED_REQUESTS_PER_WINDOW,
} from '../../limits/rate-limits.js';
import { TAGS } from '../contract.js';
import type { JsonObject } from './schema.js';

const MEBIBYTE = 1_048_576;

const perDay = (records: number): string => `, and ${records.toLocaleString('en')} stored records in a day`;
const perWindow = (limit: number, burst: number): string =>
  `${limit.toLocaleString('en')} in ${RATE_WINDOW_SECONDS} s, at most ${burst.toLocaleString('en')} in any one second`;
const TIERS = Object.entries(RATE_TIERS).map(
  ([tier, limits]) =>
    `| \`${tier}\` | ${limits === null ? 'no limit' : perWindow(limits.perWindow, limits.perSecond) + perDay(limits.recordsPerDay)} |`,
);

const DESCRIPTION = `pinrate answers three questions about a parcel between two pincodes of India: who can carry it,
what it costs to the paisa, and who gets it.

Requests and answers are JSON in UTF-8. Amounts are Rupees with at most two decimals, weights of shipments grams and
those of discounts kilograms, distances kilometres, times ISO 8601 in UTC. A member that is not known is null or left
out, as its description says.

## Signing

Every request below \`/api/v1\` is signed. Send

| header | |
|---|---|
| \`x-service-id\` or \`x-partner-id\` | who asks: a service, which may ask for every partner, or a partner, which asks for itself alone. Not both |
| \`x-timestamp\` | Unix seconds, without leading zeros |
| \`x-signature\` | base64 (or 64 hexadecimal digits) of the HMAC-SHA256, under the credential's secret, of METHOD + path with its query string exactly as sent + timestamp, with nothing between them |
| \`x-content-sha256\` | optional: the SHA-256 of the body in 64 hexadecimal digits, of the empty body where there is none. It is appended to the signed text, and the body has to have it. A credential may be set up to demand it |

\`\`\`
t=$(date +%s)
printf '%s' "GET/api/v1/cities?search=pu$t" | openssl dgst -sha256 -hmac "$secret" -binary | base64
\`\`\`

The timestamp may be off by 300 seconds, unless the operator has set another distance.

A signature that does not match is answered with what this node signed, in \`details.signedText\`. Compare it with your
own text: where they are the same, the secret or the id is wrong. \`signatureFormat\` says how the signature was read,
\`callerKind\` from which header the id came, \`clockDifferenceSeconds\` how far your clock is off.

## Answers

An answer is one object with \`success\`, \`request_id\`, \`execution_time_ms\` and its own members. With \`success\`
false it has \`error\` with \`code\`, \`message\` and \`details\`; every response below lists the codes that it can
have. All faults of a request are reported at once. \`request_id\` is your \`x-request-id\` where that has 1 to 64
letters, digits, \`_\` or \`-\`, else a fresh one; the header \`X-Request-Id\` has it too. Take members that you do not
know for additions.

A write that has a member of a body or a parameter of a query that the operation does not know is a 400
\`UNKNOWN_FIELD\`, and nothing is written. A question and a read do not use such a member, and \`warnings\` names it,
with the known name that was probably meant: in \`data\` of the three questions, in the envelope otherwise. With the
header \`Prefer: handling=strict\` they refuse it too, and the answer has \`Preference-Applied: handling=strict\`. Take
warnings seriously: a \`declared_value\` that is not used is a price without insurance. A warning never changes the
status. A parameter that is given twice is a fault.

Every path that answers GET answers HEAD too, with the same status and headers and without the body; sign it as
\`HEAD\`. A path that does not exist is a 404 \`NOT_FOUND\`, whose \`details.nearest\` names the route that was probably
meant; a method that a path does not have is a 405 \`METHOD_NOT_ALLOWED\`, whose \`details.allowed\` names those that it
has.

## Rate limits

Requests are counted by credential, once the signature holds:

| tier | requests |
|---|---|
${TIERS.join('\n')}

Unsigned ones are counted by address: ${perWindow(UNSIGNED_REQUESTS_PER_WINDOW, UNSIGNED_BURST_PER_SECOND)}.
\`X-RateLimit-Limit\`, \`-Remaining\` and \`-Reset\` say how much of the window remains. A request over the limit is a
429 with \`Retry-After\`, and is not counted.

## Idempotency

Operations that have the parameter take an \`Idempotency-Key\`: the same request under the same key within
${IDEMPOTENCY_KEY_LIFETIME_MS / HOUR_MS} hours gets the first answer again, with the header \`Idempotency-Replayed\`,
and nothing is created twice. A different request under it is a 422 \`IDEMPOTENCY_KEY_REUSED\`. A request that was
refused leaves its key free. Of answers above ${MAX_INLINE_ANSWER_BYTES} bytes the last of each credential are kept,
${STORED_ANSWERS.at(-1)!.places} of the longest and ${STORED_ANSWERS[0].places.toLocaleString('en')} of ordinary length;
after that a repetition is a 409 \`IDEMPOTENT_ANSWER_GONE\`, and still creates nothing. An assignment needs none: each
caller assigns a \`shipmentId\` once.

## Caching

Reads of the catalog are answered from memory, with \`from_cache\` true and an \`ETag\`. Ask again with
\`If-None-Match\`, and the answer is a 304 while nothing has changed. \`forceRefresh=true\` of a service reads the store
again before it answers; a partner's is answered from memory, with a warning. What is written is in the next read.

## Sizes

A body has at most ${MAX_BODY_BYTES / MEBIBYTE} MiB and is sent without \`Content-Encoding\`. Large answers are
compressed where \`Accept-Encoding\` takes \`br\` or \`gzip\`.
`;

const OF_ONE_CALLER: Readonly<Record<CallerKind, string>> = {
  service:
    'This is the API as a service sees it. `/openapi.json` describes it for every caller, '
    + '`/openapi.json?as=partner` for a partner.',
  partner:
    'This is the API as a partner sees it. `/openapi.json` describes it for every caller, '
    + '`/openapi.json?as=service` for a service.',
};
const OF_ALL =
  'For generated clients, `/openapi.json?as=service` and `/openapi.json?as=partner` describe what one kind '
  + 'of caller sends and gets.';

export function infoOf(version: string, as: CallerKind | null): JsonObject {
  return {
    title: 'pinrate',
    summary: 'Serviceability, rates and allocation of parcels between two pincodes of India',
    description: `${DESCRIPTION}\n${as === null ? OF_ALL : OF_ONE_CALLER[as]}\n`,
    version,
    license: { name: 'MIT', identifier: 'MIT' },
  };
}

export const tags = (): JsonObject[] => Object.entries(TAGS).map(([name, description]) => ({ name, description }));

/** The page in the browser asks the node that it came from; a generated client has to know an address. */
export function serversOf(as: CallerKind | null): JsonObject[] {
  const here = { url: '/', description: 'The node that this document came from' };
  const local = { url: 'http://127.0.0.1:8080', description: 'A node on this machine, as `npm start` runs it' };
  return as === null ? [here, local] : [local, here];
}

const SIGNED_TEXT =
  'METHOD + path with its query string exactly as sent + `x-timestamp`, and + `x-content-sha256` where that is sent, '
  + 'with nothing between them';
/** OpenAPI cannot describe a signature: requests of a client generated from these schemes alone are refused. */
const BY_HOOK = 'Differs with every request: let a hook of your client sign, see docs/integrate.md.';
const header = (name: string, description: string): JsonObject => ({ type: 'apiKey', in: 'header', name, description });
const only = (kind: CallerKind, as: CallerKind | null): string =>
  as === null ? ` Not together with \`x-${kind}-id\`.` : '';

export function securitySchemes(as: CallerKind | null): Record<string, JsonObject> {
  const ids = {
    service: {
      serviceId: header('x-service-id', `Id of a service, which may ask for every partner.${only('partner', as)}`),
    },
    partner: {
      partnerId: header('x-partner-id', `Id of a partner, which asks for itself alone.${only('service', as)}`),
    },
  };
  return {
    ...(as === null ? { ...ids.service, ...ids.partner } : ids[as]),
    timestamp: header(
      'x-timestamp',
      'When the request was signed: Unix seconds, digits alone, without leading zeros. It may be off by 300 seconds, '
        + `unless the operator has set another distance. ${BY_HOOK}`,
    ),
    signature: header(
      'x-signature',
      `HMAC-SHA256 under the credential's secret, in base64 or as 64 hexadecimal digits, of: ${SIGNED_TEXT}. `
        + '`x-content-sha256` is optional: the SHA-256 of the body in 64 hexadecimal digits, of the empty body where '
        + `there is none. Without it the body is not covered; a credential may be set up to demand it. ${BY_HOOK}`,
    ),
  };
}

/** A service's signature or a partner's: in each all three headers, in both together either. */
export function securityOf(as: CallerKind | null): JsonObject[] {
  const ids = { service: { serviceId: [] }, partner: { partnerId: [] } };
  const kinds: readonly CallerKind[] = as === null ? ['service', 'partner'] : [as];
  return kinds.map((kind) => ({ ...ids[kind], timestamp: [], signature: [] }));
}
