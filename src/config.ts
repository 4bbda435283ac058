/** What the environment says (decisions, part 1), read once at the start. */
import { availableParallelism } from 'node:os';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface Config {
  /** NODE_ENV, `development` unless given. */
  environment: string;
  host: string;
  /** 0: any free port. */
  port: number;
  dataDir: string;
  /** null: import nothing. */
  dataset: string | null;
  /** Pool threads. */
  workers: number;
  /** 32 bytes; null when unset, which production forbids. */
  secretsKey: Buffer | null;
  clockSkewSeconds: number;
  gstPercent: number;
  roadFactor: number;
  logLevel: LogLevel;
  /** The origins whose pages may call, as browsers write them; `*`: all; null: none. */
  corsOrigins: '*' | readonly string[] | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

const SECRETS_KEY_BYTES = 32;
const MAX_WORKERS = 256;
const MAX_PORT = 65_535;
const MAX_CLOCK_SKEW_SECONDS = 86_400;
const MAX_ROAD_FACTOR = 10;
const SHOWN_VALUE_LENGTH = 80;

// Their adapters are not in this version: to start without them while they are asked for would lose data or limits unseen.
const NOT_IN_THIS_VERSION = {
  MONGODB_URI: 'this version keeps its data in the embedded store (DATA_DIR)',
  MONGODB_DB: 'this version keeps its data in the embedded store (DATA_DIR)',
  REDIS_URL: 'this version counts rate limits on each node by itself',
} as const;

/**
 * The configuration, or one line a problem, each naming the variable, its value and what is allowed. A variable that is
 * set to nothing counts as unset. Values that are or may hold a secret are not shown.
 */
export function readConfig(env: Environment): { ok: true; config: Config } | { ok: false; problems: string[] } {
  const problems: string[] = [];
  const valueOf = (name: string): string | undefined => (env[name] === '' ? undefined : env[name]);

  function read<T>(name: string, fallback: T, parse: (text: string) => T | undefined, allowed: string): T {
    const text = valueOf(name);
    if (text === undefined) return fallback;
    const value = parse(text);
    if (value === undefined) problems.push(`${name}=${JSON.stringify(text.slice(0, SHOWN_VALUE_LENGTH))} is not allowed: ${allowed}`);
    return value ?? fallback;
  }

  const config: Config = {
    environment: valueOf('NODE_ENV') ?? 'development',
    host: read('HOST', '127.0.0.1', (text) => (/^[A-Za-z0-9._:-]{1,253}$/.test(text) ? text : undefined), 'a host name or an address'),
    port: read('PORT', 8080, integerWithin(0, MAX_PORT), `an integer from 0 (any free port) to ${MAX_PORT}`),
    dataDir: read('DATA_DIR', './.pinrate', path, 'a folder'),
    dataset: read<string | null>('DATASET', './data/demo', path, 'a dataset folder, or none'),
    workers: read('WORKERS', Math.max(1, availableParallelism() - 1), integerWithin(1, MAX_WORKERS), `an integer from 1 to ${MAX_WORKERS}`),
    secretsKey: null,
    clockSkewSeconds: read('CLOCK_SKEW_SECONDS', 300, integerWithin(1, MAX_CLOCK_SKEW_SECONDS), `whole seconds from 1 to ${MAX_CLOCK_SKEW_SECONDS}`),
    gstPercent: read('GST_PERCENT', 18, decimalWithin(0, 100), 'a percentage from 0 to 100 with at most four decimals'),
    roadFactor: read('ROAD_FACTOR', 1.3, decimalWithin(1, MAX_ROAD_FACTOR), `a number from 1 to ${MAX_ROAD_FACTOR} with at most four decimals`),
    logLevel: read<LogLevel>('LOG_LEVEL', 'info', (text) => LOG_LEVELS.find((level) => level === text), `one of ${LOG_LEVELS.join(', ')}`),
    corsOrigins: read<Config['corsOrigins']>('CORS_ORIGINS', null, origins, '* or a list with commas of scheme://host or scheme://host:port'),
  };
  if (config.dataset === 'none') config.dataset = null;

  const secretsKey = valueOf('SECRETS_KEY');
  if (secretsKey !== undefined) {
    config.secretsKey = decodeSecretsKey(secretsKey);
    if (config.secretsKey === null) problems.push(`SECRETS_KEY (value not shown) is not allowed: ${SECRETS_KEY_BYTES} bytes in base64 or hexadecimal`);
  } else if (config.environment === 'production') {
    problems.push(`SECRETS_KEY is unset, which NODE_ENV=production does not allow: ${SECRETS_KEY_BYTES} bytes in base64 or hexadecimal`);
  }
  for (const [name, instead] of Object.entries(NOT_IN_THIS_VERSION)) {
    if (valueOf(name) !== undefined) problems.push(`${name} (value not shown) is not allowed yet: ${instead}; leave it unset`);
  }
  return problems.length === 0 ? { ok: true, config } : { ok: false, problems };
}

/** Whether a secret is one of the demo dataset's, which are public and so refused in production. */
export function isDemoSecret(secret: string): boolean {
  return /^demo-.*-secret$/s.test(secret);
}

function path(text: string): string | undefined {
  return text.includes('\0') ? undefined : text;
}

function origins(text: string): '*' | readonly string[] | undefined {
  if (text === '*') return '*';
  const list = text.split(',').map((part) => origin(part.trim()));
  return list.every((each) => each !== undefined) ? [...new Set(list)] : undefined;
}

const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/(\[[0-9a-f:.]+\]|[^\s/\\?#@*%:]+)(:[0-9]{1,5})?$/i;

/** An origin as a browser writes it: in lower case, without the port that its scheme implies. */
function origin(text: string): string | undefined {
  if (!ORIGIN.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, host } = new URL(text);
  return host === '' ? undefined : `${protocol}//${host.toLowerCase()}`;
}

function integerWithin(min: number, max: number): (text: string) => number | undefined {
  return (text) => (/^[0-9]{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined);
}

function decimalWithin(min: number, max: number): (text: string) => number | undefined {
  return (text) => (/^[0-9]{1,9}(\.[0-9]{1,4})?$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined);
}

function decodeSecretsKey(text: string): Buffer | null {
  if (/^[0-9a-fA-F]{64}$/.test(text)) return Buffer.from(text, 'hex');
  const key = Buffer.from(text, 'base64');
  // Buffer.from skips what is not base64: only a text that comes out again is one.
  return key.length === SECRETS_KEY_BYTES && key.toString('base64').replace(/=$/, '') === text.replace(/=$/, '') ? key : null;
}
