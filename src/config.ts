/**
 * The settings: the name, meaning and allowed values of each, in one table, and reading them from the environment at
 * the start.
 */
import { BlockList, isIP } from 'node:net';
import { availableParallelism } from 'node:os';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

export interface Config {
  /** NODE_ENV, `development` by default. */
  environment: string;
  host: string;
  /** 0: any free port. */
  port: number;
  dataDir: string;
  /** The replica set that replaces the embedded store; null: the store is in `dataDir`. */
  mongodb: { uri: string; database: string } | null;
  /** How many of the newest backups stay in `dataDir`. */
  backupsKept: number;
  /** Days; null: for ever. */
  historyDays: number | null;
  /** How many days decisions are kept; null: for ever. */
  decisionsDays: number | null;
  /** Where rate limits are counted for all nodes; null: each node counts by itself. */
  redisUrl: string | null;
  /** null: import nothing. */
  dataset: string | null;
  /** Pool threads. */
  workers: number;
  /** 32 bytes each: the first seals, all open. Empty when unset, which production does not allow. */
  secretsKeys: readonly Buffer[];
  clockSkewSeconds: number;
  gstPercent: number;
  roadFactor: number;
  logLevel: LogLevel;
  /** Whether /console is served. */
  console: boolean;
  /** The origins whose pages may call, as browsers write them; `*`: all; null: none. */
  corsOrigins: '*' | readonly string[] | null;
  /** The proxies whose X-Forwarded-For counts; null: a client's address is that of its connection. */
  trustedProxies: BlockList | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

const SECRETS_KEY_BYTES = 32;
const MAX_WORKERS = 256;
const DEFAULT_DATABASE = 'pinrate';
const MAX_PORT = 65_535;
const MAX_BACKUPS_KEPT = 1_000;
const MAX_HISTORY_DAYS = 36_500;
const MAX_DECISIONS_DAYS = 36_500;
const MAX_CLOCK_SKEW_SECONDS = 86_400;
const MAX_ROAD_FACTOR = 10;
const SHOWN_VALUE_LENGTH = 80;
/** With the database, if it names one. */
const MONGODB_URI = /^mongodb(?:\+srv)?:\/\/[^/?#\s]+(?:\/([^/?#\s.$"]{0,63}))?(?:\?\S*)?$/;
const DATABASE_NAME = /^[A-Za-z0-9_-]{1,63}$/;
const REDIS_URL = /^rediss?:\/\/[^/?#\s]+(?:\/\d*)?$/;

export interface Setting<T = unknown> {
  /** The value of an unset setting, as an operator would write it; null: no default. */
  default: string | null;
  /** The effect of leaving it unset when `default` is null. */
  unset?: string;
  /** One sentence for help and documentation, in Markdown without links. */
  meaning: string;
  /** The allowed values, as in "PORT="x" is not allowed: …". */
  allowed: string;
  /** Its value is or may contain a secret: never show it. */
  isSecret?: boolean;
  /** undefined: the text is not allowed. */
  parse(text: string): T | undefined;
}

const setting = <T>(described: Setting<T>): Setting<T> => described;

/** Every setting, in the order of help and documentation. */
export const SETTINGS = {
  PORT: setting({
    default: '8080',
    allowed: `an integer from 0 (any free port) to ${MAX_PORT}`,
    meaning: 'The port to listen on; `0` takes any free port and prints it.',
    parse: integerWithin(0, MAX_PORT),
  }),
  HOST: setting({
    default: '127.0.0.1',
    allowed: 'a host name or an address',
    meaning: 'The address to listen on: `127.0.0.1` serves this machine alone, `0.0.0.0` every network that it is in.',
    parse: (text) => (/^[A-Za-z0-9._:-]{1,253}$/.test(text) ? text : undefined),
  }),
  DATA_DIR: setting({
    default: './.pinrate',
    allowed: 'a folder',
    meaning: 'The folder of the embedded store (LMDB), made if it does not exist; one process writes it at a time.',
    parse: path,
  }),
  BACKUPS_KEPT: setting({
    default: '5',
    allowed: `an integer from 1 to ${MAX_BACKUPS_KEPT}`,
    meaning: 'How many backups of the embedded store stay, the newest ones, in the folder `backups` of `DATA_DIR`.',
    parse: integerWithin(1, MAX_BACKUPS_KEPT),
  }),
  HISTORY_DAYS: setting({
    default: '1095',
    allowed: `an integer from 0 to ${MAX_HISTORY_DAYS}`,
    meaning:
      'How many days the history has the documents of each change; `0`: for ever. Older quote tokens cannot be '
      + 'replayed once documents have changed. Change sets themselves stay.',
    parse: integerWithin(0, MAX_HISTORY_DAYS),
  }),
  DECISIONS_DAYS: setting({
    default: '30',
    allowed: `an integer from 0 to ${MAX_DECISIONS_DAYS}`,
    meaning: 'How many days it is kept of each assignment why its partner got it; `0`: for ever.',
    parse: integerWithin(0, MAX_DECISIONS_DAYS),
  }),
  DATASET: setting({
    default: './data/demo',
    allowed: 'a dataset folder, or none',
    meaning: 'The dataset folder to import when the store is empty; `none` imports nothing.',
    parse: path,
  }),
  WORKERS: setting({
    default: null,
    unset: 'processors − 1, at least 1',
    allowed: `an integer from 1 to ${MAX_WORKERS}`,
    meaning: 'Threads that answer questions.',
    parse: integerWithin(1, MAX_WORKERS),
  }),
  MONGODB_URI: setting({
    default: null,
    unset: 'the embedded store',
    isSecret: true,
    allowed: 'mongodb://host,host/database?replicaSet=name or mongodb+srv://host/database',
    meaning: 'The MongoDB replica set (7.0 or later) that is the store, in place of the embedded one.',
    parse: (uri) => {
      const address = MONGODB_URI.exec(uri);
      return address === null ? undefined : { uri, database: address[1] || DEFAULT_DATABASE };
    },
  }),
  MONGODB_DB: setting({
    default: null,
    unset: `the database of \`MONGODB_URI\`, else \`${DEFAULT_DATABASE}\``,
    isSecret: true,
    allowed: '1 to 63 letters, digits, _ and -',
    meaning: 'The database in MongoDB.',
    parse: (text) => (DATABASE_NAME.test(text) ? text : undefined),
  }),
  REDIS_URL: setting({
    default: null,
    unset: 'each process counts by itself',
    isSecret: true,
    allowed: 'redis://host:port/number or rediss://',
    meaning: 'The Redis server in which rate limits are counted for all nodes together.',
    parse: (text) => (REDIS_URL.test(text) && URL.canParse(text) ? text : undefined),
  }),
  NODE_ENV: setting({
    default: 'development',
    allowed: 'any text',
    meaning: '`production` requires `SECRETS_KEY`, refuses public and short secrets, and prints no welcome.',
    parse: (text) => text,
  }),
  SECRETS_KEY: setting({
    default: null,
    unset: 'secrets are stored as they are',
    isSecret: true,
    allowed: `${SECRETS_KEY_BYTES} bytes in base64 or hexadecimal, or a list of such keys with commas`,
    meaning:
      `${SECRETS_KEY_BYTES} bytes in base64 or hexadecimal that encrypt the stored secrets; required when \`NODE_ENV=production\`. `
      + 'With several, as `new,old`, the first encrypts, and all decrypt.',
    parse: secretsKeys,
  }),
  CONSOLE: setting({
    default: null,
    unset: '`on`; `off` when `NODE_ENV=production`',
    allowed: 'on or off',
    meaning: 'Whether the console is served at `/console`.',
    parse: (text) => ({ on: true, off: false })[text],
  }),
  CORS_ORIGINS: setting({
    default: null,
    unset: 'no CORS',
    allowed: '* or a list with commas of scheme://host or scheme://host:port',
    meaning:
      'The origins whose pages may call the API: `*`, or a list such as `https://shop.example,http://localhost:3000`.',
    parse: origins,
  }),
  TRUSTED_PROXIES: setting({
    default: null,
    unset: "a caller's address is that of its connection",
    allowed: 'a list with commas of addresses and ranges such as 10.1.2.3 or fd00::/8',
    meaning:
      'The proxies whose `X-Forwarded-For` says the address of a caller, as addresses or ranges: `10.1.2.3,fd00::/8`. '
      + 'Each must add to that header or overwrite it.',
    parse: ranges,
  }),
  LOG_LEVEL: setting({
    default: 'info',
    allowed: `one of ${LOG_LEVELS.join(', ')}`,
    meaning: `The least severe log lines that are written: ${LOG_LEVELS.map((level) => `\`${level}\``).join(', ')}.`,
    parse: (text) => LOG_LEVELS.find((level) => level === text),
  }),
  CLOCK_SKEW_SECONDS: setting({
    default: '300',
    allowed: `whole seconds from 1 to ${MAX_CLOCK_SKEW_SECONDS}`,
    meaning: "How far a caller's `x-timestamp` may be from this machine's time; seconds.",
    parse: integerWithin(1, MAX_CLOCK_SKEW_SECONDS),
  }),
  GST_PERCENT: setting({
    default: '18',
    allowed: 'a percentage from 0 to 100 with at most four decimals',
    meaning: 'The rate of goods and services tax; percent.',
    parse: decimalWithin(0, 100),
  }),
  ROAD_FACTOR: setting({
    default: '1.3',
    allowed: `a number from 1 to ${MAX_ROAD_FACTOR} with at most four decimals`,
    meaning: 'Road kilometres for each kilometre of great circle.',
    parse: decimalWithin(1, MAX_ROAD_FACTOR),
  }),
};
export type SettingName = keyof typeof SETTINGS;
type ValueOf<N extends SettingName> = (typeof SETTINGS)[N] extends Setting<infer T> ? T : never;

/**
 * The configuration, or one line per problem with the setting, its value and the allowed values. An empty setting
 * counts as unset.
 * @param calledBy the name of a setting where it was set, for lines of problems; by default its own name
 */
export function readConfig(
  env: Environment,
  calledBy: (name: SettingName) => string = (name) => name,
): { ok: true; config: Config } | { ok: false; problems: string[] } {
  const problems: string[] = [];
  const textOf = (name: SettingName): string | undefined => (env[name] === '' ? undefined : env[name]);

  /** The value in force; for a text that is not allowed, the default. */
  function valueOf<N extends SettingName>(name: N): ValueOf<N> | null {
    const { default: fallback, allowed, isSecret, parse } = SETTINGS[name] as Setting<ValueOf<N>>;
    const text = textOf(name);
    const value = text === undefined ? undefined : parse(text);
    if (text !== undefined && value === undefined) {
      const shown = isSecret ? ' (value not shown)' : `=${JSON.stringify(text.slice(0, SHOWN_VALUE_LENGTH))}`;
      problems.push(`${calledBy(name)}${shown} is not allowed: ${allowed}`);
    }
    return value ?? (fallback === null ? null : parse(fallback)!);
  }

  const dataset = valueOf('DATASET');
  const config: Config = {
    environment: valueOf('NODE_ENV')!,
    host: valueOf('HOST')!,
    port: valueOf('PORT')!,
    dataDir: valueOf('DATA_DIR')!,
    backupsKept: valueOf('BACKUPS_KEPT')!,
    historyDays: valueOf('HISTORY_DAYS')! || null,
    decisionsDays: valueOf('DECISIONS_DAYS')! || null,
    mongodb: valueOf('MONGODB_URI'),
    redisUrl: valueOf('REDIS_URL'),
    dataset: dataset === 'none' ? null : dataset,
    // the main thread takes the other one
    workers: valueOf('WORKERS') ?? Math.max(1, availableParallelism() - 1),
    secretsKeys: valueOf('SECRETS_KEY') ?? [],
    clockSkewSeconds: valueOf('CLOCK_SKEW_SECONDS')!,
    gstPercent: valueOf('GST_PERCENT')!,
    roadFactor: valueOf('ROAD_FACTOR')!,
    logLevel: valueOf('LOG_LEVEL')!,
    console: valueOf('CONSOLE') ?? valueOf('NODE_ENV') !== 'production',
    corsOrigins: valueOf('CORS_ORIGINS'),
    trustedProxies: valueOf('TRUSTED_PROXIES'),
  };
  const database = valueOf('MONGODB_DB');
  if (config.mongodb !== null && database !== null) config.mongodb.database = database;

  // requirements between settings
  const hasMongodb = textOf('MONGODB_URI') !== undefined;
  if (database !== null && !hasMongodb) problems.push(`${calledBy('MONGODB_DB')} is not allowed without MONGODB_URI`);
  if (config.environment === 'production' && textOf('SECRETS_KEY') === undefined) {
    problems.push(`SECRETS_KEY is unset, which NODE_ENV=production does not allow: ${SETTINGS.SECRETS_KEY.allowed}`);
  }
  // one that only decrypts is about to be replaced
  if (config.environment === 'production' && new Set(config.secretsKeys[0]).size === 1) {
    problems.push(
      'SECRETS_KEY (value not shown) is not allowed with NODE_ENV=production: all of its bytes are the same',
    );
  }
  return problems.length === 0 ? { ok: true, config } : { ok: false, problems };
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

/** An origin as a browser writes it: in lower case, without the default port of its scheme. */
function origin(text: string): string | undefined {
  if (!ORIGIN.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, host } = new URL(text);
  return host === '' ? undefined : `${protocol}//${host.toLowerCase()}`;
}

/** A range of all addresses is not allowed: a caller could choose its address. */
function ranges(text: string): BlockList | undefined {
  const list = new BlockList();
  for (const part of text.split(',')) {
    const [address = '', bits, ...rest] = part.trim().split('/');
    const version = isIP(address);
    const length = version === 4 ? 32 : 128;
    const prefix = integerWithin(1, length)(bits ?? String(length));
    if (version === 0 || address.includes('%') || prefix === undefined || rest.length > 0) return undefined;
    list.addSubnet(address, prefix, version === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}

function integerWithin(min: number, max: number): (text: string) => number | undefined {
  return (text) => (/^[0-9]{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined);
}

function decimalWithin(min: number, max: number): (text: string) => number | undefined {
  return (text) =>
    /^[0-9]{1,9}(\.[0-9]{1,4})?$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined;
}

function secretsKeys(text: string): readonly Buffer[] | undefined {
  const keys = text.split(',').map((part) => decodeSecretsKey(part.trim()));
  return keys.every((key) => key !== undefined) ? keys : undefined;
}

function decodeSecretsKey(text: string): Buffer | undefined {
  if (/^[0-9a-fA-F]{64}$/.test(text)) return Buffer.from(text, 'hex');
  const key = Buffer.from(text, 'base64');
  // Buffer.from skips characters that are not base64: only a text that encodes back to itself is base64
  return key.length === SECRETS_KEY_BYTES && key.toString('base64').replace(/=$/, '') === text.replace(/=$/, '')
    ? key
    : undefined;
}
