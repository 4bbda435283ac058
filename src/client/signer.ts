/** Signatures of requests by WebCrypto (docs/integrate.md#signing), and the clock that they need. */

/** A key of WebCrypto, in the types of Node.js and of browsers. */
export type SigningKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;
export type Fetch = typeof fetch;

/** Who asks, and what its requests are signed with: a secret as text, or a key of HMAC with SHA-256 made of it. */
export type Credential = ({ service: string; partner?: undefined } | { partner: string; service?: undefined })
  & ({ secret: string; key?: undefined } | { key: SigningKey; secret?: undefined });

/** Of a request that is not signed yet. */
export interface UnsignedInit extends RequestInit {
  method: string;
  /** Their names in lower case. */
  headers: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
}

/** A clock that is further off is a fault of the node or of this machine, and is not followed. */
const MAX_CLOCK_DIFFERENCE_MS = 2 * 86_400_000;
const NO_BODY = new Uint8Array(0);

export class Signer {
  /** The node's clock minus this one, as far as refusals have shown it. */
  clockDifferenceMs = 0;
  readonly #id: [header: string, id: string];
  readonly #key: Promise<SigningKey>;

  /**
   * @param now the clock of this machine, milliseconds since the epoch
   * @throws {TypeError} for a credential that cannot sign
   */
  constructor(
    { service, partner, secret, key }: Credential,
    private readonly now: () => number = Date.now,
  ) {
    const id = service ?? partner;
    if ((service && partner) || !/^[!-~]+$/.test(id ?? ''))
      throw new TypeError('needs the id of a service or a partner');
    if (!secret === !key || (key && !key.usages.includes('sign')))
      throw new TypeError('needs a secret or a key that signs');
    if (!globalThis.crypto?.subtle) throw new TypeError('needs WebCrypto: pages have it over https and on localhost');
    this.#id = [service ? 'x-service-id' : 'x-partner-id', id!];
    this.#key = key ? Promise.resolve(key) : importKey(secret!);
  }

  /** @param target the path with its query, exactly as sent */
  async headers(
    method: string,
    target: string,
    body: Uint8Array<ArrayBuffer> = NO_BODY,
  ): Promise<Record<string, string>> {
    const timestamp = String(Math.floor((this.now() + this.clockDifferenceMs) / 1_000));
    const hash = await crypto.subtle.digest('SHA-256', body);
    const bodyHash = bytesOf(hash, (byte) => byte.toString(16).padStart(2, '0'));
    const text = new TextEncoder().encode(method + target + timestamp + bodyHash);
    const signature = await crypto.subtle.sign('HMAC', await this.#key, text);
    return {
      [this.#id[0]]: this.#id[1],
      'x-timestamp': timestamp,
      'x-content-sha256': bodyHash,
      'x-signature': btoa(bytesOf(signature, (byte) => String.fromCharCode(byte))),
    };
  }

  /**
   * Sends a request signed, and once more by the node's clock if it is refused because of this one.
   *
   * @param url absolute
   */
  async send(fetch: Fetch, url: URL, init: UnsignedInit): Promise<Response> {
    const { method, headers, body } = init;
    const attempt = async (): Promise<Response> =>
      fetch(url.href, {
        ...init,
        headers: { ...headers, ...(await this.headers(method, url.pathname + url.search, body)) },
      });
    const response = await attempt();
    return response.status === 401 && (await this.#followClock(response)) ? attempt() : response;
  }

  /** Whether the refusal is about the clock, and says by how much. */
  async #followClock(response: Response): Promise<boolean> {
    const copy = response.clone().json() as Promise<{ error?: { details?: { reason?: string; serverTime?: string } } }>;
    const details = (await copy.catch(() => null))?.error?.details;
    const differenceMs = Date.parse(details?.serverTime ?? '') - this.now();
    const isClock = details?.reason === 'TIMESTAMP_OUT_OF_RANGE' && Math.abs(differenceMs) <= MAX_CLOCK_DIFFERENCE_MS;
    if (!isClock) return false;
    this.clockDifferenceMs = differenceMs;
    void response.body?.cancel();
    return true;
  }
}

const importKey = (secret: string): Promise<SigningKey> =>
  crypto.subtle.importKey('raw', new TextEncoder().encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);

const bytesOf = (buffer: ArrayBuffer, show: (byte: number) => string): string =>
  Array.from(new Uint8Array(buffer), show).join('');

/** The platform's own, whatever it is at the time of the call; called as a method it would refuse. */
export const standardFetch: Fetch = (input, init) => fetch(input, init);

/**
 * A `fetch` for other clients, such as those that generators make of /openapi.json: it signs every request, whose body
 * it gathers first. A redirection is an error, because it would send the signature to another address.
 */
export function signingFetch({ fetch = standardFetch, ...credential }: Credential & { fetch?: Fetch }): Fetch {
  const signer = new Signer(credential);
  return async (input, init) => {
    const request = new Request(input, init);
    const bytes = new Uint8Array(await request.arrayBuffer());
    const { method, signal } = request;
    const headers = Object.fromEntries(request.headers);
    const body = bytes.length === 0 ? {} : { body: bytes };
    return signer.send(fetch, new URL(request.url), { method, headers, signal, redirect: 'error', ...body });
  };
}
