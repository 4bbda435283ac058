/** Which node a command asks, and as whom. */
import type { Credential } from '../client/signer.js';

export interface Caller {
  kind: 'service' | 'partner';
  id: string;
  secret: string;
}

export interface Access {
  /** The node's address without a path. */
  origin: string;
  caller: Caller;
}

export const credentialOf = ({ kind, id, secret }: Caller): Credential =>
  kind === 'service' ? { service: id, secret } : { partner: id, secret };
