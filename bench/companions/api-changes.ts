import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { ask, read } from '../support/questions.js';
import type { Changes } from './changes.js';

/** One change in this many moves a pincode to another zone; the others are new rates of single customers. */
const CHANGES_A_MOVE = 10;
const PINCODES = 20;
const CUSTOMERS = 100;

/** Changes this many partners in turn; each change is in the next quote once it was answered. */
export async function apiChanges(url: string, partners: number): Promise<Changes> {
  const pincodes = (await rows<{ pincode: string }>(`/api/v1/pincodes?limit=${PINCODES}&search=19`)).map(
    ({ pincode }) => pincode,
  );
  const partnerIds = (await rows<{ partnerId: string }>('/api/v1/partners?limit=100'))
    .slice(0, partners)
    .map(({ partnerId }) => partnerId);
  const zones = await Promise.all(
    partnerIds.map((partnerId) =>
      Promise.all(
        ['Bench here', 'Bench there'].map(async (name) => {
          const { data } = await post('/api/v1/zones', { partnerId, name: `${name} ${randomUUID()}` }, 201);
          return (data as { id: string }).id;
        }),
      ),
    ),
  );
  const moves = partnerIds.map(() => 0);

  return {
    async make(count) {
      const partner = count % partnerIds.length;
      if (count % CHANGES_A_MOVE !== 0) {
        const charge = {
          partnerId: partnerIds[partner]!,
          customerId: `bench-${count % CUSTOMERS}`,
          type: 'docket',
          chargeType: 'flat',
          value: 25,
        };
        return post('/api/v1/customer-charges/bulk', { charges: [charge] }, 201);
      }
      const move = moves[partner]!++;
      const zone = zones[partner]![Math.floor(move / pincodes.length) % 2]!;
      return post(`/api/v1/zones/${zone}/assign/pincodes`, { pincodes: [pincodes[move % pincodes.length]!] }, 200);
    },
    end: async () => undefined,
  };

  async function rows<Row>(path: string): Promise<Row[]> {
    const { status, text } = await read(url, path);
    assert.equal(status, 200, text);
    return (JSON.parse(text) as { data: Row[] }).data;
  }

  async function post(path: string, body: object, expected: number): Promise<{ data: unknown }> {
    const { status, text } = await ask(url, path, JSON.stringify(body));
    assert.equal(status, expected, text);
    return JSON.parse(text) as { data: unknown };
  }
}
