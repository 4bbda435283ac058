/** A courier's weeks: each rate as a small line, and all as a table below a fold. */
import type { PerformanceRow } from '../../../contract/performance.js';
import { whole } from '../../../words.js';
import { Table } from '../../parts/table.js';
import { FEW, type Figure, FIGURES, percent } from './figures.js';
import { Figures, FIGURE_COLUMNS } from './figure-row.js';

/** Of the drawing, in its own units. */
const WIDTH = 300;
const HEIGHT = 48;
const MARGIN = 4;

/** @param rows in the order of their weeks */
export function Weeks({ rows }: { rows: readonly PerformanceRow[] }) {
  return (
    <section aria-label="By week">
      <h2>By week of pickup</h2>
      <div class="lines">
        {FIGURES.map(([figure, name]) => (
          <WeekLine key={figure} figure={figure} name={name} rows={rows} />
        ))}
      </div>
      <details>
        <summary>Weeks as a table</summary>
        <Table name="Weeks" class="heats" columns={['Week from', ...FIGURE_COLUMNS]}>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.key}</th>
              <Figures row={row} />
            </tr>
          ))}
        </Table>
      </details>
    </section>
  );
}

interface WeekLineProps {
  figure: Figure;
  name: string;
  rows: readonly PerformanceRow[];
}

function WeekLine({ figure, name, rows }: WeekLineProps) {
  const points = rows
    .map((row, at) => ({ at, week: row.key, n: row[figure].n, rate: row[figure].rate }))
    .filter((point): point is typeof point & { rate: number } => point.n > 0);
  const last = points.at(-1);
  if (last === undefined) return null;
  const rates = points.map(({ rate }) => rate);
  const [least, most] = [Math.min(...rates), Math.max(...rates)];
  const x = (at: number): number => MARGIN + (at / Math.max(rows.length - 1, 1)) * (WIDTH - 2 * MARGIN);
  const y = (rate: number): number =>
    HEIGHT - MARGIN - ((rate - least) / Math.max(most - least, 0.01)) * (HEIGHT - 2 * MARGIN);
  const words = `${name}: ${percent(least)} to ${percent(most)} in ${points.length} weeks, the last ${percent(last.rate)}`;
  return (
    <figure>
      <figcaption>
        <strong>{name}</strong> {percent(last.rate)}{' '}
        <small class="quiet">
          in the last week, of {whole(last.n)}; {percent(least)} to {percent(most)}
        </small>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={words}>
        <polyline points={points.map(({ at, rate }) => `${x(at)},${y(rate)}`).join(' ')} />
        {points.map(({ at, n, rate }) => (
          <circle key={at} class={n < FEW ? 'few' : ''} cx={x(at)} cy={y(rate)} r="3" />
        ))}
      </svg>
    </figure>
  );
}
