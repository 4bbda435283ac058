/**
 * The histogram of the durations of requests. prom-client's own looks its labels up again for each observation, which
 * takes about as long as everything else the front end does with a request; here each route holds its series.
 */
const BUCKETS_SECONDS = [
  0.000_25, 0.000_5, 0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.125, 0.25, 0.5, 1, 2.5, 5, 10,
];

interface Series {
  /** One count per bucket, not cumulative, and a last one for all larger values. */
  counts: number[];
  sum: number;
}

/** The durations of one route and method, by status. */
export class RouteDurations {
  readonly byStatus = new Map<number, Series>();

  /** Method and route. */
  readonly endpoint: string;

  constructor(
    readonly route: string,
    readonly method: string,
  ) {
    this.endpoint = `${method} ${route}`;
  }

  observe(status: number, seconds: number): void {
    let series = this.byStatus.get(status);
    if (series === undefined) {
      series = { counts: new Array<number>(BUCKETS_SECONDS.length + 1).fill(0), sum: 0 };
      this.byStatus.set(status, series);
    }
    let bucket = 0;
    while (bucket < BUCKETS_SECONDS.length && seconds > BUCKETS_SECONDS[bucket]!) bucket += 1;
    series.counts[bucket]! += 1;
    series.sum += seconds;
  }
}

interface Sample {
  metricName: string;
  labels: Record<string, string | number>;
  value: number;
}

/** By route, method and status. */
export class RequestDurations {
  readonly type = 'histogram';
  private readonly routes: RouteDurations[] = [];

  constructor(
    readonly name: string,
    readonly help: string,
  ) {}

  forRoute(route: string, method: string): RouteDurations {
    const durations = new RouteDurations(route, method);
    this.routes.push(durations);
    return durations;
  }

  /** Read by the registry at scrape time. */
  get(): { name: string; help: string; type: string; values: Sample[] } {
    const values = this.routes.flatMap((durations) =>
      [...durations.byStatus].flatMap(([status, series]) => this.samplesOf(durations, status, series)),
    );
    return { name: this.name, help: this.help, type: this.type, values };
  }

  private samplesOf({ route, method }: RouteDurations, status: number, series: Series): Sample[] {
    const labels = { route, method, status };
    let cumulative = 0;
    const samples = series.counts.map((count, bucket) => {
      cumulative += count;
      return {
        metricName: `${this.name}_bucket`,
        labels: { le: BUCKETS_SECONDS[bucket] ?? '+Inf', ...labels },
        value: cumulative,
      };
    });
    return [
      ...samples,
      { metricName: `${this.name}_sum`, labels, value: series.sum },
      { metricName: `${this.name}_count`, labels, value: cumulative },
    ];
  }
}
