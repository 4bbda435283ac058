/** Couriers: the list, and each with the tabs of its card. */
import type { PageProps } from '../../parts/page.js';
import { CourierList } from './list.js';
import { OneCourier } from './one.js';

export function CouriersPage({ parts, query }: PageProps) {
  const [courierId, tab] = parts;
  if (courierId === undefined || courierId === '') return <CourierList />;
  return <OneCourier key={courierId} courierId={courierId} tab={tab ?? 'overview'} query={query} />;
}
