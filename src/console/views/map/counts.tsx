/** The chosen pincodes by state and colour: what the map shows, as numbers. */
import { whole } from '../../../words.js';
import type { MapPlaces } from '../../parts/map-data.js';
import { Table } from '../../parts/table.js';
import type { Colours } from './colours.js';

interface CountsProps {
  chosen: readonly number[];
  places: MapPlaces;
  colours: Colours;
}

export function Counts({ chosen, places, colours }: CountsProps) {
  const { states } = places;
  const byState = states.map(() => colours.names.map(() => 0));
  const inAll = colours.names.map(() => 0);
  for (const at of chosen) {
    const colour = colours.of[at]!;
    byState[places.state[at]!]![colour]!++;
    inAll[colour]!++;
  }
  const sum = (row: readonly number[]): number => row.reduce((all, each) => all + each, 0);
  const rows = states
    .map(({ id, name }, at) => ({ id, name, row: byState[at]! }))
    .filter(({ row }) => sum(row) > 0)
    .sort((a, b) => a.name.localeCompare(b.name));
  if (rows.length === 0) return <p class="empty">No pincode is like that: choose another state or number.</p>;
  return (
    <section>
      <h2>Counts</h2>
      <Table
        name="Counts"
        columns={['State', ...colours.names.map((name) => ({ name, isNumber: true })), { name: 'All', isNumber: true }]}
      >
        {[{ id: 0, name: 'All of these', row: inAll }, ...rows].map(({ id, name, row }) => (
          <tr key={id} class={id === 0 ? 'sum' : ''}>
            <th scope="row">{name}</th>
            {row.map((count, at) => (
              <td key={at} class={count === 0 ? 'number faint' : 'number'}>
                {whole(count)}
              </td>
            ))}
            <td class="number">{whole(sum(row))}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
