/** Figures of outcomes, as the node has them. */
import type { Pinrate } from '../../../client/connect.js';
import { getPartnerPerformance } from '../../../client/operations.js';
import type { getPartnerPerformance as contract, PerformanceRow } from '../../../contract/performance.js';
import type { QueryOf } from '../../../contract/types.js';

type Query = QueryOf<typeof contract>;
export type GroupBy = NonNullable<Query['groupBy']>;
/** Empty: all payment types. */
export type Payment = '' | NonNullable<Query['paymentType']>;

/** Those with most parcels first; weeks in their order. @param within the place, if any */
export async function rowsOf(
  pinrate: Pinrate,
  courierId: string,
  groupBy: GroupBy,
  payment: Payment,
  signal: AbortSignal,
  within: Pick<Query, 'stateId' | 'cityId'> = {},
): Promise<readonly PerformanceRow[]> {
  const query = { groupBy, ...(payment !== '' && { paymentType: payment }), ...within };
  return (await getPartnerPerformance(pinrate, courierId, query, { signal })).data;
}

/** The name of a row's place. */
export const nameOf = ({ key, name }: PerformanceRow): string => name ?? key ?? 'pincodes that are gone';
