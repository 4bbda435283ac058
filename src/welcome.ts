/** What a newcomer sees after the first start: where it listens, the demo credentials, and a signed request to paste. */
import type { App } from './app.js';
import type { Job } from './pool/wire.js';

const DEMO_SERVICE = { id: 'main-system', secret: 'demo-main-system-secret' };
const CHARGES_PATH = '/api/v1/shipments/calculate-charges';
const SAMPLE = {
  pickupPincode: '110001', deliveryPincode: '560001', weight: 1200, shipmentType: 'B2C', paymentType: 'COD', declaredValue: 2499.5,
  serviceRequirements: ['PICKUP', 'DELIVERY'],
} as const;

/** Prints to standard output; without the demo credential it prints the address alone. */
export async function printWelcome(app: App): Promise<void> {
  process.stdout.write(`\npinrate listens on ${app.url}\nIts API, to read and to try: ${app.url}/docs\n`);
  if (app.findCredential('service', DEMO_SERVICE.id) === undefined) return;
  const partnerId = await bestPartner(app);
  if (partnerId === null) return;
  process.stdout.write([
    '',
    `Demo credentials  x-service-id ${DEMO_SERVICE.id}, secret ${DEMO_SERVICE.secret}`,
    `                  x-partner-id ${partnerId}, secret demo-${partnerId}-secret (each partner has its own)`,
    '',
    'A signed quote to paste:',
    '',
    signedCurl(app.url, CHARGES_PATH, { partnerId, ...SAMPLE }),
    '',
    '',
  ].join('\n'));
}

/** The best option for the sample, asked as a caller would; null when nobody carries it. */
function bestPartner(app: App): Promise<string | null> {
  const job: Job = {
    question: 'availability', callerKind: 'service', callerId: DEMO_SERVICE.id, requestId: 'welcome', receivedAt: Date.now(),
    body: JSON.stringify(SAMPLE),
  };
  return new Promise((resolve) => {
    const queued = app.ask(job, ({ status, body }) => {
      if (status !== 200) resolve(null);
      else resolve((JSON.parse(Buffer.from(body).toString()) as { data: { summary: { bestOption: string } } }).data.summary.bestOption);
    });
    if (!queued) resolve(null);
  });
}

/** The signature is made when the line runs, so that it works however late it is pasted. */
function signedCurl(url: string, path: string, body: object): string {
  return [
    't=$(date +%s); curl -s \\',
    `  -H 'content-type: application/json' -H 'x-service-id: ${DEMO_SERVICE.id}' -H "x-timestamp: $t" \\`,
    `  -H "x-signature: $(printf '%s' "POST${path}$t" | openssl dgst -sha256 -hmac '${DEMO_SERVICE.secret}' -binary | base64)" \\`,
    `  -d '${JSON.stringify(body)}' \\`,
    `  ${url}${path}`,
  ].join('\n');
}
