/**
 * While it is told to run, asks for the impact of one change after another, as dry runs. They change a charge that all
 * partners fall back on, so that every shipment is priced: `node weigher.js <url> <shipments>` fails if fewer are.
 */
import { strict as assert } from 'node:assert';
import { createHash } from 'node:crypto';
import { say, runOnCommand } from '../support/companion-channel.js';
import { ask, read } from '../support/questions.js';

/** Of the fuel surcharge of all partners that have none of their own. */
const CHARGE = '/api/v1/documents/customer-charges/1';
const APPLY = '/api/v1/documents/apply?dryRun=true';

const [url, shipments] = process.argv.slice(2) as [string, string];
const { status, text } = await read(url, CHARGE);
assert.equal(status, 200, text);
const { data: charge } = JSON.parse(text) as { data: { value: number } };
let turn = 0;

await runOnCommand(async () => {
  const document = { ...charge, value: charge.value + 1 + (turn++ % 10) };
  const line = JSON.stringify({ collection: 'customer-charges', document });
  const startedAtMs = performance.now();
  const reply = await ask(url, APPLY, line, {
    'content-type': 'application/x-ndjson',
    'x-content-sha256': createHash('sha256').update(line).digest('hex'),
  });
  const seconds = (performance.now() - startedAtMs) / 1_000;
  assert.equal(reply.status, 200, reply.text);
  const { impact } = (JSON.parse(reply.text) as { data: { impact: { sampled: number; changed: number } } }).data;
  assert(impact.sampled >= Number(shipments), `only ${impact.sampled} shipments are priced`);
  assert(impact.changed > 0, 'no price changes');
  say({ seconds });
});
