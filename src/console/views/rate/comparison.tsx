/** Two prices, charge by charge. */
import { Table } from '../../parts/table.js';
import { rupees, signedRupees } from '../../parts/words.js';
import { LANDED_TERMS } from './landed.js';
import type { Offer } from './offers.js';
import { componentName } from './waterfall.js';

const LANDED = ['total', 'Landed cost'] as const;

/** The charges of an offer by name; several of one name are one. */
function chargesOf({ steps }: Offer): Map<string, number> {
  const charges = new Map<string, number>();
  for (const { component, code, amount } of steps) {
    const name = componentName(component, code);
    charges.set(name, (charges.get(name) ?? 0) + amount);
  }
  return charges;
}

export function Comparison({ one, other }: { one: Offer; other: Offer }) {
  const [first, second] = [chargesOf(one), chargesOf(other)];
  const names = [...new Set([...first.keys(), ...second.keys()])];
  return (
    <section aria-label="Comparison">
      <h2>
        {one.name} and {other.name}
      </h2>
      <Table
        name="Compared"
        columns={[
          'Charge',
          { name: one.name, isNumber: true },
          { name: other.name, isNumber: true },
          { name: 'Difference', isNumber: true },
        ]}
      >
        {names.map((name) => (
          <Row key={name} name={name} one={first.get(name) ?? 0} other={second.get(name) ?? 0} />
        ))}
        <Row name="Total with tax" one={one.total} other={other.total} />
        {one.landed !== null
          && other.landed !== null
          && [...LANDED_TERMS.map(([term, name]) => [term, `In the end: ${name.toLowerCase()}`] as const), LANDED].map(
            ([term, name]) => <Row key={term} name={name} one={one.landed![term]} other={other.landed![term]} />,
          )}
      </Table>
    </section>
  );
}

const Row = ({ name, one, other }: { name: string; one: number; other: number }) => (
  <tr>
    <th scope="row">{name}</th>
    <td class="number">{rupees(one)}</td>
    <td class="number">{rupees(other)}</td>
    <td class="number">{signedRupees(other - one)}</td>
  </tr>
);
