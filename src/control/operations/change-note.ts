/** What the control plane tells the history about the writes of requests. */
import type { Contract } from '../../contract/contract.js';
import type { Credential } from '../../contract/documents/documents.js';
import type { ChangeNote } from '../../store/port.js';
import type { ApiRequest } from './operation.js';

/** The history's note about what a request writes. */
export function noteOf(
  { method, path }: Pick<Contract, 'method' | 'path'>,
  { caller: { kind, id }, requestId, query }: Pick<ApiRequest, 'caller' | 'requestId'> & { query: object },
  nowMs: number,
): ChangeNote {
  const { note } = query as { note?: string };
  return {
    at: new Date(nowMs).toISOString(),
    by: { kind, id },
    requestId,
    route: `${method} ${path}`,
    note: note ?? null,
    kept: (collection, document) => (collection === 'credentials' ? withoutSecrets(document as Credential) : document),
  };
}

function withoutSecrets({ secrets, ...credential }: Credential): object {
  return { ...credential, secrets: secrets.map(({ version, notAfter }) => ({ version, notAfter })) };
}
