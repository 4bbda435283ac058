/** A contract's example as a request. */
import type { Contract } from '../../src/contract/contract.js';
import { calculateCharges } from '../../src/contract/questions.js';
import { SHOWN_QUOTE_TOKEN } from '../../src/contract/replay.js';
import { mayHave } from '../../src/model/scopes.js';
import { request, type ClientCredential, type Reply } from '../support/client.js';
import type { TestApp } from '../support/app.js';

export interface More {
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
}

/** The path and the query of a contract's example, with more parameters. */
export function targetOf({ path, example }: Contract, more: Record<string, string> = {}): string {
  const query = new URLSearchParams({ ...example.query, ...more }).toString();
  const inPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(example.params?.[name] ?? 'unknown'),
  );
  return query === '' ? inPath : `${inPath}?${query}`;
}

/** Sends a contract's example with changes; `caller` null: unsigned. */
export async function sendExample(
  app: TestApp,
  contract: Contract,
  caller: ClientCredential | null,
  more: More = {},
): Promise<Reply> {
  const { method, example, schemas, signsBody, bodyFormat } = contract;
  const path = targetOf(contract, more.query);
  const hasBody = schemas.body !== null;
  const given = await withToken(app, 'body' in more ? more.body : example.body);
  const body = !hasBody ? '' : typeof given === 'string' ? given : JSON.stringify(given);
  const type = bodyFormat === 'ndjson' ? 'application/x-ndjson' : 'application/json';
  const headers = { ...(hasBody && { 'content-type': type }), ...more.headers };
  if (caller === null) return request({ port: app.port, method, path, headers, ...(hasBody && { body }) });
  if (method === 'GET') return app.get(path, caller, headers);
  if (signsBody || method !== 'POST') return app.send(method, path, body, caller, headers);
  return app.post(path, body, caller, headers);
}

/** Each store has its own tokens: that of an example is replaced by one of the example of calculate-charges. */
async function withToken(app: TestApp, body: unknown): Promise<unknown> {
  if ((body as { quoteToken?: unknown } | null | undefined)?.quoteToken !== SHOWN_QUOTE_TOKEN) return body;
  const question = { ...(calculateCharges.example.body as object), includeQuoteToken: true };
  const { json } = await app.ask('charges', question);
  return { ...(body as object), quoteToken: json.data.quoteToken };
}

/** Whether a partner's credential may call it at all. */
export function isForPartners({ scope, isOfServices }: Contract): boolean {
  return !isOfServices && mayHave('partner', scope);
}
