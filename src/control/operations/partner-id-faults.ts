import type { CallerKind } from '../../caller.js';
import { PARTNER_ID_REQUIRED } from '../../contract/faults.js';
import type { RequestFault } from '../../model/schema-faults.js';

/** The places where a request may name its partner; members that its schemas refuse are absent. */
interface Naming {
  query: { partnerId?: string };
  body: { partnerId?: string };
}

/** The faults in how a request names its partner: a service must name one, and only one. */
export function partnerIdFaults({ query, body }: Naming, callerKind: CallerKind): RequestFault[] {
  const named = body.partnerId;
  if (named === undefined && query.partnerId === undefined) {
    return callerKind === 'partner' ? [] : [PARTNER_ID_REQUIRED];
  }
  if (named === undefined || query.partnerId === undefined || named === query.partnerId) return [];
  return [
    {
      field: 'partnerId',
      code: 'INVALID_VALUE',
      message: `must be the same in the body and in the query, which has ${query.partnerId}`,
      value: named,
    },
  ];
}
