/** Lints an OpenAPI document. */
import { createConfig, lintFromString } from '@redocly/openapi-core';

/** The errors and warnings of Redocly's recommended rules for the document, a line each. */
export async function lintOpenApi(document: object): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      // /partners/comprehensive-data/{partnerId} was there before /partners/{partnerId}/lint
      'no-ambiguous-paths': 'off',
    },
  });
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config });
  return problems.map(
    ({ ruleId, severity, message, location }) => `${severity} ${ruleId} at ${location[0]?.pointer ?? '#'}: ${message}`,
  );
}
