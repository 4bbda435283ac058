/** A small OpenAPI document. */
import { charges } from '../api/fixture.js';

const json = (schema: object, example?: unknown) => ({ 'application/json': { schema, ...(example === undefined ? {} : { example }) } });
const answered = { 200: { description: 'Answered', content: json({ type: 'object' }) }, 401: { description: 'No such credential, or a wrong signature' } };

export const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'pinrate', version: '0.1.0', description: 'Parcels in India.' },
  servers: [{ url: '/' }],
  security: [{ serviceId: [], timestamp: [], signature: [] }],
  paths: {
    '/api/v1/shipments/calculate-charges': {
      post: {
        operationId: 'calculateCharges', tags: ['Quotes'], summary: 'Calculate charges',
        requestBody: { required: true, content: json({ $ref: '#/components/schemas/ChargesRequest' }, charges()) },
        responses: answered,
      },
    },
    '/api/v1/cities': {
      get: {
        operationId: 'listCities', tags: ['Geography'], summary: 'List cities', responses: answered,
        // `plain` is left as it is by Swagger UI, so that what is to be encoded in it is left to the browser
        parameters: ['stateIds', 'search', 'plain'].map((name) => ({ name, in: 'query', allowReserved: name === 'plain', schema: { type: 'string' } })),
      },
    },
    '/health': { get: { operationId: 'getHealth', tags: ['Operations'], summary: 'Health', security: [], responses: answered } },
  },
  components: {
    schemas: { ChargesRequest: { title: 'ChargesRequest', type: 'object', properties: { pickupPincode: { type: 'string' }, deliveryPincode: { type: 'string' } } } },
    securitySchemes: {
      serviceId: { type: 'apiKey', in: 'header', name: 'x-service-id' },
      timestamp: { type: 'apiKey', in: 'header', name: 'x-timestamp' },
      signature: { type: 'apiKey', in: 'header', name: 'x-signature' },
    },
  },
};
