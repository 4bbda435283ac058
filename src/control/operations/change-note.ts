/** What the control plane tells the history about the writes of requests. */
import type { Contract } from '../../contract/contract.js';
import type { ChangeNote } from '../../store/port.js';
import type { Api, ApiRequest } from './operation.js';

/** The history's note about what a request writes. */
export function noteOf(
  { method, path }: Pick<Contract, 'method' | 'path'>,
  { caller: { kind, id }, requestId, query }: Pick<ApiRequest, 'caller' | 'requestId'> & { query: object },
  { now, kept }: Pick<Api, 'now' | 'kept'>,
): ChangeNote {
  const { note, dryRun = false } = query as { note?: string; dryRun?: boolean };
  return {
    at: new Date(now()).toISOString(),
    by: { kind, id },
    requestId,
    route: `${method} ${path}`,
    note: note ?? null,
    isDryRun: dryRun,
    kept,
  };
}
