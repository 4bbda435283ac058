/** The demo's credentials, whose secrets are public, on an address that other machines may reach. */
import type { ActiveCredential } from '../caller.js';
import { BlockList, isIP } from 'node:net';
import { isPublicSecret } from '../store/secrets.js';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

export function isLoopback(host: string): boolean {
  const version = isIP(host);
  return version === 0 ? host.toLowerCase() === 'localhost' : LOOPBACK.check(host, version === 4 ? 'ipv4' : 'ipv6');
}

/** How many of the credentials accept a public secret on a host that is not only for this machine. */
export function exposedCredentials(host: string, credentials: Iterable<ActiveCredential>, nowMs: number): number {
  if (isLoopback(host)) return 0;
  const isPublic = ({ key, notAfterMs }: ActiveCredential['secrets'][number]): boolean =>
    (notAfterMs === null || nowMs <= notAfterMs)
    && isPublicSecret((Buffer.isBuffer(key) ? key : key.export()).toString());
  return [...credentials].filter(({ secrets }) => secrets.some(isPublic)).length;
}
