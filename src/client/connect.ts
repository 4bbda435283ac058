/** A node and a credential: the first argument of every operation. */
import { type Credential, type Fetch, Signer, standardFetch } from './signer.js';

export type ConnectOptions = Credential & {
  /** The node's address: scheme, host and port. */
  url: string;
  /** In place of the platform's. */
  fetch?: Fetch;
  /** How long an attempt may take, and a stream of lines be silent: 30,000 unless given. */
  timeoutMs?: number;
  /** How often a request that may be repeated is repeated at most: 3 unless given. */
  retries?: number;
  /** The clock that requests are signed by, milliseconds since the epoch: that of this machine unless given. */
  now?: (() => number) | undefined;
};

export interface Pinrate {
  /** Without a path. */
  readonly url: string;
  /** It has the secret, which nothing shows, and follows the clock of the node. */
  readonly signer: Signer;
  readonly fetch: Fetch;
  readonly timeoutMs: number;
  readonly retries: number;
}

const TIMEOUT_MS = 30_000;
const RETRIES = 3;

/**
 * Sends nothing yet.
 *
 * @throws {TypeError} for an address or a credential that cannot be used
 */
export function connect(options: ConnectOptions): Pinrate {
  const { url: address, fetch = standardFetch, timeoutMs = TIMEOUT_MS, retries = RETRIES, now } = options;
  const { protocol, origin: url, pathname, search, username } = new URL(address);
  if (!/^https?:$/.test(protocol) || pathname !== '/' || search !== '' || username !== '')
    throw new TypeError('url must be a scheme, a host and a port alone');
  return { url, signer: new Signer(options, now), fetch, timeoutMs, retries };
}
