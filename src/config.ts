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
  /** The replica set that is the store, in place of the embedded one; null: `dataDir` is. */
  mongodb: { uri: string; database: string } | null;
  /** Where rate limits are counted for all nodes; null: each counts by itself. */
  redisUrl: string | null;
  /** Processes that share the port, each with threads of its own. */
  acceptors: number;
  /** null: import nothing. */
  dataset: string | null;
  /** Pool threads of an acceptor. */
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
const MAX_ACCEPTORS = 64;
const DEFAULT_DATABASE = 'pinrate';
const MAX_PORT = 65_535;
const MAX_CLOCK_SKEW_SECONDS = 86_400;
const MAX_ROAD_FACTOR = 10;
const SHOWN_VALUE_LENGTH = 80;
/** With the database, if it names one. */
const MONGODB_URI = /^mongodb(?:\+srv)?:\/\/[^/?#\s]+(?:\/([^/?#\s.$"]{0,63}))?(?:\?\S*)?$/;
const DATABASE_NAME = /^[A-Za-z0-9_-]{1,63}$/;
const REDIS_URL = /^rediss?:\/\/[^/?#\s]+(?:\/\d*)?$/;

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
    mongodb: null,
    redisUrl: null,
    acceptors: read('ACCEPTORS', 1, integerWithin(1, MAX_ACCEPTORS), `an integer from 1 to ${MAX_ACCEPTORS}`),
    dataset: read<string | null>('DATASET', './data/demo', path, 'a dataset folder, or none'),
    workers: read('WORKERS', 0, integerWithin(1, MAX_WORKERS), `an integer from 1 to ${MAX_WORKERS}`),
    secretsKey: null,
    clockSkewSeconds: read('CLOCK_SKEW_SECONDS', 300, integerWithin(1, MAX_CLOCK_SKEW_SECONDS), `whole seconds from 1 to ${MAX_CLOCK_SKEW_SECONDS}`),
    gstPercent: read('GST_PERCENT', 18, decimalWithin(0, 100), 'a percentage from 0 to 100 with at most four decimals'),
    roadFactor: read('ROAD_FACTOR', 1.3, decimalWithin(1, MAX_ROAD_FACTOR), `a number from 1 to ${MAX_ROAD_FACTOR} with at most four decimals`),
    logLevel: read<LogLevel>('LOG_LEVEL', 'info', (text) => LOG_LEVELS.find((level) => level === text), `one of ${LOG_LEVELS.join(', ')}`),
    corsOrigins: read<Config['corsOrigins']>('CORS_ORIGINS', null, origins, '* or a list with commas of scheme://host or scheme://host:port'),
  };
  // beside its threads each acceptor has a main thread
  if (config.workers === 0) config.workers = Math.max(1, Math.floor(availableParallelism() / config.acceptors) - 1);
  if (config.dataset === 'none') config.dataset = null;

  const secretsKey = valueOf('SECRETS_KEY');
  if (secretsKey !== undefined) {
    config.secretsKey = decodeSecretsKey(secretsKey);
    if (config.secretsKey === null) problems.push(`SECRETS_KEY (value not shown) is not allowed: ${SECRETS_KEY_BYTES} bytes in base64 or hexadecimal`);
  } else if (config.environment === 'production') {
    problems.push(`SECRETS_KEY is unset, which NODE_ENV=production does not allow: ${SECRETS_KEY_BYTES} bytes in base64 or hexadecimal`);
  }
  readStores(config, valueOf, problems);
  return problems.length === 0 ? { ok: true, config } : { ok: false, problems };
}

/** Which store and which counters. What may hold a password is not shown. */
function readStores(config: Config, valueOf: (name: string) => string | undefined, problems: string[]): void {
  const uri = valueOf('MONGODB_URI');
  const named = valueOf('MONGODB_DB');
  const address = uri === undefined ? null : MONGODB_URI.exec(uri);
  if (uri !== undefined && address === null) {
    problems.push('MONGODB_URI (value not shown) is not allowed: mongodb://host,host/database?replicaSet=name or mongodb+srv://host/database');
  }
  if (named !== undefined && !DATABASE_NAME.test(named)) {
    problems.push('MONGODB_DB (value not shown) is not allowed: 1 to 63 letters, digits, _ and -');
  }
  if (named !== undefined && uri === undefined) problems.push('MONGODB_DB is not allowed without MONGODB_URI');
  if (uri !== undefined && address !== null) config.mongodb = { uri, database: named ?? (address[1] || DEFAULT_DATABASE) };

  const redisUrl = valueOf('REDIS_URL');
  if (redisUrl !== undefined && !(REDIS_URL.test(redisUrl) && URL.canParse(redisUrl))) problems.push('REDIS_URL (value not shown) is not allowed: redis://host:port/number or rediss://');
  else if (redisUrl !== undefined) config.redisUrl = redisUrl;

  if (config.acceptors > 1 && uri === undefined) problems.push(`ACCEPTORS=${config.acceptors} is not allowed without MONGODB_URI: one process writes the embedded store`);
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
