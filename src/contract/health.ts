/**
 * Routes for operators of pinrate (docs/operate.md#health). Anyone may call them, without a signature. Their answers
 * are whole bodies: they have their own `success`, and neither `request_id` nor `execution_time_ms`.
 */
import Type, { type TSchema } from 'typebox';
import { count, moment, orNull } from './fields.js';
import { CONTROL_PATIENCE_MS, CONTROL_UNREADY_MS, MAX_REFUSALS_NAMED } from '../limits/control.js';
import { API_PREFIX, contract } from './contract.js';

const bytes = (description: string) => count(`${description}; bytes`);
const milliseconds = (description: string) => Type.Number({ minimum: 0, description: `${description}; milliseconds` });
const uptime = Type.Number({ minimum: 0, description: 'Since the process started; seconds' });
const environment = Type.String({ examples: ['production'] });
const apiVersion = Type.String({ description: 'Version of the API', examples: ['1.0.0'] });
// no example: only package.json has the version
const programVersion = (description: string) => Type.String({ pattern: '^[0-9]+[.][0-9]+[.][0-9]+', description });
const pinrateVersion = programVersion('Version of pinrate, the program');
const State = Type.Enum(['healthy', 'unhealthy'], { title: 'HealthState' });
const ControlState = Type.Enum(['healthy', 'degraded', 'unhealthy'], {
  title: 'ControlState',
  description:
    `degraded: busy for ${CONTROL_PATIENCE_MS / 1_000} s or longer. unhealthy: for ${CONTROL_UNREADY_MS / 1_000} s or `
    + 'longer, and the node is not ready',
});
const RedisState = Type.Enum(['healthy', 'unhealthy', 'not_configured'], {
  title: 'RedisState',
  description: 'Unless healthy, each node counts rate limits itself',
});
const orNotAsked = <T extends TSchema>(schema: T) => orNull(schema, 'null when Redis is not configured');

const BuildInfo = Type.Object(
  {
    nodeVersion: Type.String({ examples: ['v20.20.0'] }),
    platform: Type.String({ examples: ['linux'] }),
    arch: Type.String({ examples: ['x64'] }),
  },
  { title: 'BuildInfo' },
);

/** The running program. */
const PROGRAM = { apiVersion, pinrateVersion, environment, uptime, buildInfo: BuildInfo };

const MemoryUse = Type.Object(
  {
    usage: bytes('Memory that the process uses'),
    percentage: Type.Number({
      minimum: 0,
      description: 'usage as a share of the memory that the process may use; percent, two decimals',
    }),
    heapTotal: bytes('Size of the heap'),
    heapUsed: bytes('Used part of the heap'),
    external: bytes('Outside the heap'),
    rss: bytes('The same as usage'),
  },
  { title: 'MemoryUse' },
);

const StoreChanges = Type.Object(
  {
    state: Type.Enum(['following', 'resuming', 'reloading'], {
      description:
        'following: every change arrives as it is made. resuming: the connection is being restored, and '
        + 'changes wait in the store. reloading: changes may have been missed, and everything is read again. Quotes '
        + 'continue in each state, on the known data',
    }),
    lag: milliseconds(
      "The age of the oldest change that has arrived and that the data lacks, by the store's clock; 0: nothing is new",
    ),
    lastSign: moment('When the store last sent anything, even that there is nothing new'),
    resumes: count('Times that a connection was restored since the start'),
    reloads: count('Times that everything was read again since the start'),
    refusedDocuments: count(
      'Documents of the store that break their schema or a rule, or cannot be decrypted: their last good versions '
        + 'stay in force',
    ),
    refusedWithoutGoodVersion: Type.Array(Type.String({ examples: ['packages/1017'] }), {
      maxItems: MAX_REFUSALS_NAMED,
      description:
        'Documents that never had a good version, so that nothing is in force in their place: collection and key '
        + `of some, at most ${MAX_REFUSALS_NAMED}. The keys of credentials are not shown`,
    }),
    unopenedCredentials: count('Of the refused documents: credentials that no key of SECRETS_KEY opens'),
  },
  { title: 'StoreChanges', description: 'How this node learns of changes of the store, no matter who makes them' },
);

const Health = Type.Object(
  {
    success: Type.Boolean({ description: 'Whether this node can answer questions and the store responds' }),
    status: State,
    message: Type.String(),
    timestamp: moment('When this was answered'),
    version: Type.String({ description: 'The same as apiVersion', examples: ['1.0.0'] }),
    ...PROGRAM,
    components: Type.Object(
      {
        database: Type.Object(
          {
            status: State,
            lastCheck: moment(
              'When the store was checked: for this answer or, while the control thread is busy, for an earlier one',
            ),
            responseTime: milliseconds('How long the check took'),
            details: Type.Object({
              status: State,
              duration: milliseconds('The same as responseTime'),
              timestamp: moment('The same as lastCheck'),
            }),
            changes: StoreChanges,
          },
          { title: 'DatabaseHealth' },
        ),
        control: Type.Object(
          { status: ControlState, busy: milliseconds('How long it has been busy without a pause; 0: it is not') },
          {
            title: 'ControlHealth',
            description:
              'The thread that owns the store. While it is busy, quotes continue, and assignments and all other '
              + 'operations wait',
          },
        ),
        redis: Type.Object(
          {
            status: RedisState,
            lastCheck: orNotAsked(moment('When it was checked, which is for each answer')),
            responseTime: orNotAsked(milliseconds('How long the check took')),
            details: Type.Object({
              status: RedisState,
              duration: orNotAsked(milliseconds('The same as responseTime')),
              timestamp: orNotAsked(moment('The same as lastCheck')),
              connected: Type.Boolean(),
            }),
          },
          { title: 'RedisHealth' },
        ),
        memory: MemoryUse,
      },
      { title: 'HealthComponents' },
    ),
    monitoring: Type.Object(
      {
        metricsEndpoint: Type.Literal('/metrics'),
        livenessProbe: Type.Literal('/health/live'),
        readinessProbe: Type.Literal('/health/ready'),
        systemInfo: Type.Literal('/health/info'),
      },
      { title: 'Monitoring', description: 'Paths' },
    ),
    services: Type.Object(
      { database: State, control: ControlState, redis: RedisState, api: State },
      { title: 'ServiceStates', description: 'The components in brief' },
    ),
    performance: Type.Object(
      {
        responseTime: Type.String({ pattern: '^[0-9.]+ms$', description: 'How long this answer took' }),
        uptime: Type.String({ pattern: '^[0-9]+s$', description: 'uptime in whole seconds' }),
      },
      { title: 'HealthPerformance' },
    ),
  },
  { title: 'Health' },
);

const LIMITED = ['RATE_LIMIT_EXCEEDED', 'INTERNAL_ERROR'] as const;

export const getEntryPoint = contract({
  id: 'getEntryPoint',
  path: '/',
  tag: 'Operations',
  summary: 'Where everything is',
  description:
    'For callers that only know the address. A browser, whose `Accept` prefers `text/html`, is redirected '
    + 'to `/docs` with a 303.',
  access: 'open',
  isBare: true,
  answer: Type.Object(
    {
      success: Type.Literal(true),
      name: Type.Literal('pinrate'),
      version: pinrateVersion,
      apiVersion,
      docs: Type.Literal('/docs', { description: 'The page that describes every operation' }),
      openapi: Type.Literal('/openapi.json', { description: 'The OpenAPI document' }),
      health: Type.Literal('/health', { description: 'Health of this node' }),
      api: Type.Literal(API_PREFIX, { description: 'Prefix of the signed operations' }),
    },
    { title: 'EntryPoint' },
  ),
  errors: LIMITED,
});

export const getHealth = contract({
  id: 'getHealth',
  path: '/health',
  tag: 'Operations',
  summary: 'Is this node healthy',
  description:
    'Checks every component. Status 503, with the same body, when the store does not respond, and while the node is '
    + 'not ready.',
  access: 'open',
  isBare: true,
  alsoStatus: 503,
  answer: Health,
  errors: LIMITED,
});

export const getLiveness = contract({
  id: 'getLiveness',
  path: '/health/live',
  tag: 'Operations',
  summary: 'Is the process running',
  description: 'For an orchestrator’s liveness probe: it has no rate limit and checks no component.',
  access: 'open',
  isBare: true,
  answer: Type.Object(
    { success: Type.Literal(true), status: Type.Literal('alive'), timestamp: moment('When this was answered') },
    { title: 'Liveness' },
  ),
});

export const getReadiness = contract({
  id: 'getReadiness',
  path: '/health/ready',
  tag: 'Operations',
  summary: 'Can it answer questions',
  description:
    'For an orchestrator’s readiness probe: it has no rate limit. Status 503, with the same body, while the node '
    + `starts or shuts down, and once its control thread has been busy for ${CONTROL_UNREADY_MS / 1_000} s without a pause.`,
  access: 'open',
  isBare: true,
  alsoStatus: 503,
  answer: Type.Object(
    {
      success: Type.Boolean({ description: 'Whether status is ready' }),
      status: Type.Enum(['ready', 'not_ready']),
      timestamp: moment('When this was answered'),
    },
    { title: 'Readiness' },
  ),
});

export const getSystemInfo = contract({
  id: 'getSystemInfo',
  path: '/health/info',
  tag: 'Operations',
  summary: 'What is running here',
  description: 'Version, machine, memory, and the generation of the index that answers questions.',
  access: 'open',
  isBare: true,
  answer: Type.Object(
    {
      success: Type.Literal(true),
      timestamp: moment('When this was answered'),
      version: programVersion('The same as pinrateVersion'),
      ...PROGRAM,
      system: Type.Object(
        {
          cpus: Type.Integer({ minimum: 1, description: 'Processors that the process may use' }),
          loadAverage: Type.Array(Type.Number({ minimum: 0 }), {
            minItems: 3,
            maxItems: 3,
            description: 'Load of the machine, over 1, 5 and 15 minutes',
          }),
          totalMemory: bytes('Memory of the machine'),
          pid: Type.Integer({ minimum: 1, description: 'Id of the process' }),
        },
        { title: 'System' },
      ),
      memory: MemoryUse,
      index: Type.Object(
        {
          generationId: count('Counts the changes of the index'),
          builtAt: moment('When it was built'),
        },
        { title: 'IndexGeneration' },
      ),
    },
    { title: 'SystemInfo' },
  ),
  errors: LIMITED,
});

export const getMetrics = contract({
  id: 'getMetrics',
  path: '/metrics',
  tag: 'Operations',
  summary: 'Metrics for Prometheus',
  description:
    'Request durations by route and status, batch sizes, queue waits, use of the pool, generations of the '
    + 'index, latency of the store, refusals, event loop delay. Durations are in seconds. While the control '
    + 'thread is busy, its figures are left out: the store, its changes, and the builds of the index.',
  access: 'open',
  isBare: true,
  mediaType: 'text/plain; version=0.0.4; charset=utf-8',
  answer: Type.String({ description: 'Prometheus text exposition format, version 0.0.4' }),
  errors: LIMITED,
});

export const getOpenApiDocument = contract({
  id: 'getOpenApiDocument',
  path: '/openapi.json',
  tag: 'Operations',
  summary: 'This document',
  description:
    'OpenAPI 3.1. `/docs` shows it as a page where operations can be tried. With `as` it describes the API '
    + 'as one kind of caller sees it, without answers that only the other kind gets. That suits generated clients.',
  query: Type.Object({
    as: Type.Optional(Type.Enum(['service', 'partner'], { description: 'The kind of caller; both unless given' })),
  }),
  access: 'open',
  isBare: true,
  answer: Type.Object(
    { openapi: Type.String({ pattern: '^3\\.1\\.' }) },
    { additionalProperties: true, title: 'OpenApiDocument' },
  ),
  errors: LIMITED,
});
