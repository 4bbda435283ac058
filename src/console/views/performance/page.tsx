/** Performance: what became of parcels, by courier and place. The address has courier, place and payment. */
import type { PageProps } from '../../parts/page.js';
import { CourierFigures } from './courier.js';
import { Overview } from './overview.js';

export function PerformancePage({ parts, query }: PageProps) {
  const courierId = parts[0] ?? '';
  return courierId === '' ? <Overview query={query} /> : <CourierFigures courierId={courierId} query={query} />;
}
