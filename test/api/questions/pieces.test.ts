/** Shipments in pieces over HTTP: what is refused by field, in each of the three questions, and what answers say. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { MAIN, TestApp, type Question } from '../../support/app.js';
import { assignment, availability, charges, fullWorld } from './fixture.js';
import type { Body } from './requests.js';

const CARTON = { length: 30, width: 30, height: 30.5 };
const piece = (fields: Body = {}): Body => ({ count: 1, weight: 500, ...fields });
const whole = { weight: undefined, dimensions: undefined };

let app: TestApp;
let shipments = 0;
before(async () => {
  app = await TestApp.start(
    {
      ...fullWorld(),
      partners: fullWorld().partners.map((row) => ({
        ...row,
        cft: 10,
        limits: { ...row.limits, maxPieceWeight: 9_000 },
      })),
    },
    { now: new Date('2026-03-11T06:30:00.000Z') },
  );
});
after(() => app.close());

const bodyOf: Record<Question, (fields: Body) => Body> = {
  charges: (fields) => charges({ ...whole, ...fields }),
  availability: (fields) => availability({ ...whole, ...fields }),
  assignment: (fields) => assignment(`P-${++shipments}`, { shipmentDetails: { ...whole, ...fields } }),
};
const PREFIX: Record<Question, string> = { charges: '', availability: '', assignment: 'shipmentDetails.' };

for (const question of Object.keys(bodyOf) as Question[]) {
  describe(`pieces in ${question}`, () => {
    const faultsOf = async (fields: Body): Promise<string[]> => {
      const reply = await app.ask(question, bodyOf[question](fields), MAIN);
      return reply.status === 400
        ? (reply.json.error.details as { field: string; code: string }[]).map(
            ({ field, code }) => `${field.replace(PREFIX[question], '')} ${code}`,
          )
        : [];
    };

    it('are taken within their bounds', async () => {
      for (const pieces of [
        [piece()],
        Array.from({ length: 200 }, () => piece({ weight: 0.001 })),
        [piece({ count: 10_000, weight: 2_500 })],
        [piece({ count: 25, weight: 1_000_000 })],
        [piece({ dimensions: { length: 1_000, width: 0.1, height: 0.000_1 } })],
        [piece({ dimensions: { ...CARTON, height: 30.55 }, weight: 500 + 1e-7 })],
      ])
        assert.deepEqual(await faultsOf({ pieces }), [], JSON.stringify(pieces).slice(0, 80));
    });

    it('are refused beyond them, by field', async () => {
      const refused: [unknown, string][] = [
        [[], 'pieces TOO_SHORT'],
        [Array.from({ length: 201 }, () => piece()), 'pieces TOO_MANY_ITEMS'],
        [[piece({ count: 0 })], 'pieces[0].count OUT_OF_RANGE'],
        [[piece({ count: 10_001, weight: 1 })], 'pieces[0].count OUT_OF_RANGE'],
        [[piece({ count: 1.5 })], 'pieces[0].count INVALID_TYPE'],
        [[piece(), piece({ weight: 0 })], 'pieces[1].weight OUT_OF_RANGE'],
        [[piece({ weight: 1_000_001 })], 'pieces[0].weight OUT_OF_RANGE'],
        [[piece({ weight: undefined })], 'pieces[0].weight REQUIRED'],
        [[piece({ dimensions: { ...CARTON, width: 1_000.1 } })], 'pieces[0].dimensions.width OUT_OF_RANGE'],
        [[piece({ count: 25, weight: 1_000_000 }), piece({ weight: 0.001 })], 'pieces OUT_OF_RANGE'],
        ['one', 'pieces INVALID_TYPE'],
      ];
      for (const [pieces, fault] of refused)
        assert.deepEqual(await faultsOf({ pieces }), [fault], JSON.stringify(pieces).slice(0, 80));
    });

    it('stand in place of a weight and dimensions', async () => {
      assert.deepEqual(await faultsOf({ pieces: [piece()], weight: 500 }), ['weight INVALID_VALUE']);
      assert.deepEqual(await faultsOf({ pieces: [piece()], dimensions: CARTON }), ['dimensions INVALID_VALUE']);
      assert.deepEqual(await faultsOf({}), question === 'assignment' ? [] : ['weight REQUIRED']);
    });
  });
}

it('the answer echoes the pieces and their weight, and weighs their volume', async () => {
  const pieces = [piece({ count: 2, weight: 1_000.4, dimensions: CARTON }), piece()];
  const { status, text, json } = await app.ask('charges', charges({ ...whole, pieces }), MAIN);
  assert.equal(status, 200, text);
  assert.deepEqual([json.data.shipment.weight, json.data.shipment.pieces], [2_501, pieces]);
  // 2 × 27,450 cm³ × 10 kg ÷ 27,000 cm³
  assert.equal(json.data.calculationDetails.chargeableWeight, 20_334);
});

it('a piece that is too heavy is a reason of its own', async () => {
  const { json } = await app.ask('charges', charges({ ...whole, pieces: [piece({ weight: 9_000.5 })] }), MAIN);
  assert.deepEqual(
    json.data.coverage.reasons.map(({ code }: { code: string }) => code),
    ['PIECE_WEIGHT_EXCEEDED'],
  );
});

it('pieces are echoed without their unknown members, which are warned of', async () => {
  // as text: an object literal would take __proto__ for the prototype
  const odd =
    '{"count":1,"weight":500,"colour":"red","dimensions":{"length":3,"width":2,"height":1,"__proto__":[],"depth":1}}';
  const { json } = await app.ask('charges', charges({ ...whole, pieces: [JSON.parse(odd)] }), MAIN);
  const { shipment, warnings } = json.data as { shipment: Body; warnings: { code: string; field: string }[] };
  assert.deepEqual(shipment['pieces'], [piece({ dimensions: { length: 3, width: 2, height: 1 } })]);
  assert.deepEqual(
    warnings
      .filter(({ code }) => code === 'UNKNOWN_FIELD')
      .map(({ field }) => field)
      .sort(),
    ['pieces[0].colour', 'pieces[0].dimensions.__proto__', 'pieces[0].dimensions.depth'],
  );
});
