/** Clients that write all the time, each to one node and about a partner of its own. */
import { SCOPES } from '../../src/model/scopes.js';
import type { Package } from '../../src/model/documents.js';
import { MAIN } from '../support/app.js';
import type { Reply } from '../support/client.js';
import { packageRow, partner, workedWorld } from '../reference/fixture.js';
import type { World } from '../reference/types.js';
import type { Node } from './node.js';

/** One of each kind, in turn. */
const KINDS = ['discount', 'charges', 'zone', 'document', 'patch', 'apply'] as const;
type WriteKind = (typeof KINDS)[number];

/** The partners of `clients` clients, and a row each, which applies replace. */
export function busyWorld(clients: number): World {
  return workedWorld((world) => {
    for (let client = 0; client < clients; client++) {
      const partnerId = `busy-${client}`;
      world.partners.push(courier(partnerId));
      world.packages.push(packageRow({ id: slabOf(partnerId), partnerId }));
    }
    for (const row of world.partners) row.contact = CONTACT;
    const secrets = [{ version: 1, secret: MAIN.secret }];
    world.credentials = [
      { id: MAIN.id, kind: 'service', tier: 'UNLIMITED', status: 'ACTIVE', scopes: [...SCOPES], secrets },
    ];
  });
}

const CONTACT = { name: 'Desk', phone: '', email: '', trackingUrl: '' };
const courier = (partnerId: string) => ({ ...partner(partnerId), contact: CONTACT });
const slabOf = (partnerId: string): number => 100 + Number(partnerId.slice('busy-'.length));

export interface Client {
  node: Node;
  partnerId: string;
}

/** What became of one request. */
export interface Answered {
  node: string;
  kind: WriteKind;
  status: number;
  /** The answer's text, unless the write was acknowledged. */
  text: string;
  tookMs: number;
  /** How many writes of all clients were acknowledged while this one was under way. */
  overtaken: number;
}

export class BusyClients {
  readonly answers: Answered[] = [];
  /** The ids that the store chose for acknowledged documents, by collection. */
  readonly ids: Record<'discounts' | 'customer-charges' | 'zones' | 'packages', number[]> = {
    'discounts': [],
    'customer-charges': [],
    'zones': [],
    'packages': [],
  };
  #acknowledged = 0;
  #isWriting = true;
  readonly #loops: readonly Promise<void>[];

  /** @param first the number of the first write of the first client: a number again would be a duplicate */
  constructor(clients: readonly Client[], first: number) {
    this.#loops = clients.map((client, index) => this.#writeForever(client, first + index));
  }

  /** How many writes were acknowledged. */
  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** Begins nothing more; resolves when everything that was begun is answered. */
  async stop(): Promise<void> {
    this.#isWriting = false;
    await Promise.all(this.#loops);
  }

  async #writeForever({ node, partnerId }: Client, first: number): Promise<void> {
    // they do not all begin with the same kind
    for (let number = first; this.#isWriting; number++) {
      const kind = KINDS[number % KINDS.length]!;
      const acknowledgedBefore = this.#acknowledged;
      const startedAt = performance.now();
      const { status, text } = await this.#write(node, partnerId, kind, number);
      const isGood = status === 200 || status === 201;
      const [tookMs, overtaken] = [performance.now() - startedAt, this.#acknowledged - acknowledgedBefore];
      this.answers.push({ node: node.name, kind, status, text: isGood ? '' : text, tookMs, overtaken });
      if (isGood) this.#acknowledged++;
    }
  }

  async #write(node: Node, partnerId: string, kind: WriteKind, number: number): Promise<Reply> {
    const weight = { fromWeight: number / 10, toWeight: (number + 1) / 10 };
    switch (kind) {
      case 'discount': {
        const body = { partnerId, ...weight, discountType: 'flat', discountValue: 1 };
        return this.#noted('discounts', await node.post('/api/v1/discounts', body), ({ id }) => [id]);
      }
      case 'charges': {
        const common = { partnerId, chargeType: 'flat', value: number + 1 };
        const charges = [
          { ...common, type: 'fsc' },
          { ...common, type: 'docket' },
        ];
        const reply = await node.post('/api/v1/customer-charges/bulk', { charges });
        return this.#noted('customer-charges', reply, (data) => data.charges!.map(({ id }) => id));
      }
      case 'zone': {
        const reply = await node.post('/api/v1/zones', { partnerId, name: `Zone ${number}` });
        return this.#noted('zones', reply, ({ id }) => [Number(id)]);
      }
      case 'document': {
        const body: Partial<Package> = packageRow({ id: 0, partnerId, baseCharge: number + 1, status: false });
        delete body.id;
        const reply = await node.write('POST', '/api/v1/documents/packages', body);
        return this.#noted('packages', reply, ({ id }) => [id]);
      }
      case 'patch':
        return node.write('PATCH', `/api/v1/documents/partners/${partnerId}`, { name: `Courier ${number}` });
      case 'apply':
        return node.write('POST', '/api/v1/documents/apply', [
          {
            collection: 'packages',
            document: packageRow({ id: slabOf(partnerId), partnerId, baseCharge: number + 1 }),
          },
          { collection: 'partners', document: { ...courier(partnerId), name: `Applied ${number}` } },
        ]);
    }
  }

  #noted(
    collection: keyof BusyClients['ids'],
    reply: Reply,
    idsOf: (data: { id: number; charges?: { id: number }[] }) => number[],
  ): Reply {
    if (reply.status === 201) this.ids[collection].push(...idsOf(reply.json.data));
    return reply;
  }
}
