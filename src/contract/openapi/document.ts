/** The OpenAPI document of the contracts. */
import type { CallerKind } from '../../caller.js';
import type { Contract } from '../contract.js';
import { answersOf, isConditionalRead } from './answers.js';
import { FailureResponses } from './failures.js';
import { HeaderComponents, type HeaderParameter } from './headers.js';
import { infoOf, securityOf, securitySchemes, serversOf, tags } from './info.js';
import { parametersOf, requestBodyOf } from './parameters.js';
import type { RecordedAnswers } from './recorded.js';
import { type JsonObject, SchemaComponents } from './schema.js';

/** Of each document its own. */
interface Components {
  schemas: SchemaComponents;
  headers: HeaderComponents;
  failures: FailureResponses;
  recorded: RecordedAnswers;
  as: CallerKind | null;
}

export interface DocumentOptions {
  /** The API's. */
  version: string;
  /** For one kind of caller: without the answers of the other kind. Default null: for both. */
  as?: CallerKind | null;
  /** None unless given. */
  recorded?: RecordedAnswers;
}

/**
 * The OpenAPI 3.1.1 document of an array of contracts, as plain JSON: paths in the order of the contracts, components
 * in the order of their names. A mistake in a contract throws, with the contract's id or the schema's title.
 */
export function buildOpenApi(contracts: readonly Contract[], options: DocumentOptions): object {
  const { version, as = null, recorded = {} } = options;
  const schemas = new SchemaComponents();
  const headers = new HeaderComponents();
  const components: Components = {
    schemas,
    headers,
    failures: new FailureResponses(schemas, headers, as),
    recorded,
    as,
  };
  const paths = pathsOf(contracts, components);
  return {
    openapi: '3.1.1',
    info: infoOf(version, as),
    servers: serversOf(as),
    tags: tags(),
    security: securityOf(as),
    paths,
    components: {
      schemas: schemas.all,
      responses: components.failures.all,
      parameters: headers.usedParameters,
      headers: headers.usedHeaders,
      securitySchemes: securitySchemes(as),
    },
  };
}

function pathsOf(contracts: readonly Contract[], components: Components): JsonObject {
  const paths: Record<string, JsonObject> = {};
  const ids = new Set<string>();
  for (const contract of contracts) {
    const { id, path } = contract;
    const method = contract.method.toLowerCase();
    const operations = (paths[path] ??= {});
    if (ids.has(id)) throw new Error(`two operations are called ${id}`);
    if (operations[method] !== undefined) throw new Error(`two operations for ${contract.method} ${path}`);
    ids.add(id);
    operations[method] = operationOf(contract, components);
  }
  return paths;
}

function operationOf(contract: Contract, components: Components): JsonObject {
  const { schemas, headers, failures } = components;
  const { id, tag, summary, description, access, creates } = contract;
  const parameters = [
    ...parametersOf(contract, schemas),
    ...conditionsOf(contract).map((name) => headers.parameter(name)),
    ...(creates ? [headers.parameter('Idempotency-Key')] : []),
    ...hashesOf(contract).map((name) => headers.parameter(name)),
    ...(access === 'signed' ? [headers.parameter('Prefer')] : []),
  ];
  const requestBody = requestBodyOf(contract, schemas);
  const answers = answersOf(contract, components);
  const refusals = failures.of(contract);
  const both = Object.keys(refusals).filter((status) => status in answers);
  if (both.length > 0) throw new Error(`${id}: status ${both.join(', ')} is an answer and a failure`);
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: access === 'open' ? description : `${description}\n\nNeeds the scope \`${contract.scope}\`.`,
    ...(access === 'open' && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody !== null && { requestBody }),
    // statuses are integer keys, which objects keep in ascending order
    responses: { ...answers, ...refusals },
  };
}

function conditionsOf({ method, reads, conditions }: Contract): HeaderParameter[] {
  const ofRead: HeaderParameter[] = isConditionalRead({ method, reads, conditions }) ? ['If-None-Match'] : [];
  if (method === 'GET') return ofRead;
  return conditions.map((name) => (name === 'If-None-Match' ? 'If-None-Match-of-writes' : name));
}

function hashesOf({ access, signsBody, schemas }: Contract): HeaderParameter[] {
  if (access !== 'signed') return [];
  if (signsBody) return ['x-content-sha256-required'];
  return schemas.body === null ? [] : ['x-content-sha256'];
}
