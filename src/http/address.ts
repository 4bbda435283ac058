/** The address of a client as a key for limits. */
const IPV6_BYTES = 16;
const MAPPED_IPV4_PREFIX = Buffer.from('00000000000000000000ffff', 'hex');

/** The whole IPv4 address, or the /64 of an IPv6 address: a single subscriber usually has a /64. */
export function addressKey(address: ArrayBuffer): string {
  const bytes = Buffer.from(address);
  if (bytes.length !== IPV6_BYTES) return bytes.toString('latin1');
  const mapped = bytes.subarray(0, MAPPED_IPV4_PREFIX.length).equals(MAPPED_IPV4_PREFIX);
  return mapped ? bytes.toString('latin1', MAPPED_IPV4_PREFIX.length) : bytes.toString('latin1', 0, IPV6_BYTES / 2);
}
