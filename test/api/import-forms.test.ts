/** Forms in which couriers send rates: one command each, and quotes to the paisa. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { TestApp } from '../support/app.js';
import { importedText, newCourier } from '../support/imports.js';
import { type PricedParcel, RATE_FORMS, type RateForm } from '../support/rate-forms.js';

const PINCODES = ['110001', '560001', '400001'] as const;
const PIECES = 4;
/** Of one piece. */
const MOST_GRAMS = 50_000;

let app: TestApp;
before(async () => {
  app = await TestApp.startDemo({ now: new Date() });
});
after(() => app.close());

/** The charge for the weight, in Rupees; null: it is not carried. */
async function quoted(partnerId: string, zones: readonly string[], parcel: PricedParcel): Promise<number | null> {
  const { from, to, grams, direction = 'FORWARD', paymentType = 'PREPAID' } = parcel;
  app.clock.nowMs = Date.now();
  const { status, json } = await app.ask('charges', {
    ...{ partnerId, direction, paymentType, shipmentType: 'B2C' },
    pickupPincode: PINCODES[from === undefined ? 0 : zones.indexOf(from)],
    deliveryPincode: PINCODES[zones.indexOf(to)],
    ...(paymentType === 'COD' && { codAmount: 100 }),
    ...(grams > MOST_GRAMS
      ? { pieces: Array.from({ length: PIECES }, () => ({ count: 1, weight: grams / PIECES })) }
      : { weight: grams }),
  });
  assert.equal(status, 200, JSON.stringify(json));
  const { data } = json as { data: { available: boolean; charges: { weightCharge: number } } };
  return data.available ? data.charges.weightCharge : null;
}

const optionsOf = ({ perKg, set = {} }: RateForm): string[] => [
  ...(perKg === undefined ? [] : perKg === true ? ['--per-kg'] : ['--per-kg', perKg]),
  ...Object.entries(set).flatMap(([field, value]) => ['--set', `${field}=${value}`]),
];

describe('a form of rates, by one command', () => {
  for (const [at, form] of RATE_FORMS.entries())
    it(`is quoted to the paisa: ${form.name}`, async () => {
      const [partnerId, another] = [`form-${at}`, `form-${at}-other`];
      const isOfSeveral = form.map?.includes('partners:') === true;
      const zones = Object.fromEntries(form.zones.map((name, zone) => [name, [PINCODES[zone]!]]));
      for (const each of isOfSeveral ? [partnerId, another] : [partnerId]) await newCourier(app, each, zones);
      const map = (form.map ?? '').replace('OWN', partnerId).replace('another', another);
      const { code, err } = await importedText(
        ...([app, 'rates', form.text, map] as const),
        ...(isOfSeveral ? [] : ['--partner', partnerId]),
        ...optionsOf(form),
      );
      assert.deepEqual([code, err], [0, '']);
      for (const parcel of form.prices)
        assert.equal(await quoted(partnerId, form.zones, parcel), parcel.rupees, JSON.stringify(parcel));
    });
});
