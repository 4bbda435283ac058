/** The keywords of the schemas: each of them, at each field that has it, is a rule with its fault. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Document } from 'mongodb';
import { EXAMPLES } from '../../../data/data-page/examples.js';
import { decimalsOf } from '../../../src/domain/decimal.js';
import { openApiDocument } from '../../../src/contract/openapi/documents.js';
import { COLLECTIONS, DATASET_COLLECTIONS, type DatasetCollection } from '../../../src/model/documents.js';
import { isOwnKeyword } from '../../../src/model/fields.js';
import { membersIn, valueAt } from '../../../src/model/members.js';
import { documentFaults, ownFaults } from '../../../src/model/rules/document-rules.js';
import { validatorOf } from '../../../src/store/mongo/json-schema.js';
import { keywordBreaks } from '../../support/keyword-breaks.js';

const BREAKS = keywordBreaks();
const WITHOUT_RULES = new Set(['measure', 'meaning', 'unit', 'ifAbsent', 'isNullMeant', 'filter']);

/** Keywords whose value maps names to schemas, and those whose value is none. */
const MAPS = new Set(['properties', 'patternProperties', 'schemas', 'responses', 'headers', 'parameters']);
const VALUES = new Set(['example', 'examples', 'default']);

/** Keyword by keyword where a schema has it, such as `packages baseCharge decimals`. Members have any names. */
function* keywordsIn(schema: unknown, path: string, isMap = false): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [name, value] of Object.entries(schema)) {
    if (!isMap && isOwnKeyword(name)) yield `${path} ${name}`;
    else if (isMap || !VALUES.has(name)) yield* keywordsIn(value, `${path}/${name}`, !isMap && MAPS.has(name));
  }
}

interface Rules {
  properties?: Record<string, Rules>;
  patternProperties?: Record<string, Rules>;
  items?: Rules;
  anyOf?: Rules[];
  allOf?: Rules[];
  bsonType?: unknown;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
  uniqueItems?: boolean;
  required?: string[];
}

/** What MongoDB makes of those rules that keywords become; test/store/mongo-schema.test.ts asks MongoDB itself. */
function accepts({ $jsonSchema, $expr }: Document, document: object): boolean {
  const valueOf = (operand: unknown): unknown =>
    typeof operand === 'string' ? (valueAt(document, operand.slice(1)) ?? null) : operand;
  const holds = (expression: Document): boolean => {
    const [[operator, operands]] = Object.entries(expression) as [[string, unknown[]]];
    if (operator === '$and') return operands.every((each) => holds(each as Document));
    if (operator === '$or') return operands.some((each) => holds(each as Document));
    const [one, other] = operands.map(valueOf) as [number, number];
    // nothing but null is at most null
    if (other === null) return one === null;
    return operator === '$lt' ? one < other : one <= other;
  };
  return fits($jsonSchema as Rules, document) && ($expr === undefined || holds($expr as Document));
}

function fits(rules: Rules, value: unknown): boolean {
  const { minimum = -Infinity, maximum = Infinity, multipleOf: step } = rules;
  if (rules.bsonType === 'null') return value === null || value === undefined;
  if (rules.anyOf?.some((each) => fits(each, value)) === false) return false;
  if (rules.allOf?.every((each) => fits(each, value)) === false) return false;
  if (rules.enum?.includes(value) === false) return false;
  if (typeof value === 'number')
    return minimum <= value && value <= maximum && (step === undefined || decimalsOf(value) <= decimalsOf(step));
  if (Array.isArray(value))
    return (
      (rules.uniqueItems !== true || new Set(value).size === value.length)
      && value.every((item) => rules.items === undefined || fits(rules.items, item))
    );
  const { properties = {}, patternProperties = {} } = rules;
  return Object.entries(membersIn(value) ?? {}).every(([name, member]) =>
    [
      properties[name],
      ...Object.entries(patternProperties).map(([pattern, each]) => new RegExp(pattern).test(name) && each),
    ]
      .filter((each) => each !== undefined && each !== false)
      .every((each) => fits(each, member)),
  );
}

describe('the keywords of fields', () => {
  it('refuse nothing of the examples', () => {
    for (const collection of Object.keys(EXAMPLES) as DatasetCollection[])
      assert.deepEqual(ownFaults(collection, EXAMPLES[collection]), [], collection);
  });

  it('are all broken here, at each field that has them', () => {
    const withRules = DATASET_COLLECTIONS.flatMap((name) => [...keywordsIn(COLLECTIONS[name], name)])
      .map((each) => each.slice(each.lastIndexOf(' ') + 1))
      .filter((keyword) => !WITHOUT_RULES.has(keyword));
    const broken = BREAKS.map(({ keyword }) => keyword as string);
    const countOf = (keywords: readonly string[], keyword: string) =>
      keywords.filter((each) => each === keyword).length;
    for (const keyword of new Set(withRules)) {
      const [fields, breaks] = [countOf(withRules, keyword), countOf(broken, keyword)];
      if (keyword === 'boundsBy') assert.ok(breaks > 2 * fields, 'each case twice, or nearly');
      else assert.equal(breaks, fields, keyword);
    }
  });

  it('have a counterpart in MongoDB’s validator where one is possible', () => {
    for (const collection of DATASET_COLLECTIONS)
      assert.ok(accepts(validatorOf(collection), EXAMPLES[collection]), collection);
    for (const { collection, keyword, field, document, hasCounterpart } of BREAKS)
      assert.equal(accepts(validatorOf(collection), document), !hasCounterpart, `${keyword} of ${collection}.${field}`);
  });

  for (const { collection, keyword, field, document, message } of BREAKS)
    it(`${keyword} of ${collection}.${field}: ${message.source}`, () => {
      const at = documentFaults(collection, document as never).filter((fault) => fault.field === field);
      assert.ok(
        at.some((fault) => message.test(fault.message)),
        JSON.stringify(at),
      );
    });

  it('leave no trace in the OpenAPI document', () => {
    assert.deepEqual([...keywordsIn(openApiDocument(), '')], []);
  });
});
