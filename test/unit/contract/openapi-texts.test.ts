import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openApiText } from '../../../src/contract/openapi/texts.js';

it('a prepared OpenAPI document that cannot be read is a fault, and not made again in silence', async () => {
  await assert.rejects(openApiText('x'.repeat(1_000) as never), { code: 'ENAMETOOLONG' });
});
