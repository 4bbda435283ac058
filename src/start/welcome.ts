/** The texts for the operator's terminal: progress of the start and, last, pinrate's address and a request to paste. */
import { relative, resolve } from 'node:path';
import type { App } from '../app.js';
import { type Config, SETTINGS } from '../config.js';
import { DEMO_SERVICE } from '../demo-service.js';
import { findDemoCredential } from './demo-credential.js';
import { PACKAGE_ROOT, PACKAGE_VERSION } from '../package-root.js';
import type { Job } from '../engine/question.js';

/** The credential of a request to paste. */
interface Sample {
  id: string;
  secret: string;
}

/** The partner of README's request, if the data has it and it carries the sample. */
const SAMPLE_PARTNER = 'dharaline-surface';
/** Identifies the caller: it works with any credential of a service and any data. */
const WHO_AM_I_PATH = '/api/v1';
const CHARGES_PATH = '/api/v1/shipments/calculate-charges';
const SAMPLE = {
  pickupPincode: '110001',
  deliveryPincode: '560001',
  weight: 1200,
  shipmentType: 'B2C',
  paymentType: 'COD',
  declaredValue: 2499.5,
  serviceRequirements: ['PICKUP', 'DELIVERY'],
} as const;

/**
 * Writes one line about a slow step to standard error. Not in production, where the log has everything, nor when only
 * faults are logged.
 */
export function announce({ environment, logLevel }: Config, line: string): void {
  if (environment !== 'production' && ['info', 'debug', 'trace'].includes(logLevel)) process.stderr.write(`${line}\n`);
}

/** The address at which a program on this machine reaches `url`, also when that listens on all addresses. */
export function reachable(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}

/**
 * For standard output.
 * @param exposed how many credentials with public secrets other machines may use
 */
export async function welcomeOf(app: App, config: Config, exposed: number): Promise<string> {
  const partnerId = findDemoCredential(app.findCredential) !== null ? await samplePartner(app) : null;
  const store = config.mongodb === null ? resolve(config.dataDir) : `MongoDB, database ${config.mongodb.database}`;
  return [
    '',
    `pinrate ${PACKAGE_VERSION} listens on ${app.url}`,
    '',
    ...(exposed === 0 ? [] : warning(config.host, exposed)),
    ...(config.console ? [`Console      ${reachable(app.url)}/console`] : []),
    `API          ${reachable(app.url)}/docs`,
    `Store        ${store}`,
    ...dataset(app, config, partnerId !== null),
    ...(partnerId === null ? withOwnCredential(app.url) : withDemoCredential(app.url, partnerId)),
    '',
    '',
  ].join('\n');
}

function warning(host: string, exposed: number): string[] {
  return [
    '*** WARNING: anybody who reaches this address can read and change the data. ***',
    `    Other machines may reach HOST=${host}, and ${exposed} credentials have secrets of the demo, which are public.`,
    '    Set HOST=127.0.0.1, or start with credentials of your own in an empty store (docs/data.md).',
    '',
  ];
}

/** Another dataset than the demo may have the credential of the demo, too. */
function dataset({ ignoresDataset }: App, { dataset: folder }: Config, hasDemoCredential: boolean): string[] {
  if (folder === SETTINGS.DATASET.default && hasDemoCredential) {
    const shown = relative(process.cwd(), resolve(PACKAGE_ROOT, 'data', 'demo'));
    return [`Data         the demo of ${shown}; docs/data.md says how to load your own`];
  }
  if (!ignoresDataset) return [];
  return [`Dataset      ${folder} is not imported: the store already has data; only an empty one is filled`];
}

function withDemoCredential(url: string, partnerId: string): string[] {
  return [
    `Credentials  x-service-id ${DEMO_SERVICE.id}, secret ${DEMO_SERVICE.secret}`,
    `             x-partner-id ${partnerId}, secret demo-${partnerId}-secret (each partner has its own)`,
    '',
    'A signed quote to paste:',
    '',
    signedCurl(reachable(url), 'POST', CHARGES_PATH, DEMO_SERVICE, { partnerId, ...SAMPLE }),
  ];
}

function withOwnCredential(url: string): string[] {
  return [
    'Credentials  those of your dataset; docs/integrate.md says how to sign',
    '',
    'A signed request to paste, with the id and the secret of one of your services:',
    '',
    signedCurl(reachable(url), 'GET', WHO_AM_I_PATH, { id: 'ID', secret: 'SECRET' }),
  ];
}

/** A partner that carries the sample, requested like a caller would: README's or the best; null: none carries it. */
function samplePartner(app: App): Promise<string | null> {
  const job: Job = {
    question: 'availability',
    callerKind: 'service',
    callerId: DEMO_SERVICE.id,
    requestId: 'welcome',
    receivedAt: Date.now(),
    body: JSON.stringify(SAMPLE),
  };
  return new Promise((resolveWith) => {
    const queued = app.ask(job, ({ status, body }) => {
      if (status !== 200) return resolveWith(null);
      const { data } = JSON.parse(Buffer.from(body).toString()) as { data: Offers };
      const hasSample = data.availablePartners.some(({ partnerId }) => partnerId === SAMPLE_PARTNER);
      resolveWith(hasSample ? SAMPLE_PARTNER : data.summary.bestOption);
    });
    if (!queued) resolveWith(null);
  });
}

interface Offers {
  availablePartners: { partnerId: string }[];
  summary: { bestOption: string };
}

/** The signature is made when the line runs, so that it works whenever it is pasted. */
function signedCurl(url: string, method: 'GET' | 'POST', path: string, { id, secret }: Sample, body?: object): string {
  return [
    't=$(date +%s); curl -s \\',
    `  ${body === undefined ? '' : "-H 'content-type: application/json' "}-H 'x-service-id: ${id}' -H "x-timestamp: $t" \\`,
    `  -H "x-signature: $(printf '%s' "${method}${path}$t" | openssl dgst -sha256 -hmac '${secret}' -binary | base64)" \\`,
    ...(body === undefined ? [] : [`  -d '${JSON.stringify(body)}' \\`]),
    `  ${url}${path}`,
  ].join('\n');
}
