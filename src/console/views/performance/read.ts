/** Figures of outcomes, as the node has them, by place. */
import type { Pinrate } from '../../../client/connect.js';
import { read } from '../../../client/operation.js';
import type { MapPlaces } from '../../parts/map-data.js';

/** TODO(figures): the contract's types. */
export interface PerformanceRate {
  k: number;
  n: number;
  rate: number | null;
  low: number | null;
  high: number | null;
}
export interface PerformanceRow {
  key: string | number;
  n: number;
  rto: PerformanceRate;
  firstAttempt: PerformanceRate;
  onTime: PerformanceRate;
  hours: { p50: number | null; p85: number | null; p95: number | null };
}
export type GroupBy = 'state' | 'city' | 'pincode' | 'payment' | 'week';
const getPerformance = read<any>('/api/v1/partners/{partnerId}/performance') as any;

/** The rows of a courier. @param payment empty: all payment types */
export async function rowsOf(
  pinrate: Pinrate,
  courierId: string,
  groupBy: GroupBy,
  payment: string,
  signal: AbortSignal,
): Promise<readonly PerformanceRow[]> {
  const query = { groupBy, ...(payment !== '' && { paymentType: payment }) };
  return (await getPerformance(pinrate, courierId, query, { signal })).data;
}

/** The name of a row's place; its key where nobody knows it. */
export function placeName(groupBy: GroupBy, key: string | number, { states, cities }: MapPlaces): string {
  const id = String(key);
  if (groupBy === 'state') return states.find((each) => each.code === id || String(each.id) === id)?.name ?? id;
  return (groupBy === 'city' ? cities.find((each) => String(each.id) === id)?.name : undefined) ?? id;
}
