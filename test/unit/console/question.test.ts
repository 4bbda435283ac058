/** The form of Rate: which body its texts make, and what is wrong with them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { destinationOf, shipmentOf } from '../../../src/console/shell/search-text.js';
import { pathOfExample } from '../../../src/console/views/findings/example.js';
import { type Form, formOf, readForm } from '../../../src/console/views/rate/question.js';

const NOW = new Date('2026-11-28T10:00:00Z');
const ROUTE = { from: '110001', to: '560001', weight: '1.2 kg' };
const read = (form: Partial<Form>) => readForm({ ...formOf(new URLSearchParams()), ...form }, NOW);

describe('an example of the linter on Rate', () => {
  /** The body that Rate asks with when the example is opened. */
  const opened = (example: object) => {
    const { searchParams } = new URL(pathOfExample(example), 'http://node');
    return readForm(formOf(searchParams), NOW).question;
  };

  it('asks what the example asks', () => {
    const example = {
      pickupPincode: '110001',
      deliveryPincode: '560001',
      weight: 12_001,
      shipmentType: 'B2B',
      paymentType: 'COD',
      declaredValue: 100,
      shipDate: '2026-12-05',
      customerId: 'shop-1',
      direction: 'RTO',
      serviceRequirements: ['PICKUP', 'DELIVERY', 'EXPRESS'],
    };
    assert.deepEqual(opened({ ...example, partnerId: 'acme' }), { ...example, codAmount: 100 });
  });

  it('has the pieces of the example', () => {
    const pieces = [
      { count: 2, weight: 12_000, dimensions: { length: 40, width: 30, height: 20.5 } },
      { count: 1, weight: 500 },
    ];
    const example = { pickupPincode: '110001', deliveryPincode: '560001', pieces, paymentType: 'PREPAID' };
    assert.deepEqual(opened(example)?.pieces, pieces);
  });
});

describe('the form of Rate', () => {
  it('asks for a prepaid parcel to a consumer unless it says otherwise', () => {
    assert.deepEqual(read(ROUTE), {
      question: {
        pickupPincode: '110001',
        deliveryPincode: '560001',
        weight: 1_200,
        shipmentType: 'B2C',
        paymentType: 'PREPAID',
        serviceRequirements: ['PICKUP', 'DELIVERY'],
      },
      faults: {},
      isPast: false,
    });
  });

  it('collects and insures the amount to collect', () => {
    const { question } = read({ ...ROUTE, cod: '₹2,499.50' });
    assert.deepEqual([question?.paymentType, question?.codAmount, question?.declaredValue], ['COD', 2_499.5, 2_499.5]);
    assert.equal(read({ ...ROUTE, cod: '2499.50', value: '3000' }).question?.declaredValue, 3_000);
  });

  it('takes pieces in place of a weight', () => {
    const { question } = read({ ...ROUTE, weight: '', pieces: '12 kg 40x30x20 x2\n8', type: 'B2B' });
    assert.equal(question?.weight, undefined);
    assert.deepEqual(question?.pieces, [
      { count: 2, weight: 12_000, dimensions: { length: 40, width: 30, height: 20 } },
      { count: 1, weight: 8_000 },
    ]);
    assert.match(read({ ...ROUTE, pieces: '12 stone' }).faults.pieces!, /pieces such as/);
  });

  it('fetches a return, for which nothing is collected', () => {
    const back = { ...ROUTE, direction: 'REVERSE' };
    assert.deepEqual(read(back).question?.serviceRequirements, ['REVERSE', 'DELIVERY']);
    assert.equal(read({ ...back, cod: '100' }).question, null);
    assert.match(read({ ...back, cod: '100' }).faults.cod!, /^Nothing is collected/);
  });

  it('adds services, customer and day, and leaves out what is none', () => {
    const { question, isPast } = read({
      ...ROUTE,
      services: 'EXPRESS,NONSENSE',
      customer: ' ACME ',
      date: '2027-04-01',
    });
    assert.deepEqual(question?.serviceRequirements, ['PICKUP', 'DELIVERY', 'EXPRESS']);
    assert.deepEqual([question?.customerId, question?.shipDate, isPast], ['ACME', '2027-04-01', false]);
  });

  it('knows that a day is over by the clock of India', () => {
    assert.equal(read({ ...ROUTE, date: '2026-11-27' }).isPast, true);
    assert.equal(read({ ...ROUTE, date: '2026-11-28' }).isPast, false);
  });

  it('has no question while something is missing or wrong', () => {
    for (const form of [{}, { ...ROUTE, to: '5600' }, { ...ROUTE, weight: '' }, { ...ROUTE, weight: 'heavy' }])
      assert.equal(read(form).question, null, JSON.stringify(form));
    assert.match(read({ ...ROUTE, weight: 'heavy' }).faults.weight!, /^Must be a weight/);
    assert.match(read({ ...ROUTE, cod: 'much' }).faults.cod!, /^Must be an amount/);
  });
});

describe('a text in the search box', () => {
  const TOKEN = 'AXJlcGxhY2UgbWUgYnkgYSBxdW90ZVRva2VuIG9mIHlvdXIgb3du';
  const destinations: [text: string, path: string | null][] = [
    ['110001 560001 500g cod 2499', '/rate?from=110001&to=560001&weight=500g&cod=2499'],
    ['110001 > 560001 1.2 value 3,000', '/rate?from=110001&to=560001&weight=1.2&value=3%2C000'],
    ['110001 560001', '/rate?from=110001&to=560001'],
    ['744101', '/pincodes/744101'],
    ['12', '/changes/12'],
    ['#12', '/changes/12'],
    ['change 12', '/changes/12'],
    [TOKEN, `/rate?token=${TOKEN}`],
    ['pune', null],
    ['dharaline surface logistics', null],
    ['411001 shivaji', null],
  ];
  for (const [text, path] of destinations)
    it(`${text} leads to ${path ?? 'what is called that'}`, () => {
      assert.equal(destinationOf(text), path);
    });
});

describe('a text that is no name of anything else', () => {
  it('is a shipment if it has a digit and no blank', () => {
    assert.equal(shipmentOf('SHIP-1'), '/today/SHIP-1');
    assert.equal(shipmentOf('AWB/77 1'), null);
    assert.equal(shipmentOf('AWB/771'), '/today/AWB%2F771');
    assert.equal(shipmentOf('punne'), null);
  });
});
