/** Prints the bytes that many documents take, decoded and compacted: in a process where nothing else takes any. */
import { pack, unpack } from 'msgpackr';
import { putsOf } from '../../../src/control/documents/catalog.js';
import { compact } from '../../../src/control/documents/compact.js';
import type { Package } from '../../../src/model/documents.js';
import type { PutChange } from '../../../src/model/change.js';
import { packageRow } from '../../reference/fixture.js';
import { collectGarbage } from '../../support/garbage.js';

const PACKAGES = 20_000;

function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** A function of its own, because the module's frame would keep the documents alive. */
function decodedPackages(): PutChange[] {
  const packageOf = (id: number) =>
    packageRow({
      id,
      packageId: `P${id}-FROM-HERE-TO-THERE`,
      packageName: `Parcel ${id}: from here to there`,
      baseCharge: id + 0.5,
    });
  return Array.from({ length: PACKAGES }, (_, id) => putsOf('packages', [unpack(pack(packageOf(id))) as Package])[0]!);
}

const empty = heapBytes();
const puts = decodedPackages();
const decoded = heapBytes() - empty;
compact(puts);
console.log(JSON.stringify({ decoded, compacted: heapBytes() - empty, documents: puts.length }));
