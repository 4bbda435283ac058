/**
 * Card P of the reports: the courier `plain`, registered in Maharashtra, ₹40 up to 500 g and ₹15 for each started 500 g
 * more, from everywhere to everywhere, and nothing else; and request R, which costs ₹70.00 and tax on it.
 */
import assert from 'node:assert/strict';
import { SCOPES } from '../../../src/model/scopes.js';
import { noContractRows, type CardWorld } from '../../reference/documents.js';
import { packageRow, partner, zone } from '../../reference/fixture.js';
import type { Reply } from '../../support/client.js';
import { MAIN, TestApp } from '../../support/app.js';

type Row = Record<string, unknown>;
export type Json = Reply['json'];

/** Saturday, 28 November 2026, 12:00 in India. */
export const NOW = new Date('2026-11-28T06:30:00.000Z');
const CREATED_AT = '2026-04-01T00:00:00.000Z';
/** As the geography of the reports has them, with their GST codes. */
const STATES = [
  ['MH', 'Maharashtra', '27', 'Pune', '411001'],
  ['KA', 'Karnataka', '29', 'Bengaluru', '560001'],
  ['AP', 'Andhra Pradesh', '37', 'Vijayawada', '520001'],
  ['DL', 'Delhi', '07', 'Delhi', '110001'],
  ['BR', 'Bihar', '10', 'Patna', '800001'],
  ['ML', 'Meghalaya', '17', 'Shillong', '793001'],
] as const;
const SERVICES = ['PICKUP', 'DELIVERY', 'COD', 'PREPAID', 'EXPRESS', 'REVERSE'] as const;

export const R = {
  partnerId: 'plain',
  pickupPincode: '411001',
  deliveryPincode: '560001',
  weight: 1_200,
  shipmentType: 'B2C',
  paymentType: 'PREPAID',
  serviceRequirements: ['PICKUP', 'DELIVERY'],
};

const limits = {
  maxWeight: 50_000,
  maxDimensions: { length: 300, width: 300, height: 300 },
  maxCodAmount: 50_000,
  maxDeclaredValue: 500_000,
};
const contact = {
  name: 'Desk',
  phone: '1',
  email: 'desk@plain.example',
  trackingUrl: 'https://plain.example/{trackingNumber}',
};

/** A partner like `plain`, with the one zone that is given. */
function addPartner(world: CardWorld, partnerId: string, id: number, fields: Row = {}): void {
  const transit = [{ distanceFrom: 0, distanceTo: 6_000, hours: 48 }];
  world.partners.push({ ...partner(partnerId), contact, limits, transit, ...fields } as CardWorld['partners'][number]);
  world.zones.push(
    zone({
      id,
      partnerId,
      name: partnerId === 'plain' ? 'A' : partnerId,
      geographical: { states: world.states.map((state) => state.id), cities: [], areas: [] },
      services: SERVICES.map((serviceTypeId) => ({ serviceTypeId, isAvailable: true, baseCharge: 0 })),
    }),
  );
}

/** Card P, with what a report adds to it: members of the courier, and by collection rows in place of the card's. */
export function cardP(members: Row = {}, rows: Record<string, Row[]> = {}): CardWorld {
  const row = { createdAt: CREATED_AT };
  const world = {
    ...noContractRows(),
    'states': STATES.map(([code, name, gstCode], at) => ({ id: at + 1, name, code, gstCode })),
    'cities': STATES.map(([, , , name], at) => ({ id: at + 11, name, stateId: at + 1, ...row })),
    'areas': [],
    'pincodes': STATES.flatMap(([, , , , pincode], at) =>
      [0, 1, 2].map((next) => ({
        ...{ pincode: String(Number(pincode) + next), cityId: at + 11, stateId: at + 1, areaIds: [] },
        ...{ latitude: 12 + at, longitude: 77 },
      })),
    ),
    'service-types': [],
    'partners': [],
    'zones': [],
    'zone-pincodes': [],
    'packages': [],
    'distance-charges': [],
    'customer-charges': [],
    'holds': [],
    'discounts': [],
    'credentials': [
      {
        ...{ id: MAIN.id, kind: 'service', tier: 'UNLIMITED', status: 'ACTIVE' },
        secrets: [{ version: 1, secret: MAIN.secret }],
        scopes: [...SCOPES],
      },
    ],
    'assignments': [],
  } as unknown as CardWorld;
  addPartner(world, 'plain', 1, members);
  world.packages.push(packageRow({ id: 1, partnerId: 'plain' }));
  for (const [collection, given] of Object.entries(rows))
    Object.assign(world, {
      [collection]: given.map((fields, at) => {
        const plain = {
          id: at + 1,
          partnerId: 'plain',
          ...(collection === 'holidays' ? {} : { status: true }),
          ...row,
        };
        return collection === 'packages'
          ? { ...packageRow({ id: at + 1, partnerId: 'plain' }), ...fields }
          : { ...plain, ...fields };
      }),
    });
  return world;
}

/** A second courier, `other`, at a flat price. */
export function withOther(world: CardWorld, rupees: number, fields: Row = {}): CardWorld {
  addPartner(world, 'other', 2, fields);
  world.packages.push(packageRow({ id: 90, partnerId: 'other', baseWeight: 50_000, baseCharge: rupees }));
  return world;
}

/** Asks one card, which is started for it. */
export async function withCard<T>(world: CardWorld, use: (app: TestApp) => Promise<T>): Promise<T> {
  const app = await TestApp.start(world, { now: NOW });
  try {
    const result = await use(app);
    assert.deepEqual(app.errors, []);
    return result;
  } finally {
    await app.close();
  }
}

/** `data` of calculate-charges for R and what is added; undefined takes a member away. */
export async function asked(app: TestApp, more: object = {}): Promise<Json> {
  const { status, text, json } = await app.ask('charges', { ...R, ...more });
  assert.equal(status, 200, text);
  return json.data;
}

export async function charged(app: TestApp, more: object = {}): Promise<Json> {
  const { charges, ...rest } = await asked(app, more);
  assert.ok(charges, JSON.stringify(rest));
  return charges;
}

export const totalOf = async (app: TestApp, more: object = {}): Promise<number> =>
  (await charged(app, more)).totalAmount;

/** The codes of the reasons for which nothing is offered; empty: there is a price. */
export async function reasonsFor(app: TestApp, more: object = {}): Promise<string[]> {
  const data = await asked(app, more);
  return data.available ? [] : data.coverage.reasons.map(({ code }: { code: string }) => code);
}

/** An assignment of R's parcel. */
export function assigned(
  app: TestApp,
  shipmentId: string,
  details: object = {},
  preferences: object = {},
): Promise<Reply> {
  const { partnerId: _, serviceRequirements: serviceTypes, pickupPincode, deliveryPincode, ...parcel } = R;
  const ends = { fromPincode: pickupPincode, toPincode: deliveryPincode };
  return app.ask('assignment', {
    shipmentDetails: { shipmentId, ...ends, ...parcel, serviceTypes, ...details },
    assignmentPreferences: { assignmentStrategy: 'CHEAPEST', ...preferences },
  });
}

/** Status and fields of a refusal by the contract. */
export const faultsOf = ({ status, json }: Reply): [number, ...string[]] => [
  status,
  ...(json.error?.details ?? []).map(({ field }: { field: string }) => field),
];
