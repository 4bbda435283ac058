/** What the control plane tells the history about the writes of requests. */
import type { Contract } from '../../contract/contract.js';
import { Claim } from '../stored-records.js';
import type { ChangeNote } from '../../store/port.js';
import type { Api, ApiRequest } from './operation.js';

/** The history's note about what one write of a request writes, which counts in the day of its credential. */
export function noteOf(
  { method, path }: Pick<Contract, 'method' | 'path'>,
  { caller, requestId, query }: Pick<ApiRequest, 'caller' | 'requestId'> & { query: object },
  { now, sealed, records }: Pick<Api, 'now' | 'sealed' | 'records'>,
): ChangeNote {
  const { note, dryRun = false } = query as { note?: string; dryRun?: boolean };
  const { kind, id } = caller;
  const claim = new Claim(records, caller, now);
  return {
    at: new Date(now()).toISOString(),
    by: { kind, id },
    requestId,
    route: `${method} ${path}`,
    note: note ?? null,
    isDryRun: dryRun,
    sealed,
    admit: (bytes) => claim.take(bytes),
  };
}
