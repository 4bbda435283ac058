/**
 * While it is resumed, asks for one backtest after another: `node backtester.js <url> <shipments>` fails if fewer are
 * asked. A share, an order and an adjustment act for each shipment.
 */
import { strict as assert } from 'node:assert';
import { createHash } from 'node:crypto';
import { say, runOnCommand } from '../support/companion-channel.js';
import { ask, signedHeaders } from '../support/questions.js';

const BACKTEST = '/api/v1/allocation/backtest';
const DAY_MS = 86_400_000;

const [url, shipments] = process.argv.slice(2) as [string, string];
const rule = (ruleId: string, action: object) => ({ ruleId, label: ruleId, when: {}, status: true, ...action });
const policy = {
  ...{ policyId: 'bench', name: 'Bench', priority: 10, status: true },
  rules: [
    rule('dear-last', { adjust: { aboveCheapest: 20, rupees: 15 } }),
    rule('slow-out', { exclude: { hoursFrom: 96 } }),
    rule('thanks', { adjust: { partners: ['kachhua-cargo'], percent: -5 } }),
    rule('split', {
      share: {
        of: [
          { partner: 'kachhua-cargo', percent: 60 },
          { partner: 'haatwala-ecom', percent: 40 },
        ],
        per: 'DAY',
        atMostAbove: 50,
      },
    }),
  ],
};

await runOnCommand(async () => {
  const now = Date.now();
  const [from, to] = [now - DAY_MS, now + DAY_MS].map((at) => new Date(at).toISOString());
  const body = JSON.stringify({ policy, from, to, limit: Number(shipments) });
  const startedAtMs = performance.now();
  const bodyHash = createHash('sha256').update(body).digest('hex');
  const headers = { ...signedHeaders(BACKTEST, 'POST', bodyHash), 'content-type': 'application/json' };
  const reply = await ask(url, BACKTEST, body, headers);
  const seconds = (performance.now() - startedAtMs) / 1_000;
  assert.equal(reply.status, 200, reply.text);
  const { parcels, rules } = JSON.parse(reply.text.trimEnd().split('\n').at(-1)!) as {
    parcels: number;
    rules: { acted: number }[];
  };
  assert.equal(parcels, Number(shipments));
  assert(
    rules.some(({ acted }) => acted > 0),
    'no rule acts',
  );
  say({ seconds });
});
