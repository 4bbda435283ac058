/** Shipments in a sheet: their headings, their cells, and the body of calculate-charges that a row makes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SHIPMENTS } from '../../../src/sheets/shipments/form.js';
import { bodyOf, ShipmentReader, type SheetShipment } from '../../../src/sheets/shipments/row.js';
import { tableOf } from '../../../src/sheets/tables/build.js';
import { Faults } from '../../../src/sheets/tables/faults.js';
import { inWords, mapIn, refusalOf, sheetOf } from './texts.js';

function read(text: string, map = ''): { shipments: SheetShipment[]; faults: string[] } {
  const table = tableOf(sheetOf(text), SHIPMENTS, mapIn(map));
  const reader = new ShipmentReader(table, table.map.dates);
  const faults = new Faults();
  return { shipments: table.rows.map((row) => reader.read(row, faults)), faults: faults.found.map(inWords) };
}

const columns = (text: string, map = ''): Record<string, string> =>
  tableOf(sheetOf(text), SHIPMENTS, mapIn(map)).reading.columns;

describe('headings of shipments', () => {
  it('are our own names', () => {
    const own =
      'ref,awb,from,to,weight,length,width,height,payment,value,cod_amount,type,customer,services,date,partner';
    assert.deepEqual(Object.keys(columns(`${own},status\nO1,${',x'.repeat(16)}\n`.replaceAll(',x', ','))), [
      ...own.split(','),
      'status',
    ]);
  });

  it('are usual words, with a unit or without', () => {
    const headings = 'Order ID,AWB Number,Pickup Pincode,Drop Pincode,Dead Weight (kg),Length cm,Breadth,Height (cm)';
    const more = 'Payment Mode,Order Value,Collectable Amount,Shipment Type,Customer Code,Ship Date,Courier';
    assert.deepEqual(
      columns(`${headings},${more}\nO1,A1,110001,560001,1.2,10,20,30,COD,99,99,B2C,C1,2026-12-05,swift\n`),
      {
        ref: 'Order ID',
        awb: 'AWB Number',
        from: 'Pickup Pincode',
        to: 'Drop Pincode',
        weight: 'Dead Weight (kg)',
        length: 'Length cm',
        width: 'Breadth',
        height: 'Height (cm)',
        payment: 'Payment Mode',
        value: 'Order Value',
        cod_amount: 'Collectable Amount',
        type: 'Shipment Type',
        customer: 'Customer Code',
        date: 'Ship Date',
        partner: 'Courier',
      },
    );
    assert.deepEqual(columns('Pin,weight_g,Origin Pin\n560001,500,110001\n'), {
      to: 'Pin',
      weight: 'weight_g',
      from: 'Origin Pin',
    });
    assert.deepEqual(columns('Pin,Wt (kg),COD Amt\n560001,0.5,99\n'), {
      to: 'Pin',
      weight: 'Wt (kg)',
      cod_amount: 'COD Amt',
    });
  });

  it('are refused where the values are of another kind', () => {
    const { faults } = refusalOf(() => columns('from,to,weight,Shipment Type\n110001,560001,1 kg,Documents\n'));
    assert.deepEqual(faults, [
      '1: Shipment Type: is taken for type, and its values are not B2C or B2B: "Documents"; '
        + 'say what it is in a map, or ignore it there',
    ]);
  });

  it('are taken where some values are of another kind, each of which is a fault of its row', () => {
    const { faults } = read('from,to,weight,Shipment Type\n110001,560001,1 kg,B2C\n110001,560001,1 kg,Documents\n');
    assert.deepEqual(faults, ['3: Shipment Type: must be B2C or B2B, but is "Documents"']);
  });

  it('leave what only contains such a word', () => {
    assert.deepEqual(columns('from,to,COD Charges,Pickup City,Length of stay\n110001,560001,30,Delhi,2\n'), {
      from: 'from',
      to: 'to',
    });
  });
});

describe('a row of shipments', () => {
  it('makes a body of calculate-charges', () => {
    const { shipments, faults } = read(
      'ref,from,to,weight,length,width,height,payment,value,cod_amount,type,customer,services,date,partner\n'
        + `O1,'110001',560 001,1.25 kg,10,20.5,30 cm,Cash on Delivery,"₹1,35,494.28",999,b2c,ACME,"express, REVERSE",`
        + '05-Dec-2026 16:07,swift\n',
    );
    assert.deepEqual(faults, []);
    assert.equal(shipments[0]!.ref, 'O1');
    assert.deepEqual(bodyOf(shipments[0]!), {
      partnerId: 'swift',
      pickupPincode: '110001',
      deliveryPincode: '560001',
      weight: 1_250,
      dimensions: { length: 10, width: 20.5, height: 30 },
      paymentType: 'COD',
      declaredValue: 135_494.28,
      codAmount: 999,
      shipmentType: 'B2C',
      customerId: 'ACME',
      serviceRequirements: ['EXPRESS', 'REVERSE'],
      shipDate: '2026-12-05T16:07:00+05:30',
    });
  });

  it('is a piece above what a weight may be', () => {
    const { shipments } = read(
      'from,to,weight,length,width,height\n110001,560001,50 kg,,,\n110001,560001,85 kg,9,8,7\n',
    );
    const ends = { pickupPincode: '110001', deliveryPincode: '560001' };
    assert.deepEqual(shipments.map(bodyOf), [
      { ...ends, weight: 50_000 },
      { ...ends, pieces: [{ count: 1, weight: 85_000, dimensions: { length: 9, width: 8, height: 7 } }] },
    ]);
  });

  it('says nothing where its cells are empty, and collects nothing of what is prepaid', () => {
    const { shipments } = read('from,to,weight (g),payment,value,cod_amount,date\n110001,-,500,PPD,N/A,0.00,\n');
    assert.deepEqual(bodyOf(shipments[0]!), { pickupPincode: '110001', weight: 500, paymentType: 'PREPAID' });
  });

  it('knows the words of payment and status, in any case', () => {
    const words = ['COD', 'c.o.d.', 'CASH_ON_DELIVERY', 'Pre-paid', 'prepaid', 'PPD', 'non-cod'];
    const { shipments } = read(`ref,payment\n${words.map((word, at) => `O${at},${word}`).join('\n')}\n`);
    assert.deepEqual(
      shipments.map((each) => each.payment),
      ['COD', 'COD', 'COD', 'PREPAID', 'PREPAID', 'PREPAID', 'PREPAID'],
    );
    const statuses = ['Delivered', 'RTO_DELIVERED', 'RTO - Delivered', 'Returned', 'CANCELED', 'In-transit'];
    assert.deepEqual(
      read(`ref,status\n${statuses.map((word, at) => `O${at},${word}`).join('\n')}\n`).shipments.map(
        (each) => each.status,
      ),
      ['DELIVERED', 'RETURNED', 'RETURNED', 'RETURNED', 'CANCELLED', null],
    );
  });

  it('takes words, constants, units, days and couriers from the map', () => {
    const { shipments, faults } = read(
      'Wt,Mode,Ship Date,Courier\n1.5,Q,05/12/2026,Air  10kg\n',
      'columns: {weight: Wt, payment: Mode}\nunits: {weight: kg}\nvalues: {payment: {q: PREPAID}}\n'
        + 'dates: DD/MM/YYYY\nset: {from: 110001, type: B2C}\npartners: {air 10kg: swift}\n',
    );
    assert.deepEqual(faults, []);
    assert.deepEqual(bodyOf(shipments[0]!), {
      partnerId: 'swift',
      pickupPincode: '110001',
      weight: 1_500,
      paymentType: 'PREPAID',
      shipmentType: 'B2C',
      shipDate: '2026-12-05',
    });
  });

  it('has faults with their headings', () => {
    const { faults } = read(
      'ref,from,weight,length,width,height,payment,value,date,partner\n'
        + '1.23E+14,11000,1.5,10,,20,cheque,"1.250,00",05/12/2026,Blue\n',
      'partners: {air: swift}',
    );
    assert.deepEqual(faults, [
      '2: ref: is a number of which a spreadsheet has lost digits: "1.23E+14"; '
        + 'format its column as text and save again',
      '2: from: must be a pincode of six digits, but is "11000"',
      '2: weight: says no unit: write "1.5 g" or "1.5 kg", or say it by units in the map',
      '2: width: is required where another side is given',
      '2: payment: must be COD or PREPAID, but is "cheque"',
      '2: value: must be an amount such as 1250.50, but is "1.250,00": write 1250.00 or 1,250.00',
      '2: date: may be two days: "05/12/2026"; say dates: DD/MM/YYYY or MM/DD/YYYY in the map',
      '2: partner: "Blue" is none of partners in the map',
    ]);
  });
});
