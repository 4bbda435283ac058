/** Pincodes whose offices lie in two states, and the choices that docs/data.md says were made. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { PincodeDocument } from '../../data/geography-maker/documents.js';
import { readOffices } from '../../data/geography-maker/sources.js';
import { stateFinder, type StateDocument } from '../../data/geography-maker/states.js';
import { groupBy } from '../../data/geography-maker/tally.js';
import { PACKAGE_ROOT } from '../../src/package-root.js';

const read = <Row>(table: string): Row[] =>
  gunzipSync(readFileSync(path.join(PACKAGE_ROOT, 'data', 'geography', `${table}.ndjson.gz`)))
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

const states = read<StateDocument>('states');
const pincodes = new Map(read<PincodeDocument>('pincodes').map((row) => [row.pincode, row]));
const nameOf = (id: number): string => states.find((state) => state.id === id)!.name;

/** Each pincode of the table as `choice/other/offices there/offices in the other`. */
function listed(): Map<string, string> {
  const page = readFileSync(path.join(PACKAGE_ROOT, 'docs', 'data.md'), 'utf8');
  const rows = [...page.matchAll(/^\| ([A-Z][^|]+) \| ([A-Z][^|]+) \| (\d{6} \(\d+ to \d+\).*) \|$/gm)];
  return new Map(
    rows.flatMap(([, choice, other, cell]) =>
      [...cell!.matchAll(/(\d{6}) \((\d+) to (\d+)\)/g)].map(
        ([, pincode, there, elsewhere]) => [pincode!, [choice, other, there, elsewhere].join('/')] as const,
      ),
    ),
  );
}

describe('docs/data.md', () => {
  it('lists every pincode whose offices lie in two states, with the choice that was made', () => {
    const findState = stateFinder(states);
    const expected = new Map<string, string>();
    for (const [pincode, offices] of groupBy(readOffices(), (office) => office.pincode)) {
      const row = pincodes.get(pincode);
      const counts = [
        ...groupBy(
          offices.filter(({ state }) => state !== 'NA'),
          ({ state }) => findState(state).id,
        ),
      ];
      if (row === undefined || counts.length < 2) continue;
      assert.equal(counts.length, 2, pincode);
      const chosen = counts.find(([id]) => id === row.stateId);
      const other = counts.find(([id]) => id !== row.stateId);
      assert.ok(chosen && other, `${pincode} is in a state that one of its offices is in`);
      expected.set(pincode, [nameOf(chosen[0]), nameOf(other[0]), chosen[1].length, other[1].length].join('/'));
    }
    assert.deepEqual([...listed()].sort(), [...expected].sort());
    assert.equal(expected.size, 52);
    assert.equal(expected.get('533464'), 'Puducherry/Andhra Pradesh/1/12');
  });
});
