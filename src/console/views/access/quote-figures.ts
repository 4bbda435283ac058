/** How fast the node answers quotes: from the histogram of its metrics. */

/** All answers to quotes since the node started. */
export interface QuoteCounts {
  count: number;
  /** By upper bound in seconds, ascending: how many took at most that. */
  within: readonly (readonly [seconds: number, count: number])[];
}

export interface QuoteFigures {
  perSecond: number;
  /** 99 of 100 took at most so long, as exact as the histogram is; milliseconds. null: unknown. */
  p99Ms: number | null;
}

const ROUTES = ['/api/v1/shipments/calculate-charges', '/api/v1/partners/availability/check'];
const SERIES = /^pinrate_http_request_duration_seconds_(bucket|count)\{(.*)\} (\d+)$/;

/** @param metrics in Prometheus' text format */
export function quoteCounts(metrics: string): QuoteCounts {
  let count = 0;
  const within = new Map<number, number>();
  for (const line of metrics.split('\n')) {
    const [, what, labels, value] = SERIES.exec(line) ?? [];
    if (labels === undefined || !ROUTES.some((route) => labels.includes(`route="${route}"`))) continue;
    const bound = /\ble="([^"]*)"/.exec(labels)?.[1];
    if (what === 'count') count += Number(value);
    else if (bound !== undefined && bound !== '+Inf')
      within.set(Number(bound), (within.get(Number(bound)) ?? 0) + Number(value));
  }
  return { count, within: [...within].toSorted(([a], [b]) => a - b) };
}

/** Of what came between two looks. @param seconds between them */
export function quoteFigures(before: QuoteCounts, after: QuoteCounts, seconds: number): QuoteFigures {
  const earlier = new Map(before.within);
  const count = after.count - before.count;
  const reached = after.within.find(([bound, all]) => count > 0 && all - (earlier.get(bound) ?? 0) >= count * 0.99);
  return { perSecond: count / seconds, p99Ms: reached === undefined ? null : reached[0] * 1_000 };
}
