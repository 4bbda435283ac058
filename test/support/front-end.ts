/** A front end over fakes: a stopped clock, credentials that a test may change, and an `ask` that the test answers. */
import type { ActiveCredential, ActiveSecret } from '../../src/caller.js';
import { DEFAULT_SCOPES } from '../../src/model/scopes.js';
import type { ControlHealth } from '../../src/messages.js';
import { createSecretKey } from 'node:crypto';
import { pino } from 'pino';
import { PageCache } from '../../src/http/page-cache.js';
import { createFrontEnd, type FrontEnd, type FrontEndDeps } from '../../src/http/server.js';
import { Activity } from '../../src/http/activity.js';
import type { Health } from '../../src/http/routes/health.js';
import { createMetrics, type Metrics } from '../../src/metrics.js';
import { PACKAGE_VERSION } from '../../src/package-root.js';
import type { QuestionAnswer } from '../../src/http/routes/questions.js';
import type { Job } from '../../src/engine/question.js';
import type { ClientCredential } from './client.js';

export const SERVICE: ClientCredential = { kind: 'service', id: 'main-system', secret: 'service-secret' };
export const PARTNER: ClientCredential = { kind: 'partner', id: 'bluekart', secret: 'partner-secret' };
export const CHARGES = '/api/v1/shipments/calculate-charges';

export const secretOf = (text: string, notAfterMs: number | null = null): ActiveSecret => ({
  key: createSecretKey(Buffer.from(text)),
  notAfterMs,
});

export function activeCredential(
  credential: ClientCredential,
  changes: Partial<ActiveCredential> = {},
): ActiveCredential {
  return {
    kind: credential.kind,
    id: credential.id,
    tier: 'UNLIMITED',
    requireBodyHash: false,
    scopes: new Set(DEFAULT_SCOPES),
    secrets: [secretOf(credential.secret)],
    ...changes,
  };
}

export const HEALTHY_CONTROL: ControlHealth = {
  store: { isUp: true, tookMs: 1.5, atMs: Date.UTC(2026, 10, 21) },
  following: {
    state: 'following',
    resumes: 0,
    reloads: 0,
    lastSignMs: Date.UTC(2026, 10, 21),
    lagMs: 3.5,
    trouble: null,
    refused: new Map(),
    withoutGoodVersion: [],
    unopenedCredentials: 0,
  },
};

/** All components are healthy. */
export const HEALTHY: Health = {
  ready: () => true,
  controlBusyMs: () => 0,
  control: () => Promise.resolve(HEALTHY_CONTROL),
  controlMetrics: () => Promise.resolve('# TYPE pinrate_of_control gauge\npinrate_of_control 1\n'),
  describe: () => ({ generationId: 7, builtAt: '2026-11-21T00:00:00.000Z' }),
};

type Question = { job: Job; answer: (answer: QuestionAnswer) => void };

export interface TestFrontEnd {
  frontEnd: FrontEnd;
  metrics: Metrics;
  port: number;
  /** Milliseconds since the epoch; changes only if a test moves it. */
  clock: { nowMs: number };
  credentials: Map<string, ActiveCredential>;
  setCredential(credential: ActiveCredential): void;
  /** Every job that reached `ask`. */
  jobs: Job[];
  /** Echoes the job at once, unless a test replaces it. */
  pool: { ask: (question: Question) => boolean; isFull: boolean };
  /** The log at `error` and above. */
  errors: Record<string, unknown>[];
  signing(): { nowSeconds: number };
}

export const echo = ({ job, answer }: Question): boolean => {
  answer({
    status: 200,
    body: JSON.stringify({
      success: true,
      question: job.question,
      caller: `${job.callerKind}/${job.callerId}`,
      body: job.body,
      request_id: job.requestId,
    }),
  });
  return true;
};

export async function startFrontEnd(overrides: Partial<FrontEndDeps> = {}): Promise<TestFrontEnd> {
  const metrics = createMetrics();
  const clock = { nowMs: 1_790_000_000_500 };
  const credentials = new Map<string, ActiveCredential>();
  const setCredential = (credential: ActiveCredential): void => {
    credentials.set(`${credential.kind}/${credential.id}`, credential);
  };
  setCredential(activeCredential(SERVICE));
  setCredential(activeCredential(PARTNER));
  const jobs: Job[] = [];
  const pool = { ask: echo, isFull: false };
  const errors: Record<string, unknown>[] = [];
  const frontEnd = createFrontEnd({
    config: {
      host: '127.0.0.1',
      port: 0,
      clockSkewSeconds: 300,
      environment: 'test',
      console: false,
      corsOrigins: null,
      trustedProxies: null,
    },
    log: pino(
      { level: 'error' },
      {
        write: (line: string) => {
          errors.push(JSON.parse(line) as Record<string, unknown>);
        },
      },
    ),
    metrics,
    now: () => clock.nowMs,
    ask: (job, answer) => {
      jobs.push(job);
      return pool.ask({ job, answer });
    },
    isFull: () => pool.isFull,
    bulks: { isFull: () => true, submit: () => null, advance: () => undefined },
    activity: new Activity(),
    contracts: [],
    pages: new PageCache(),
    openApi: async () => '{}',
    findDemoCredential: () => null,
    // no operations
    operate: () => Promise.reject(new Error('nothing to operate')),
    streams: { more: () => Promise.resolve(null), cancel: () => {} },
    findCredential: (kind, id) => credentials.get(`${kind}/${id}`),
    health: HEALTHY,
    version: PACKAGE_VERSION,
    ...overrides,
  });
  const { port } = await frontEnd.listen();
  return {
    frontEnd,
    metrics,
    port,
    clock,
    credentials,
    setCredential,
    jobs,
    pool,
    errors,
    signing: () => ({ nowSeconds: Math.floor(clock.nowMs / 1000) }),
  };
}
