// A client made from the OpenAPI document: npm i openapi-fetch, then PINRATE_SECRET=… node client.mjs
import { createHash, createHmac } from 'node:crypto';
import createClient from 'openapi-fetch';

const { PINRATE_URL = 'http://127.0.0.1:8080', PINRATE_SERVICE_ID = 'main-system', PINRATE_SECRET } = process.env;

const signing = {
  async onRequest({ request }) {
    const { pathname, search } = new URL(request.url);
    const body = await request.clone().text();
    const timestamp = String(Math.floor(Date.now() / 1000));
    const bodySha256 = body === '' ? '' : createHash('sha256').update(body).digest('hex');
    const text = request.method + pathname + search + timestamp + bodySha256;
    request.headers.set('x-service-id', PINRATE_SERVICE_ID);
    request.headers.set('x-timestamp', timestamp);
    request.headers.set('x-signature', createHmac('sha256', PINRATE_SECRET).update(text).digest('base64'));
    if (body !== '') request.headers.set('x-content-sha256', bodySha256);
    return request;
  },
};

/** @type {import('openapi-fetch').Client<import('./pinrate.js').paths>} */
const pinrate = createClient({ baseUrl: PINRATE_URL });
pinrate.use(signing);

const { data, error } = await pinrate.GET('/api/v1/cities', { params: { query: { search: 'pun', limit: 3 } } });
if (error) throw new Error(error.error.code);
console.log(data.data.map(({ name }) => name).join(', '));
