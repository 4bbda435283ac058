/** Lints an OpenAPI document. */
import { createConfig, lintFromString } from '@redocly/openapi-core';

/** What the rules that Redocly recommends find wrong with the document, errors and warnings, a line each. */
export async function lintOpenApi(document: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config });
  return problems.map(({ ruleId, severity, message, location }) => `${severity} ${ruleId} at ${location[0]?.pointer ?? '#'}: ${message}`);
}
