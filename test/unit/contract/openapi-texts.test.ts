/** A prepared OpenAPI document that cannot be read is a fault, and not made again in silence. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openApiText } from '../../../src/contract/openapi/texts.js';

it('a prepared text that is missing is made; one that cannot be read is a fault', async () => {
  const { info } = JSON.parse(await openApiText('service')) as { info: { title: string } };
  assert.match(info.title, /pinrate/i);
  await assert.rejects(openApiText('x'.repeat(1_000) as never), { code: 'ENAMETOOLONG' });
});
