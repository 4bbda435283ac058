/**
 * Checks the database file before LMDB maps it: LMDB trusts its meta pages, and a page that they name beyond the end of
 * the file ends the process by a signal. The layout is that of LMDB's structs MDB_page_header, MDB_meta, MDB_db and
 * MDB_node for 64-bit little-endian machines: pinrate runs on no others.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { STORE_PAGE_BYTES } from '../../limits/store.js';

const META_PAGES = 2;
const MAGIC = 0xbeefc0de;
const DATA_VERSION = 2;
/** A tree's height in 32 bits of pages is far smaller; a larger one would be a loop. */
const MAX_DEPTH = 32;

const PAGE = { number: 0, flags: 18, nodesEnd: 20, overflowPages: 20, header: 24 };
const FLAG = { branch: 0x01, leaf: 0x02, overflow: 0x04, meta: 0x08 };
const META = { magic: 0, version: 4, freeTree: 24, mainTree: 72, lastPage: 120, transaction: 128 };
const TREE = { pageSize: 0, flags: 4, depth: 6, entries: 32, root: 40, bytes: 48 };
const NODE = { low: 0, high: 2, flags: 4, keySize: 6, key: 8 };
const NODE_FLAG = { overflow: 0x01, tree: 0x02 };
/** The flags of the tree of free pages: integer keys. */
const FREE_TREE_FLAGS = 8;
const EMPTY_TREE = 0xffff_ffff_ffff_ffffn;
const WORD_BYTES = 8;

interface Tree {
  root: bigint;
  depth: number;
  /** The nodes of its leaves. */
  entries: number;
}

interface Meta {
  transaction: number;
  lastPage: number;
  free: Tree;
  main: Tree;
}

interface LeafNode {
  keySize: number;
  /** NODE_FLAG. */
  flags: number;
  value: Buffer;
}

/**
 * No-op if the file does not exist or is empty: LMDB treats it as a new database.
 * @throws when the file is damaged, shortened, or not a database
 */
export function assertDataFile(file: string): void {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  try {
    const { size } = fstatSync(descriptor);
    if (size > 0) new DataFile(descriptor, size).assertSound();
  } finally {
    closeSync(descriptor);
  }
}

class DataFile {
  private readonly pages: number;
  private lastPage = META_PAGES - 1;

  constructor(
    private readonly descriptor: number,
    size: number,
  ) {
    this.pages = Math.floor(size / STORE_PAGE_BYTES);
  }

  assertSound(): void {
    const [first, second] = [this.metaAt(0), this.metaAt(1)];
    // transactions write the two meta pages in turn; a new database has 0 in both, and LMDB's compacting copy in one
    const step = Math.abs(first.transaction - second.transaction);
    assertThat(step === 1 || first.transaction === 0, 'its meta pages do not follow each other');
    const meta = first.transaction >= second.transaction ? first : second;
    this.lastPage = meta.lastPage;
    this.assertPages(this.freePages(meta.free));
    for (const { flags, value } of this.leafNodes(meta.main)) {
      // everything in the main tree is the tree of a named database
      assertThat(flags === NODE_FLAG.tree && value.length === TREE.bytes, 'its list of databases is not one');
      const tree = treeIn(value, 0);
      if (tree.root !== EMPTY_TREE) this.rootPage(tree);
    }
  }

  private metaAt(number: number): Meta {
    const page = this.page(BigInt(number), FLAG.meta);
    const meta = page.subarray(PAGE.header);
    assertThat(meta.readUInt32LE(META.magic) === MAGIC, 'it has no LMDB database');
    assertThat((meta.readUInt32LE(META.version) & 0xffff) === DATA_VERSION, 'its data version is another one');
    assertThat(meta.readUInt32LE(META.freeTree + TREE.pageSize) === STORE_PAGE_BYTES, 'its page size is another one');
    assertThat(
      meta.readUInt16LE(META.freeTree + TREE.flags) === FREE_TREE_FLAGS
        && meta.readUInt16LE(META.mainTree + TREE.flags) === 0,
      'the flags of a meta page are others',
    );
    const transaction = Number(meta.readBigUInt64LE(META.transaction));
    assertThat(transaction === 0 || transaction % META_PAGES === number, 'its meta pages are exchanged');
    return {
      transaction,
      lastPage: Number(meta.readBigUInt64LE(META.lastPage)),
      free: treeIn(meta, META.freeTree),
      main: treeIn(meta, META.mainTree),
    };
  }

  /** The file may end before its last page if all pages behind its end are free: LMDB does not write those. */
  private assertPages(free: ReadonlySet<number>): void {
    for (let number = this.pages; number <= this.lastPage; number++) {
      assertThat(free.has(number), `page ${number} is beyond its end`);
    }
  }

  private freePages(tree: Tree): Set<number> {
    const free = new Set<number>();
    for (const { keySize, flags, value } of this.leafNodes(tree)) {
      assertThat(
        keySize === WORD_BYTES && (flags & NODE_FLAG.tree) === 0 && value.length >= WORD_BYTES,
        'its list of free pages is not one',
      );
      const length = Number(value.readBigInt64LE(0));
      assertThat(length >= 0 && (length + 1) * WORD_BYTES <= value.length, 'its list of free pages is not one');
      for (let index = 1, count = 1; index <= length; index++) {
        const word = Number(value.readBigInt64LE(index * WORD_BYTES));
        // 0 is an unused word; a negative word is a number of pages, the first of which the next word names
        if (word < 0) count = -word;
        if (word <= 0) continue;
        assertThat(word >= META_PAGES && word + count - 1 <= this.lastPage, 'its list of free pages is not one');
        for (let page = word; page < word + count; page++) free.add(page);
        count = 1;
      }
    }
    return free;
  }

  /** The nodes of a tree's leaves. An earlier root of the tree may still be in the file, mostly with other numbers. */
  private *leafNodes(tree: Tree): Generator<LeafNode> {
    if (tree.root === EMPTY_TREE) return;
    let entries = 0;
    for (const node of this.leafNodesBelow(this.rootPage(tree), tree.depth)) {
      entries += 1;
      yield node;
    }
    assertThat(entries === tree.entries, 'a tree has other entries than its meta page says');
  }

  private rootPage({ root, depth }: Tree): Buffer {
    assertThat(depth >= 1 && depth <= MAX_DEPTH, 'a tree has an impossible depth');
    return this.page(root, depth === 1 ? FLAG.leaf : FLAG.branch);
  }

  private *leafNodesBelow(page: Buffer, depth: number): Generator<LeafNode> {
    const end = page.readUInt16LE(PAGE.nodesEnd);
    assertThat(end % 2 === 0 && end <= STORE_PAGE_BYTES - PAGE.header, 'a page is damaged');
    for (let pointer = PAGE.header; pointer < PAGE.header + end; pointer += 2) {
      const node = PAGE.header + page.readUInt16LE(pointer);
      assertThat(node + NODE.key <= STORE_PAGE_BYTES, 'a page is damaged');
      const low = page.readUInt16LE(node + NODE.low) + page.readUInt16LE(node + NODE.high) * 0x1_0000;
      const flags = page.readUInt16LE(node + NODE.flags);
      if (depth > 1) {
        const child = BigInt(low) + (BigInt(flags) << 32n);
        yield* this.leafNodesBelow(this.page(child, depth === 2 ? FLAG.leaf : FLAG.branch), depth - 1);
        continue;
      }
      const keySize = page.readUInt16LE(node + NODE.keySize);
      yield {
        keySize,
        flags: flags & ~NODE_FLAG.overflow,
        value: this.valueAt(page, node + NODE.key + keySize, low, flags),
      };
    }
  }

  private valueAt(page: Buffer, start: number, size: number, flags: number): Buffer {
    const inPage = (flags & NODE_FLAG.overflow) === 0;
    assertThat(start + (inPage ? size : WORD_BYTES) <= STORE_PAGE_BYTES, 'a page is damaged');
    if (inPage) return page.subarray(start, start + size);
    const first = page.readBigUInt64LE(start);
    const pages = this.page(first, FLAG.overflow).readUInt32LE(PAGE.overflowPages);
    assertThat(
      PAGE.header + size <= pages * STORE_PAGE_BYTES && Number(first) + pages <= this.pages,
      'a page is damaged',
    );
    return this.bytes(Number(first) * STORE_PAGE_BYTES + PAGE.header, size);
  }

  private page(number: bigint, flag: number): Buffer {
    assertThat(number < BigInt(this.pages) && number <= BigInt(this.lastPage), `page ${number} is beyond its end`);
    const page = this.bytes(Number(number) * STORE_PAGE_BYTES, STORE_PAGE_BYTES);
    const isSo = page.readBigUInt64LE(PAGE.number) === number && page.readUInt16LE(PAGE.flags) === flag;
    assertThat(isSo, `page ${number} is not what it should be`);
    return page;
  }

  private bytes(position: number, length: number): Buffer {
    const bytes = Buffer.alloc(length);
    assertThat(readSync(this.descriptor, bytes, 0, length, position) === length, 'it cannot be read');
    return bytes;
  }
}

function treeIn(bytes: Buffer, start: number): Tree {
  return {
    depth: bytes.readUInt16LE(start + TREE.depth),
    entries: Number(bytes.readBigUInt64LE(start + TREE.entries)),
    root: bytes.readBigUInt64LE(start + TREE.root),
  };
}

function assertThat(isSound: boolean, fault: string): asserts isSound {
  if (!isSound) throw new Error(`data.mdb is damaged or not a database: ${fault}`);
}
