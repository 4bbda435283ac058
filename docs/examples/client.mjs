// A client made from the OpenAPI document: npm i openapi-fetch, then PINRATE_SECRET=… node client.mjs
import createClient from 'openapi-fetch';
import { signingFetch } from 'pinrate/client';

const { PINRATE_URL = 'http://127.0.0.1:8080', PINRATE_SERVICE_ID = 'main-system', PINRATE_SECRET } = process.env;

/** @type {import('openapi-fetch').Client<import('./pinrate.js').paths>} */
const pinrate = createClient({
  baseUrl: PINRATE_URL,
  fetch: signingFetch({ service: PINRATE_SERVICE_ID, secret: PINRATE_SECRET }),
});

const { data, error } = await pinrate.GET('/api/v1/cities', { params: { query: { search: 'pun', limit: 3 } } });
if (error) throw new Error(error.error.code);
console.log(data.data.map(({ name }) => name).join(', '));
