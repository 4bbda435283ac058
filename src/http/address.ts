/** The address of a client as a key for limits, directly or behind proxies. */
import { isIPv4, isIPv6, type BlockList } from 'node:net';

const IPV4_BYTES = 4;
const IPV6_BYTES = 16;
const MAPPED_IPV4_PREFIX = Buffer.from('00000000000000000000ffff', 'hex');

/** The whole IPv4 address, or the /64 of an IPv6 address: a single subscriber usually has a /64. */
export function addressKey(address: ArrayBuffer): string {
  return keyOf(unmapped(Buffer.from(address)));
}

/** The proxies whose X-Forwarded-For is believed. */
export class TrustedProxies {
  constructor(private readonly ranges: BlockList) {}

  /**
   * The key of the client of a request from `peer` with this X-Forwarded-For. Every proxy adds the address of its
   * caller on the right of that header. Order of precedence:
   * 1. The peer, unless it is trusted.
   * 2. The right-most address that is not trusted.
   * 3. The left-most address when all are trusted: a client in the network of the proxies.
   * 4. The peer when an address up to there is unreadable, or there is none.
   */
  keyOf(peer: ArrayBuffer, forwardedFor: string): string {
    const own = unmapped(Buffer.from(peer));
    let client: Buffer | null = own;
    for (const text of forwardedFor.split(',').reverse()) {
      if (!this.trusts(client)) break;
      client = bytesOf(text.trim());
      if (client === null) return keyOf(own);
    }
    return keyOf(client);
  }

  private trusts(address: Buffer): boolean {
    if (address.length === IPV4_BYTES) return this.ranges.check(address.join('.'), 'ipv4');
    if (address.length !== IPV6_BYTES) return false;
    return this.ranges.check(address.toString('hex').replace(/.{4}(?!$)/g, '$&:'), 'ipv6');
  }
}

function keyOf(address: Buffer): string {
  return address.toString('latin1', 0, address.length === IPV6_BYTES ? IPV6_BYTES / 2 : address.length);
}

/** An IPv4 address that is written as an IPv6 address, as four bytes. */
function unmapped(address: Buffer): Buffer {
  const prefixLength = MAPPED_IPV4_PREFIX.length;
  const isMapped = address.length === IPV6_BYTES && address.subarray(0, prefixLength).equals(MAPPED_IPV4_PREFIX);
  return isMapped ? address.subarray(prefixLength) : address;
}

/** null: this is not an address. */
function bytesOf(text: string): Buffer | null {
  if (isIPv4(text)) return Buffer.from(text.split('.').map(Number));
  if (!isIPv6(text) || text.includes('%')) return null;
  // a URL has the address in groups of hexadecimal digits, with :: in place of one run of zeros
  const [front = [], back = []] = new URL(`http://[${text}]`).hostname.slice(1, -1).split('::').map(groupsOf);
  const bytes = Buffer.alloc(IPV6_BYTES);
  front.forEach((group, i) => bytes.writeUInt16BE(group, 2 * i));
  back.forEach((group, i) => bytes.writeUInt16BE(group, IPV6_BYTES + 2 * (i - back.length)));
  return unmapped(bytes);
}

function groupsOf(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}
