/**
 * While it is resumed, asks for the impact of one change after another, as dry runs. Each adds a surcharge to the
 * cards of all partners, so that every shipment is priced: `node weigher.js <url> <shipments>` fails if fewer are.
 */
import { strict as assert } from 'node:assert';
import { createHash } from 'node:crypto';
import { say, runOnCommand } from '../support/companion-channel.js';
import { ask, signedHeaders } from '../support/questions.js';

const APPLY = '/api/v1/documents/apply?dryRun=true';

const [url, shipments] = process.argv.slice(2) as [string, string];
let turn = 0;

await runOnCommand(async () => {
  const document = {
    id: 900_001,
    partnerId: null,
    code: 'BENCH',
    label: 'Bench',
    basis: 'FLAT',
    value: ++turn,
    order: 950,
    status: true,
  };
  const line = JSON.stringify({ collection: 'surcharges', document });
  const startedAtMs = performance.now();
  const bodyHash = createHash('sha256').update(line).digest('hex');
  const headers = { ...signedHeaders(APPLY, 'POST', bodyHash), 'content-type': 'application/x-ndjson' };
  const reply = await ask(url, APPLY, line, headers);
  const seconds = (performance.now() - startedAtMs) / 1_000;
  assert.equal(reply.status, 200, reply.text);
  const { impact } = (JSON.parse(reply.text) as { data: { impact: { sampled: number; changed: number } } }).data;
  assert(impact.sampled >= Number(shipments), `only ${impact.sampled} shipments are priced`);
  assert(impact.changed > 0, 'no price changes');
  say({ seconds });
});
