/** What the OpenAPI document says of the features that the routes of documents use. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import Type from 'typebox';
import { API_PREFIX, type Contract, contract } from '../../src/contract/contract.js';
import { buildOpenApi } from '../../src/contract/openapi/document.js';
import { lintOpenApi } from '../support/lint-openapi.js';

const common = {
  path: `${API_PREFIX}/things/{key}`,
  tag: 'Partners' as const,
  summary: 'A thing',
  description: 'One thing.',
  params: Type.Object({ key: Type.String({ description: 'Of the thing' }) }),
  answer: Type.Object({ data: Type.Object({ name: Type.String() }) }),
  answerHeaders: ['ETag'] as const,
  example: { params: { key: 'one' }, body: { name: 'a' } },
};
const body = Type.Object({ name: Type.String() });
const changing = { ...common, conditions: ['If-Match', 'If-None-Match'] as const, signsBody: true };
const CONTRACTS = [
  contract({ ...common, id: 'getThing', conditions: ['If-None-Match'], streams: ['application/x-ndjson'] }),
  contract({ ...changing, id: 'putThing', method: 'PUT', body, status: 201, alsoStatus: 200 }),
  contract({ ...changing, id: 'patchThing', method: 'PATCH', body }),
  contract({ ...changing, id: 'deleteThing', method: 'DELETE' }),
  contract({
    ...common,
    id: 'applyThings',
    body: Type.String(),
    bodyFormat: 'ndjson',
    answerHeaders: ['Location'],
    example: { params: { key: 'one' }, body: '{"name":"a"}\n' },
  }),
] as unknown as Contract[];

interface Operation {
  parameters: { $ref?: string }[];
  requestBody?: { content: object };
  responses: Record<string, { headers: object; content?: object; $ref?: string }>;
}
const document = buildOpenApi(CONTRACTS, { version: '1.0.0' }) as {
  paths: Record<string, Record<string, Operation>>;
  components: { parameters: Record<string, { name: string; required?: boolean }> };
};
const operations = document.paths[common.path]!;
const headersTakenBy = (method: string): string[] =>
  operations[method]!.parameters.flatMap(({ $ref }) => {
    if ($ref === undefined) return [];
    const { name, required = false } = document.components.parameters[$ref.split('/').at(-1)!]!;
    return [required ? `${name}, required` : name];
  });
const mediaTypesOf = ({ content = {} }: { content?: object }): string[] => Object.keys(content);

it('the document has every method, and passes the linter', async () => {
  assert.deepEqual(Object.keys(operations), ['get', 'put', 'patch', 'delete', 'post']);
  assert.deepEqual(await lintOpenApi(document), []);
});

it('it has the headers that each takes', () => {
  assert.deepEqual(headersTakenBy('get'), ['If-None-Match', 'Prefer']);
  const taken = ['If-Match', 'If-None-Match', 'x-content-sha256, required', 'Prefer'];
  for (const method of ['put', 'patch', 'delete']) assert.deepEqual(headersTakenBy(method), taken, method);
  assert.deepEqual(headersTakenBy('post'), ['x-content-sha256', 'Prefer']);
});

it('it has the media types of bodies and of streamed answers', () => {
  assert.deepEqual(mediaTypesOf(operations['put']!.requestBody!), ['application/json']);
  assert.deepEqual(mediaTypesOf(operations['patch']!.requestBody!), [
    'application/json',
    'application/merge-patch+json',
  ]);
  assert.equal(operations['delete']!.requestBody, undefined);
  assert.deepEqual(mediaTypesOf(operations['post']!.requestBody!), ['application/x-ndjson']);
  assert.deepEqual(mediaTypesOf(operations['get']!.responses[200]!), ['application/json', 'application/x-ndjson']);
});

it('it has the statuses and headers of answers', () => {
  assert.ok('304' in operations['get']!.responses && !('304' in operations['put']!.responses));
  assert.ok(!('412' in operations['get']!.responses) && '412' in operations['put']!.responses);
  for (const status of [200, 201]) assert.ok('ETag' in operations['put']!.responses[status]!.headers);
  assert.ok('Location' in operations['post']!.responses[200]!.headers);
});
