import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from '../../support/fast-check.js';
import { allocate, type Layout, resolve, sizeOf } from '../../../src/index/layout.js';

const BYTES = { u8: 1, u16: 2, u32: 4, f64: 8 };

describe('allocate', () => {
  it('aligns every column for its type, without overlaps', () => {
    const { block, columns } = allocate(
      { a: ['u8', 3], b: ['f64', 2], c: ['u16', 5], d: ['u32', 1], e: ['u8', 1] } as const,
      7,
    );
    assert.equal(block.version, 7);
    const placed = [columns.a, columns.b, columns.c, columns.d, columns.e].map(({ byteOffset, length }) => [
      byteOffset,
      length,
    ]);
    assert.deepEqual(placed, [
      [0, 3],
      [8, 2],
      [24, 5],
      [40, 1],
      [48, 1],
    ]);
    assert.equal(sizeOf(block), 56);
    assert(block.buffer instanceof SharedArrayBuffer);
  });

  it('is filled with zeroes', () => {
    const { columns } = allocate({ a: ['f64', 2], b: ['u8', 2] } as const, 1);
    assert.deepEqual(
      [[...columns.a], [...columns.b]],
      [
        [0, 0],
        [0, 0],
      ],
    );
  });

  it('allows empty columns, at the end and in between, and blocks without columns', () => {
    const { block, columns } = allocate({ a: ['f64', 0], b: ['u16', 1], c: ['u8', 0] } as const, 1);
    columns.b[0] = 513;
    assert.deepEqual([resolve(block).a!.length, [...resolve(block).b!], resolve(block).c!.length], [0, [513], 0]);
    assert.equal(sizeOf(allocate({}, 1).block), 0);
    assert.equal(resolve(allocate({ a: ['f64', 0] } as const, 1).block).a!.length, 0);
  });
});

describe('resolve', () => {
  it('gives all blocks without rows the same columns, and other blocks the same empty ones', () => {
    const layout = (rows: number) => ({ a: ['f64', rows], b: ['u16', 0] }) as const;
    const [one, other, filled] = [0, 0, 2].map((rows, version) => resolve(allocate(layout(rows), version).block));
    assert.equal(one, other);
    assert.notEqual(filled, one);
    assert.equal(filled!.b, one!.b);
    assert.deepEqual([filled!.a!.length, one!.a!.length], [2, 0]);
  });

  it('reads what the builder wrote, after a structured clone as for a thread', () => {
    const { block, columns } = allocate({ a: ['u32', 2], b: ['f64', 2] } as const, 1);
    const elsewhere = resolve(structuredClone(block));
    columns.a[1] = 4_294_967_295;
    columns.b.set([0.1, -Infinity]);
    assert.deepEqual(
      [[...elsewhere.a!], [...elsewhere.b!]],
      [
        [0, 4_294_967_295],
        [0.1, -Infinity],
      ],
    );
  });

  it('gives every column its own bytes, whatever the layout', () => {
    const layout = fc.dictionary(
      fc.stringMatching(/^[a-z]{1,6}$/),
      fc.tuple(fc.constantFrom('u8', 'u16', 'u32', 'f64' as const), fc.nat(9)),
      { maxKeys: 8 },
    );
    fc.assert(
      fc.property(layout, (random) => {
        const { block, columns } = allocate(random as Layout, 1);
        const names = Object.keys(random);
        names.forEach((name, index) => (columns[name] as Uint8Array<SharedArrayBuffer>).fill(index + 1));
        const read = resolve(block);
        names.forEach((name, index) => {
          const [kind, length] = (random as Layout)[name]!;
          assert.equal(read[name]!.byteOffset % BYTES[kind], 0);
          assert.deepEqual([...read[name]!], new Array<number>(length).fill(index + 1));
        });
      }),
    );
  });
});
