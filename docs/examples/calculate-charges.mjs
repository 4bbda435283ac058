// Asks what a shipment costs: PINRATE_SECRET=… node calculate-charges.mjs
import { createHash, createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const { PINRATE_URL = 'http://127.0.0.1:8080', PINRATE_SERVICE_ID = 'main-system', PINRATE_SECRET } = process.env;

async function ask(method, path, content, attempts = 3) {
  const body = content === undefined ? undefined : JSON.stringify(content);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const bodySha256 = body === undefined ? '' : createHash('sha256').update(body).digest('hex');
  const text = method + path + timestamp + bodySha256;
  const response = await fetch(PINRATE_URL + path, {
    method,
    body,
    signal: AbortSignal.timeout(5_000),
    headers: {
      'x-service-id': PINRATE_SERVICE_ID,
      'x-timestamp': timestamp,
      'x-signature': createHmac('sha256', PINRATE_SECRET).update(text).digest('base64'),
      prefer: 'handling=strict',
      ...(body !== undefined && { 'content-type': 'application/json', 'x-content-sha256': bodySha256 }),
    },
  });
  if ((response.status === 429 || response.status === 503) && attempts > 1) {
    await sleep(Number(response.headers.get('retry-after') ?? 1) * 1_000);
    return ask(method, path, content, attempts - 1);
  }
  const answer = await response.json();
  if (!answer.success) throw new Error(`${answer.error.code}: ${JSON.stringify(answer.error.details)}`);
  return answer.data;
}

const quote = await ask('POST', '/api/v1/shipments/calculate-charges', {
  partnerId: 'haatwala-ecom',
  pickupPincode: '110001',
  deliveryPincode: '560001',
  weight: 1200,
  shipmentType: 'B2C',
  paymentType: 'COD',
  declaredValue: 2499.5,
  serviceRequirements: ['PICKUP', 'DELIVERY'],
});
if (quote.available) console.log(`INR ${quote.charges.totalAmount}`);
else console.log(`no: ${quote.coverage.reason}`);
