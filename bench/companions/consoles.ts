/**
 * While it is resumed, asks what open consoles ask: `node consoles.js <url> <people>`. Each person types a parcel into Rate,
 * reads the couriers with their findings, a pincode, the history and the map, and reviews a hold, at a person's pace.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '../../src/client/connect.js';
import { all } from '../../src/client/lists.js';
import * as operations from '../../src/client/operations.js';
import { DEMO_SERVICE } from '../../src/demo-service.js';
import { runOnCommand } from '../support/companion-channel.js';

/** Between two keys, and between two pages. */
const KEY_MS = 150;
const PAGE_MS = 1_000;
const KEYS = 8;
const PINCODES = ['110001', '400001', '560001', '744101'];
const BIHAR = 5;

const [url, people] = process.argv.slice(2) as [string, string];
const pinrate = connect({ url, service: DEMO_SERVICE.id, secret: DEMO_SERVICE.secret });
const couriers: string[] = [];
for await (const { partnerId } of all(pinrate, operations.listPartners, {})) couriers.push(partnerId);

const pages: readonly ((turn: number) => Promise<unknown>)[] = [
  async function rate(turn) {
    for (let key = 1; key <= KEYS; key++) {
      await operations.checkAvailability(pinrate, {
        ...{ pickupPincode: '110001', deliveryPincode: PINCODES[turn % PINCODES.length]! },
        ...{ weight: key * 250, shipmentType: 'B2C', paymentType: 'PREPAID' },
        serviceRequirements: ['PICKUP', 'DELIVERY'],
      });
      await sleep(KEY_MS);
    }
  },
  async function couriersWithFindings() {
    await operations.listDocuments(pinrate, 'holds', {});
    await Promise.all(couriers.map((courier) => operations.lintPartner(pinrate, courier)));
  },
  (turn) => operations.getPincode(pinrate, PINCODES[turn % PINCODES.length]!),
  () => operations.listChanges(pinrate, { limit: 50 }),
  async function map() {
    await operations.getMapPincodes(pinrate, {});
    for (const partnerId of couriers) await operations.getMapPincodes(pinrate, { partnerId });
  },
  (turn) => {
    const partnerId = couriers[turn % couriers.length]!;
    const document = { partnerId, states: [BIHAR], reason: `Floods ${turn}`, status: true };
    return operations.applyDocuments(pinrate, [{ collection: 'holds', document }], { query: { dryRun: true } });
  },
];

let turn = 0;
await runOnCommand(async () => {
  const first = turn++;
  await Promise.all(
    Array.from({ length: Number(people) }, async (_, person) => {
      // not all at the same moment
      await sleep((PAGE_MS * person) / Number(people));
      await pages[(first + person) % pages.length]!(first);
      await sleep(PAGE_MS);
    }),
  );
});
