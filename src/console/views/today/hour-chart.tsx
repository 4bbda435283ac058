/** Parcels by hour of the day in India: as bars, and as a table below a fold. */
import type { SummaryRow } from '../../../contract/summary.js';
import { whole } from '../../../words.js';
import { Table } from '../../parts/table.js';
import { rupees } from '../../parts/words.js';

const HOURS_A_DAY = 24;
/** Of the drawing, in its own units. */
const SLOT = 40;
const BARS_HEIGHT = 120;
const NAMES_HEIGHT = 24;
const COUNTS_HEIGHT = 22;
const HOURS_A_NAME = 3;

const nameOf = (hour: number): string => String(hour).padStart(2, '0');

export function HourChart({ rows }: { rows: readonly SummaryRow[] }) {
  const most = Math.max(...rows.map(({ parcels }) => parcels), 1);
  const floor = COUNTS_HEIGHT + BARS_HEIGHT;
  const words = rows.map(({ key, parcels }) => `${key} o’clock ${whole(parcels)}`).join(', ');
  return (
    <>
      <h3>By hour</h3>
      <svg
        class="hours"
        viewBox={`0 0 ${HOURS_A_DAY * SLOT} ${floor + NAMES_HEIGHT}`}
        role="img"
        aria-label={`Parcels by hour: ${words}`}
      >
        <line x1="0" x2={HOURS_A_DAY * SLOT} y1={floor} y2={floor} />
        {rows.map(({ key, parcels }) => {
          const height = (parcels / most) * BARS_HEIGHT;
          const left = Number(key) * SLOT;
          return (
            <g key={key}>
              <rect x={left + 4} y={floor - height} width={SLOT - 8} height={height} />
              <text x={left + SLOT / 2} y={floor - height - 5}>
                {whole(parcels)}
              </text>
            </g>
          );
        })}
        {Array.from({ length: HOURS_A_DAY / HOURS_A_NAME }, (_, at) => (
          <text key={at} x={at * HOURS_A_NAME * SLOT + SLOT / 2} y={floor + 6} class="name">
            {nameOf(at * HOURS_A_NAME)}
          </text>
        ))}
      </svg>
      <details>
        <summary>Hours as a table</summary>
        <Table
          name="By hour"
          columns={['From', { name: 'Parcels', isNumber: true }, { name: 'Spend', isNumber: true }]}
        >
          {rows.map(({ key, parcels, cost }) => (
            <tr key={key}>
              <th scope="row">{key}:00 IST</th>
              <td class="number">{whole(parcels)}</td>
              <td class="number">{rupees(cost)}</td>
            </tr>
          ))}
        </Table>
      </details>
    </>
  );
}
