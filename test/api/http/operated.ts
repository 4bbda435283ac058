/** A front end over operations that a test makes up, carried out by the control plane's operator without a store. */
import type { Api, Operation } from '../../../src/control/operations/operation.js';
import { Operator } from '../../../src/control/operator.js';
import type { Streams } from '../../../src/http/routes/operations.js';
import type { FrontEndDeps } from '../../../src/http/server.js';
import { createHash } from 'node:crypto';
import { type Reply, request, sign } from '../../support/client.js';
import { SERVICE, startFrontEnd, type TestFrontEnd } from '../../support/front-end.js';

export interface Operated extends TestFrontEnd {
  operator: Operator;
  /** A signed request; `hash`: the body's hash is sent and signed, true unless given. */
  send(method: string, path: string, sent?: Sent): Promise<Reply>;
  signed(method: string, path: string, contentSha256?: string): Record<string, string>;
}

interface Sent {
  body?: string | Buffer;
  headers?: Record<string, string>;
  hash?: boolean;
}

export const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');

export async function startOperated(
  operations: readonly Operation[],
  overrides: Partial<FrontEndDeps> = {},
  streamsOf: (operator: Operator) => Streams = streamsOfOperator,
): Promise<Operated> {
  const operator = new Operator({ catalog: { version: 1 } } as Api, operations);
  const front = await startFrontEnd({
    contracts: operations.map(({ contract }) => contract),
    operate: (call) => operator.operate(structuredClone(call)),
    streams: streamsOf(operator),
    ...overrides,
  });
  const signed = (method: string, path: string, contentSha256?: string): Record<string, string> =>
    sign(method, path, SERVICE, { ...front.signing(), contentSha256 });
  return {
    ...front,
    operator,
    signed,
    send: (method, path, { body, headers = {}, hash = true } = {}) =>
      request({
        port: front.port,
        method,
        path,
        headers: { ...headers, ...signed(method, path, hash ? sha256(body ?? '') : undefined) },
        body,
      }),
  };
}

export function streamsOfOperator({ streams }: Operator): Streams {
  return { more: async (id) => structuredClone(await streams.more(id)), cancel: (id) => streams.cancel(id) };
}
