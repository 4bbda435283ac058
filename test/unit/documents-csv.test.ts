/** CSV and documents as rows of cells, there and back. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { csvLine, readCsv } from '../../src/cli/csv.js';
import { csvDocument, csvHeader, documentsOfCsv } from '../../src/cli/csv-documents.js';
import { fixtureDocuments } from '../store/fixtures.js';
import { RESOURCE_COLLECTIONS } from '../../src/contract/document-resource.js';

const rowsOf = (text: string | Buffer): [number, ...string[]][] => {
  const read = readCsv(Buffer.from(text as string));
  assert(read.ok);
  return read.rows.map(({ line, cells }) => [line, ...cells]);
};

describe('CSV', () => {
  it('has lines of the file, whatever ends them and whatever is in quotes', () => {
    const expected = [
      [1, 'a', 'b'],
      [2, ''],
      [3, '1', 'x\ny'],
      [5, '2', ''],
    ];
    assert.deepEqual(rowsOf('a,b\n\n1,"x\ny"\n2,'), expected);
    assert.deepEqual(rowsOf('\ufeffa,b\r\n\r\n1,"x\r\ny"\r\n2,\r\n'), [
      ...expected.slice(0, 2),
      [3, '1', 'x\r\ny'],
      expected[3],
    ]);
    assert.deepEqual(rowsOf(''), []);
    // of old spreadsheets on the Mac
    assert.deepEqual(rowsOf('a,b\r1,"x\ry"\r2,'), [
      [1, 'a', 'b'],
      [2, '1', 'x\ry'],
      [4, '2', ''],
    ]);
  });

  it('names line and column of what is none', () => {
    const faultOf = (text: string | Buffer): unknown => {
      const read = readCsv(Buffer.from(text as string));
      assert(!read.ok);
      return [read.fault.line, read.fault.column, read.fault.message];
    };
    assert.deepEqual(faultOf('a,b\n1,"2\n3,4\n'), [2, 2, 'begins with a quote that nothing closes']);
    assert.deepEqual(faultOf('a,b\n"x\ny",2"\n'), [2, 2, 'has a quote within a cell that does not begin with one']);
    assert.deepEqual(faultOf('a,b\n"1"x,2\n'), [2, 1, 'has text behind its closing quote']);
    assert.deepEqual(faultOf(Buffer.from('a,b\nx,caf\xe9\n', 'latin1')), [2, 2, 'is not UTF-8: save it as CSV UTF-8']);
    assert.deepEqual(faultOf('a\n\u0000\n'), [2, 1, 'is no CSV: it has a byte that no text has']);
  });

  it('quotes what a spreadsheet would take for a formula, and reads it back without', () => {
    const cells = [
      '=1+1',
      '+91-11',
      '-0.5',
      '@x',
      "'=x",
      "''-",
      "'plain",
      'a=b',
      ' =x',
      'a,b',
      'say "x"',
      'x\r\ny',
      '',
    ];
    const line = csvLine(cells);
    assert.equal(line, '\'=1+1,\'+91-11,\'-0.5,\'@x,\'\'=x,\'\'\'-,\'plain,a=b," =x","a,b","say ""x""","x\r\ny",\r\n');
    assert.deepEqual(rowsOf(line), [[1, ...cells]]);
    const further = ['\t=1+1', '\r=1+1', '\t', '＝1+1', '＋1', '－1', '＠a', "'\t1", "'＝", "''＠"];
    const quoted = csvLine(further);
    for (const cell of further) assert.ok(quoted.includes(`'${cell}`), JSON.stringify(cell));
    assert.deepEqual(rowsOf(quoted), [[1, ...further]]);
  });
});

describe('documents as CSV', () => {
  it('come back as they were, of every collection', () => {
    const documents = fixtureDocuments();
    for (const collection of RESOURCE_COLLECTIONS) {
      const rows = documents[collection].map((row) => csvDocument(collection, row as never));
      const { documents: back, faults } = documentsOfCsv(
        Buffer.from(csvHeader(collection) + rows.join('')),
        collection,
      );
      assert.deepEqual(faults, []);
      assert.deepEqual(
        back.map(({ document }) => document),
        documents[collection],
        collection,
      );
    }
  });

  it('come back as they were, with any text and number', () => {
    const names = [
      'null',
      '',
      '"quoted"',
      '[1]',
      '{"a":1}',
      ' blank ',
      '=1',
      "'",
      "'=",
      '-',
      '007',
      'true',
      'a\u0000b',
      'é\n',
    ];
    for (const name of names) {
      const city = { id: 1, name, stateId: 1, createdAt: 'x', aliases: [name, 'b'] };
      const { documents } = documentsOfCsv(Buffer.from(csvHeader('cities') + csvDocument('cities', city)), 'cities');
      assert.deepEqual(documents, [{ line: 2, document: city }]);
    }
    for (const latitude of [0, -0.5, 28.613939999999999, 1e-7, 5e21, 0.1 + 0.2, null]) {
      const row = { pincode: '110001', cityId: 1, stateId: 1, areaIds: [], latitude, longitude: -77.5 };
      const text = csvHeader('pincodes') + csvDocument('pincodes', row);
      assert.deepEqual(documentsOfCsv(Buffer.from(text), 'pincodes').documents, [{ line: 2, document: row }]);
    }
  });

  it('may have members of members, columns in any order, and not all of them', () => {
    const text = 'limits.maxDimensions.length,partnerId,limits.maxWeight,paymentTypes\r\n40,swift,,"[""COD""]"\r\n';
    assert.deepEqual(documentsOfCsv(Buffer.from(text), 'partners').documents, [
      {
        line: 2,
        document: { partnerId: 'swift', limits: { maxDimensions: { length: 40 } }, paymentTypes: ['COD'] },
      },
    ]);
  });

  it('have faults by line and column', () => {
    const faultsOf = (text: string) =>
      documentsOfCsv(Buffer.from(text), 'packages').faults.map(
        ({ line, column, message }) => `${line}: ${column}: ${message}`,
      );
    assert.deepEqual(
      faultsOf('id,baseCharge,status\n1,forty,yes\n2,0.12345678901234567,true\n\n"x\ny",1,true\n3,1,true,4\n'),
      [
        '2: baseCharge: must be a number, but is "forty"',
        '2: status: must be true or false, but is "yes"',
        '3: baseCharge: has more digits than a number keeps: "0.12345678901234567"',
        '5: id: must be a number, but is "x\\ny"',
        '7: column 4: has no heading',
      ],
    );
    assert.deepEqual(faultsOf('id\n1e3\n'), ['2: id: must be a number without an exponent, but is "1e3"']);
    assert.deepEqual(faultsOf('id,price,id\n1,2,3\n'), ['1: price: is no field of packages', '1: id: is there twice']);
    assert.deepEqual(faultsOf('id,lane\n1,"A\n'), ['2: column 2: begins with a quote that nothing closes']);
    assert.deepEqual(faultsOf(''), []);
  });

  it('may have been saved by a spreadsheet, with TRUE and FALSE', () => {
    const { documents, faults } = documentsOfCsv(Buffer.from('id,status\n1,TRUE\n2,False\n'), 'packages');
    assert.deepEqual(faults, []);
    assert.deepEqual(
      documents.map(({ document }) => document),
      [
        { id: 1, status: true },
        { id: 2, status: false },
      ],
    );
  });

  it('is refused for what no column is for', () => {
    assert.throws(() => csvDocument('states', { id: 1, colour: 'red' }), /a document of states has colour/);
  });
});
