/** The columns of a sheet with samples: what each is read as, and what else it may be. */
import type { SeenColumn } from '../../../sheets/tables/look.js';
import { Table } from '../../parts/table.js';
import type { Choices } from '../../reader/messages.js';
import type { KeptChoices } from './kept-maps.js';

/** A sheet of the courier with the same headings was read in another way. */
export const Proposed = ({ kept: { proposed, choose } }: { kept: Pick<KeptChoices, 'proposed' | 'choose'> }) =>
  proposed === null ? null : (
    <p class="notice">
      A sheet of this courier with the same headings was read in another way.
      <button type="button" onClick={() => choose(proposed)}>
        Read it as then
      </button>
    </p>
  );

interface ColumnsProps {
  columns: readonly SeenColumn[];
  fields: readonly string[];
  choices: Choices;
  choose(more: Choices): void;
  isOlder: boolean;
}

export function Columns({ columns, fields, choices, choose, isOlder }: ColumnsProps) {
  return (
    <Table name="Columns" columns={['Column', 'Heading', 'Samples', 'Is read as']} isOlder={isOlder} class="chosen">
      {columns.map(({ letters, title, field, samples }) => {
        const chosen = choices[letters] ?? field ?? '';
        // a route of a matrix goes by its heading
        const options = fields.includes(chosen) || chosen === '' ? fields : [chosen, ...fields];
        return (
          <tr key={letters}>
            <td>{letters}</td>
            <th scope="row">{title}</th>
            <td class="words">{samples.join(', ')}</td>
            <td>
              <select
                aria-label={`Column ${letters}, ${title}`}
                value={chosen}
                onChange={(event) => choose({ [letters]: event.currentTarget.value })}
              >
                <option value="">not read</option>
                {options.map((name) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </select>
            </td>
          </tr>
        );
      })}
    </Table>
  );
}
