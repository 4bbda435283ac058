/** The parts that every list is made of, and the reading of every operation's input. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import Type from 'typebox';
import fc from '../../support/fast-check.js';
import { InputReader, type ReadInput, type Rules } from '../../../src/contract/input.js';
import {
  countBy,
  idsIn,
  pageOf,
  paginationOf,
  searched,
  sorted,
  type SortOrder,
} from '../../../src/control/operations/lists/listing.js';
import { contract } from '../../../src/contract/contract.js';
import type { Failure } from '../../../src/errors.js';
import { MAX_REQUEST_FAULTS } from '../../../src/limits/requests.js';

interface Row {
  id: number;
  name: string;
  group: number;
  at: number;
}

const KEYS = { name: (row: Row) => row.name, group: (row: Row) => row.group, at: (row: Row) => row.at };
type Key = keyof typeof KEYS;

const rowsOf = (names: readonly string[]): Row[] =>
  names.map((name, index) => ({ id: index + 1, name, group: 0, at: 0 }));
const ids = (rows: readonly Row[]): number[] => rows.map(({ id }) => id);

const nameOf = fc.string({
  unit: fc.constantFrom('a', 'A', 'b', 'ß', 'İ', 'é', '😀', '.', '*', '\\', '\n', ' ', '(', '['),
  maxLength: 6,
});
const rowsOfAny = fc
  .array(fc.record({ name: nameOf, group: fc.integer({ min: 1, max: 5 }), at: fc.constantFrom(-1.5, 0, 3, 1e12) }), {
    maxLength: 60,
  })
  .map((rows): Row[] => rows.map((row, index) => ({ id: index + 1, ...row })));
const needleOf = fc.string({
  unit: fc.constantFrom('a', 'A', 'b', 'ß', 'i', 'É', '.', '*', '\\', '\n', ' ', '('),
  minLength: 1,
  maxLength: 3,
});
const orderOf = fc.constantFrom<SortOrder>('asc', 'desc');
const keyOf = fc.constantFrom<Key>('name', 'group', 'at');

function naivelySorted(rows: readonly Row[], sortBy: Key, sortOrder: SortOrder): Row[] {
  const value = (row: Row) => (sortBy === 'name' ? row.name.toLowerCase() : row[sortBy]);
  return [...rows].sort((a, b) =>
    value(a) === value(b) ? a.id - b.id : value(a) < value(b) === (sortOrder === 'asc') ? -1 : 1,
  );
}

// a line break in a name or a search counts as a blank
const folded = (text: string): string => text.toLowerCase().replaceAll('\n', ' ');
const naivelySearched = (rows: readonly Row[], text: string): Row[] =>
  rows.filter(({ name }) => folded(name).includes(folded(text)));

describe('sorted', () => {
  it('orders by any key in either direction, and keeps equal rows in the order of their ids', () => {
    fc.assert(
      fc.property(rowsOfAny, keyOf, orderOf, (rows, sortBy, sortOrder) => {
        assert.deepEqual(ids(sorted(rows, KEYS, sortBy, sortOrder)), ids(naivelySorted(rows, sortBy, sortOrder)));
      }),
    );
  });

  it('sorts an array once per order and leaves the array unchanged', () => {
    const rows = rowsOf(['b', 'a']);
    const byName = sorted(rows, KEYS, 'name');
    assert.equal(sorted(rows, KEYS, 'name', 'asc'), byName);
    assert.notEqual(sorted(rows, KEYS, 'name', 'desc'), byName);
    assert.notEqual(sorted([...rows], KEYS, 'name'), byName);
    assert.deepEqual(ids(rows), [1, 2]);
  });
});

describe('searched', () => {
  it('finds each name that contains the text, taken literally, in the order of the rows', () => {
    fc.assert(
      fc.property(rowsOfAny, needleOf, keyOf, orderOf, (rows, text, sortBy, sortOrder) => {
        assert.deepEqual(
          ids(searched(sorted(rows, KEYS, sortBy, sortOrder), text)),
          ids(naivelySearched(naivelySorted(rows, sortBy, sortOrder), text)),
        );
      }),
    );
  });

  it('finds a name once that contains the text twice, and no match that spans two names', () => {
    const rows = rowsOf(['banana', 'ab', 'cd', 'an']);
    assert.deepEqual(ids(searched(rows, 'an')), [1, 4]);
    assert.deepEqual(ids(searched(rows, 'bc')), []);
    assert.deepEqual(ids(searched(rows, 'b\nc')), []);
    assert.deepEqual(ids(searched([], 'an')), []);
  });
});

describe('searched by other names', () => {
  interface Called extends Row {
    aliases: string[];
  }
  const called = (name: string, ...aliases: string[]): Omit<Called, 'id'> => ({ name, aliases, group: 0, at: 0 });
  const numbered = (rows: readonly Omit<Called, 'id'>[]): Called[] =>
    rows.map((row, index) => ({ id: index + 1, ...row }));

  it('finds an alias from the beginning of a word alone, behind rows of that name', () => {
    const rows = numbered([
      called('Gyalshing', 'West Sikkim', 'Soreng'),
      called('Ernakulam', 'Edakochi', 'Fort-Kochi'),
      called('Kochipuram'),
      called('YSR Kadapa', 'Y.S.R.', 'Éda kochi'),
      called('Dimapur', 'Chümoukedima', '😀Kochi'),
    ]);
    assert.deepEqual(ids(searched(rows, 'KOCHI')), [3, 2, 4, 5]);
    assert.deepEqual(ids(searched(rows, 'ochi')), [3]);
    assert.deepEqual(ids(searched(rows, 'sikk')), [1]);
    assert.deepEqual(ids(searched(rows, 's.r')), [4], 'behind a full stop');
    assert.deepEqual(ids(searched(rows, 'moukedima')), [], 'ü is a letter');
    assert.deepEqual(ids(searched(rows, 'soreng')), [1]);
    assert.deepEqual(ids(searched(rows, 'sikkim\nsoreng')), [], 'no match spans two names');
  });

  it('agrees with a naive search in every order', () => {
    const rowOf = fc.record({
      name: nameOf,
      aliases: fc.array(nameOf, { maxLength: 4 }),
      group: fc.integer({ min: 1, max: 3 }),
      at: fc.constant(0),
    });
    const beginsWord = (alias: string, text: string): boolean =>
      [...folded(alias).matchAll(/(?<![\p{L}\p{M}\p{N}])/gu)].some(({ index }) =>
        folded(alias).startsWith(folded(text), index),
      );
    fc.assert(
      fc.property(fc.array(rowOf, { maxLength: 30 }), needleOf, keyOf, orderOf, (given, text, sortBy, sortOrder) => {
        const rows = naivelySorted(numbered(given), sortBy, sortOrder) as Called[];
        const own = rows.filter(({ name }) => folded(name).includes(folded(text)));
        const others = rows.filter((row) => !own.includes(row) && row.aliases.some((alias) => beginsWord(alias, text)));
        const found = searched(sorted(numbered(given), KEYS, sortBy, sortOrder), text);
        assert.deepEqual(ids(found), ids([...own, ...others]));
      }),
    );
  });
});

describe('a page', () => {
  it('has its rows, the total, its position, and whether there are pages before and after', () => {
    const rows = rowsOf(['a', 'b', 'c', 'd', 'e']);
    const page = (number: number, limit: number) => {
      const {
        rows: found,
        pagination: { total, totalPages, hasNext, hasPrev },
      } = pageOf(rows, { page: number, limit });
      return [ids(found), total, totalPages, hasNext, hasPrev];
    };
    assert.deepEqual(page(1, 2), [[1, 2], 5, 3, true, false]);
    assert.deepEqual(page(3, 2), [[5], 5, 3, false, true]);
    assert.deepEqual(page(4, 2), [[], 5, 3, false, true]);
    assert.deepEqual(page(1, 5), [[1, 2, 3, 4, 5], 5, 1, false, false]);
    assert.deepEqual(page(Number.MAX_SAFE_INTEGER, 100), [[], 5, 1, false, true]);
    assert.deepEqual(paginationOf(0, { page: 1, limit: 10 }), {
      page: 1,
      limit: 10,
      total: 0,
      totalPages: 0,
      hasNext: false,
      hasPrev: false,
    });
  });
});

describe('countBy', () => {
  it('counts the rows of each value, including values with none', () => {
    assert.deepEqual(
      countBy(['a', 'b', 'a'], ['a', 'b', 'c'] as const, (value) => value as 'a' | 'b'),
      { a: 2, b: 1, c: 0 },
    );
  });
});

describe('idsIn', () => {
  it('is null without a list; otherwise has each number once, without numbers that cannot be ids', () => {
    assert.equal(idsIn(undefined), null);
    assert.deepEqual([...idsIn('3,007,3,14')!], [3, 7, 14]);
    assert.deepEqual([...idsIn(`9007199254740991,9007199254740992,${'9'.repeat(400)}`)!], [Number.MAX_SAFE_INTEGER]);
  });
});

describe('InputReader', () => {
  const reader = new InputReader(
    contract({
      id: 'changeThing',
      path: '/things/{thingId}',
      tag: 'Geography',
      summary: 'Change a thing',
      description: 'For this test.',
      // a write would refuse what it does not know
      scope: 'quote',
      params: Type.Object({ thingId: Type.Integer({ minimum: 1 }) }),
      query: Type.Object({
        page: Type.Integer({ minimum: 1, default: 1 }),
        ratio: Type.Optional(Type.Number()),
        deep: Type.Boolean({ default: false }),
        text: Type.Optional(Type.String({ minLength: 2 })),
        kind: Type.Enum(['a', 'b'], { default: 'a' }),
      }),
      body: Type.Object({ name: Type.String() }),
      answer: Type.Object({}),
    }) as never,
  );
  const read = (
    query: string,
    { thingId = '7', body = '{"name":"x"}', as = 'service' as 'service' | 'partner' } = {},
  ): ReadInput => reader.read({ params: { thingId }, query, body }, as, false);
  const queryOf = (query: string): unknown => {
    const input = read(query);
    assert.ok(input.ok, JSON.stringify(input));
    return input.values.query;
  };
  const failureOf = (input: ReadInput): Failure => {
    assert.ok(!input.ok);
    return input.failure;
  };
  const faultsOf = (input: ReadInput): string[] => {
    const { code, details } = failureOf(input);
    assert.equal(code, 'VALIDATION_ERROR');
    return (details as { field: string; code: string }[]).map((fault) => `${fault.field} ${fault.code}`);
  };

  it('fills in the default of an absent parameter, or omits it', () => {
    const values = { params: { thingId: 7 }, query: { page: 1, deep: false, kind: 'a' }, body: { name: 'x' } };
    assert.deepEqual(read(''), { ok: true, values, warnings: [] });
  });

  it('decodes each text and converts it to the type of its parameter', () => {
    assert.deepEqual(queryOf('page=012&ratio=-1.50&deep=true&text=a%20b%2Bc+d&kind=b'), {
      page: 12,
      ratio: -1.5,
      deep: true,
      text: 'a b+c d',
      kind: 'b',
    });
    assert.deepEqual(queryOf('text=12'), { page: 1, deep: false, kind: 'a', text: '12' });
  });

  it('ignores unknown parameters, including names of members that every object has', () => {
    assert.deepEqual(queryOf('other=1&__proto__=2&constructor=3&PAGE=4'), { page: 1, deep: false, kind: 'a' });
  });

  it('refuses texts that only look like a value of the type', () => {
    for (const text of ['', ' 1', '1 ', '1e3', '0x10', '+1', '1.5', 'NaN', 'Infinity', '١', '1_000']) {
      assert.deepEqual(faultsOf(read(`page=${encodeURIComponent(text)}`)), ['page INVALID_TYPE'], text);
    }
    for (const text of ['', 'TRUE', '1', 'yes'])
      assert.deepEqual(faultsOf(read(`deep=${text}`)), ['deep INVALID_TYPE'], text);
    assert.deepEqual(faultsOf(read('page=0')), ['page OUT_OF_RANGE']);
    assert.deepEqual(faultsOf(read('page=-3')), ['page OUT_OF_RANGE']);
    assert.deepEqual(faultsOf(read('kind=A')), ['kind INVALID_VALUE']);
    assert.deepEqual(faultsOf(read('', { thingId: 'x' })), ['thingId INVALID_TYPE']);
  });

  it('names a repeated parameter once', () => {
    assert.deepEqual(faultsOf(read('page=1&page=1')), ['page INVALID_VALUE']);
    assert.deepEqual(faultsOf(read('page=x&page=y')), ['page INVALID_VALUE']);
  });

  it('reports all faults of a path, a query and a body together', () => {
    assert.deepEqual(faultsOf(read('page=0&text=a&deep=1', { thingId: '0', body: '{"name":7}' })), [
      'thingId OUT_OF_RANGE',
      'page OUT_OF_RANGE',
      'deep INVALID_TYPE',
      'text TOO_SHORT',
      'name INVALID_TYPE',
    ]);
  });

  it('also tells a partner which fields are valid', () => {
    const { details } = failureOf(read('page=0&text=ab', { as: 'partner' }));
    assert.deepEqual(JSON.parse(JSON.stringify(details)), {
      validationErrors: [{ field: 'page', value: 0, issue: 'must be at least 1', constraints: { min: 1 } }],
      errorCount: 1,
      validFields: ['thingId', 'deep', 'text', 'kind', 'name'],
    });
  });

  describe('with rules in addition to the schemas', () => {
    const seen: unknown[] = [];
    const shape = {
      partnerId: Type.Optional(Type.String()),
      count: Type.Integer(),
      rows: Type.Optional(Type.Array(Type.Object({ id: Type.Integer() }))),
    };
    const rules: Rules = (accepted, _, isRefused) => {
      seen.push(accepted, ['count', 'rows', 'page'].filter(isRefused));
      return (accepted.body as { count?: number }).count === 2
        ? []
        : [
            { field: 'count', code: 'INVALID_VALUE', message: 'is odd' },
            { field: 'other', code: 'INVALID_VALUE', message: 'is odd' },
          ];
    };
    const given = {
      id: 'nameThing',
      path: '/things',
      tag: 'Geography',
      summary: 'Name a thing',
      description: 'For this test.',
      scope: 'quote',
      answer: Type.Object({}),
    } as const;
    const query = Type.Object({
      partnerId: Type.Optional(Type.String({ minLength: 2 })),
      page: Type.Integer({ default: 1 }),
    });
    const body = Type.Object(shape);
    const ruled = new InputReader(contract({ ...given, query, body }) as never, rules);
    const ofPartner = new InputReader(contract({ ...given, query, body, isOfPartner: true }) as never);
    const listed = new InputReader(contract({ ...given, query, isOfPartner: true }) as never);
    const of = (read: InputReader, text: string, sent: unknown, as: 'service' | 'partner' = 'service') =>
      read.read({ params: {}, query: text, body: sent === undefined ? '' : JSON.stringify(sent) }, as, false);

    it('applies the rules once to the accepted fields, and blames no field twice', () => {
      assert.equal(of(ruled, '', { count: 2, unknown: 3 }).ok, true);
      assert.deepEqual(seen.splice(0), [{ params: {}, query: { page: 1 }, body: { count: 2 } }, []]);
      assert.deepEqual(faultsOf(of(ruled, '', { count: 1 })), ['count INVALID_VALUE', 'other INVALID_VALUE']);
      assert.deepEqual(seen.splice(0), [{ params: {}, query: { page: 1 }, body: { count: 1 } }, []]);
      assert.deepEqual(faultsOf(of(ruled, 'page=x', { count: 1, unknown: 2, rows: [] })), [
        'page INVALID_TYPE',
        'count INVALID_VALUE',
        'other INVALID_VALUE',
      ]);
      assert.deepEqual(faultsOf(of(ruled, 'page=2', { count: 'x', rows: [{ id: 1 }, { id: 'x' }] })), [
        'count INVALID_TYPE',
        'rows[1].id INVALID_TYPE',
        'other INVALID_VALUE',
      ]);
      assert.deepEqual(seen, [
        { params: {}, query: {}, body: { count: 1, rows: [] } },
        [],
        { params: {}, query: { page: 2 }, body: {} },
        ['count', 'rows'],
      ]);
    });

    it('does not list a field as valid for a partner when a rule refuses it', () => {
      const { details } = failureOf(of(ruled, 'page=x', { count: 1, rows: [] }, 'partner'));
      assert.deepEqual((details as { validFields: string[] }).validFields, ['rows']);
    });

    it('does not apply the rules to a body that is not an object or already has too many faults', () => {
      for (const sent of [null, [], 'x', 7]) assert.deepEqual(faultsOf(of(ruled, '', sent)), [' INVALID_TYPE']);
      const faults = faultsOf(
        of(ruled, '', { count: 1, rows: Array.from({ length: MAX_REQUEST_FAULTS + 1 }, () => ({})) }),
      );
      assert.deepEqual(
        [faults.length, faults.some((fault) => !fault.startsWith('rows['))],
        [MAX_REQUEST_FAULTS, false],
      );
    });

    it('requires a service to name a partner where an operation needs one', () => {
      assert.deepEqual(faultsOf(of(listed, 'page=x', undefined)), ['page INVALID_TYPE', 'partnerId REQUIRED']);
      assert.deepEqual(faultsOf(of(ofPartner, '', {})), ['count REQUIRED', 'partnerId REQUIRED']);
      assert.deepEqual(faultsOf(of(ofPartner, 'partnerId=ab', {})), ['count REQUIRED']);
      assert.deepEqual(faultsOf(of(ofPartner, '', { partnerId: 'ab' })), ['count REQUIRED']);
      assert.deepEqual(faultsOf(of(ofPartner, 'partnerId=ab', { partnerId: 'cd' })), [
        'count REQUIRED',
        'partnerId INVALID_VALUE',
      ]);
      assert.deepEqual(faultsOf(of(ofPartner, 'partnerId=a', { count: 1 })), ['partnerId TOO_SHORT']);
      assert.deepEqual(faultsOf(of(ofPartner, '', { partnerId: 7, count: 1 })), ['partnerId INVALID_TYPE']);
      assert.deepEqual((failureOf(of(ofPartner, '', {}, 'partner')).details as { errorCount: number }).errorCount, 1);
      // a 401 if it is the only fault
      assert.deepEqual(faultsOf(of(ofPartner, '', { count: 1 })), ['partnerId REQUIRED']);
      const statusOf = (sent: object) => failureOf(of(ofPartner, '', sent)).status;
      assert.deepEqual([statusOf({ count: 1 }), statusOf({ count: 'x' }), statusOf({})], [401, undefined, undefined]);
    });
  });

  it('distinguishes a body that is not JSON from one that is invalid', () => {
    assert.equal(failureOf(read('', { body: '{' })).code, 'MALFORMED_JSON');
    assert.deepEqual(faultsOf(read('', { body: '[]' })), [' INVALID_TYPE']);
    assert.deepEqual(faultsOf(read('', { body: '{}' })), ['name REQUIRED']);
  });
});
