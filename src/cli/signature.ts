/** The headers that sign a request (docs/integrate.md#signing). The signature always covers the body. */
import { createHash, createHmac } from 'node:crypto';

export interface Caller {
  kind: 'service' | 'partner';
  id: string;
  secret: string;
}

/** The node of a command, and its credential. */
export interface Access {
  /** The node's address without a path. */
  origin: string;
  caller: Caller;
}

const NO_BODY = Buffer.alloc(0);

/** @param target the path with its query, exactly as sent */
export function signedHeaders(
  caller: Caller,
  method: string,
  target: string,
  body: Uint8Array = NO_BODY,
): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const bodyHash = createHash('sha256').update(body).digest('hex');
  const signature = createHmac('sha256', caller.secret)
    .update(method + target + timestamp + bodyHash)
    .digest('base64');
  return {
    [caller.kind === 'service' ? 'x-service-id' : 'x-partner-id']: caller.id,
    'x-timestamp': timestamp,
    'x-content-sha256': bodyHash,
    'x-signature': signature,
  };
}
