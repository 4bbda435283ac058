/** The faults of a sheet at their cells, the most frequent kind first. */
import { useState } from 'preact/hooks';
import { kindOf } from '../../../import/fault-kinds.js';
import type { Fault } from '../../../sheets/tables/faults.js';
import { counted, whole } from '../../../words.js';
import { Table } from '../../parts/table.js';
import { inImportWords } from './words.js';

/** Of each kind, until all are wanted. */
const FIRST = 3;
const MOST = 1_000;

interface FaultTableProps {
  faults: readonly Fault[];
  /** There may be more than are listed. */
  count: number;
}

export function FaultTable({ faults, count }: FaultTableProps) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const kinds = byKind(faults);
  return (
    <section>
      <h2>
        {counted(count, 'fault')} of {counted(kinds.length, 'kind')}
      </h2>
      <p>All rows count, or none: correct the sheet and drop it again, or change how it is read.</p>
      <Table name="Faults" columns={['Row', 'Column', 'What is wrong', { name: 'Of this kind', isNumber: true }]}>
        {kinds.flatMap(({ kind, of }) => {
          const shown = opened.has(kind) ? of.slice(0, MOST) : of.slice(0, FIRST);
          return shown.map(({ line, column, message }, at) => (
            <tr key={`${kind} ${line} ${at}`}>
              <th scope="row">{whole(line)}</th>
              <td>{column ?? '–'}</td>
              <td class="words">{inImportWords(message)}</td>
              <td class="number">
                {at === 0 && whole(of.length)}
                {at === FIRST - 1 && of.length > FIRST && !opened.has(kind) && (
                  <button type="button" onClick={() => setOpened((present) => new Set([...present, kind]))}>
                    Show all {whole(of.length)}
                  </button>
                )}
              </td>
            </tr>
          ));
        })}
      </Table>
      {count > faults.length && <p class="quiet">… and {whole(count - faults.length)} more.</p>}
    </section>
  );
}

function byKind(faults: readonly Fault[]): { kind: string; of: Fault[] }[] {
  const kinds = new Map<string, Fault[]>();
  for (const fault of faults.toSorted((a, b) => a.line - b.line)) {
    const kind = kindOf(fault);
    kinds.set(kind, [...(kinds.get(kind) ?? []), fault]);
  }
  return [...kinds].map(([kind, of]) => ({ kind, of })).toSorted((a, b) => b.of.length - a.of.length);
}
