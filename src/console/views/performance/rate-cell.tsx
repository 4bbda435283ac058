/** A rate in a table: its share and bounds, of how many parcels; coloured by how bad it is, paler where of few. */
import type { PerformanceRow } from '../../../contract/performance.js';
import { whole } from '../../../words.js';
import { Link } from '../../parts/location.js';
import { boundsInWords, FEW, type Figure, heatNames, heatOf, percent } from './figures.js';

interface RateCellProps {
  figure: Figure;
  /** Null: the courier has no parcel there. */
  of: PerformanceRow['rto'] | null;
  /** The path of what it consists of. */
  to?: string | undefined;
}

export function RateCell({ figure, of, to }: RateCellProps) {
  if (of === null || of.n === 0) return <td class="number faint">–</td>;
  const share = percent(of.rate!);
  const isFew = of.n < FEW;
  return (
    <td class={`number heat heat-${heatOf(figure, of.rate!)}${isFew ? ' few' : ''}`}>
      {to === undefined ? share : <Link to={to}>{share}</Link>}
      <small>{boundsInWords(of)}</small>
      <small>{isFew ? `only ${whole(of.n)}` : `of ${whole(of.n)}`}</small>
    </td>
  );
}

export const Legend = ({ figure }: { figure: Figure }) => (
  <ul class="legend" aria-label="Colours">
    {heatNames(figure).map((name, at) => (
      <li key={name} class={`heat heat-${at}`}>
        {name}
      </li>
    ))}
    <li class="heat heat-4 few">paler: of fewer than {FEW} parcels, so it may be chance</li>
  </ul>
);
