/** What a document is after an edit: merge patches, endings, defaults, places by their names. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { edited, type Edit, type ResourceDocument } from '../../../src/control/operations/documents/edits.js';
import { patched } from '../../../src/control/operations/documents/merge-patch.js';
import { PlaceNames } from '../../../src/control/operations/documents/place-names.js';

const NOW = '2026-03-11T06:30:00.000Z';
const EARLIER = '2026-01-01T00:00:00.000Z';
const LATER = '2026-06-01T00:00:00.000Z';

const names = new PlaceNames(
  () => [
    { id: 21, code: 'MH', name: 'Maharashtra' },
    { id: 16, code: 'KA' },
    { id: 30, code: 'SK', name: 'Sikkim' },
    { id: 17, code: 'XX' },
    { id: 18, code: 'XX' },
  ],
  () => [
    { id: 1, name: 'Pune', aliases: ['Poona'], stateId: 21 },
    { id: 2, name: 'Aurangabad', stateId: 21 },
    { id: 3, name: 'Aurangabad', stateId: 21 },
    { id: 4, name: 'Bengaluru', stateId: 16 },
    { id: 5, name: 'Namchi', aliases: ['South Sikkim', 'South District', 'Jorethang'], stateId: 30 },
    { id: 6, name: 'Gangtok', aliases: ['East Sikkim', 'Namchi'], stateId: 30 },
    { id: 7, name: 'Mangan', aliases: ['North Sikkim'], stateId: 30 },
    { id: 8, name: 'South Goa', stateId: 17 },
  ],
  () => ['793001', '793002', '793005', '794001', '795001'].map((pincode) => ({ pincode })),
);
const surcharge = (more: object = {}): ResourceDocument =>
  ({
    id: 7,
    partnerId: 'acme',
    code: 'GREEN',
    label: 'Green levy',
    basis: 'FLAT',
    value: 4.5,
    order: 700,
    status: true,
    createdAt: EARLIER,
    ...more,
  }) as ResourceDocument;

const outcomeOf = (edit: Edit, former?: ResourceDocument) => edited(edit, former, NOW, names);
const end = (former: ResourceDocument) => outcomeOf({ how: 'end', collection: 'surcharges', key: 7 }, former);

describe('a merge patch', () => {
  // the examples of RFC 7396 that have an object as their target and as their patch
  for (const [target, patch, expected] of [
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ] as const)
    it(`${JSON.stringify(patch)} of ${JSON.stringify(target)}`, () => {
      assert.deepEqual(patched(target, patch, {}), expected);
    });

  it('sets what must be there to null', () => {
    assert.deepEqual(patched({ a: 1 }, { a: null }, { properties: { a: {} }, required: ['a'] }), { a: null });
  });

  it('has no effect on what an object inherits', () => {
    const result = patched({}, JSON.parse('{"__proto__":{"a":1}}') as object, {});
    assert.equal((result as { a?: number }).a, undefined);
    assert.deepEqual(Object.keys(result), ['__proto__']);
  });
});

describe('an ending', () => {
  it('is now, unless the row begins later', () => {
    assert.deepEqual(end(surcharge()), { ok: true, document: surcharge({ status: false, validTo: NOW }) });
    const toCome = surcharge({ validFrom: LATER, validTo: null });
    assert.deepEqual(end(toCome), { ok: true, document: { ...toCome, status: false } });
  });

  it('leaves what is over as it is', () => {
    for (const over of [surcharge({ status: false }), surcharge({ validTo: EARLIER })])
      assert.deepEqual(end(over), { ok: true, document: over });
  });

  it('tells what is wrong with a document that breaks its schema, as another program may have written it', () => {
    const outcome = end(surcharge({ label: 7 }));
    assert.ok(!outcome.ok && 'faults' in outcome);
    assert.deepEqual(
      outcome.faults.map(({ field }) => field),
      ['label'],
    );
  });
});

describe('a set of pincodes in a place group', () => {
  const group = (more: object) => {
    const given = { groupId: 'HILLS', name: 'Hills', status: true, ...more };
    return outcomeOf({ how: 'put', collection: 'place-groups', key: 'HILLS', given });
  };
  const faultsOf = (outcome: ReturnType<typeof group>): string[] => {
    assert.ok(!outcome.ok && 'faults' in outcome);
    return outcome.faults.map(({ field, message }) => `${field}: ${message}`);
  };

  it('stands for the known pincodes within, behind those that are given themselves', () => {
    const outcome = group({ pincodes: ['793001-793002', '795001', '793*'], exceptPincodes: ['794*'] });
    assert.ok(outcome.ok);
    const { pincodes, exceptPincodes } = outcome.document as unknown as Record<string, string[]>;
    assert.deepEqual(pincodes, ['795001', '793001', '793002', '793005']);
    assert.deepEqual(exceptPincodes, ['794001']);
  });

  it('is a fault without a known pincode, and leaves the faults of others their places', () => {
    assert.deepEqual(faultsOf(group({ pincodes: ['793*', '11*', '12', '795001-794001'] })), [
      'pincodes[1]: no known pincode lies within 11*',
      'pincodes[3]: 795001-794001 ends before it begins',
      'pincodes[2]: must be six digits, such as "110001"',
    ]);
  });

  it('is none in a policy, whose lists are short', () => {
    const rule = { ruleId: 'a', label: 'a', when: { toPincodes: ['793*'] }, only: { lanes: ['A'] }, status: true };
    const given = { policyId: 'house', name: 'House', priority: 1, status: true, rules: [rule] };
    const faults = faultsOf(outcomeOf({ how: 'put', collection: 'allocation-policies', key: 'house', given }));
    assert.deepEqual(faults, ['rules[0].when.toPincodes[0]: must be six digits, such as "110001"']);
  });
});

describe('a place', () => {
  const city = (stateId: unknown) =>
    outcomeOf({ how: 'put', collection: 'cities', key: 9, given: { id: 9, name: 'Nashik', stateId } });
  const area = (cityId: unknown) =>
    outcomeOf({ how: 'put', collection: 'areas', key: 9, given: { id: 9, name: 'Camp', cityId } });
  const idOf = (outcome: ReturnType<typeof city>, member: string): unknown =>
    outcome.ok ? (outcome.document as Record<string, unknown> | null)?.[member] : outcome;

  it('is found by its code or its name, whatever the case and the blanks', () => {
    assert.equal(idOf(city('mh'), 'stateId'), 21);
    for (const name of ['Pune, MH', ' pune ,mh ', 'POONA, MH']) assert.equal(idOf(area(name), 'cityId'), 1, name);
  });

  it('is the city of that name before one that is called so too', () => {
    assert.equal(idOf(area('Namchi, SK'), 'cityId'), 5);
    assert.equal(idOf(area('east sikkim, sk'), 'cityId'), 6);
  });

  it('is looked for in the state that was named, by code or name, and shows each city once', () => {
    const nearestTo = (name: string): string => {
      const outcome = area(name);
      assert.ok(!outcome.ok && 'faults' in outcome);
      return outcome.faults[0]!.message.replace(/.*; the nearest are /, '');
    };
    assert.equal(nearestTo('South Sikim, SK'), 'South Sikkim, SK; North Sikkim, SK; East Sikkim, SK');
    assert.equal(nearestTo('south sikim, sikkim'), 'South Sikkim, SK; North Sikkim, SK; East Sikkim, SK');
    assert.equal(nearestTo('Poonah, Maharashtra'), 'Poona, MH; Aurangabad, MH');
    assert.equal(nearestTo('Namchy'), 'Namchi, SK; Poona, MH; Mangan, SK', 'no state was named');
    assert.equal(nearestTo('Namchi, MH').split('; ')[0], 'Namchi, SK', 'it is in another state');
    assert.equal(nearestTo('Namchi, Sikim').split('; ')[0], 'Namchi, SK', 'nor is this one');
  });

  it('is a state by its code: its name proposes that', () => {
    for (const [name, code] of [
      ['Maharashtra', 'MH'],
      ['maharastra', 'MH'],
      ['Sikkim', 'SK'],
    ] as const) {
      const outcome = city(name);
      assert.ok(!outcome.ok && 'faults' in outcome);
      assert.match(outcome.faults[0]!.message, new RegExp(`; the nearest are ${code}(?:;|$)`), name);
    }
  });

  it('is a fault when it is unknown or ambiguous, with the nearest', () => {
    const messageOf = (outcome: ReturnType<typeof city>): string => {
      assert.ok(!outcome.ok && 'faults' in outcome);
      assert.equal(outcome.faults.length, 1);
      return outcome.faults[0]!.message;
    };
    assert.equal(
      messageOf(area('Bangaluru, KA')),
      '"Bangaluru, KA" is no city: give its id, or a city as "Pune, MH"; the nearest are Bengaluru, KA',
    );
    assert.match(messageOf(city('XX')), /is the name of several: their ids are 17, 18$/);
    assert.match(messageOf(city(`x${' '.repeat(500_000)}x`)), /is no state: /);
    assert.match(messageOf(area('Aurangabad, MH')), /is the name of several: their ids are 2, 3$/);
    assert.match(
      messageOf(city('Maharashtra')),
      /is no state: give its id, or a state’s code such as "MH"; the nearest/,
    );
  });
});
