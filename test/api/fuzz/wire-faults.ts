/** What can be wrong with a request apart from its fields. */
import type { ErrorCode } from '../../../src/errors.js';
import { MAX_JSON_DEPTH } from '../../../src/limits/http.js';
import type { ClientCredential } from '../../support/client.js';

/** A request as it is sent, without its signature. */
export interface Wire {
  method: string;
  target: string;
  /** null: none. */
  body: string | null;
  contentType: string;
  headers: Record<string, string>;
  credential: ClientCredential | null;
  /** Hex, signed instead of the body's hash; null: no hash is sent. */
  contentSha256: string | null;
}

export interface WireFault {
  label: string;
  /** Any of these; unsigned requests may also reach the limit of their address. */
  codes: readonly ErrorCode[];
  /** What a validation fault must name. */
  field?: string;
  /** Whether the operation is reached, so that its contract documents the answer. */
  isDocumented: boolean;
  apply(wire: Wire): void;
}

const UNSIGNED: readonly ErrorCode[] = ['AUTH_ERROR', 'AUTHENTICATION_FAILED', 'RATE_LIMIT_EXCEEDED'];
const DEEP = MAX_JSON_DEPTH + 1;
const VERY_DEEP = 50_000;

const body = (label: string, code: ErrorCode, change: (text: string) => string, field?: string): WireFault => ({
  label,
  codes: [code],
  field,
  isDocumented: true,
  apply: (wire) => {
    wire.body = change(wire.body!);
  },
});
const nested = (depth: number, open: string, close: string): string => open.repeat(depth) + '1' + close.repeat(depth);
const header = (label: string, codes: readonly ErrorCode[], apply: (wire: Wire) => void): WireFault => ({
  label,
  codes,
  isDocumented: true,
  apply,
});

const OF_EVERYONE: readonly WireFault[] = [
  {
    label: 'a path that does not exist',
    codes: ['NOT_FOUND', 'RATE_LIMIT_EXCEEDED'],
    isDocumented: false,
    apply: (wire) => {
      wire.target = wire.target.replace(/(?=\?|$)/, '/there/is/no/such/path');
    },
  },
  {
    label: 'another method',
    codes: ['METHOD_NOT_ALLOWED', 'RATE_LIMIT_EXCEEDED'],
    isDocumented: false,
    apply: (wire) => {
      wire.method = 'DELETE';
    },
  },
];
const OF_SIGNED: readonly WireFault[] = [
  header('no signature', UNSIGNED, (wire) => {
    wire.credential = null;
  }),
  header('a wrong secret', UNSIGNED, (wire) => {
    wire.credential = { ...wire.credential!, secret: 'wrong' };
  }),
  header('an unknown id', UNSIGNED, (wire) => {
    wire.credential = { ...wire.credential!, id: 'nobody' };
  }),
];

/** @param pick where a text is cut */
export function wireFaults(wire: Wire, pick: number): readonly WireFault[] {
  const all = wire.credential === null ? OF_EVERYONE : [...OF_EVERYONE, ...OF_SIGNED];
  return wire.body === null ? all : [...all, ...bodyFaults(pick), ...bodyFaults(pick + 1)];
}

function bodyFaults(pick: number): readonly WireFault[] {
  return [
    body('a body that ends early', 'MALFORMED_JSON', (text) => text.slice(0, 1 + (pick % (text.length - 1)))),
    body('a body with trailing text', 'MALFORMED_JSON', (text) => `${text}}`),
    body('no body', 'MALFORMED_JSON', () => ''),
    body('a blank body', 'MALFORMED_JSON', () => ' \n'),
    body('a number that JSON does not have', 'MALFORMED_JSON', (text) => text.replace('{', '{"x":NaN,')),
    body('nesting in an unknown member', 'MALFORMED_JSON', (text) =>
      text.replace(/^\{/, `{"deep":${nested(DEEP, '[', ']')},`).replace(/,\}$/, '}'),
    ),
    body('nesting of lists', 'MALFORMED_JSON', () => nested(VERY_DEEP, '[', ']')),
    body('nesting of objects', 'MALFORMED_JSON', () => nested(VERY_DEEP / 10, '{"a":', '}')),
    body('a list for a body', 'VALIDATION_ERROR', (text) => `[${text}]`, ''),
    body('a text for a body', 'VALIDATION_ERROR', (text) => JSON.stringify(text), ''),
    body('null for a body', 'VALIDATION_ERROR', () => 'null', ''),
    header('a form', ['UNSUPPORTED_MEDIA_TYPE'], (wire) => {
      wire.contentType = 'application/x-www-form-urlencoded';
    }),
    header('another charset', ['UNSUPPORTED_MEDIA_TYPE'], (wire) => {
      wire.contentType = 'application/json; charset=utf-16';
    }),
    header('no content type', ['UNSUPPORTED_MEDIA_TYPE'], (wire) => {
      wire.contentType = '';
    }),
    header('the hash of another body', ['AUTHENTICATION_FAILED'], (wire) => {
      wire.contentSha256 = 'a'.repeat(64);
    }),
  ];
}
