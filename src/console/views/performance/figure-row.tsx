/** The three rates and the hours of a row, as cells. */
import type { PerformanceRow } from '../../../contract/performance.js';
import { FIGURES } from './figures.js';
import { RateCell } from './rate-cell.js';

export const FIGURE_COLUMNS = [
  ...FIGURES.map(([, name]) => ({ name, isNumber: true })),
  {
    name: 'Hours for 50 · 85 · 95 %',
    isNumber: true,
    title: 'To the first attempt: so many of 100 parcels had theirs by then. Counted in steps of a day',
  },
];

/** Beyond it all hours are one step. */
const LONGEST = 'over 360';

export const Figures = ({ row }: { row: PerformanceRow }) => (
  <>
    {FIGURES.map(([figure]) => (
      <RateCell key={figure} figure={figure} of={row[figure]} />
    ))}
    <td class="number nowrap">
      {[row.hours.p50, row.hours.p85, row.hours.p95]
        .map((hours) => hours ?? (row.firstAttempt.n === 0 ? '–' : LONGEST))
        .join(' · ')}
    </td>
  </>
);
