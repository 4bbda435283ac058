/** What answers show of a document: its members by its schema, and the texts for callers. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import Type from 'typebox';
import type { Discount, Package } from '../../../src/model/documents.js';
import { resource } from '../../../src/model/resource.js';

const ROW: Package = {
  id: 7,
  packageId: 'p-7',
  partnerId: 'some-partner',
  packageName: 'Up to a kilogram',
  baseWeight: 1_000,
  baseCharge: 40.5,
  addonWeight: 0,
  addonCharge: 0,
  kmTo: 0,
  status: true,
  createdAt: '2026-01-01T00:00:00.000Z',
};

interface Keywords {
  type?: string;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  description?: string;
  anyOf?: Keywords[];
}
const membersIn = ({ properties }: { properties: object }) => properties as Record<string, Keywords>;

describe('a resource', () => {
  it('has every member of the document, null for those that it lacks', () => {
    const { schema, of } = resource('packages', { title: 'Row' });
    const shown = of(ROW, {});
    assert.deepEqual(Object.keys(shown), Object.keys(schema.properties));
    assert.deepEqual([...schema.required], Object.keys(schema.properties));
    const { id, baseCharge, kmTo, minCharge, direction } = shown;
    assert.deepEqual([id, baseCharge, kmTo, minCharge, direction], [7, 40.5, 0, null, null]);
  });

  it('shows the default of a member that the document lacks or has as null', () => {
    const { schema, of } = resource('packages', { title: 'Row', defaults: { direction: 'FORWARD' } });
    assert.equal(of(ROW, {}).direction, 'FORWARD');
    assert.equal(of({ ...ROW, direction: null }, {}).direction, 'FORWARD');
    assert.equal(of({ ...ROW, direction: 'RTO' }, {}).direction, 'RTO');
    const { anyOf, description } = membersIn(schema)['direction']!;
    assert.equal(anyOf, undefined);
    assert.doesNotMatch(description!, /absent|Null/);
  });

  it('leaves out what is to be left out, and hides what is hidden', () => {
    const row: Discount = {
      id: 1,
      partnerId: 'some-partner',
      fromWeight: 0,
      toWeight: 5,
      discountType: 'flat',
      discountValue: 3,
      description: '',
      status: true,
      createdAt: ROW.createdAt,
    };
    const { schema, of } = resource('discounts', { title: 'Row', leftOut: ['description'], hidden: ['partnerId'] });
    assert.equal(of(row, {}).description, '', 'an empty text is there');
    for (const description of [null, undefined])
      assert(!('description' in of({ ...row, description } as Discount, {})));
    assert(!('partnerId' in of(row, {})));
    assert(!('partnerId' in schema.properties));
    assert(!schema.required.includes('description' as never));
  });

  it('takes what is computed, in place of a member of that name or after all', () => {
    const computed = { id: Type.String(), isNew: Type.Boolean(), note: Type.Optional(Type.String()) };
    const { of } = resource('packages', { title: 'Row', computed });
    const shown = of(ROW, { id: '7', isNew: false });
    assert.deepEqual([shown.id, shown.isNew, 'note' in shown], ['7', false, false]);
    assert.deepEqual([Object.keys(shown)[0], Object.keys(shown).at(-1)], ['id', 'isNew']);
  });

  it('promises ids and the least values that are given, no other bounds, unless they are the document’s', () => {
    const free = membersIn(resource('packages', { title: 'Row', bounds: { baseCharge: 0 } }).schema);
    const { id, partnerId, baseCharge, baseWeight, lane } = free;
    assert.deepEqual([id!.minimum, id!.maximum], [1, undefined]);
    assert.notEqual(partnerId!.pattern, undefined);
    assert.deepEqual([baseCharge!.minimum, baseCharge!.maximum, baseWeight!.minimum], [0, undefined, undefined]);
    assert.equal(lane!.anyOf![0]!.pattern, undefined);
    const bound = membersIn(resource('packages', { title: 'Row', bounds: 'stored' }).schema);
    assert.deepEqual([bound['baseWeight']!.minimum, bound['minCharge']!.anyOf![0]!.minimum], [0, 0]);
  });

  it('says of a member what null means', () => {
    const { minCharge, baseCharge } = membersIn(resource('packages', { title: 'Row' }).schema);
    assert.match(minCharge!.description!, /^Rupees, .* Null: no minimum\.$/);
    assert.equal(minCharge!.anyOf![0]!.description, undefined);
    assert.match(baseCharge!.description!, /Price up to baseWeight/);
  });
});
