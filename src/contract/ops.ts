/**
 * Routes for those who run pinrate (API specification, 4.1). Anyone may ask, without a signature. Their answers are whole
 * bodies: they have `success` of their own, and neither `request_id` nor `execution_time_ms`.
 */
import Type, { type TSchema } from 'typebox';
import { API_PREFIX, contract } from './contract.js';

const moment = (description: string) => Type.String({ format: 'date-time', description: `${description}; ISO 8601, UTC` });
const bytes = (description: string) => Type.Integer({ minimum: 0, description: `${description}; bytes` });
const milliseconds = (description: string) => Type.Number({ minimum: 0, description: `${description}; milliseconds` });
const uptime = Type.Number({ minimum: 0, description: 'Since the process started; seconds' });
const environment = Type.String({ examples: ['production'] });
const apiVersion = Type.String({ description: 'Version of the API', examples: ['1.0.0'] });
// no example: the version is in package.json alone
const programVersion = (description: string) => Type.String({ pattern: '^[0-9]+[.][0-9]+[.][0-9]+', description });
const pinrateVersion = programVersion('Version of pinrate, the program');
const State = Type.Enum(['healthy', 'unhealthy'], { title: 'HealthState' });
const RedisState = Type.Enum(['healthy', 'unhealthy', 'not_configured'], { title: 'RedisState', description: 'Unless healthy, rate limits are counted on this node' });
const orNotAsked = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()], { description: 'null where none is configured' });

const BuildInfo = Type.Object({
  nodeVersion: Type.String({ examples: ['v20.20.0'] }), platform: Type.String({ examples: ['linux'] }), arch: Type.String({ examples: ['x64'] }),
}, { title: 'BuildInfo' });

const MemoryUse = Type.Object({
  usage: bytes('What the process holds of the machine'),
  percentage: Type.Number({ minimum: 0, description: 'usage of what the process may hold; percent, two decimals' }),
  heapTotal: bytes('Of the heap'), heapUsed: bytes('Of the heap'), external: bytes('Outside the heap'), rss: bytes('The same as usage'),
}, { title: 'MemoryUse' });

const StoreChanges = Type.Object({
  state: Type.Enum(['following', 'resuming', 'reloading'], {
    description: 'following: every change arrives as it is made. resuming: the connection is being mended, and changes wait in the store. reloading: changes may have been missed, and everything is read anew. Quotes go on in each, on what is known',
  }),
  lag: milliseconds('From the writing of the last change until it was told here'),
  lastSign: moment('When the store last said anything, be it that there is nothing new'),
  resumes: Type.Integer({ minimum: 0, description: 'Connections that were mended since the start' }),
  reloads: Type.Integer({ minimum: 0, description: 'Times that everything was read anew since the start' }),
  refusedDocuments: Type.Integer({ minimum: 0, description: 'Documents of the store that break their schema or a rule: their last good versions are in force' }),
}, { title: 'StoreChanges', description: 'How changes of the store, whoever makes them, reach this node' });

const Health = Type.Object({
  success: Type.Boolean({ description: 'Whether questions can be answered and the store answers' }),
  status: State,
  message: Type.String(),
  timestamp: moment('When it was answered'),
  version: Type.String({ description: 'The same as apiVersion', examples: ['1.0.0'] }),
  apiVersion,
  pinrateVersion,
  environment,
  uptime,
  buildInfo: BuildInfo,
  components: Type.Object({
    database: Type.Object({
      status: State, lastCheck: moment('When the store was asked: for this answer'), responseTime: milliseconds('How long it took'),
      details: Type.Object({ status: State, duration: milliseconds('The same as responseTime'), timestamp: moment('The same as lastCheck') }),
      changes: StoreChanges,
    }, { title: 'DatabaseHealth' }),
    redis: Type.Object({
      status: RedisState, lastCheck: orNotAsked(moment('When it was asked: for this answer')), responseTime: orNotAsked(milliseconds('How long it took')),
      details: Type.Object({
        status: RedisState, duration: orNotAsked(milliseconds('The same as responseTime')), timestamp: orNotAsked(moment('The same as lastCheck')), connected: Type.Boolean(),
      }),
    }, { title: 'RedisHealth' }),
    memory: MemoryUse,
  }, { title: 'HealthComponents' }),
  monitoring: Type.Object({
    metricsEndpoint: Type.Literal('/metrics'), livenessProbe: Type.Literal('/health/live'), readinessProbe: Type.Literal('/health/ready'), systemInfo: Type.Literal('/health/info'),
  }, { title: 'Monitoring', description: 'Paths' }),
  services: Type.Object({ database: State, redis: RedisState, api: State }, { title: 'ServiceStates', description: 'The components in brief' }),
  performance: Type.Object({
    responseTime: Type.String({ pattern: '^[0-9.]+ms$', description: 'What this answer took' }), uptime: Type.String({ pattern: '^[0-9]+s$', description: 'uptime in whole seconds' }),
  }, { title: 'HealthPerformance' }),
}, { title: 'Health' });

const LIMITED = ['RATE_LIMIT_EXCEEDED', 'INTERNAL_ERROR'] as const;

export const getEntryPoint = contract({
  id: 'getEntryPoint',
  path: '/',
  tag: 'Operations',
  summary: 'Where everything is',
  description: 'For callers that know nothing but the address. A browser, whose `Accept` prefers `text/html`, is sent to '
    + '`/docs` with a 303.',
  access: 'open',
  isBare: true,
  answer: Type.Object({
    success: Type.Literal(true),
    name: Type.Literal('pinrate'),
    version: pinrateVersion,
    apiVersion,
    docs: Type.Literal('/docs', { description: 'The page that describes every operation' }),
    openapi: Type.Literal('/openapi.json', { description: 'The OpenAPI document' }),
    health: Type.Literal('/health', { description: 'Whether all is well' }),
    api: Type.Literal(API_PREFIX, { description: 'What the signed operations begin with' }),
  }, { title: 'EntryPoint' }),
  errors: LIMITED,
});

export const getHealth = contract({
  id: 'getHealth',
  path: '/health',
  tag: 'Operations',
  summary: 'Is everything well',
  description: 'Asks every component. Status 503, with the same body, when the store does not answer or questions cannot be answered: while starting and shutting down.',
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
  summary: 'Does the process run',
  description: 'For an orchestrator’s liveness probe: no limit of rate, and nothing is asked for it.',
  access: 'open',
  isBare: true,
  answer: Type.Object({ success: Type.Literal(true), status: Type.Literal('alive'), timestamp: moment('When it was answered') }, { title: 'Liveness' }),
});

export const getReadiness = contract({
  id: 'getReadiness',
  path: '/health/ready',
  tag: 'Operations',
  summary: 'Can it answer questions',
  description: 'For an orchestrator’s readiness probe: no limit of rate. Status 503, with the same body, while starting and shutting down.',
  access: 'open',
  isBare: true,
  alsoStatus: 503,
  answer: Type.Object({
    success: Type.Boolean({ description: 'Whether status is ready' }), status: Type.Enum(['ready', 'not_ready']), timestamp: moment('When it was answered'),
  }, { title: 'Readiness' }),
});

export const getSystemInfo = contract({
  id: 'getSystemInfo',
  path: '/health/info',
  tag: 'Operations',
  summary: 'What runs here',
  description: 'Version, machine, memory, and the generation of the index that questions are answered from.',
  access: 'open',
  isBare: true,
  answer: Type.Object({
    success: Type.Literal(true),
    timestamp: moment('When it was answered'),
    version: programVersion('The same as pinrateVersion'),
    apiVersion,
    pinrateVersion,
    environment,
    uptime,
    buildInfo: BuildInfo,
    system: Type.Object({
      cpus: Type.Integer({ minimum: 1, description: 'Processors that the process may use' }),
      loadAverage: Type.Array(Type.Number({ minimum: 0 }), { minItems: 3, maxItems: 3, description: 'Of the machine, over 1, 5 and 15 minutes' }),
      totalMemory: bytes('Of the machine'),
      pid: Type.Integer({ minimum: 1, description: 'The process' }),
    }, { title: 'System' }),
    memory: MemoryUse,
    index: Type.Object({ generationId: Type.Integer({ minimum: 0, description: 'Counts the changes of the index' }), builtAt: moment('When it was built') }, { title: 'IndexGeneration' }),
  }, { title: 'SystemInfo' }),
  errors: LIMITED,
});

export const getMetrics = contract({
  id: 'getMetrics',
  path: '/metrics',
  tag: 'Operations',
  summary: 'Metrics for Prometheus',
  description: 'Request durations by route and status, batch sizes, queue waits, use of the pool, generations of the index, latency of the store, refusals, event loop delay. Durations are seconds.',
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
  description: 'OpenAPI 3.1. `/docs` shows it as a page to read and try. With `as` it describes the API as one kind of '
    + 'caller sees it: without what the other kind alone is answered, which suits generated clients.',
  query: Type.Object({
    as: Type.Optional(Type.Enum(['service', 'partner'], { description: 'Whose API; everybody’s unless given' })),
  }),
  access: 'open',
  isBare: true,
  answer: Type.Object({ openapi: Type.String({ pattern: '^3\\.1\\.' }) }, { additionalProperties: true, title: 'OpenApiDocument' }),
  errors: LIMITED,
});
